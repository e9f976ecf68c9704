# SPDX-License-Identifier: MIT
"""Who may come in: codes that are typed once, and the secret tokens that phones then keep.

The table's code lets a screen in that sees what everybody sees; the host's key, which only the
companion's own screen shows, lets the host's face in. Whoever comes in gets a token of his own; of
tokens only hashes are kept, on disk too, so that phones come back by themselves after a restart.
Five wrong codes a minute are enough for anybody. Belongs to the server's thread.
"""

import hashlib
import os
import secrets
import time
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

import msgspec
from starlette.responses import Response

_TRIES = 5
_TRIES_OF_ALL = 40
_TRY_SECONDS = 60.0
_KEEP_SECONDS = 12 * 3600.0
"""An evening; a token older than this opens nothing."""
_MOST = 200
"""Tokens kept; the oldest go."""
_MOST_ADDRESSES = 1000
_CLAIM_SECONDS = 600.0
"""The table answers by day, and a night is shorter than this."""
_ALL = ""


class Face(StrEnum):
    """The pages that somebody may hold; the name is the first part of their addresses too."""

    HOST = "host"
    TABLE = "table"
    SEAT = "seat"


@dataclass(frozen=True, slots=True)
class Guest:
    """Who holds a token: which face, `seat` where it is a player's, since when (epoch seconds).

    A phone may carry `others` besides, of neighbours who have none; it is one seat's at a time.
    """

    face: Face
    seat: int | None
    since: float
    others: tuple[int, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """All that it carries, the one whose turn it is first."""
        return () if self.seat is None else (self.seat, *self.others)


@dataclass(slots=True)
class Claim:
    """Another phone asks for a seat that has one: who of the table has agreed, by their tokens."""

    key: str
    until: float
    agreed: set[str] = field(default_factory=set)


class WrongCode(Exception):
    """This code opens nothing; with `wait`, nothing will for so many seconds."""

    def __init__(self, wait: float = 0.0) -> None:
        super().__init__()
        self.wait = wait


def turned_away(wrong: WrongCode) -> Response:
    """The answer to a wrong code: not this one, or none for a while."""
    wait = {"retry-after": str(int(wrong.wait) + 1)} if wrong.wait else None
    return Response(status_code=429 if wait else 403, headers=wait)


def let_in(face: Face, token: str) -> Response:
    """The answer to a right one: the token goes into a cookie that no script can read."""
    answer = Response(status_code=204)
    answer.set_cookie(
        face, token, max_age=12 * 3600, path=f"/{face}", httponly=True, samesite="strict"
    )
    return answer


class Tries:
    """Counts wrong codes, by address and all together: one phone can take many addresses."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._wrong: defaultdict[str, deque[float]] = defaultdict(deque)

    def wait(self, address: str) -> float:
        """Seconds until another try counts; 0 when it may be made now."""
        now = self._clock()
        return max(self._wait(address, _TRIES, now), self._wait(_ALL, _TRIES_OF_ALL, now))

    def wrong(self, address: str) -> None:
        """Note a wrong code."""
        if len(self._wrong) > _MOST_ADDRESSES:
            self._wrong.clear()  # the count of all is lost too, once in a thousand addresses
        now = self._clock()
        self._wrong[address].append(now)
        self._wrong[_ALL].append(now)

    def _wait(self, address: str, most: int, now: float) -> float:
        tries = self._wrong[address]
        while tries and now - tries[0] >= _TRY_SECONDS:
            tries.popleft()
        return tries[-most] + _TRY_SECONDS - now if len(tries) >= most else 0.0


class Doors:
    """Codes and tokens of one evening; `file` keeps the tokens' hashes (None: memory only)."""

    def __init__(
        self,
        file: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
        today: Callable[[], float] = time.time,
    ) -> None:
        self.table_code = _digits(6)
        self.host_key = _digits(8)
        self._tries = Tries(clock)
        self._today = today
        self._file = file
        self._guests: dict[str, Guest] = _read(file) if file else {}
        self._claims: dict[int, Claim] = {}

    @property
    def guests(self) -> int:
        """How many have come in, on this evening or the one before."""
        return len(self._guests)

    @property
    def taken(self) -> frozenset[int]:
        """Seats that have a phone, their own or a neighbour's."""
        return frozenset(seat for seats in self.phones for seat in seats)

    @property
    def phones(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each phone that has any."""
        return tuple(one.seats for one in self._guests.values() if one.seats and self._fresh(one))

    @property
    def claimed(self) -> tuple[int, ...]:
        """Seats that another phone asks for, and the table has not answered yet."""
        now = self._today()
        self._claims = {seat: one for seat, one in self._claims.items() if one.until > now}
        return tuple(sorted(self._claims))

    def enter(
        self, face: Face, code: str, address: str, seat: int | None = None, *, moving: bool = False
    ) -> str:
        """A new token for whoever knows the code of this face. Raises `WrongCode`.

        `moving`: the seat has a phone, which is dismissed; that takes the host's key.
        """
        if wait := self._tries.wait(address):
            raise WrongCode(wait)
        wanted = self.host_key if face is Face.HOST or moving else self.table_code
        if not _same(code, wanted):
            self._tries.wrong(address)
            raise WrongCode
        if moving and seat is not None:
            self._rise(seat)
        return self.admit(face, seat)

    def claim(self, seat: int, code: str) -> str | None:
        """A token that opens nothing until the table agrees; None for a wrong code.

        A seat is asked for by one phone at a time: what the table agrees to is that one.
        """
        if not _same(code, self.table_code) or seat in self.claimed:
            return None
        token = secrets.token_urlsafe(32)
        self._claims[seat] = Claim(_hash(token), self._today() + _CLAIM_SECONDS)
        return token

    def agree(self, seat: int, token: str | None, seats: int) -> bool:
        """This phone agrees that another one gets the seat; True when more than half have.

        Of a table with so many `seats`: phones of a larger one, an hour ago, have no say.
        """
        if seat not in self.claimed or self.guest(Face.SEAT, token) is None:
            return False
        claim = self._claims[seat]
        claim.agreed.add(_hash(token or ""))
        others = [
            key
            for key, one in self._guests.items()
            if self._fresh(one) and one.seats != (seat,) and min(one.seats, default=99) <= seats
        ]
        if 2 * len(claim.agreed.intersection(others)) <= len(others):
            return False
        del self._claims[seat]
        self._rise(seat)
        self._seat(claim.key, Guest(Face.SEAT, seat, self._today()))
        return True

    def share(self, token: str | None, seat: int) -> bool:
        """A free seat that has no phone is carried by this one too; False if it is not free."""
        guest = self.guest(Face.SEAT, token)
        if guest is None or seat in self.taken:
            return False
        self._seat(_hash(token or ""), replace(guest, others=(*guest.others, seat)))
        return True

    def turn(self, token: str | None, seat: int) -> bool:
        """From now on the phone is this seat's, one of those it carries; False if it is not."""
        guest = self.guest(Face.SEAT, token)
        if guest is None or seat not in guest.seats:
            return False
        others = tuple(one for one in guest.seats if one != seat)
        self._seat(_hash(token or ""), replace(guest, seat=seat, others=others))
        return True

    def _rise(self, seat: int) -> None:
        """Whoever had the seat has it no more; a phone that carries others keeps those."""
        for key, guest in list(self._guests.items()):
            if seat in guest.seats:
                left = [one for one in guest.seats if one != seat]
                del self._guests[key]
                if left:
                    self._guests[key] = replace(guest, seat=left[0], others=tuple(left[1:]))
        self._keep()

    def _seat(self, key: str, guest: Guest) -> None:
        self._guests[key] = guest
        self._keep()

    def admit(self, face: Face, seat: int | None = None) -> str:
        """A token for somebody whose right to come in is known."""
        token = secrets.token_urlsafe(32)
        self._guests[_hash(token)] = Guest(face, seat, self._today())
        while len(self._guests) > _MOST:
            del self._guests[next(iter(self._guests))]
        self._keep()
        return token

    def guest(self, face: Face, token: str | None) -> Guest | None:
        """Who holds this token, if it opens this face."""
        found = self._guests.get(_hash(token)) if token else None
        if found is None or found.face is not face:
            return None
        return found if self._fresh(found) else None

    def _fresh(self, guest: Guest) -> bool:
        return self._today() - guest.since < _KEEP_SECONDS

    def dismiss(self, gone: Callable[[Guest], bool]) -> None:
        """Make the tokens of these guests open nothing any more."""
        self._guests = {key: guest for key, guest in self._guests.items() if not gone(guest)}
        self._keep()

    def _keep(self) -> None:
        """A disk that is full costs phones their way back after a restart, and nothing now."""
        if self._file is None:
            return
        beside = self._file.with_suffix(".new")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            beside.unlink(missing_ok=True)
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode(self._guests))
            beside.replace(self._file)
        except OSError:
            return


def _read(file: Path) -> dict[str, Guest]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Guest])
    except (OSError, ValueError, RecursionError):
        return {}


def _hash(token: str) -> str:
    """Tokens are 256 random bits: a plain digest of one tells nothing of it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _same(code: str, wanted: str) -> bool:
    given = "".join(c for c in code if c.isdecimal() and c.isascii())
    return secrets.compare_digest(given, wanted)


def _digits(number: int) -> str:
    return "".join(secrets.choice("0123456789") for _ in range(number))
