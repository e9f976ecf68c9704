# SPDX-License-Identifier: MIT
"""What is sent down to the faces: numbered events, one log for each kind of viewer.

Every viewer has a log of its own, so that neither the numbers nor the times of what a face
gets tell of anything that others got. A face that comes back gets the whole view and the captions
it has missed, as lines to read; nothing is ever replayed as if it were said now. Belongs to the
server's thread; draws nothing and decides not who may see what.
"""

import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import msgspec

from voice_host.game.who import Viewer
from voice_host.ui.web.streams import Stream

_WAITING = 200
"""Events that may wait for one slow face; it is then cut off, and comes back for a fresh view."""
_KEPT = 60
"""Captions that a face may have missed, or is shown when it is new."""


@dataclass(frozen=True, slots=True)
class Caption:
    """A line that was told: `number` in its log, `to` whom ("hall", "host", "seat", "voice")."""

    number: int
    text: str
    to: str


@dataclass(slots=True)
class Log:
    """What one kind of viewer has been sent."""

    number: int = 0
    captions: deque[Caption] = field(default_factory=lambda: deque(maxlen=_KEPT))
    streams: set[Stream] = field(default_factory=set)
    sheet: bytes = b""
    """The view sent last, as JSON."""


class Feed:
    """All logs. `run` names this start of the program: numbers of another one mean nothing."""

    def __init__(self) -> None:
        self.run = secrets.token_hex(4)
        self._logs: dict[Viewer, Log] = {}

    def log(self, viewer: Viewer) -> Log:
        """The log of this viewer; made when it is first asked for."""
        return self._logs.setdefault(viewer, Log())

    @property
    def watched(self) -> tuple[tuple[Viewer, Log], ...]:
        """Viewers with a face that listens now."""
        return tuple((viewer, log) for viewer, log in self._logs.items() if log.streams)

    def caption(self, viewer: Viewer, text: str, to: str) -> None:
        """Tell and keep a line."""
        log = self.log(viewer)
        log.number += 1
        said = Caption(log.number, text, to)
        log.captions.append(said)
        self._spread(log, _event("caption", said, self._id(log.number)))

    def view(self, viewer: Viewer, sheet: bytes) -> None:
        """Show the table, if it has changed for this viewer."""
        log = self.log(viewer)
        if sheet != log.sheet:
            log.sheet = sheet
            self._spread(log, _event("view", msgspec.Raw(sheet)))

    def send(self, viewer: Viewer, name: str, data: Any) -> None:
        """Something for who looks now; it is not kept."""
        self._spread(self.log(viewer), _event(name, data))

    def join(self, viewer: Viewer, seen: str, sheet: bytes, clock: Any) -> Stream:
        """A face begins to listen that has `seen` the event of this id ("" for a new one)."""
        log, stream = self.log(viewer), Stream(_WAITING)
        log.sheet = sheet
        run, _, number = seen.partition("-")
        known = run == self.run and number.isascii() and number.isdecimal()
        after = int(number[:9]) if known else 0
        greeting = {
            "view": msgspec.Raw(sheet),
            "clock": clock,
            "known": known,
            "captions": [one for one in log.captions if one.number > after],
        }
        stream.put(_event("hello", greeting, self._id(log.number)))
        log.streams.add(stream)
        return stream

    def hang_up(self) -> None:
        """End every stream; each has gone within a moment."""
        for _, log in self.watched:
            for stream in log.streams:
                stream.over = True
                stream.put(b":\n\n")

    def leave(self, viewer: Viewer, stream: Stream) -> None:
        """A face has gone."""
        self.log(viewer).streams.discard(stream)

    def _id(self, number: int) -> str:
        return f"{self.run}-{number}"

    @staticmethod
    def _spread(log: Log, event: bytes) -> None:
        for stream in log.streams:
            stream.put(event)


def _event(name: str, data: Any, id_: str = "") -> bytes:
    """As the event stream format has it; JSON of ours holds no line breaks."""
    head = f"id: {id_}\n" if id_ else ""
    return f"{head}event: {name}\ndata: ".encode() + msgspec.json.encode(data) + b"\n\n"
