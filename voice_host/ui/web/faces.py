# SPDX-License-Identifier: MIT
"""The faces as one screen: what the owner thread shows goes to every page that looks.

The owner thread only leaves a value and knocks: drawing, sending and waiting for slow phones is
the server thread's business. Who may see what is decided by `view` and `expected`, not here.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock
from typing import Any

import msgspec

from voice_host.game.expected import expected
from voice_host.game.state import MASKED, Phase
from voice_host.game.view import View, card, view
from voice_host.game.who import HALL, HOST, Seat, Viewer
from voice_host.host.screen import Picture
from voice_host.language.acts import kind_name
from voice_host.ui.web.feed import Feed
from voice_host.ui.web.streams import Stream

LONGEST = 1000
"""Characters of a caption that are sent."""
_EARLY = 100
"""Lines that wait for a server that has not begun, or has ended."""
_DARK_BYTES = 2_000
_DARK_BYTES_A_SEAT = 400
"""As long as no view of a night: with names of 40 letters and all that a team has aimed at."""
_JUMP = 0.05
"""Seconds by which a countdown may be off before the pages are told anew."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one viewer is shown: the table, what he may do now, and what is awaited."""

    view: View
    acts: tuple[str, ...]
    phase: str
    asks: bool
    paused: bool
    names: Mapping[int, str]
    pad: str = ""


@dataclass(frozen=True, slots=True)
class People:
    """Whose phone is `away`, and which seats are `claimed` by another one; told by day only."""

    away: tuple[int, ...] = ()
    claimed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds left (None: no timer) at the moment of sending; `moving`: do they run down now?"""

    left: float | None
    moving: bool

    def at(self, seconds: float) -> "Clock":
        """The same so many seconds later."""
        moved = self.left is not None and self.moving
        return replace(self, left=max(0.0, (self.left or 0.0) - seconds)) if moved else self


class Faces:
    """A `Screen` for any number of pages. `names` are the nicknames of seats."""

    def __init__(
        self, names: Mapping[int, str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.feed = Feed()
        self._names = names
        self._now = clock
        self._loop: asyncio.AbstractEventLoop | None = None
        self._early: deque[Callable[[], object]] = deque(maxlen=_EARLY)
        self._gate = Lock()
        self._picture: Picture | None = None
        self._shown_at = 0.0
        self._knocked = False
        self._told = Clock(None, False), 0.0
        self._moment: object = None
        self._people: Callable[[], People] | None = None

    # What the owner thread calls.

    def caption(self, text: str, secret: bool) -> None:
        """See `Screen`; returns at once."""
        self._do(self._caption, text[:LONGEST], secret)

    def whisper(self, seat: int, text: str) -> None:
        """See `Screen`; returns at once."""
        self._do(self.feed.caption, Seat(seat), text[:LONGEST], "seat")

    def heard(self, text: str) -> None:
        """See `Screen`; returns at once."""
        self._do(self.feed.caption, HOST, text[:LONGEST], "voice")

    def glimpse(self, text: str) -> None:
        """See `Screen`; returns at once."""
        # Where nobody leads, a line is for the one who stands before the companion's own screen.
        if self._picture is None or not self._picture.state.rules.led.sealed:
            self._do(self.feed.send, HOST, "glimpse", {"text": text[:LONGEST]})

    def show(self, picture: Picture) -> None:
        """See `Screen`; called often, so that one knock serves until the server has looked."""
        self._picture, self._shown_at = picture, self._now()
        if not self._knocked:
            # Before the knock: the server may have looked already when `_do` comes back.
            self._knocked = True
            self._do(self._draw)

    def keys_help(self, phase: Phase) -> str:
        """See `Screen`: pages have buttons."""
        return ""

    def _do(self, what: Callable[..., object], *given: Any) -> bool:
        """Have the server's thread do it; while there is none, what is told waits for it.

        The lock is held for a moment and never while anything is waited for.
        """
        with self._gate:
            if self._loop is None:
                self._early.append(partial(what, *given))
                return False
            with suppress(RuntimeError):  # it has just been closed
                self._loop.call_soon_threadsafe(what, *given)
                return True
        return False

    # What the server's thread calls.

    def hang_up(self) -> None:
        """End every stream, from any thread: the server is to close."""
        self._do(self.feed.hang_up)

    def serve_on(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """From now on this loop sends what is shown; None: nobody does."""
        with self._gate:
            self._loop = loop
            early, self._knocked = list(self._early), False
            self._early.clear()
        for told in early if loop else ():
            told()

    def sheet(self, viewer: Viewer) -> bytes:
        """What this viewer is shown now, as JSON; by night all seats' are of one length."""
        if self._picture is None:
            return b""
        wanted = _DARK_BYTES + _DARK_BYTES_A_SEAT * self.seats if self._dark(viewer) else 0
        return _encoded(self._picture, viewer, self._names, wanted)

    @property
    def by_phones(self) -> bool:
        """Does every seat act for itself?"""
        return self._picture is not None and self._picture.state.rules.led.phones

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return 0 if self._picture is None else self._picture.state.seats

    def by_night(self, seat: Seat) -> str:
        """What a tap of the night's grid stands for; for whoever sleeps it stands for nothing."""
        if self._picture is None:
            return "choose"
        kinds = {kind_name(kind) for kind in expected(self._picture.state, seat)}
        return "check" if "check" in kinds else "choose"

    def cards(self, seat: Seat) -> dict[int, str]:
        """Whose cards this player knows, his own among them."""
        seats = () if self._picture is None else view(self._picture.state, seat).seats
        return {one.seat: one.role for one in seats if one.role}

    def pulse(self) -> None:
        """By night every seat is shown the table at the same moments, whatever anybody has done."""
        for viewer, _ in self.feed.watched:
            if self._dark(viewer):
                self.feed.show(viewer, self.sheet(viewer), self._number)

    def _dark(self, viewer: Viewer) -> bool:
        masked = self._picture is not None and self._picture.state.phase in MASKED
        return isinstance(viewer, Seat) and self.by_phones and masked

    def join(self, viewer: Viewer, seen: str) -> Stream:
        """A face begins to listen; see `Feed.join`."""
        return self.feed.join(viewer, seen, self.sheet(viewer), self._number, self.clock())

    def aimed(self, viewer: Viewer, version: int | None) -> int | None:
        """The picture that an act aims at by the version of the view that its page showed."""
        return None if version is None else self.feed.aimed(viewer, version)

    @property
    def _number(self) -> int:
        return 0 if self._picture is None else self._picture.number

    def clock(self) -> Clock:
        """The countdown now."""
        picture = self._picture
        if picture is None:
            return Clock(None, False)
        left = picture.seconds_left
        shown = Clock(left, picture.ticking and left is not None)
        return shown.at(self._now() - self._shown_at)

    def secrets(self, only: int | None = None) -> dict[int, str]:
        """Who is who, or who one of them is, for the host while he holds the button."""
        if self._picture is None:
            return {}
        state = self._picture.state
        if only is not None:
            role = card(state, only)
            return {only: role} if role else {}
        return {seat.seat: seat.role for seat in view(state, HOST).seats if seat.role}

    def beat(self) -> None:
        """A sign of life for every page, with the time: the phone's own clock may wander."""
        day = self._picture is not None and self._picture.state.phase not in MASKED
        people = self._people() if self._people and self.by_phones else None
        for viewer, _ in self.feed.watched:
            self.feed.send(viewer, "beat", self.clock())
            if people and day:
                self.feed.send(viewer, "people", people)

    def tell_of(self, people: Callable[[], People]) -> None:
        """Who knows whose phone is away."""
        self._people = people

    @property
    def between_games(self) -> bool:
        """Has no game begun, or is the last one over?"""
        phase = self._picture.state.phase if self._picture else Phase.LOBBY
        return phase in (Phase.LOBBY, Phase.OVER)

    def _caption(self, text: str, secret: bool) -> None:
        """The hall's line is everybody's; every viewer who has ever looked keeps it."""
        if secret:
            self.feed.caption(HOST, text, "host")
            return
        seats = range(1, self._picture.state.seats + 1) if self._picture else ()
        viewers: tuple[Viewer, ...] = (HALL, HOST, *map(Seat, seats))
        for viewer in viewers:
            self.feed.caption(viewer, text, "hall")

    def _draw(self) -> None:
        self._knocked = False
        self.feed.first = self.feed.first or self._number
        clock, now = self.clock(), self._now()
        told, at = self._told
        meant = told.at(now - at)
        jumped = abs((clock.left or 0.0) - (meant.left or 0.0)) > _JUMP
        off = jumped or clock.moving != told.moving or (clock.left is None) != (told.left is None)
        if off:
            self._told = clock, now
        was, self._moment = self._moment, self._public()
        for viewer, _ in self.feed.watched:
            # By night a seat's view changes by what is done in its slot: it comes with the pulse.
            if was != self._moment or not self._dark(viewer):
                self.feed.view(viewer, self.sheet(viewer), self._number)
            if off:
                self.feed.send(viewer, "clock", clock)

    def _public(self) -> object:
        """What everybody may see change by night."""
        if self._picture is None:
            return None
        state = self._picture.state
        return state.phase_name, state.night, self._picture.running


def _encoded(picture: Picture, viewer: Viewer, names: Mapping[int, str], wanted: int = 0) -> bytes:
    """`wanted` bytes at least."""
    state = picture.state
    shown = view(state, viewer)
    if viewer is HOST:
        # Roles lie face down: the host's page asks for them while he holds a button, and a
        # page that lies on the table has none in its memory.
        covered = tuple(replace(seat, role=None) for seat in shown.seats)
        shown = replace(shown, seats=covered, choices=(), checks=())
    elif isinstance(viewer, Seat) and state.phase is not Phase.OVER:
        covered = tuple(seat if seat.shown else replace(seat, role=None) for seat in shown.seats)
        shown = replace(shown, seats=covered)
    takes = () if viewer is HALL else expected(state, viewer)
    acts = tuple(sorted(kind_name(kind) for kind in takes))
    asks = picture.asks and viewer is HOST
    sheet = Sheet(shown, acts, state.phase_name, asks, not picture.running, names)
    made = msgspec.json.encode(sheet, enc_hook=str)
    if len(made) < wanted:
        sheet = replace(sheet, pad=" " * (wanted - len(made)))
        made = msgspec.json.encode(sheet, enc_hook=str)
    return made
