# SPDX-License-Identifier: MIT
"""A response that goes on: what is put into a stream is sent, until its phone has gone.

A slow phone is given up instead of waited for. Belongs to the server's thread.
"""

import asyncio

from voice_host.ui.web.connections import CUT
from voice_host.ui.web.guard import Receive, Scope, Send

LOOK_SECONDS = 2.0
SLOW_SECONDS = 5.0
"""A phone that takes nothing for so long has gone, whatever its network says."""
_HEADERS = [
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),  # proxies of a phone's maker must not gather it
]


class Stream:
    """One phone that listens; `over` when it has not taken its events for too long, or all end."""

    def __init__(self, waiting: int) -> None:
        self._events: asyncio.Queue[bytes] = asyncio.Queue(waiting)
        self.over = False

    def put(self, event: bytes) -> None:
        """Send it, unless too much waits already."""
        try:
            self._events.put_nowait(event)
        except asyncio.QueueFull:
            self.over = True

    async def next(self, patience: float) -> bytes | None:
        """What is to be sent next; None when nothing has come for `patience` seconds."""
        try:
            return await asyncio.wait_for(self._events.get(), patience)
        except TimeoutError:
            return None


async def pour(stream: Stream, kind: bytes, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request with all that comes, as content of this type."""
    headers = [(b"content-type", kind), *_HEADERS]
    gone = asyncio.ensure_future(_gone(receive))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        while not gone.done() and not stream.over:
            event = await stream.next(LOOK_SECONDS)
            if event is None:
                continue
            body = {"type": "http.response.body", "body": event, "more_body": True}
            await asyncio.wait_for(send(body), SLOW_SECONDS)
        await send({"type": "http.response.body", "body": b""})
    except TimeoutError:
        scope["state"][CUT]()
    finally:
        gone.cancel()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
