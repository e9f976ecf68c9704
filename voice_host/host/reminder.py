# SPDX-License-Identifier: MIT
"""Reminder: what waits for a word is asked again where no timer ends it, of the host in his ear.

Knows how long it has been quiet; what is asked is the language's to say. Owner thread only.
"""

from math import inf

from voice_host.game.state import State
from voice_host.host.clock import Clock
from voice_host.host.narrator import Narrator
from voice_host.language.said.announce_dialect import asked_again

FIRST_SECONDS = 20.0
LATER_SECONDS = 60.0
"""Who has not answered twice has his reasons: he is asked once a minute from then on."""


class Reminder:
    """Counts real seconds of silence in front of one question."""

    def __init__(self, narrator: Narrator, real: Clock) -> None:
        self._narrator = narrator
        self._real = real
        self._of: object = None
        self._at = inf

    def due_in(self) -> float:
        """Real seconds until it is asked again; infinite while nothing waits."""
        return max(0.0, self._at - self._real.now())

    def look(self, state: State, busy: bool) -> None:
        """Ask again when it is time. `busy`: the hall sounds, the game stands, or «да» is due."""
        question = asked_again(state)
        of = (state.phase, state.candidate, state.pointed) if question else None
        if busy or of != self._of:
            self._of, self._at = of, inf  # the silence begins anew with whatever is said
        if question is None or busy:
            return
        if self._at == inf:
            self._at = self._real.now() + FIRST_SECONDS
        elif self._real.now() >= self._at:
            self._at = self._real.now() + LATER_SECONDS
            self._narrator.tell(question)
