# SPDX-License-Identifier: MIT
"""Standard nights of wma: the count, equal slots for don and sheriff, the result."""

from dataclasses import replace

import pytest

from tests.game.table import ROLES, WMA, Table, after_kill, at_night_1
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.refusals import Reason
from voice_host.game.rules import Night
from voice_host.game.state import Cause, Phase, Timer


def slots(table: Table) -> list[tuple[Phase, float]]:
    """Each phase of a night with its length, as the clock runs through them."""
    seen: list[tuple[Phase, float]] = []
    while table.state.phase is not Phase.RESULT:
        timer = table.state.timer
        assert timer is not None
        seen.append((table.state.phase, timer.ends_at - table.now))
        table.wait(timer.ends_at - table.now)
    return seen


def test_the_count_takes_a_beat_for_every_seat_then_don_and_sheriff_wake() -> None:
    """Ten seats at 1.5 s and one beat before the first; 10 s each for don and sheriff."""
    assert slots(at_night_1()) == [
        (Phase.SHOOTING, 16.5), (Phase.DON, 10.0), (Phase.SHERIFF, 10.0),
    ]  # fmt: skip


def test_nights_are_equal_whoever_is_out() -> None:
    """Seats, don and sheriff that are out are counted and called for the same time."""
    whole = slots(at_night_1())
    table = at_night_1(roles=ROLES).until(Phase.RESULT)
    table(c.Kill(4), c.Remove(3))
    assert slots(table.until(Phase.SHOOTING)) == whole


def test_the_first_standard_night_follows_day_0() -> None:
    """Night K comes before day K."""
    table = at_night_1()
    assert (table.state.night, table.state.day) == (1, 0)
    table.until(Phase.RESULT)
    table(c.Miss())
    assert (table.state.night, table.state.day) == (1, 1)


def test_the_result_waits_for_the_host() -> None:
    """No clock ends the night: «убит четвёртый», «промах» or «дальше» do."""
    table = at_night_1().until(Phase.RESULT)
    table.wait(1000)
    assert table.state.phase is Phase.RESULT


def test_the_victim_is_out_and_the_day_breaks() -> None:
    """One batch: out, day 1, the victim's best move."""
    table = after_kill(4)
    assert table.events[:2] == (ev.PlayerOut(4, Cause.KILLED), ev.DayBroke(1, (4,)))
    assert table.state.player(4).out is Cause.KILLED


@pytest.mark.parametrize("command", [c.Miss(), c.Next()])
def test_a_miss_or_next_kills_nobody(command: c.Command) -> None:
    """«Промах», or «дальше» with nothing said: a quiet night."""
    table = at_night_1().until(Phase.RESULT)
    table(command)
    assert table.events[0] == ev.DayBroke(1, ())
    assert len(table.state.alive) == 10


@pytest.mark.parametrize(
    ("seat", "reason"),
    [(0, Reason.SEAT_OFF_TABLE), (11, Reason.SEAT_OFF_TABLE), (4, Reason.SEAT_OUT)],
)
def test_a_wrong_victim_is_refused(seat: int, reason: Reason) -> None:
    """Off the table, or killed already."""
    table = after_kill(4).until(Phase.RESULT)
    assert table.refuses(c.Kill(seat)) is reason


def test_nobody_is_killed_twice_in_one_night() -> None:
    """A second «убит» in the same morning comes too late."""
    assert after_kill(4).refuses(c.Kill(5)) is Reason.NOT_NOW


def test_recount_begins_the_count_anew() -> None:
    """The whole count again, the night keeps its number."""
    table = at_night_1()
    table.wait(9)
    table(c.Recount())
    assert table.events == (ev.PhaseBegan(Phase.SHOOTING, Timer(table.now + 16.5), None, 16.5),)
    assert table.state.night == 1


@pytest.mark.parametrize(
    ("phase", "role", "seat", "found"),
    [
        (Phase.DON, "don", 4, True),
        (Phase.DON, "don", 5, False),
        (Phase.DON, "don", 1, False),
        (Phase.SHERIFF, "sheriff", 1, True),
        (Phase.SHERIFF, "sheriff", 3, True),
        (Phase.SHERIFF, "sheriff", 4, False),
        (Phase.SHERIFF, "sheriff", 5, False),
    ],
)
def test_a_check_is_answered_when_roles_are_known(
    phase: Phase, role: str, seat: int, found: bool
) -> None:
    """The don finds the sheriff; the sheriff finds mafia and don."""
    table = at_night_1(roles=ROLES).until(phase)
    assert table(c.Check(seat)) == (ev.Checked(role, seat, found),)
    assert table.state.phase is phase


def test_a_check_is_noted_without_answer_when_roles_are_unknown() -> None:
    """Degree «open»: the host answers by gesture."""
    table = at_night_1().until(Phase.DON)
    assert table(c.Check(4)) == (ev.Checked("don", 4, None),)
    assert table.state.checks == ((1, "don", 4, None),)


def test_a_wrong_seat_is_not_checked() -> None:
    """Off the table."""
    assert at_night_1().until(Phase.DON).refuses(c.Check(11)) is Reason.SEAT_OFF_TABLE


def test_one_check_a_night_each() -> None:
    """A second check of the slot is refused; the sheriff's, and the next night's, are not."""
    table = at_night_1().until(Phase.DON)
    table(c.Check(4))
    assert table.refuses(c.Check(5)) is Reason.CHOSEN_ALREADY
    table(c.Next(), c.Check(5), c.Next(), c.Miss())
    table.until(Phase.DON)(c.Check(5))
    assert [check[:2] for check in table.state.checks] == [(1, "don"), (1, "sheriff"), (2, "don")]


def test_a_don_who_is_out_checks_nobody_in_his_slot() -> None:
    """The slot is called all the same, but gives no answer."""
    table = at_night_1(roles=ROLES)
    table(c.Remove(3))
    assert table.until(Phase.DON).refuses(c.Check(5)) is Reason.SEAT_OUT
    assert table.until(Phase.SHERIFF)(c.Check(5)) == (ev.Checked("sheriff", 5, False),)


def test_a_ruleset_without_checks_goes_from_the_shots_to_the_result() -> None:
    """`night.check = 0` means that nobody wakes."""
    table = at_night_1(replace(WMA, night=Night(check=0)))
    table(c.Next())
    assert table.state.phase is Phase.RESULT


def test_the_night_forgets_the_day() -> None:
    """Nominees, votes and those leaving belong to the day that is over."""
    table = Table().speech_of(1)
    table(c.Nominate(4))
    table.speech_of(2)(c.Nominate(6))
    table.until(Phase.COUNT)(c.Vote(9))
    state = table.until(Phase.SHOOTING).state
    assert (state.nominees, state.candidates, state.tallies, state.leaving) == ((), (), (), ())
