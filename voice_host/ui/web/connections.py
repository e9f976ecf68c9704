# SPDX-License-Identifier: MIT
"""How many connections there may be, and how long a silent one is kept.

Sits below HTTP: what never becomes a request must cost nothing either. One phone keeps two or three
connections and opens up to seven while a page loads; somebody who opens hundreds, sends half a
request, or does not read, is cut off.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 600
MOST_OF_ONE = 120
"""From one address: a whole table, with its screens, may come from behind one router at once."""
CUT = "cut"
"""In a request's state: the function that ends its connection at once."""
REQUEST_SECONDS = 10.0
"""So long a request may take to arrive: half a one is no request."""


class Connection(H11Protocol):
    """One connection, if there is room for it."""

    _waiting: asyncio.TimerHandle | None = None
    _taken = False

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.app_state = {**self.app_state, CUT: self._cut}

    def _cut(self) -> None:
        """Closing would wait until the other side has read what it does not read."""
        self.transport.abort()

    def connection_made(self, transport: Any) -> None:
        """Take it in, unless there are too many."""
        told = transport.get_extra_info("peername")
        address = str(told[0]) if told else ""
        peers = [getattr(one, "client", None) for one in self.connections]
        same = sum(peer is not None and peer[0] == address for peer in peers)
        if len(self.connections) >= MOST or same >= MOST_OF_ONE:
            transport.abort()
            return
        self._taken = True
        super().connection_made(transport)
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._stop_waiting()
        if self._taken:
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Part of a request, or all of it."""
        if not self._taken:
            return
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._await_request()
        else:
            self._stop_waiting()

    def _await_request(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(REQUEST_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        if self.cycle is None or self.cycle.response_complete:
            self.transport.abort()
