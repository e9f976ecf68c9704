# SPDX-License-Identifier: MIT
"""Every phrase in said/*.tsv is understood as what its row says."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.russian import RU
from voice_host.game import commands as c
from voice_host.game.expected import expected, expected_in
from voice_host.game.state import Phase, State
from voice_host.language import requests as r
from voice_host.language.acts import name_of
from voice_host.language.heard.hear import Ambiguous, NotNow, Two, Understood, Unknown, understand

FILES = sorted((Path(__file__).parent / "said").glob("*.tsv"))
NAMES = {
    **vars(c),
    **vars(r),
    "NotNow": NotNow,
    "Unknown": Unknown,
    "Two": lambda *commands: Two(commands),
    "Ambiguous": lambda *options: frozenset(options),
}


def rows(file: Path) -> list[tuple[str, str, str]]:
    lines = file.read_text(encoding="utf-8").splitlines()[1:]
    return [(phrase, phase, what) for phrase, phase, what in (line.split("\t") for line in lines)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_said(file: Path, at: Callable[[Phase], State]) -> None:
    """Each row: these words, in this phase, are this command."""
    for phrase, phase, what in rows(file):
        anywhere = file.stem == "dialects"
        kinds = expected_in(Phase(phase)) if anywhere else expected(at(Phase(phase)))
        heard = understand(RU.sentences, phrase, kinds, 10)
        wanted = eval(what, NAMES)
        if isinstance(heard, Ambiguous):
            assert frozenset(heard.options) == wanted, phrase
        elif isinstance(wanted, NotNow | Unknown | Two):
            assert heard == wanted, phrase
        else:
            assert heard == Understood(wanted, name_of(wanted)), phrase


def test_there_are_many_rows() -> None:
    """The corpus is wide: every kind of command and request is in it."""
    all_rows = [row for file in FILES for row in rows(file)]
    assert len(all_rows) >= 250
    said = " ".join(what for _, _, what in all_rows)
    kinds = {*c.Command.__args__, *r.Request.__args__} - {c.Tick, c.Ready, c.Hand}
    assert not [kind.__name__ for kind in kinds if f"{kind.__name__}(" not in said]
