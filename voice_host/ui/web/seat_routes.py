# SPDX-License-Identifier: MIT
"""What a player's phone asks for: his seat, his card while he holds a button, his acts.

By night every living seat taps the same grid. Whose slot it is, is not asked here and not
answered: each tap is taken, is as long as any other and gets the same answer, and what it has
come to stands in the view that all seats get at the same moments (`faces.py`).
"""

import time
from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from voice_host.game.who import Seat
from voice_host.host.inbox import Message, Tapped
from voice_host.ui.web.doors import Doors, Face, WrongCode, let_in, turned_away
from voice_host.ui.web.faces import Faces, People
from voice_host.ui.web.forms import act
from voice_host.ui.web.posted import as_json, posted

_OWN = frozenset(
    {
        "ready", "hand", "nominate", "end_turn", "best_move", "reveal", "take", "foul",
        "take_back_foul", "remove", "ppk", "resume",
    }
)  # fmt: skip
"""Acts that a seat's page has buttons for; the rules say which of them are his now."""
_CARD_BYTES = 2048
AWAY_SECONDS = 10.0
"""Longer than a locked phone takes to come back, or a page to be loaded anew."""


class Sit(msgspec.Struct, forbid_unknown_fields=True):
    """A code and the seat that is asked for with it."""

    code: str
    seat: int


class Place(msgspec.Struct, forbid_unknown_fields=True):
    """A seat."""

    seat: int


class Act(msgspec.Struct, forbid_unknown_fields=True):
    """A button: its act, and the number of the view that it was pressed at."""

    id: str
    act: dict[str, Any]
    saw: int | None = None


class Tap(msgspec.Struct, forbid_unknown_fields=True):
    """A cell of the night's grid, in two digits: all taps are of one length."""

    id: str
    seat: str
    saw: int | None = None


class SeatRoutes:
    """The routes of the seat's face. `post` takes messages from any thread."""

    def __init__(
        self,
        faces: Faces,
        doors: Doors,
        post: Callable[[Message], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._faces = faces
        self._doors = doors
        self._post = post
        self._now = clock
        self._seen: dict[int, float] = {}
        faces.tell_of(self.people)

    def people(self) -> People:
        """Who has a phone that was not seen for `AWAY_SECONDS`, and which seats are asked for.

        A phone that carries several seats is there for all of them.
        """
        now, phones = self._now(), self._doors.phones
        watched = {viewer for viewer, _ in self._faces.feed.watched}
        for seats in phones:
            here = any(Seat(seat) in watched for seat in seats)
            for seat in seats:
                self._seen[seat] = now if here else self._seen.get(seat, now)
        away = sorted(s for seats in phones for s in seats if now - self._seen[s] > AWAY_SECONDS)
        return People(tuple(away), self._doors.claimed)

    def routes(self) -> list[Route]:
        """Before those that serve every face."""
        return [
            Route("/seat/enter", self._enter, methods=["POST"]),
            Route("/seat/act", self._act, methods=["POST"]),
            Route("/seat/tap", self._tap, methods=["POST"]),
            Route("/seat/card", self._card, methods=["POST"]),
            Route("/seat/mine", self._mine, methods=["POST"]),
            Route("/seat/share", self._share, methods=["POST"]),
            Route("/seat/turn", self._turn, methods=["POST"]),
            Route("/seat/consent", self._consent, methods=["POST"]),
        ]

    async def _enter(self, request: Request) -> Response:
        """A free seat needs the table's code; one that is taken the table's consent besides.

        The key on the companion's screen is consent enough. The phone that had the seat is then
        out: two phones would be two players.
        """
        if not self._faces.by_phones:
            return Response(status_code=404)
        asked = await posted(request, Sit)
        if asked is None or not 1 <= asked.seat <= self._faces.seats:
            return Response(status_code=400)
        address = request.client.host if request.client else ""
        moving = asked.seat in self._doors.taken
        try:
            token = self._doors.enter(Face.SEAT, asked.code, address, asked.seat, moving=moving)
        except WrongCode as wrong:
            return self._claimed(asked, wrong) if moving else turned_away(wrong)
        if moving:
            self._faces.feed.end(Seat(asked.seat))
        return let_in(Face.SEAT, token)

    def _claimed(self, asked: Sit, wrong: WrongCode) -> Response:
        """The table is asked; the token that comes with the answer opens nothing before."""
        if wrong.wait:
            return turned_away(wrong)
        token = self._doors.claim(asked.seat, asked.code)
        if token is None:
            return Response(status_code=409)
        answer = let_in(Face.SEAT, token)
        answer.status_code = 202
        return answer

    async def _consent(self, request: Request) -> Response:
        """One phone agrees; when more than half have, the seat is the other phone's."""
        asked = await self._place(request)
        if asked is None:
            return Response(status_code=400)
        if self._doors.agree(asked, request.cookies.get(Face.SEAT), self._faces.seats):
            self._faces.feed.end(Seat(asked))
        return Response(status_code=204)

    async def _mine(self, request: Request) -> Response:
        """Which seats the phone carries, the one whose turn it is first."""
        guest = self._doors.guest(Face.SEAT, request.cookies.get(Face.SEAT))
        return as_json(guest.seats) if guest else Response(status_code=401)

    async def _share(self, request: Request) -> Response:
        """Before a game begins, a seat without a phone may go along with this one."""
        asked = await self._place(request)
        if asked is None or not self._faces.between_games:
            return Response(status_code=400)
        taken = not self._doors.share(request.cookies.get(Face.SEAT), asked)
        return Response(status_code=409 if taken else 204)

    async def _turn(self, request: Request) -> Response:
        """The phone is handed over: from its next stream on it is the other seat's."""
        asked = await self._place(request)
        turned = asked is not None and self._doors.turn(request.cookies.get(Face.SEAT), asked)
        return Response(status_code=204 if turned else 400)

    async def _place(self, request: Request) -> int | None:
        """The seat that one who holds a seat asks about."""
        place = await posted(request, Place) if self._seat(request) else None
        return place.seat if place and 1 <= place.seat <= self._faces.seats else None

    async def _act(self, request: Request) -> Response:
        seat = self._seat(request)
        if seat is None:
            return Response(status_code=401)
        pressed = await posted(request, Act)
        if pressed is None or pressed.act.get("kind") not in _OWN:
            return Response(status_code=400)
        return self._given(seat, pressed.act, pressed.saw, pressed.id)

    async def _tap(self, request: Request) -> Response:
        seat = self._seat(request)
        if seat is None:
            return Response(status_code=401)
        tap = await posted(request, Tap)
        if tap is None or len(tap.seat) != 2 or not (tap.seat.isascii() and tap.seat.isdecimal()):
            return Response(status_code=400)
        kind = self._faces.by_night(seat)
        return self._given(seat, {"kind": kind, "seat": int(tap.seat)}, tap.saw, tap.id)

    def _given(self, seat: Seat, raw: dict[str, Any], saw: int | None, id_: str) -> Response:
        try:
            command = act(raw, frozenset(), by_seat=True)
        except ValueError:
            return Response(status_code=400)
        aimed = self._faces.aimed(seat, saw)
        self._post(Tapped(command, seat, saw=aimed, id=id_[:64]))
        return Response(status_code=204)

    async def _card(self, request: Request) -> Response:
        """The cards that he may see, while he holds the button; all answers are as long."""
        seat = self._seat(request)
        if seat is None:
            return Response(status_code=401)
        cards = self._faces.cards(seat)
        pad = " " * max(0, _CARD_BYTES - len(msgspec.json.encode(cards)))
        return as_json({"cards": cards, "pad": pad})

    def _seat(self, request: Request) -> Seat | None:
        guest = self._doors.guest(Face.SEAT, request.cookies.get(Face.SEAT))
        known = guest is not None and guest.seat is not None and self._faces.by_phones
        return Seat(guest.seat) if known and guest and guest.seat else None
