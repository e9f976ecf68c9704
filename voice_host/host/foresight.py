# SPDX-License-Identifier: MIT
"""Foresight: the time calls that the clock is about to bring, given to the mouth ahead.

A loudspeaker sounds about 0.2 s after it has been given a clip. A call that is given ahead
with its moment is heard at that moment. Decides nothing about the game: it asks the rules
what will happen if nobody says anything before. Owner thread only.
"""

from collections.abc import Iterator
from math import inf

from voice_host.game.commands import Tick
from voice_host.game.decide import decide
from voice_host.game.state import State
from voice_host.host.clock import Clock, GameClock
from voice_host.host.narrator import Narrator
from voice_host.language.announcement import Announcement, hall
from voice_host.language.said.announce import told

LEAD = 0.4
"""Real seconds: longer than the latency of a loudspeaker, too short to change one's mind."""


class Foresight:
    """Looks `LEAD` seconds ahead, once for every moment of the clock."""

    def __init__(self, narrator: Narrator, clock: GameClock, real: Clock) -> None:
        self._narrator = narrator
        self._clock = clock
        self._real = real
        self._looked = -inf

    def due_in(self, state: State) -> float:
        """Real seconds until it is time to look; infinite while there is nothing to see."""
        wake = state.next_wakeup
        until = None if wake is None or wake == self._looked else self._clock.until(wake)
        # `until` is None where no timer runs or the clock is held: there is no moment to look ahead
        # to.
        return inf if until is None else max(0.0, until - LEAD)

    def look(self, state: State) -> None:
        """Give the mouth what will be called at the next moment of the clock, if it is near."""
        wake = state.next_wakeup
        if wake is None or self.due_in(state) > 0:
            return
        # Noted first: a moment is looked at once, though the loop comes by many times before it.
        self._looked = wake
        until = self._clock.until(wake)
        for call in _calls(state, wake) if until else ():
            self._narrator.foretell(call, self._real.now() + (until or 0.0))

    def prepare(self, state: State) -> None:
        """Have the calls that no one may wait for rendered before they are needed."""
        rules = state.rules
        calls = {rules.speech.call, rules.first_night.agreement_call}
        self._narrator.prepare(
            [
                *(Announcement("time.call", {"seconds": call}) for call in sorted(calls) if call),
                hall("time.up"),
                Announcement("shooting.count", count=tuple(range(1, state.seats + 1))),
            ]
        )


def _calls(state: State, at: float) -> Iterator[Announcement]:
    """What is called if the clock comes to `at` and nothing happens before."""
    # Asked of the rules themselves: a second way to know what happens at ten seconds would one day
    # know it differently. Nothing is changed by asking.
    return (one for one in told(state, decide(state, Tick(), at).events) if one.time_call)
