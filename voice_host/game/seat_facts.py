# SPDX-License-Identifier: MIT
"""What a fact of a seat is: its first value, who may know it, the events that set it.

The facts themselves are rows of `state.Player`. Whoever needs them all reads the rows: `evolve`
which event sets what, `knows` and `view` who sees it, a scenario what may be asked. Nothing here
knows which facts there are.
"""

from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any


class SeenBy(Enum):
    """Who may know a fact of a seat, besides the host, who knows them all."""

    HALL = "hall"
    """Everybody."""
    CARD = "card"
    """Those who may know what card lies there: the player himself, and whom the rules let in."""
    HOST = "host"
    """Nobody else."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One row. `set_by` are (kind of event, the field or constant of it that holds the value)."""

    name: str
    first: Any
    seen_by: SeenBy
    set_by: tuple[tuple[str, str], ...]


def fact(first: Any, seen_by: SeenBy, *set_by: str) -> Any:
    """A field of a seat that begins as `first`; each of `set_by` is "Event.field".

    Events that change it by what was before, not to a value that they hold, are not among
    them: those are named in `evolve`.
    """
    sources = tuple((kind, value) for kind, _, value in (s.partition(".") for s in set_by))
    return field(default=first, metadata={"seen_by": seen_by, "set_by": sources})


def facts_of(seat: type[Any]) -> tuple[Fact, ...]:
    """The rows of a class of seats, in its order; its number is no fact."""
    return tuple(
        Fact(
            row.name,
            row.default,
            row.metadata["seen_by"],
            row.metadata["set_by"],
        )
        for row in fields(seat)
        if row.metadata
    )
