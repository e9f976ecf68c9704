# SPDX-License-Identifier: MIT
"""Are the seats, roles, sides, offences and numbers of a journal's line such as there are?

The fields of commands and events are named alike wherever they hold the like, so a field's name
tells what may stand in it. Types, phases and causes are checked where a line is decoded. Knows
the table and the rules, not the moment: see `standing.py`.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from typing import Any, get_args

from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.composition import fits
from voice_host.game.roles import ALIASES, DRAW, SIDES
from voice_host.game.state import State, Timer
from voice_host.game.who import Seat
from voice_host.history.record import Entry

Check = Callable[[Any, State], bool]

MOST = 10**9
"""No number of a game is larger, seconds and votes alike."""
_LONGEST_ID = 40


def entry_holds(entry: Entry, state: State) -> bool:
    """Is everything that the entry names there, at this table and by its rules?"""
    return (
        0 <= entry.at <= MOST
        and is_id(entry.channel)
        and (not isinstance(entry.actor, Seat) or _seat(entry.actor.number, state))
        and (entry.aimed_at is None or _count(entry.aimed_at, state))
        and all(_holds(part, state) for part in (entry.command, *entry.events))
    )


def is_id(text: str) -> bool:
    """May this be the name of an offence or a channel? Those of other versions may too."""
    return len(text) <= _LONGEST_ID and text.isascii() and text.isidentifier()


def _holds(part: c.Command | ev.Event, state: State) -> bool:
    for name, check in _BY_KIND[type(part)]:
        value = getattr(part, name)
        # None is what an optional field is without; whether it may be without is its type's matter.
        if value is not None and not check(value, state):
            return False
    return True


def _seat(value: int, state: State) -> bool:
    return 1 <= value <= state.seats


def _seats(value: tuple[int, ...], state: State) -> bool:
    return len(value) <= MOST_LISTED and all(1 <= seat <= state.seats for seat in value)


def _candidates(value: tuple[int, ...], state: State) -> bool:
    return bool(value) and _seats(value, state)


def _count(value: float, _: State) -> bool:
    return 0 <= value <= MOST


def _seconds(value: float, _: State) -> bool:
    return -MOST <= value <= MOST


def _timer(value: Timer, state: State) -> bool:
    return all(_count(seconds, state) for seconds in (value.ends_at, *value.calls))


def _role(value: str, state: State) -> bool:
    return state.rules.has_role(value)


def _side(value: str, _: State) -> bool:
    return value in SIDES or value == DRAW


def _role_or_side(value: str, state: State) -> bool:
    return state.rules.has_role(value) or value in SIDES


def _told(value: tuple[tuple[int, str], ...], state: State) -> bool:
    return all(_seat(s, state) and (state.rules.has_role(r) or r in ALIASES) for s, r in value)


def _dealt(value: tuple[tuple[int, str], ...], state: State) -> bool:
    """Every seat once, and such cards as the rules deal: much of the night relies on it."""
    seats = tuple(seat for seat, _ in value)
    roles = Counter(role for _, role in value)
    return seats == tuple(range(1, state.seats + 1)) and fits(state.rules, roles)


MOST_LISTED = 1000
"""Seats in one list; a queue may name a seat twice, no list of a game comes near."""
CHECKS: dict[str | tuple[type[Any], str], Check] = {
    **dict.fromkeys(("seat", "by", "opener", "candidate", "called"), _seat),
    **dict.fromkeys(("queue", "voters", "seats", "killed", "guesses"), _seats),
    **dict.fromkeys(("count", "votes", "number", "day", "level", "at"), _count),
    **dict.fromkeys(("seconds", "seconds_left", "first_killed"), _seconds),
    **dict.fromkeys(("winner", "side"), _side),
    "candidates": _candidates,
    "timer": _timer,
    "offence": lambda value, _: is_id(value),
    "role": _role,
    (ev.Chosen, "role"): _role_or_side,
    (c.SetRoles, "roles"): _told,
    (ev.RolesSet, "roles"): _dealt,
}
"""By the name of a field, or by its command or event too where that one differs.

Who was killed first in the game before is no seat of this table: he may have sat at a larger one.
"""


def _checks(kind: type[Any]) -> tuple[tuple[str, Check], ...]:
    """What to ask of the fields of a kind; those that any value of their type may fill are out."""
    wanted = ((f.name, CHECKS.get((kind, f.name), CHECKS.get(f.name))) for f in fields(kind))
    return tuple((name, check) for name, check in wanted if check is not None)


_BY_KIND = {kind: _checks(kind) for kind in (*get_args(c.Command), *get_args(ev.Event))}
