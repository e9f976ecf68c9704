# SPDX-License-Identifier: MIT
"""Silent entry: at a laptop that nobody leads the woken press a number and Enter under the music.

Every slot of the night takes a number and shows one line of the same kind, whoever is called and
whether he is still in the game, and takes it away again after `SHOWN_SECONDS`. What a number means
is asked of the rules; nothing is said, kept or answered in an ear. Owner thread only.
"""

from math import inf

from voice_host.game import commands as c
from voice_host.game.expected import expected
from voice_host.game.state import State
from voice_host.host.clock import Clock
from voice_host.host.narrator import Narrator
from voice_host.language.announcement import Announcement
from voice_host.language.heard import hear

CARD_SECONDS = 10.0
"""A card that is dealt at a laptop is looked at, and its player goes: the next one is coming."""
SHOWN_SECONDS = 3.0
"""Long enough to read one word, short enough for whoever opens his eyes next."""


def taken_in_silence(state: State) -> bool:
    """Is it a slot of a night whose players enter for themselves what they do?"""
    return state.rules.led.by == "laptop" and state.asleep


def number_of(text: str, heard: hear.Hearing) -> int | None:
    """The number that a line comes to: bare, or in the words of a choice; None: it is no entry."""
    digits = text.strip()
    if digits.isascii() and digits.isdecimal() and len(digits) <= 2:
        return int(digits)
    match heard:
        case hear.Understood(c.Check(seat)):
            return seat
        case hear.Understood(c.Choose(seat)):
            return seat or 0
        case _:
            return None


def meant(number: int, state: State, heard: hear.Hearing) -> c.Command | None:
    """What the number asks of the rules in this slot; None where it counts for nothing."""
    kinds = expected(state)
    if isinstance(heard, hear.Understood) and isinstance(heard.command, c.Check | c.Choose):
        return heard.command
    if c.Check in kinds:
        return c.Check(number)
    return c.Choose(number or None) if c.Choose in kinds else None


class Shown:
    """The line that the woken player is shown; `real` is no game clock: a pause keeps no secret."""

    def __init__(self, narrator: Narrator, real: Clock) -> None:
        self._narrator = narrator
        self._real = real
        self._until: float | None = None
        self._slot: object = None

    def show(self, answer: Announcement, state: State) -> None:
        """Show it for a moment."""
        self._narrator.show_silently(answer)
        self.hide_in(SHOWN_SECONDS, state)

    def hide_in(self, seconds: float, state: State) -> None:
        """Take away in so many seconds what is shown silently now."""
        self._until, self._slot = self._real.now() + seconds, _slot(state)

    def due_in(self) -> float:
        """Real seconds until the line goes; infinite while there is none."""
        return inf if self._until is None else max(0.0, self._until - self._real.now())

    def look(self, state: State) -> None:
        """Take the line away when its moment is over, or the next one is called."""
        if self._until is not None and (self.due_in() <= 0 or _slot(state) != self._slot):
            self._until = None
            self._narrator.show_nothing()


def _slot(state: State) -> object:
    return state.phase, state.waking, state.night
