# SPDX-License-Identifier: MIT
"""What goes down the wire to each viewer, and at which second: a whole game on a hand-held clock.

The faces are the real ones and so is the host; only sockets and the server's thread are missing.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from tests.parlour import Parlour
from tests.russian import RU
from voice_host.game import commands as c
from voice_host.game.state import State
from voice_host.game.who import HALL, Seat, Viewer
from voice_host.history.session import Session, Step
from voice_host.host.clock import ROUNDING, ManualClock
from voice_host.host.inbox import Tapped
from voice_host.host.seen import Seen
from voice_host.ui.web.app import BEAT_SECONDS, PULSE_SECONDS
from voice_host.ui.web.faces import Faces
from voice_host.ui.web.streams import Stream

STEP = 0.5


class AtOnce:
    """A loop that does at once what it is given."""

    def call_soon_threadsafe(self, what: Callable[..., object], *given: Any) -> None:
        what(*given)


@dataclass
class Sent:
    """What one viewer has been sent since it was last looked at: second by second."""

    stream: Stream
    events: list[tuple[float, bytes]] = field(default_factory=list)


class Wire:
    """A table by phones with everybody's stream open, or that of these viewers alone."""

    def __init__(self, session: Session, *viewers: Viewer, recovered: bool = False) -> None:
        clock = ManualClock(1000.0)
        self.faces = Faces({}, clock=clock.now)
        self.faces.feed.run = "run"
        self.faces.serve_on(cast(asyncio.AbstractEventLoop, AtOnce()))
        language = RU.at(session.state.rules)
        self.parlour = Parlour(
            session, language=language, clock=clock, beside=self.faces, recovered=recovered
        )
        self.parlour.host._seen = Seen(first=1)
        self.faces.feed.first = 1  # numbers begin at the second of the start: here at none
        self._began = clock.now()
        self._steps = 0
        self._known = len(session.steps)
        self._show()
        everybody: tuple[Viewer, ...] = (HALL, *map(Seat, range(1, self.state.seats + 1)))
        watch = viewers or everybody
        self.sent = {viewer: Sent(self.faces.join(viewer, "")) for viewer in watch}
        self.take()

    @property
    def state(self) -> State:
        return self.parlour.state

    @property
    def now(self) -> float:
        """Seconds since the evening began."""
        return self.parlour.clock.now() - self._began

    def _show(self) -> None:
        self.parlour.host.pump()
        self.parlour.host._face()

    def tap(self, command: c.Command, seat: int) -> None:
        """A phone is touched."""
        self.parlour.host.post(Tapped(command, Seat(seat)))
        self._show()
        self._gather()

    def by_night(self, seat: int, target: int) -> None:
        """The night's grid is touched: what that stands for is the faces' to say."""
        kind = self.faces.by_night(Seat(seat))
        self.tap(c.Check(target) if kind == "check" else c.Choose(target), seat)

    def step(self) -> None:
        """Half a second passes, from wake-up to wake-up; the server's own beats come with it."""
        clock, host = self.parlour.clock, self.parlour.host
        end = self._began + (self._steps + 1) * STEP
        while (left := end - clock.now()) > ROUNDING:
            clock.advance(min(left, max(host.due_in(), ROUNDING)))
            self._show()
            self._gather()
        self._steps += 1
        for every, what in ((PULSE_SECONDS, self.faces.pulse), (BEAT_SECONDS, self.faces.beat)):
            if (self._steps * STEP) % every == 0:
                what()
        self._gather()

    def _gather(self) -> None:
        for one in self.sent.values():
            queue = one.stream._events
            while not queue.empty():
                one.events.append((round(self.now, 3), queue.get_nowait()))

    def take(self) -> dict[Viewer, list[tuple[float, bytes]]]:
        """What everybody has been sent since the last time."""
        self._gather()
        taken = {viewer: one.events for viewer, one in self.sent.items()}
        for one in self.sent.values():
            one.events = []
        return taken

    def sounded(self) -> list[object]:
        """What the mouth was told to do since the last time: texts, music, a hush."""
        notes = [*self.parlour.mouth.notes]
        self.parlour.mouth.notes.clear()
        return notes

    def happened(self) -> list[Step]:
        """What has been played since the last time."""
        steps = self.parlour.host.session.steps
        new = list(steps[self._known :])
        self._known = len(steps)
        return new
