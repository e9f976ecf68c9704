# SPDX-License-Identifier: MIT
"""Who acts and who looks: their texts, and what a seat may do itself."""

import re

import pytest

from tests.game.table import ROLES, at_day_0, at_night_1
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.expected import expected
from voice_host.game.state import Phase
from voice_host.game.who import CLOCK, HALL, HOST, Actor, Seat, Viewer, actor, viewer


@pytest.mark.parametrize(("who", "text"), [(HOST, "host"), (CLOCK, "clock"), (Seat(3), "seat:3")])
def test_an_actor_has_one_text(who: Actor, text: str) -> None:
    """Written and read again it is the same."""
    assert str(who) == text
    assert actor(text) == who


@pytest.mark.parametrize(("who", "text"), [(HALL, "hall"), (HOST, "host"), (Seat(12), "seat:12")])
def test_a_viewer_has_one_text(who: Viewer, text: str) -> None:
    """Written and read again it is the same."""
    assert str(who) == text
    assert viewer(text) == who


@pytest.mark.parametrize(
    "text",
    ["", "hall ", "seat", "seat:", "seat:0", "seat:03", "seat:-1", "seat:٣", "seat:²", "x:1"],
)
def test_nobody_else_acts_or_looks(text: str) -> None:
    """A text that is not written by us names nobody."""
    for read in (actor, viewer):
        with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
            read(text)


def test_the_clock_does_not_look_and_the_hall_does_not_act() -> None:
    """Each list holds only its own."""
    with pytest.raises(ValueError, match="clock"):
        viewer("clock")
    with pytest.raises(ValueError, match="hall"):
        actor("hall")


def test_who_has_the_floor_may_end_it_and_nominate() -> None:
    """Nobody else may, and nothing of the host's is his."""
    state = at_day_0(roles=ROLES).speech_of(2).state
    assert expected(state, Seat(2)) == {c.EndTurn, c.Nominate}
    assert expected(state, Seat(1)) == frozenset()
    assert expected(state, HOST) == expected(state, CLOCK) == expected(state)
    assert expected(state, Seat(2)) < expected(state)


def test_by_night_only_who_is_awake_may_act_and_never_end_the_slot() -> None:
    """The don checks in his slot; the mafia that is counted with eyes shut enters nothing."""
    table = at_night_1(roles=ROLES)
    assert all(expected(table.state, Seat(n)) == frozenset() for n in range(1, 11))
    table.until(Phase.DON)
    assert [n for n in range(1, 11) if expected(table.state, Seat(n)) == {c.Check}] == [3]
    table.until(Phase.SHERIFF)
    assert [n for n in range(1, 11) if expected(table.state, Seat(n)) == {c.Check}] == [4]


def test_a_team_that_wakes_chooses() -> None:
    """In the city each of the mafia may point at the victim."""
    table = at_night_1(rulesets.load("city"), roles=ROLES)
    may = [n for n in range(1, 11) if expected(table.state, Seat(n)) == {c.Choose}]
    assert may == [1, 2, 3]


def test_the_first_victim_names_his_best_move_himself() -> None:
    """He is out and has the floor."""
    table = at_night_1(roles=ROLES).until(Phase.RESULT)
    table(c.Kill(7))
    assert table.state.phase is Phase.BEST_MOVE
    assert expected(table.state, Seat(7)) == {c.EndTurn, c.BestMove}
    assert expected(table.state, Seat(1)) == frozenset()
