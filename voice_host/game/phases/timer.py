# SPDX-License-Identifier: MIT
"""The clock's own command and the host's orders to the timer."""

from dataclasses import replace

from voice_host.game import events as ev
from voice_host.game.commands import AddTime, SetTimer, StopTimer, Tick
from voice_host.game.draft import Draft
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.state import Phase, State, Timer

UNTIMED = frozenset(
    {
        Phase.LOBBY, Phase.DEAL, Phase.NOMINATION, Phase.COUNT, Phase.REVOTE, Phase.RAISE,
        Phase.RESULT, Phase.OVER,
    }
)  # fmt: skip
"""Phases that end only by word: a timer set there calls the time and ends nothing."""


def apply(draft: Draft, command: Tick | SetTimer | AddTime | StopTimer) -> bool:
    """Do what the command asks; True when the phase ends with it."""
    match command:
        case Tick():
            return tick(draft)
        case SetTimer():
            set_timer(draft, command)
        case AddTime():
            add_time(draft, command)
        case StopTimer():
            stop_timer(draft)
    return False


def tick(draft: Draft) -> bool:
    """Call the time where it is due; True when the phase ends with it.

    However late a tick comes, it ends one phase: the next one begins when it is announced,
    not when the last one should have ended. Calls that are past are dropped, not made late.
    """
    timer = draft.state.timer
    if timer is None:
        return False
    for call in timer.calls:
        if draft.now >= timer.ends_at - call and draft.now < timer.ends_at:
            draft.add(ev.TimeCalled(call))
    if draft.now < timer.ends_at:
        return False
    draft.add(ev.TimeUp())
    return timer.binding


def set_timer(draft: Draft, command: SetTimer) -> None:
    """So many seconds from now, for the speech that is on or on its own."""
    state = draft.state
    binding = state.phase not in UNTIMED or (
        # Where nobody leads these end by the clock like any other.
        state.rules.led.phones and state.phase not in (Phase.LOBBY, Phase.OVER)
    )
    ends_at = draft.now + max(0, command.seconds)
    draft.add(ev.TimerChanged(_with_calls(draft.state, draft.now, Timer(ends_at, binding=binding))))


def add_time(draft: Draft, command: AddTime) -> None:
    """Move the end of the running timer, at the earliest to now."""
    timer = _running(draft.state)
    ends_at = max(draft.now, timer.ends_at + command.seconds)
    moved = replace(timer, ends_at=ends_at)
    draft.add(ev.TimerChanged(_with_calls(draft.state, draft.now, moved)))


def stop_timer(draft: Draft) -> None:
    """No deadline until a new one is set."""
    _running(draft.state)
    draft.add(ev.TimerChanged(None))


def _running(state: State) -> Timer:
    if state.timer is None:
        raise Rejected(Reason.NO_TIMER)
    return state.timer


def _with_calls(state: State, now: float, timer: Timer) -> Timer:
    """The warning is called again if the new end leaves room for it."""
    call = state.rules.speech.call
    return replace(timer, calls=(call,) if 0 < call < timer.ends_at - now else ())
