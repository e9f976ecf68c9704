# SPDX-License-Identifier: MIT
"""Counted presses: by night a number is given with one key, pedal or button, and nobody hears it.

So many presses are the seat; a pause ends the number, one long press takes the last choice back,
and while a question waits one press is «да». What the number means is asked of the rules; what is
read back in the ear are their own announcements. Owner thread only.
"""

from math import inf

from voice_host.game import commands as c
from voice_host.game.expected import expected
from voice_host.game.state import Phase, State
from voice_host.host.clock import Clock
from voice_host.language import requests as r
from voice_host.language.acts import Act

PAUSE_SECONDS = 1.2
"""After so long without a press the number is over."""
REPEAT_SECONDS = 0.12
"""No finger is so fast: a key that is held repeats itself."""
REPEATS = 4
_NIGHT = frozenset({Phase.SHOOTING, Phase.DON, Phase.SHERIFF, Phase.ROLE, Phase.RESULT})


class Presses:
    """The presses since the last pause; `real` seconds, for a pause of the game holds no finger."""

    def __init__(self, real: Clock) -> None:
        self._real = real
        self._count = self._repeats = 0
        self._last = -inf

    def press(self, state: State) -> None:
        """Once more; elsewhere than in a night of a host it counts for nothing."""
        if state.rules.led.by != "host" or state.phase not in _NIGHT:
            return
        now = self._real.now()
        self._repeats += self._count > 0 and now - self._last < REPEAT_SECONDS
        self._count, self._last = self._count + 1, now

    def due_in(self) -> float:
        """Real seconds until the number is over; infinite while there is none."""
        return max(0.0, self._last + PAUSE_SECONDS - self._real.now()) if self._count else inf

    def taken(self, state: State, asks: bool) -> Act | None:
        """What the presses come to, once they are over."""
        if not self._count or self.due_in() > 0:
            return None
        count, held = self._count, self._repeats >= REPEATS
        self._count = self._repeats = 0
        if held:
            return r.Undo()
        if asks and count == 1:
            return r.Yes()
        return meant(count, state)


def meant(number: int, state: State) -> c.Command | None:
    """What a number is in this slot: whom the role checks or chooses, who is killed."""
    kinds = expected(state)
    if c.Check in kinds:
        return c.Check(number)
    if c.Choose in kinds:
        return c.Choose(number)
    return c.Kill(number) if state.phase is Phase.RESULT else None
