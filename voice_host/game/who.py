# SPDX-License-Identifier: MIT
"""Who acts and who looks: the host, the clock, a seat; the hall, the host, a seat.

Values only, with one text for journals, messages and pages. Who may do what is `expected`'s to
decide, who sees what `knows`'s and `view`'s; nothing else asks who somebody is.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal


class Unseated(Enum):
    """Those who hold no seat; the values are their text."""

    HALL = "hall"
    """Everybody in the room: the loudspeaker, a screen on the wall."""
    HOST = "host"
    CLOCK = "clock"
    """Nobody: what the program does by itself, because time has passed."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Seat:
    """The player of a seat; `number` counts from 1."""

    number: int

    def __str__(self) -> str:
        return f"seat:{self.number}"


HALL: Final = Unseated.HALL
HOST: Final = Unseated.HOST
CLOCK: Final = Unseated.CLOCK

Actor = Literal[Unseated.HOST, Unseated.CLOCK] | Seat
"""Who gives a command."""
Viewer = Literal[Unseated.HALL, Unseated.HOST] | Seat
"""Who is told and shown something."""


def actor(text: str) -> Actor:
    """The actor of this text. Raises ValueError if there is none."""
    match text:
        case "host":
            return HOST
        case "clock":
            return CLOCK
        case _:
            return _seat(text)


def viewer(text: str) -> Viewer:
    """The viewer of this text. Raises ValueError if there is none."""
    match text:
        case "hall":
            return HALL
        case "host":
            return HOST
        case _:
            return _seat(text)


def _seat(text: str) -> Seat:
    """Only the text that `str` gives: two texts of one seat would be two keys of one thing."""
    named, _, digits = text.partition(":")
    if named != "seat" or not (digits.isascii() and digits.isdecimal()) or digits[0] == "0":
        raise ValueError(text)
    return Seat(int(digits))
