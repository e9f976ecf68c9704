# SPDX-License-Identifier: MIT
"""The fuzzers, for a moment: the long runs are by hand (`python -m tests.fuzz.lines`, `.files`)."""

from pathlib import Path
from random import Random

import pytest

from tests.fuzz import files, lines
from voice_host.game.commands import Foul
from voice_host.game.expected import expected

LINES, FILES = 300, 150
STATES = lines.states(["wma", "lars"])


def test_no_line_passes_for_what_it_is_not() -> None:
    """None breaks a rule; some are understood, some foreign."""
    outcomes, _, faults = lines.run(LINES, 20, STATES)
    assert faults == []
    assert outcomes["foreign"] > LINES // 8


def test_what_the_fuzzer_of_lines_would_find() -> None:
    """A sentence with something foreign in it that is read all the same; one whose number is."""
    state = next(state for state in STATES if Foul in expected(state))
    whole = "фол номер три"
    assert lines.wrong(lines.Line(whole.encode(), whole, foreign=True), state)
    assert lines.wrong(lines.Line(whole.encode(), whole, more=True), state)
    assert lines.wrong(lines.Line(whole.encode(), whole), state) is None


@pytest.mark.parametrize("kind", files.kinds(), ids=lambda kind: kind.name)
def test_every_file_is_read_or_refused_in_words(kind: files.Kind, tmp_path: Path) -> None:
    """Both happen; the good ones are read."""
    path = tmp_path / f"file{kind.suffix}"
    assert {files.tried(kind, path, good) for good in kind.good[:3]} == {"read"}
    tried = {
        files.tried(kind, path, files.fault(rng, rng.choice(kind.good)))
        for rng in map(Random, range(FILES // 5))
    }
    assert "read" in tried


@pytest.mark.parametrize("kind", files.kinds(), ids=lambda kind: kind.name)
@pytest.mark.parametrize("deep", ["[" * 3000, "a = " + "[" * 3000, "a." * 3000 + "b = 1"])
def test_no_depth_ends_in_an_error_of_our_own(kind: files.Kind, tmp_path: Path, deep: str) -> None:
    """Brackets in brackets: a few kilobytes of them are enough to use up what there is."""
    path = tmp_path / f"file{kind.suffix}"
    assert files.tried(kind, path, deep.encode()) in ("read", "refused")
