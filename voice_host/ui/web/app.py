# SPDX-License-Identifier: MIT
"""What can be asked for over HTTP: pages, a stream down for each face, small posts up.

Turns requests into messages for the inbox and never waits for an answer: what comes of an act is
seen on the stream, as it would be heard in the room. Runs on the server's thread.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from voice_host.game.who import HALL, HOST, Seat, Viewer
from voice_host.host.inbox import PAGE, Message, Push, Tapped, Typed
from voice_host.text.letters import LONGEST
from voice_host.ui.web.doors import Doors, Face, Guest, WrongCode, let_in, turned_away
from voice_host.ui.web.faces import Faces
from voice_host.ui.web.forms import act
from voice_host.ui.web.guard import App, Receive, Scope, Send, guarded
from voice_host.ui.web.pages import Pages
from voice_host.ui.web.posted import as_json, posted
from voice_host.ui.web.seat_routes import SeatRoutes
from voice_host.ui.web.sound import Sound
from voice_host.ui.web.streams import pour

BEAT_SECONDS = 2.0
PULSE_SECONDS = 1.0
_REMEMBERED = 500


class Once:
    """Ids of acts that have come: a thumb, a retry or a restored page may send one twice."""

    def __init__(self) -> None:
        self._seen: OrderedDict[tuple[str, str], None] = OrderedDict()

    def new(self, guest: str, id_: str) -> bool:
        """Is it the first time that this guest sends it?"""
        if (guest, id_) in self._seen:
            return False
        self._seen[guest, id_] = None
        if len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)
        return True


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """A typed line."""

    id: str
    text: str


class Pressed(msgspec.Struct, forbid_unknown_fields=True):
    """A button: its act, and the number of the view that it was pressed at."""

    id: str
    act: dict[str, Any]
    saw: int | None = None


class Held(msgspec.Struct, forbid_unknown_fields=True):
    """The button to talk is down or up."""

    held: bool


class Peek(msgspec.Struct, forbid_unknown_fields=True):
    """Whose role is asked for; None: everybody's."""

    seat: int | None = None


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """A code."""

    code: str


class Web:
    """The routes over the parts that they serve. `post` takes messages from any thread."""

    def __init__(
        self,
        faces: Faces,
        doors: Doors,
        pages: Pages,
        post: Callable[[Message], None],
        offences: frozenset[str] = frozenset(),
        sound: Sound | None = None,
    ) -> None:
        self._faces = faces
        self._doors = doors
        self._pages = pages
        self._post = post
        self._once = Once()
        self._offences = offences
        self._sound = sound or Sound()

    def app(self) -> App:
        """The whole of it, guarded."""
        routes = [
            Route("/", self._first, methods=["GET"]),
            Route("/page/{name}", self._file, methods=["GET"]),
            Route("/{face}", self._page, methods=["GET"]),
            *SeatRoutes(self._faces, self._doors, self._post).routes(),
            Route("/{face}/enter", self._enter, methods=["POST"]),
            Route("/{face}/events", self._events, methods=["GET"]),
            Route("/{face}/here", self._here, methods=["GET"]),
            Route("/host/act", self._act, methods=["POST"]),
            Route("/host/line", self._line, methods=["POST"]),
            Route("/host/push", self._push, methods=["POST"]),
            Route("/host/mic", self._microphone, methods=["POST"]),
            Route("/host/ear", self._ear, methods=["GET"]),
            Route("/host/secrets", self._secrets, methods=["POST"]),
        ]
        return guarded(Starlette(routes=routes), self._pages.style)

    async def _first(self, request: Request) -> Response:
        return self._pages.page("index", request.headers)

    async def _file(self, request: Request) -> Response:
        return self._pages.file(request.path_params["name"], request.headers)

    async def _page(self, request: Request) -> Response:
        return self._pages.page(request.path_params["face"], request.headers)

    async def _enter(self, request: Request) -> Response:
        """The code opens the door; the token goes into a cookie that no script can read."""
        face = _face(request)
        if face is None or face is Face.SEAT:
            return Response(status_code=404)
        entry = await posted(request, Entry)
        if entry is None:
            return Response(status_code=400)
        address = request.client.host if request.client else ""
        try:
            token = self._doors.enter(face, entry.code, address)
        except WrongCode as wrong:
            return turned_away(wrong)
        return let_in(face, token)

    async def _events(self, request: Request) -> App | Response:
        face = _face(request)
        guest = self._guest(request, face)
        if face is None or guest is None:
            return Response(status_code=401)
        seen = request.query_params.get("seen", "")[:40]
        return EventStream(self._faces, viewer_of(guest), seen)

    async def _here(self, request: Request) -> Response:
        """Does this phone's token still open the face? For a stream that says not why it broke."""
        inside = self._guest(request, _face(request)) is not None
        return Response(status_code=204 if inside else 401)

    async def _act(self, request: Request) -> Response:
        """What a button stands for, aimed at the state that its page has shown."""
        if self._guest(request, Face.HOST) is None:
            return Response(status_code=401)
        pressed = await posted(request, Pressed)
        try:
            command = None if pressed is None else act(pressed.act, self._offences)
        except ValueError:
            command = None
        if pressed is None or command is None:
            return Response(status_code=400)
        saw = self._faces.aimed(HOST, pressed.saw)
        self._post(Tapped(command, HOST, saw=saw, id=pressed.id[:64]))
        return Response(status_code=204)

    async def _line(self, request: Request) -> Response:
        if self._guest(request, Face.HOST) is None:
            return Response(status_code=401)
        line = await posted(request, Line)
        text = "" if line is None else line.text.strip()[: LONGEST + 1]
        if line is None or not text:
            return Response(status_code=400)
        if self._once.new(_key(request), line.id[:64]):
            self._post(Typed(text, PAGE))
        return Response(status_code=204)

    async def _push(self, request: Request) -> Response:
        if self._guest(request, Face.HOST) is None:
            return Response(status_code=401)
        pressed = await posted(request, Held)
        if pressed is None:
            return Response(status_code=400)
        self._post(Push(pressed.held))
        return Response(status_code=204)

    async def _secrets(self, request: Request) -> Response:
        if self._guest(request, Face.HOST) is None:
            return Response(status_code=401)
        asked = await posted(request, Peek)
        return (
            Response(status_code=400) if asked is None else as_json(self._faces.secrets(asked.seat))
        )

    async def _microphone(self, request: Request) -> Response:
        if self._guest(request, Face.HOST) is None:
            return Response(status_code=401)
        return await self._sound.piece(request)

    async def _ear(self, request: Request) -> App | Response:
        if self._guest(request, Face.HOST) is None:
            return Response(status_code=401)
        return self._sound.ear or Response(status_code=404)

    def _guest(self, request: Request, face: Face | None) -> Guest | None:
        return None if face is None else self._doors.guest(face, request.cookies.get(face))


class EventStream:
    """One stream of a face, as an ASGI response."""

    def __init__(self, faces: Faces, viewer: Viewer, seen: str) -> None:
        self._faces = faces
        self._viewer = viewer
        self._seen = seen

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        faces, viewer = self._faces, self._viewer
        stream = faces.join(viewer, self._seen)
        try:
            await pour(stream, b"text/event-stream; charset=utf-8", scope, receive, send)
        finally:
            faces.feed.leave(viewer, stream)


def viewer_of(guest: Guest) -> Viewer:
    """Whose eyes a guest has."""
    if guest.face is Face.HOST:
        return HOST
    return HALL if guest.seat is None else Seat(guest.seat)


def _face(request: Request) -> Face | None:
    name = request.path_params.get("face", "")
    return Face(name) if name in set(Face) else None


def _key(request: Request) -> str:
    """Who sends, to tell one guest's ids from another's."""
    return request.headers.get("cookie", "")
