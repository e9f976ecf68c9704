"""Foresight: time calls are sent to the mouth before they are due, to sound at their second.

A loudspeaker takes a while from the order to the sound. What the rules will say at the next
wake-up is asked of them beforehand (`decide` changes nothing). Owner thread only.
"""

from voice_host.clock import Clock, GameClock
from voice_host.game.commands import Tick
from voice_host.game.decide import decide
from voice_host.game.evolve import evolve
from voice_host.game.state import State
from voice_host.language.announce import announce
from voice_host.narrator import Narrator

LEAD = 0.6
"""Seconds: more than loudspeakers take from the order to the sound."""


class Foresight:
    """Looks `LEAD` seconds ahead of the game clock."""

    def __init__(self, narrator: Narrator, clock: GameClock, real: Clock) -> None:
        self._narrator = narrator
        self._clock = clock
        self._real = real
        self._wake: float | None = None

    def look(self, state: State) -> None:
        """Have the next time call said at its second, if that is near."""
        wake = state.next_wakeup
        if wake != self._wake:
            self._wake = wake
            self._narrator.forget_foretold()
        left = None if wake is None else self._clock.until(wake)
        if wake is None or left is None or not 0 < left <= LEAD:
            return
        for event in decide(state, Tick(), wake):
            after = evolve(state, event)
            for announcement in announce(state, event, after):
                if announcement.time_call:
                    self._narrator.foretell(announcement, self._real.now() + left)
            state = after


def patience(due_in: float) -> float:
    """How long to wait for something due in so many seconds, so as not to miss the lead."""
    return due_in - LEAD if due_in > LEAD else due_in
