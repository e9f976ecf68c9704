# SPDX-License-Identifier: MIT
"""Refusals: the one exception the rules raise, with a code and its figures, no words.

The sentences that explain a refusal to the host live in the language files under
`refused.<reason>`; every `Reason` has one there (a test compares the two lists).
"""

from enum import StrEnum


class Reason(StrEnum):
    """Why the rules refuse a command."""

    NOT_NOW = "not_now"
    SEAT_OFF_TABLE = "seat_off_table"
    SEAT_OUT = "seat_out"
    ALREADY_NOMINATED = "already_nominated"
    NOT_THEIR_SPEECH = "not_their_speech"
    ONE_NOMINATION = "one_nomination"
    NOT_THE_CANDIDATE = "not_the_candidate"
    TOO_MANY_VOTES = "too_many_votes"
    VOTED_ALREADY = "voted_already"
    CHOSEN_ALREADY = "chosen_already"
    REPEATED_SEAT = "repeated_seat"
    OWN_SEAT = "own_seat"
    WRONG_NUMBER_OF_SEATS = "wrong_number_of_seats"
    NO_FOULS = "no_fouls"
    TOO_LATE = "too_late"
    BAD_ROLES = "bad_roles"
    NO_TIMER = "no_timer"
    UNKNOWN_SIDE = "unknown_side"
    MAY_NOT_VOTE = "may_not_vote"
    BLOCKED = "blocked"
    HEALED = "healed"
    HEALED_LAST_NIGHT = "healed_last_night"
    NO_MORE_TIMES = "no_more_times"
    MUST_CHOOSE = "must_choose"
    LONGEST_ALREADY = "longest_already"
    NOT_YOURS = "not_yours"
    """The rules take it now, but not from this actor."""
    STALE = "stale"
    """It was aimed at a moment of the game that is over (see `aim`)."""
    PAUSED = "paused"
    """The game stands still; only the host may move it."""


class CannotFollow(LookupError):
    """An event that no game leads to from this state: only a journal that was altered holds one."""


class Rejected(Exception):
    """The rules refuse a command; nothing has changed.

    `reason` is the code; `params` are seats and figures for the sentence that explains it.
    """

    def __init__(self, reason: Reason, **params: int | str | tuple[int, ...]) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.params = params
