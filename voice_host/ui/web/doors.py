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
from dataclasses import dataclass
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
_ALL = ""


class Face(StrEnum):
    """The pages that somebody may hold; the name is the first part of their addresses too."""

    HOST = "host"
    TABLE = "table"
    SEAT = "seat"


@dataclass(frozen=True, slots=True)
class Guest:
    """Who holds a token: which face, `seat` where it is a player's, since when (epoch seconds)."""

    face: Face
    seat: int | None
    since: float


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

    @property
    def guests(self) -> int:
        """How many have come in, on this evening or the one before."""
        return len(self._guests)

    @property
    def taken(self) -> frozenset[int]:
        """Seats that have a phone."""
        now = self._today()
        fresh = (one for one in self._guests.values() if now - one.since < _KEEP_SECONDS)
        return frozenset(one.seat for one in fresh if one.seat is not None)

    def enter(
        self, face: Face, code: str, address: str, seat: int | None = None, *, moving: bool = False
    ) -> str:
        """A new token for whoever knows the code of this face. Raises `WrongCode`.

        `moving`: the seat has a phone, which is dismissed; that takes the host's key.
        """
        if wait := self._tries.wait(address):
            raise WrongCode(wait)
        wanted = self.host_key if face is Face.HOST or moving else self.table_code
        given = "".join(c for c in code if c.isdecimal() and c.isascii())
        if not secrets.compare_digest(given, wanted):
            self._tries.wrong(address)
            raise WrongCode
        if moving:
            self.dismiss(lambda guest: guest.seat == seat)
        return self.admit(face, seat)

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
        return found if self._today() - found.since < _KEEP_SECONDS else None

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
    except (OSError, ValueError):
        return {}


def _hash(token: str) -> str:
    """Tokens are 256 random bits: a plain digest of one tells nothing of it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _digits(number: int) -> str:
    return "".join(secrets.choice("0123456789") for _ in range(number))
