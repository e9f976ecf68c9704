# SPDX-License-Identifier: MIT
"""Journals of format 1, written by older programs: what they tell today is what they told then."""

import json
from pathlib import Path
from typing import Any

import pytest

from voice_host.history.recovery import load, replay
from voice_host.history.session import Session

FOLDER = Path(__file__).parents[1] / "journals" / "format1"
TOLD: dict[str, dict[str, Any]] = json.loads((FOLDER / "told.json").read_text(encoding="utf-8"))


def told(session: Session) -> dict[str, Any]:
    """The end of a game in the words of `told.json`, which the older program wrote."""
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


def test_every_journal_of_the_folder_is_told_of() -> None:
    """Neither list lacks one, and they are not empty."""
    assert {path.name for path in FOLDER.glob("*.jsonl")} == set(TOLD) != set()


@pytest.mark.parametrize("name", sorted(TOLD))
def test_an_old_journal_ends_as_it_did_when_it_was_written(name: str) -> None:
    """State, time and steps after its last line."""
    assert told(load(FOLDER / name)) == TOLD[name]


@pytest.mark.parametrize("name", sorted(TOLD))
def test_the_rules_still_lead_to_every_line_of_an_old_journal(name: str) -> None:
    """What `voice-host replay` answers: no difference."""
    assert replay(FOLDER / name) is None
