# SPDX-License-Identifier: MIT
"""Patience: a best move that was not understood does not cost the time it takes to say it again.

The one phase in which the host repeats what somebody else has said, on that player's own seconds.
Knows how long it has waited; which words were understood others tell. Owner thread only.
"""

from math import inf

from voice_host.game.state import Phase, State
from voice_host.host.clock import Clock, GameClock

AGAIN_SECONDS = 8.0
"""So long the game stands for another try."""
TRIES = 3
"""Talk at the table is not understood either, and must not hold a game for ever."""


class Patience:
    """Holds the game clock after words that came to nothing; `real` seconds end it."""

    def __init__(self, clock: GameClock, real: Clock) -> None:
        self._clock = clock
        self._real = real
        self._until = inf
        self._of: object = None
        self._left = TRIES

    def due_in(self) -> float:
        """Real seconds until the time runs on; infinite while it does."""
        return max(0.0, self._until - self._real.now())

    def answered(self, well: bool, state: State) -> None:
        """Words were understood and done (`well`), or came to nothing."""
        if well:
            self._over()
        if well or state.phase is not Phase.BEST_MOVE or state.timer is None:
            return
        if self._of != (of := (state.day, state.speaker)):
            self._of, self._left = of, TRIES
        if self._left:
            self._left -= 1
            self._until = self._real.now() + AGAIN_SECONDS
            self._clock.hold(Patience)

    def look(self, state: State) -> None:
        """Let the time run on when the try is over, or what it was for."""
        if self.due_in() <= 0 or state.phase is not Phase.BEST_MOVE:
            self._over()

    def _over(self) -> None:
        self._until = inf
        self._clock.release(Patience)
