# SPDX-License-Identifier: MIT
"""A batch of events in the making: each event is applied at once, so rules can lead on.

Used inside `decide` only; the caller's state is never touched.
"""

from voice_host.game import events as ev
from voice_host.game.evolve import evolve
from voice_host.game.state import Phase, State, Timer


class Draft:
    """The state as it will be after the events so far; `now` is the game second.

    `by` is the seat that acts for itself, None for a host and the clock.
    """

    def __init__(self, state: State, now: float, by: int | None = None) -> None:
        self.state = state
        self.now = now
        self.by = by
        self.events: list[ev.Event] = []

    def add(self, event: ev.Event) -> None:
        """Let the event happen."""
        self.state = evolve(self.state, event)
        self.events.append(event)

    def timer(self, seconds: float, *calls: float) -> Timer | None:
        """A binding timer from now; None for 0 seconds. Calls it has no room for are left out."""
        if not seconds:
            return None
        return Timer(self.now + seconds, tuple(call for call in calls if 0 < call < seconds))

    def begin(
        self, phase: Phase, seconds: float = 0, *calls: float, role: str | None = None
    ) -> None:
        """Begin a phase that has no speaker; `role` wakes in it."""
        self.add(ev.PhaseBegan(phase, self.timer(seconds, *calls), role, seconds))

    def give_floor(
        self, phase: Phase, queue: tuple[int, ...], seconds: float, *calls: float
    ) -> bool:
        """Give the floor to the first seat of the queue that may speak.

        False if none may, or if the ruleset has no such speech (0 seconds).

        Excluded seats stay in the queue until it reaches them, so that a player whose foul
        is taken back before that still has his turn.
        """
        for at, seat in enumerate(queue if seconds else ()):
            if self.state.may_speak(seat):
                timer = self.timer(seconds, *calls)
                self.add(ev.SpeakerCalled(phase, seat, queue[at + 1 :], timer, seconds))
                return True
        return False
