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
_AIMS = 64
"""Versions that can still be aimed at."""
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
    version: int = 0
    """The number of that view: counts what this viewer could see change, and nothing else."""
    aims: dict[int, int] = field(default_factory=dict)
    """By version, the last picture that looked like that to this viewer."""


class Feed:
    """All logs. `run` names this start of the program: numbers of another one mean nothing.

    `first` is the number of the first picture that was shown; versions count from it.
    """

    def __init__(self) -> None:
        self.run = secrets.token_hex(4)
        self.first = 0
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

    def view(self, viewer: Viewer, sheet: bytes, number: int) -> None:
        """Show the table as picture `number` has it, if it has changed for this viewer."""
        log = self.log(viewer)
        if self._note(log, sheet, number):
            self._spread(log, _event("view", _numbered(log)))

    def aimed(self, viewer: Viewer, version: int) -> int:
        """The picture that a page with this version of its view aims at; -1 if it is forgotten.

        The last one that looked so: what others did unseen meanwhile is no reason to refuse, and
        a refusal would tell of it.
        """
        return self.log(viewer).aims.get(version, -1)

    def _note(self, log: Log, sheet: bytes, number: int) -> bool:
        changed = sheet != log.sheet
        if changed:
            log.sheet = sheet
            log.version = max(self.first, log.version) + 1
        log.aims[log.version] = number
        if len(log.aims) > _AIMS:
            del log.aims[next(iter(log.aims))]
        return changed

    def show(self, viewer: Viewer, sheet: bytes, number: int) -> None:
        """The same, changed or not: that it comes must tell nothing."""
        log = self.log(viewer)
        self._note(log, sheet, number)
        self._spread(log, _event("view", _numbered(log)))

    def end(self, viewer: Viewer) -> None:
        """End the streams of one viewer: another phone has his seat."""
        self._end(self.log(viewer))

    def send(self, viewer: Viewer, name: str, data: Any) -> None:
        """Something for who looks now; it is not kept."""
        self._spread(self.log(viewer), _event(name, data))

    def join(self, viewer: Viewer, seen: str, sheet: bytes, number: int, clock: Any) -> Stream:
        """A face begins to listen that has `seen` the event of this id ("" for a new one)."""
        log, stream = self.log(viewer), Stream(_WAITING)
        self._note(log, sheet, number)
        run, _, last = seen.partition("-")
        known = run == self.run and last.isascii() and last.isdecimal()
        after = int(last[:9]) if known else 0
        greeting = {
            "view": _numbered(log),
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
            self._end(log)

    @staticmethod
    def _end(log: Log) -> None:
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


def _numbered(log: Log) -> msgspec.Raw:
    """The view with its version, which is no part of what is compared."""
    inside = log.sheet[1:]
    return msgspec.Raw(b'{"number":%d,%s' % (log.version, inside) if inside else b"null")


def _event(name: str, data: Any, id_: str = "") -> bytes:
    """As the event stream format has it; JSON of ours holds no line breaks."""
    head = f"id: {id_}\n" if id_ else ""
    return f"{head}event: {name}\ndata: ".encode() + msgspec.json.encode(data) + b"\n\n"
