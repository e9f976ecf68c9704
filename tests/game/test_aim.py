# SPDX-License-Identifier: MIT
"""When an act that was aimed at an earlier moment still counts."""

import pytest

from tests.game.table import ROLES, at_day_0, at_night_1, at_vote
from voice_host.game import commands as c
from voice_host.game.aim import still_holds
from voice_host.game.state import Phase


def test_what_touches_other_seats_does_not_matter() -> None:
    """A foul of the eighth leaves a foul of the third as it was meant."""
    table = at_day_0()
    then = table.state
    table(c.Foul(8))
    assert still_holds(c.Foul(3), then, table.state)
    assert still_holds(c.EndTurn(), then, table.state)
    assert not still_holds(c.Foul(8), then, table.state)
    assert not still_holds(c.Nominate(8), then, table.state)


def test_the_next_speech_is_another_moment() -> None:
    """«Дальше» and «спасибо» pressed twice end one speech, not two."""
    table = at_day_0()
    then = table.state
    table(c.Next())
    assert not still_holds(c.Next(), then, table.state)
    assert not still_holds(c.EndTurn(), then, table.state)
    assert not still_holds(c.Foul(3), then, table.state)


def test_time_alone_moves_nothing() -> None:
    """A warning that has been called, or a longer timer, leaves the speech what it is."""
    table = at_day_0()
    then = table.state
    table.wait(51)
    table(c.AddTime(30))
    assert table.state != then
    assert still_holds(c.EndTurn(), then, table.state)


def test_the_next_candidate_is_another_moment() -> None:
    """Votes for the fourth are never counted for the sixth."""
    table = at_vote(4, 6, 8)
    then = table.state
    table(c.Vote(3))
    assert not still_holds(c.Vote(3), then, table.state)


def test_the_same_slot_of_another_night_is_another_moment() -> None:
    """A check that slept on the phone for a night finds nobody."""
    table = at_night_1(roles=ROLES).until(Phase.SHERIFF)
    then = table.state
    table.until(Phase.RESULT)(c.Miss())
    table.until(Phase.SHERIFF)
    assert table.state.night == then.night + 1
    assert not still_holds(c.Check(5), then, table.state)


@pytest.mark.parametrize("command", [c.Ballot((3, 8)), c.BestMove((8, 9)), c.KillAll((8,))])
def test_every_seat_that_is_named_counts(command: c.Command) -> None:
    """Also among several; one off the table is for the rules to refuse."""
    table = at_day_0()
    then = table.state
    assert still_holds(c.Foul(31), then, then)
    table(c.Foul(8))
    assert not still_holds(command, then, table.state)
