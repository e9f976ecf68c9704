# SPDX-License-Identifier: MIT
"""Journals of older formats are read and gone on with: real ones, written by the program then."""

import json
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests import games
from tests.telling import says
from voice_host.history.checksum import Sum, checked
from voice_host.history.recovery import load, recover, replay
from voice_host.history.session import Session

FORMAT_1 = Path(__file__).parents[1] / "journals" / "format1"
TOLD = json.loads((FORMAT_1 / "told.json").read_text(encoding="utf-8"))


def told(session: Session) -> dict[str, Any]:
    """What the program that wrote them said of their ends."""
    state = session.state
    return {
        "steps": len(session.steps),
        "at": session.at,
        "phase": state.phase_name,
        "day": state.day,
        "night": state.night,
        "alive": list(state.alive),
        "fouls": {str(p.seat): p.fouls for p in state.players if p.fouls},
        "roles": [p.role for p in state.players],
        "winner": state.winner,
        "choices": [[c.night, c.role, c.seat] for c in state.choices],
        "checks": [list(check) for check in state.checks],
    }


def test_every_journal_of_format_1_is_told_of() -> None:
    """So that none is left out below."""
    assert {path.name for path in FORMAT_1.glob("*.jsonl")} == set(TOLD)


@pytest.mark.parametrize("name", TOLD)
def test_a_journal_of_format_1_comes_back_as_it_was_left(name: str, tmp_path: Path) -> None:
    """Loaded, put to the rules, resumed with no trouble told, and gone on with."""
    path = tmp_path / name
    shutil.copy(FORMAT_1 / name, path)
    assert told(load(path)) == TOLD[name]
    assert replay(path) is None
    session = recover(path)
    assert (told(session), session.trouble) == (TOLD[name], None)
    games.play(session, Random(name), 12)
    session.close()
    again = recover(path)
    assert (again.state, again.steps, again.trouble) == (session.state, session.steps, None)
    again.close()
    assert replay(path) is None


def test_what_is_added_to_a_journal_of_format_1_has_checksums(tmp_path: Path) -> None:
    """Its own lines stay as they are; an altered one is told among either."""
    path = tmp_path / "game.jsonl"
    shutil.copy(FORMAT_1 / "random-wma.jsonl", path)
    before = path.read_bytes()
    session = recover(path)
    games.play(session, Random(1), 30)
    session.close()
    old, lines = before.splitlines(), path.read_bytes().splitlines()
    assert lines[: len(old)] == old and len(lines) > len(old) + 5
    sums = [checked(line) for line in lines]
    assert sums == [Sum.NONE] * len(old) + [Sum.RIGHT] * (len(lines) - len(old))
    altered = lines[-3].replace(b'":', b'" :', 1)
    path.write_bytes(b"\n".join([*lines[:-3], altered, *lines[-2:]]) + b"\n")
    session = recover(path)
    assert session.trouble is not None
    assert f"строка {len(lines) - 2} изменена" in says(session.trouble)
    session.close()
