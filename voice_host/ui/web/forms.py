# SPDX-License-Identifier: MIT
"""What buttons ask for, and how what was pressed becomes a value.

A form is read off the command itself: its fields, by name. So a new command has its button as
soon as it is expected, and no page knows a rule. Checks shape and bounds only; whether it is
allowed is for the rules.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

import msgspec

from voice_host.language.acts import KINDS, UNSAID, Act

MOST = 30
"""No table has more seats, no vote more hands."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What one field is asked for with, and the least and most of its numbers."""

    widget: str
    least: int = 1
    most: int = MOST


_BY_NAME = {
    "seat": Asked("seat"),
    "seats": Asked("seats"),
    "voters": Asked("seats"),
    "by": Asked("seat"),
    "candidate": Asked("seat"),
    "first_killed": Asked("seat"),
    "votes": Asked("number", 0),
    "number": Asked("number", 0),
    "seconds": Asked("seconds", 5, 180),
    "step": Asked("step", -1, 1),
    "side": Asked("side"),
    "offence": Asked("offence"),
    "roles": Asked("roles"),
    "question": Asked("question"),
    "topic": Asked("topic"),
    "level": Asked("level"),
}


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that a button asks for."""

    name: str
    widget: str
    least: int
    most: int
    needed: bool


_OF_NOBODY = frozenset({"tick"})


def forms() -> dict[str, tuple[Field, ...]]:
    """What each act asks for, by its name; the clock's own act has no button."""
    return {name: _form(kind) for name, kind in KINDS.items() if name not in UNSAID}


def _form(kind: type[Act]) -> tuple[Field, ...]:
    found = []
    for one in fields(kind):
        asked = _BY_NAME[one.name]
        needed = one.default is MISSING
        found.append(Field(one.name, asked.widget, asked.least, asked.most, needed))
    return tuple(found)


def act(raw: Mapping[str, Any], offences: frozenset[str], *, by_seat: bool = False) -> Act:
    """The value of what was pressed. Raises ValueError for what no button could have sent.

    `by_seat`: on a player's own page, which has buttons that no other has.
    """
    given = dict(raw)
    name = given.pop("kind", "")
    if (
        not isinstance(name, str)
        or name not in KINDS
        or name in (_OF_NOBODY if by_seat else UNSAID)
    ):
        raise ValueError
    for key, value in given.items():
        _check(key, value, offences)
    made: Act = msgspec.convert(given, KINDS[name], strict=True)
    return made


def _check(key: str, value: Any, offences: frozenset[str]) -> None:
    asked = _BY_NAME.get(key)
    if asked is None or (key == "offence" and value is not None and value not in offences):
        raise ValueError
    for number in _numbers(value):
        if not asked.least <= number <= asked.most:
            raise ValueError


def _numbers(value: Any) -> list[int]:
    """Every number in it; a list is as long as a table at most."""
    if isinstance(value, list):
        if len(value) > MOST:
            raise ValueError
        return [number for one in value for number in _numbers(one)]
    return [value] if isinstance(value, int) else []
