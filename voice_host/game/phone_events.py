# SPDX-License-Identifier: MIT
"""Events of a table at which every player acts for himself: what the others are not told.

What it comes to, when the time is over, is an event like any other (see `events.py`).
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class SignGiven:
    """A seat has given the one sign that is asked for now: its hand, or that it is ready."""

    seat: int


@dataclass(frozen=True, slots=True)
class Aimed:
    """A seat points at another, or at nobody: what it comes to is known when the time is over."""

    by: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class Accused:
    """A player has called for a foul of this seat, or for more, at this game second."""

    by: int
    seat: int
    at: float
    wants: Literal["foul", "remove", "ppk"] = "foul"


OfPhones = SignGiven | Aimed | Accused
"""What players do themselves and the table is not told."""
