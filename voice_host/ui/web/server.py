# SPDX-License-Identifier: MIT
"""The server: a thread of its own with an event loop, and the doors it listens at.

Whatever happens here, the evening goes on without phones: the owner thread never waits for this
one. Opens its ports before the thread starts, so that a taken one is told at once.
"""

import asyncio
import logging
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import uvicorn

from voice_host.ui.web.app import BEAT_SECONDS, PULSE_SECONDS, Web
from voice_host.ui.web.certificate import Certificate
from voice_host.ui.web.connections import MOST, Connection
from voice_host.ui.web.faces import Faces
from voice_host.ui.web.sound import Ear

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
_CLOSE_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Door:
    """One listening socket; with a certificate it speaks TLS."""

    listening: socket.socket
    certificate: Certificate | None = None

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.listening.getsockname()[1])


def listen(address: str, port: int) -> socket.socket:
    """A socket that listens there. Raises OSError when it cannot."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((address, port))
        made.listen(64)
    except OSError:
        made.close()
        raise
    return made


class Server:
    """Serves from construction to `close`."""

    def __init__(
        self, web: Web, faces: Faces, doors: tuple[Door, ...], ear: Ear | None = None
    ) -> None:
        self._faces = faces
        self._ear = ear or Ear()
        self._doors = doors
        self._app = web.app()
        self._servers = [uvicorn.Server(self._config(door)) for door in doors]
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let go of phones and ports; returns within about 2 seconds."""
        self._faces.hang_up()
        self._ear.hang_up()
        for server in self._servers:
            server.should_exit = True
        self._thread.join(_CLOSE_SECONDS)
        for door in self._doors:
            door.listening.close()

    def _config(self, door: Door) -> uvicorn.Config:
        tls = door.certificate
        return uvicorn.Config(
            self._app,
            http=Connection,
            ws="none",
            lifespan="off",
            loop="asyncio",
            log_config=None,
            access_log=False,  # a log of who asked for what is nobody's business
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=1,
            limit_concurrency=MOST,
            timeout_keep_alive=15,
            h11_max_incomplete_event_size=16_384,
            ssl_certfile=str(tls.certificate) if tls else None,
            ssl_keyfile=str(tls.key) if tls else None,
        )

    def _run(self) -> None:
        """Thread main: a server that dies is written down and missed by nobody but the phones."""
        try:
            asyncio.run(self._serve())
        except Exception:
            logging.getLogger(__name__).exception("phones")
        finally:
            self._faces.serve_on(None)
            self._ear.serve_on(None)

    async def _serve(self) -> None:
        loop = asyncio.get_running_loop()
        self._faces.serve_on(loop)
        self._ear.serve_on(loop)
        beating = asyncio.gather(
            self._every(BEAT_SECONDS, self._faces.beat),
            self._every(PULSE_SECONDS, self._faces.pulse),
        )
        doors = zip(self._servers, self._doors, strict=True)
        serving = [server.serve(sockets=[door.listening]) for server, door in doors]
        await asyncio.gather(*serving)
        beating.cancel()
        with suppress(asyncio.CancelledError):
            await beating

    @staticmethod
    async def _every(seconds: float, what: Callable[[], None]) -> None:
        while True:
            await asyncio.sleep(seconds)
            what()
