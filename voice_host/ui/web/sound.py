# SPDX-License-Identifier: MIT
"""Sound of the host's phone: pieces of his microphone up, what is for his ear down.

Hands bytes on and knows not what is said. `serve_on` and the routes belong to the server's thread,
`play` to whoever makes the sound.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from voice_host.ui.web.guard import SOUND, Receive, Scope, Send
from voice_host.ui.web.streams import Stream, pour

_WAITING = 100
"""Blocks of 20 ms: two seconds that a phone has not taken are of no use to it any more."""
_LONGEST_RUN = 40
_LAST_SAMPLE = 16_000 * 3600 * 24

Take = Callable[[str, int, bytes], bool]
"""A piece of a recording: its id, its first sample's number, int16 mono at 16 kHz."""


class Ear:
    """What is for the ear, to every phone that listens."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._streams: set[Stream] = set()

    @property
    def listeners(self) -> int:
        """How many phones listen now."""
        return len(self._streams)

    def serve_on(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """From now on this loop sends; None: nobody does."""
        self._loop = loop

    def play(self, pcm: bytes) -> None:
        """Send it to who listens; from any thread, returns at once."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # it has just been closed
                loop.call_soon_threadsafe(self._spread, pcm)

    def hang_up(self) -> None:
        """End every stream, from any thread: the server is to close."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        for stream in self._streams:
            stream.over = True
            stream.put(b"")

    def _spread(self, pcm: bytes) -> None:
        for stream in self._streams:
            stream.put(pcm)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        stream = Stream(_WAITING)
        self._streams.add(stream)
        try:
            await pour(stream, SOUND.encode(), scope, receive, send)
        finally:
            self._streams.discard(stream)


@dataclass(frozen=True, slots=True)
class Sound:
    """What the companion wants of the phone's sound; None: he has other devices for it."""

    take: Take | None = None
    ear: Ear | None = None

    async def piece(self, request: Request) -> Response:
        """A piece of the microphone; 409 when it comes too late, so that the page can tell."""
        if self.take is None:
            return Response(status_code=404)
        run, at = request.query_params.get("run", ""), request.query_params.get("at", "")
        good = 0 < len(run) <= _LONGEST_RUN and at.isascii() and at.isdecimal() and len(at) < 12
        try:
            pcm = await request.body()
        except ClientDisconnect:
            good, pcm = False, b""
        if not good or len(pcm) % 2 or int(at) > _LAST_SAMPLE:
            return Response(status_code=400)
        return Response(status_code=204 if self.take(run, int(at), pcm) else 409)
