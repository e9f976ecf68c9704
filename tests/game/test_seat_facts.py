# SPDX-License-Identifier: MIT
"""What a seat has is declared once: the rows hold together, and a new one works everywhere."""

import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import ClassVar, get_args, get_origin, get_type_hints

import pytest

import voice_host
from tests.game.table import ROLES, at_day_0, at_night_1
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.seat_facts import Fact
from voice_host.game.state import FACTS, Phase, Player
from voice_host.game.view import SeatView, view
from voice_host.game.who import HALL, HOST, Seat

EVENTS = {event.__name__: event for event in get_args(ev.OfSeat)}


def test_every_field_of_a_seat_is_a_row() -> None:
    """But its number: what is not declared would be seen by nobody."""
    assert [fact.name for fact in FACTS] == [field.name for field in fields(Player)][1:]
    assert {fact.name for fact in FACTS} < {field.name for field in fields(SeatView)}


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.name)
def test_an_event_holds_what_it_sets(fact: Fact) -> None:
    """Each row names events of a seat, and fields of them that have the fact's own type."""
    wanted = get_type_hints(Player)[fact.name]
    for kind, value in fact.set_by:
        held = get_type_hints(EVENTS[kind])[value]
        assert (get_args(held)[0] if get_origin(held) is ClassVar else held) in (
            wanted,
            *get_args(wanted),
        )


def test_every_event_of_a_seat_sets_something() -> None:
    """One that sets nothing is no event of a seat."""
    assert {kind for fact in FACTS for kind, _ in fact.set_by} == set(EVENTS)


def test_a_card_is_for_those_who_may_know_it_and_the_rest_is_for_all() -> None:
    """Whoever may not know a fact is shown its first value."""
    table = at_day_0(roles=ROLES).fouls(4, 3)
    seen = {viewer: view(table.state, viewer).seats[3] for viewer in (HALL, HOST, Seat(4), Seat(5))}
    assert {viewer: seat.role for viewer, seat in seen.items()} == {
        HALL: None, HOST: "sheriff", Seat(4): "sheriff", Seat(5): None,
    }  # fmt: skip
    assert {(seat.fouls, seat.muted, seat.alive) for seat in seen.values()} == {(3, True, True)}


def test_a_departure_is_seen_with_its_night() -> None:
    """How and when a seat has left is known to all."""
    table = at_night_1(roles=ROLES).until(Phase.RESULT)
    table(c.Kill(7))
    gone = view(table.state, HALL).seats[6]
    assert (gone.alive, gone.out, gone.out_night, gone.was_out) == (False, "killed", 1, None)


NEW = {
    "game/state.py": (
        "    warnings: int = ",
        '    notes: int = fact(0, SeenBy.HOST, "Noted.count")\n    warnings: int = ',
    ),
    "game/events.py": (
        "OfSeat = (\n",
        "@dataclass(frozen=True, slots=True)\nclass Noted:\n"
        '    """The host has so many notes on a seat."""\n\n    seat: int\n    count: int\n\n\n'
        "OfSeat = (\n    Noted |\n",
    ),
    "game/phases/discipline.py": (
        "    draft.add(ev.FoulGiven(",
        "    draft.add(ev.Noted(player.seat, player.notes + 1))\n    draft.add(ev.FoulGiven(",
    ),
    "language/said/announce.py": (
        "        case ev.RolesSet():\n",
        "        case ev.Noted():\n            return ()\n        case ev.RolesSet():\n",
    ),
}
"""A new fact of a seat, as somebody would add it: what stands in a file, what is to stand there."""

ASKED = """
from pathlib import Path
from voice_host.commands.facts import fact_difference
from voice_host.game import commands as c
from voice_host.game.view import view
from voice_host.game.who import HALL, HOST, Seat
from voice_host.history.recovery import load, replay
from voice_host.history.session import begin
from voice_host.language.said.announce import told
from voice_host.rulesets import load as ruleset

path = Path("game.jsonl")
session = begin(ruleset("wma"), 10, path)
for command in (c.Start(), c.Foul(3), c.Foul(3)):
    before = session.state
    said = tuple(told(before, session.submit(command, 1.0, "keyboard")))
session.close()
shown = {str(who): view(session.state, who).seats[2].notes for who in (HOST, HALL, Seat(3))}
assert shown == {"host": 2, "hall": 0, "seat:3": 0}, shown
assert fact_difference("notes 3=2 4=0", session.state, 1.0) is None
assert fact_difference("notes 3=1", session.state, 1.0) is not None
assert said
assert load(path).state == session.state
assert replay(path) is None
session.undo()
assert session.state.player(3).notes == 1
"""


def test_a_new_fact_of_a_seat_is_added_in_four_files(tmp_path: Path) -> None:
    """Its row, its event, the rule that decides it, what is told of it.

    State, view, journal, undo and a scenario's facts then have it, and nobody sees it who may not.
    """
    copied = tmp_path / "voice_host"
    shutil.copytree(Path(voice_host.__file__).parent, copied)
    for name, (stands, new) in NEW.items():
        text = (copied / name).read_text(encoding="utf-8")
        assert text.count(stands) == 1, name
        (copied / name).write_text(text.replace(stands, new), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", ASKED], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
