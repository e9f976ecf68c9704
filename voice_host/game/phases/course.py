# SPDX-License-Identifier: MIT
"""The course of a game: which phase follows which.

Each phase is one row: how it is entered and how it is left. Both may add events, and both
answer with the phase to enter next; `enter` answers None when the phase really begins
(something is now waited for). So a phase that a ruleset lacks is passed through, and no
phase file needs to know another one's inside.
"""

from collections.abc import Callable
from dataclasses import dataclass

from voice_host.game.draft import Draft
from voice_host.game.night import first_night, slots
from voice_host.game.phases import day, nomination, revenge, verdict, vote
from voice_host.game.state import Phase

Step = Callable[[Draft], Phase | None]


@dataclass(frozen=True, slots=True)
class Row:
    """How a phase begins, and what ending it (by word or by time) leads to."""

    enter: Step
    leave: Step


_SLOT = Row(slots.fall, slots.next_slot)
"""Of these only the night is entered: each slot is begun by the one before it."""

COURSE: dict[Phase, Row] = {
    Phase.DEAL: Row(first_night.enter_deal, lambda _: Phase.AGREEMENT),
    Phase.AGREEMENT: Row(first_night.enter_agreement, lambda _: Phase.FIRST_DON),
    Phase.FIRST_DON: Row(first_night.enter_don, lambda _: Phase.FIRST_SHERIFF),
    Phase.FIRST_SHERIFF: Row(first_night.enter_sheriff, lambda _: Phase.MEETING),
    Phase.MEETING: Row(first_night.enter_meetings, first_night.leave_meeting),
    Phase.FIRST_PAUSE: Row(first_night.enter_pause, day.break_quiet_day),
    Phase.REVENGE: Row(revenge.enter, revenge.leave),
    Phase.BEST_MOVE: Row(day.enter_best_move, lambda _: Phase.KILLED_LAST_WORD),
    Phase.KILLED_LAST_WORD: Row(day.enter_last_words, day.leave_last_word),
    Phase.DISCUSSION: Row(day.enter_discussion, lambda _: Phase.SPEECH),
    Phase.SPEECH: Row(day.enter_speeches, day.leave_speech),
    Phase.NOMINATION: Row(nomination.enter_pointing, nomination.leave_pointing),
    Phase.DEFENCE: Row(nomination.enter_defence, nomination.leave_defence),
    Phase.COUNT: Row(vote.enter_count, vote.leave_count),
    Phase.TIE_SPEECH: Row(verdict.enter_tie_speeches, verdict.leave_tie_speech),
    Phase.REVOTE: Row(vote.enter_revote, vote.leave_count),
    Phase.RAISE: Row(verdict.enter_raise, verdict.leave_raise),
    Phase.VOTED_LAST_WORD: Row(verdict.enter_last_words, verdict.leave_last_word),
    Phase.NIGHT: _SLOT,
    Phase.SHOOTING: _SLOT,
    Phase.DON: _SLOT,
    Phase.SHERIFF: _SLOT,
    Phase.ROLE: _SLOT,
    Phase.RESULT: Row(slots.enter_result, slots.leave_result),
}


def lead_on(draft: Draft, phase: Phase | None) -> None:
    """Enter `phase` and pass on until a phase waits for something or the game is over."""
    while phase is not None and draft.state.phase is not Phase.OVER:
        phase = COURSE[phase].enter(draft)


def leave(draft: Draft) -> None:
    """End the phase or the speech that is on, unless the game has just ended."""
    if draft.state.phase is Phase.OVER:
        return
    lead_on(draft, COURSE[draft.state.phase].leave(draft))
