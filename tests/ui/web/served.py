# SPDX-License-Identifier: MIT
"""A game with its pages really served, for tests: real host thread, real sockets, silent mouth."""

import http.client
import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any

from tests.parlour import WMA, Ears, Lines, Mouth
from tests.russian import RU
from voice_host.commands.phones import page_parts
from voice_host.history.session import Session
from voice_host.host.inbox import Message, Options, Quit
from voice_host.host.owner import Host
from voice_host.host.screens import Screens
from voice_host.language.language import Language
from voice_host.ui.web.app import Web
from voice_host.ui.web.doors import Doors
from voice_host.ui.web.faces import Faces
from voice_host.ui.web.server import LOOPBACK, Door, Server, listen
from voice_host.ui.web.sound import Sound

Answer = tuple[int, dict[str, str], bytes]


class Fast:
    """A clock that runs so many times as fast as the machine's."""

    def __init__(self, times: float) -> None:
        self.times = times

    def now(self) -> float:
        """See `Clock`."""
        return time.monotonic() * self.times


class FastInbox(SimpleQueue[Message]):
    """Where whoever waits does so in the seconds of that clock."""

    times = 1.0

    def get(self, block: bool = True, timeout: float | None = None) -> Message:
        """See `SimpleQueue`."""
        return super().get(block, None if timeout is None else timeout / self.times)


class Served:
    """A table that is being played, and its pages; `times` as fast as a real one."""

    def __init__(
        self,
        session: Session | None = None,
        options: Options | None = None,
        sound: Sound | None = None,
        doors: Doors | None = None,
        port: int = 0,
        names: Mapping[int, str] | None = None,
        language: Language = RU,
        *,
        times: float = 1.0,
    ) -> None:
        self.inbox = FastInbox()
        self.inbox.times = times
        self.screen, self.ears = Lines(), Ears()
        self._streams: list[Events] = []
        self.faces = Faces({2: "<b>Марина</b>"} if names is None else names)
        self.doors = doors or Doors()
        options, sound = options or Options(), sound or Sound()
        pages, offences = page_parts(language, options, sound)
        web = Web(self.faces, self.doors, pages, self.inbox.put, offences, sound)
        door = Door(listen(LOOPBACK, port))
        self.port = door.port
        self.server = Server(web, self.faces, (door,), sound.ear)
        self.host = Host(
            session or Session(WMA, WMA.table.seats),
            self.inbox,
            Mouth(self.inbox.put),
            Screens(self.screen, self.faces),
            Fast(times),
            options,
            language,
        )
        self.host.begin(self.ears)
        self._owner = threading.Thread(target=self.host.run, name="host")
        self._owner.start()

    @property
    def address(self) -> str:
        """Where the pages are."""
        return f"http://{LOOPBACK}:{self.port}"

    def watch(self, face: str, cookie: str = "", seen: str = "") -> "Events":
        """A stream of this face, by its cookie or by coming in anew."""
        stream = Events(self, face, cookie or self.enter(face), seen)
        self._streams.append(stream)
        return stream

    def close(self) -> None:
        """End game and server."""
        for stream in self._streams:
            stream.close()
        self.inbox.put(Quit())
        self._owner.join(5)
        self.server.close()

    def ask(
        self,
        path: str,
        content: Any = None,
        *,
        cookie: str = "",
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Answer:
        """One request as our own page would make it; what is in `headers` is otherwise."""
        connection = http.client.HTTPConnection(LOOPBACK, self.port, timeout=5)
        sent = {"Origin": self.address, "Content-Type": "application/json"}
        if cookie:
            sent["Cookie"] = cookie
        sent |= headers or {}
        data = (
            body if body is not None else None if content is None else json.dumps(content).encode()
        )
        connection.request("GET" if data is None else "POST", path, data, sent)
        answer = connection.getresponse()
        found = answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        connection.close()
        return found

    def enter(self, face: str) -> str:
        """Come in by the right code; the cookie."""
        code = self.doors.host_key if face == "host" else self.doors.table_code
        status, headers, _ = self.ask(f"/{face}/enter", {"code": code})
        assert status == 204
        return headers["set-cookie"].partition(";")[0]


class Events:
    """A stream of a face, read as a browser does."""

    def __init__(self, served: Served, face: str, cookie: str, seen: str = "") -> None:
        self._connection = http.client.HTTPConnection(LOOPBACK, served.port, timeout=8)
        self._connection.request("GET", f"/{face}/events?seen={seen}", headers={"Cookie": cookie})
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200
        self.raw = b""

    def next(self, name: str) -> tuple[str, Any]:
        """The id and the data of the next event of this name."""
        for _ in range(50):
            got, id_, data = self._next()
            if got == name:
                return id_, data
        raise AssertionError(f"no {name}")

    def _next(self) -> tuple[str, str, Any]:
        while True:
            fields: dict[str, str] = {}
            while (line := self._answer.readline()) not in (b"\n", b""):
                self.raw += line
                key, _, value = line.decode().rstrip("\n").partition(": ")
                fields[key] = value
            assert fields, "the stream has ended"
            if "event" in fields:
                return fields["event"], fields.get("id", ""), json.loads(fields["data"])

    def until(self, name: str, text: str, within: float = 8.0) -> Any:
        """The first event of this name that holds this text somewhere."""
        end, passed = time.monotonic() + within, []
        while time.monotonic() < end:
            got, _, data = self._next()
            if got == name and text in json.dumps(data, ensure_ascii=False):
                return data
            passed.append(data)
        raise AssertionError(f"waited for «{text}», came: {passed}")

    def close(self) -> None:
        """Hang up."""
        self._answer.close()
        self._connection.close()


@contextmanager
def served(**given: Any) -> Iterator[Served]:
    """A table for the time of a block."""
    made = Served(**given)
    try:
        yield made
    finally:
        made.close()
