# SPDX-License-Identifier: MIT
"""The clock's ticks and the host's orders to the timer."""

from collections.abc import Callable

import pytest

from tests.game.table import Table, after_kill, at_day_0, at_vote
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.refusals import Reason
from voice_host.game.state import Phase, Timer, new_game

LARS = rulesets.load("lars")


def test_a_tick_at_any_time_is_taken() -> None:
    """In the lobby, when nothing is due, and with no timer a tick causes nothing."""
    table = Table()
    assert table(c.Tick()) == ()
    table(c.Start())
    assert table(c.Tick()) == ()
    table = at_day_0()
    assert table(c.Tick()) == ()


def test_the_state_tells_when_the_clock_is_to_speak() -> None:
    """`next_wakeup`: the next call, then the end, None without a timer."""
    table = Table()
    assert table.state.next_wakeup is None
    table = at_day_0()
    assert table.state.next_wakeup == 50
    table.wait(50)
    assert table.state.next_wakeup == 60


def first_word() -> Table:
    """Whoever was voted out has the floor."""
    table = at_vote(4, 6)
    table(c.Vote(6))
    return table


def tie() -> Table:
    table = at_vote(4, 6)
    table(c.Vote(5))
    return table


TIMED: dict[str, tuple[Callable[[], Table], float, float]] = {
    "agreement": (lambda: Table().until(Phase.AGREEMENT), 60, 10),
    "speech": (at_day_0, 60, 10),
    "tie": (tie, 30, 10),
    "voted out": (first_word, 60, 10),
    "killed": (lambda: after_kill(4).until(Phase.KILLED_LAST_WORD), 60, 10),
    "best move": (lambda: after_kill(4), 20, 0),
    "discussion": (lambda: Table(LARS).until(Phase.DISCUSSION), 30, 10),
    "lars": (lambda: Table(LARS).until(Phase.SPEECH), 30, 10),
}
"""What is timed, for how long, and how many seconds before its end the time is called (S1, S3)."""


@pytest.mark.parametrize("what", TIMED)
def test_the_time_is_called_at_its_second_and_the_end_at_its_own(what: str) -> None:
    """Not a moment before, and at once when the second has come."""
    begin, length, call = TIMED[what]
    table = begin()
    start, phase, speaker = table.now, table.state.phase, table.state.speaker
    if call:
        table.now = start + length - call - 0.01
        assert table(c.Tick()) == ()
        table.now = start + length - call
        assert table(c.Tick()) == (ev.TimeCalled(call),)
    table.now = start + length - 0.01
    assert table(c.Tick()) == ()
    assert (table.state.phase, table.state.speaker) == (phase, speaker)
    table.now = start + length
    assert table(c.Tick())[0] == ev.TimeUp()
    assert (table.state.phase, table.state.speaker) != (phase, speaker)


def test_a_late_call_is_dropped_rather_than_made_late() -> None:
    """A tick after the end ends the speech; «десять секунд» is not called any more."""
    table = at_day_0()
    table.now = 61
    assert [type(event) for event in table(c.Tick())] == [ev.TimeUp, ev.SpeakerCalled]


def test_a_tick_ends_one_speech_however_late_it_comes() -> None:
    """The next minute begins when its speaker is called, not when the last one ended."""
    table = at_day_0()
    table.now = 1000
    table(c.Tick())
    assert (table.state.speaker, table.state.timer) == (2, Timer(1060, (10,)))
    assert table(c.Tick()) == ()


def test_set_timer_gives_so_many_seconds_from_now() -> None:
    """«Тридцать секунд»: with a new warning, and the speech still ends with it."""
    table = at_day_0()
    table.wait(55)
    table(c.SetTimer(30))
    assert table.events == (ev.TimerChanged(Timer(85, (10,))),)
    assert table.wait(20) == [ev.TimeCalled(10)]
    table.wait(10)
    assert table.state.speaker == 2


def test_a_timer_too_short_for_the_warning_has_none() -> None:
    """Ten seconds or fewer are not announced with «десять секунд»."""
    table = at_day_0()
    table(c.SetTimer(10))
    assert table.state.timer == Timer(10)


def test_add_time_moves_the_end() -> None:
    """«Добавь десять секунд» after the warning: it is called again in its time."""
    table = at_day_0()
    table.wait(52)
    table(c.AddTime(10))
    assert table.state.timer == Timer(70, (10,))


def test_a_timer_never_ends_in_the_past() -> None:
    """Fewer than no seconds are none: the next tick ends the speech."""
    for command in (c.SetTimer(-5), c.AddTime(-500)):
        table = at_day_0()
        table.wait(20)
        table(command)
        assert table.state.timer == Timer(20)
        table(c.Tick())
        assert table.state.speaker == 2


def test_a_stopped_timer_lets_the_speech_last_until_next() -> None:
    """«Стоп таймер»: no time call, no end."""
    table = at_day_0()
    table(c.StopTimer())
    assert table.wait(500) == []
    assert table.state.speaker == 1
    table(c.SetTimer(60))
    table.wait(60)
    assert table.state.speaker == 2


@pytest.mark.parametrize("command", [c.AddTime(10), c.StopTimer()])
def test_there_must_be_a_timer_to_change(command: c.Command) -> None:
    """In a vote no timer runs."""
    assert at_vote(4, 6).refuses(command) is Reason.NO_TIMER


def test_a_free_timer_in_the_deal_ends_nothing() -> None:
    """Where a phase waits for a word a timer only tells the time."""
    table = Table().until(Phase.DEAL)
    table(c.SetTimer(20))
    assert table.wait(20) == [ev.TimeCalled(10), ev.TimeUp()]
    assert table.state.phase is Phase.DEAL


def test_the_warning_moves_with_added_time_in_a_free_timer() -> None:
    """A timer that binds nothing stays so when it is lengthened."""
    table = Table().until(Phase.DEAL)
    table(c.SetTimer(20), c.AddTime(10))
    assert table.state.timer == Timer(30, (10,), binding=False)


def test_a_new_game_has_no_timer() -> None:
    """Nothing runs in the lobby."""
    assert new_game(Table().state.rules, 10).timer is None
