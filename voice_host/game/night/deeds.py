# SPDX-License-Identifier: MIT
"""The deeds of the night: one row each. Whom a deed may be done to, and what it does.

A `Deed` is a row of `DEEDS`: when its turn comes it takes the `Fates` that the deeds before it
have come to and answers with those after it; before that it is `Asked` whether it may be done.
`resolve.py` plays a night out: every choice, in the order of the deeds, and nothing in it knows
one deed from another.

What role does which deed stands in `game/roles.py` and in rulesets; here no role is named, and
nothing is known of a state.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from voice_host.game.refusals import Reason, Rejected
from voice_host.game.roles import MAFIA, SHOOTING
from voice_host.game.rules import Night, Rules

Seats = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fates:
    """What the night holds for the seats, as far as it has been played out.

    `stopped` can do nothing; `safe` are pairs of a seat that no hit kills and the role that
    sees to it; `hits` has a seat as often as somebody has chosen to kill it.
    """

    stopped: frozenset[int] = frozenset()
    safe: tuple[tuple[int, str], ...] = ()
    hits: Seats = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A deed that a role is about to do to a seat, with what limits may depend on.

    `own`: the seat is of that very role; `own_before` is how often in this game it has done it to
    such a seat. `again`: it did it to this seat the night before.
    """

    rules: Night
    seat: int
    own: bool = False
    own_before: int = 0
    again: bool = False


Work = Callable[[Fates, str, int, Seats], Fates]
"""The fates before it, the role, the seat chosen, the living seats that do it: the fates after."""
Permit = Callable[[Asked], None]
"""Raises `Rejected` if it may not be done."""


def _always(asked: Asked) -> None:
    """Whoever lives may be chosen."""


def _healable(asked: Asked) -> None:
    """S3: himself once a game, nobody twice running."""
    rules, seat = asked.rules, asked.seat
    if asked.own and not rules.self_heals:
        raise Rejected(Reason.OWN_SEAT, seat=seat)
    if asked.own and asked.own_before >= rules.self_heals:
        raise Rejected(Reason.NO_MORE_TIMES, number=rules.self_heals)
    if asked.again and not rules.heal_again:
        raise Rejected(Reason.HEALED_LAST_NIGHT, seat=seat)


def _stop(fates: Fates, role: str, seat: int, by: Seats) -> Fates:
    return replace(fates, stopped=fates.stopped | {seat})


def _save(fates: Fates, role: str, seat: int, by: Seats) -> Fates:
    return replace(fates, safe=(*fates.safe, (seat, role)))


def _hit(fates: Fates, role: str, seat: int, by: Seats) -> Fates:
    return replace(fates, hits=(*fates.hits, seat))


def _pass(fates: Fates, role: str, seat: int, by: Seats) -> Fates:
    return fates


@dataclass(frozen=True, slots=True)
class Deed:
    """One deed.

    `order`: lower comes first. `works` is what it does. `at_once`: it has worked when it is
    chosen, whatever becomes of whoever did it; any other comes to nothing if he has left or
    is stopped. `kills`: the seat is hit. `team`: all of a side who do it do it together.
    `duty`: it may not be declined where the ruleset has so (`night.must_kill`). `learns`: who
    does it is told whether the seat has acted. `permits` says to whom it may be done.
    """

    order: int
    works: Work
    at_once: bool = False
    kills: bool = False
    team: bool = False
    duty: bool = False
    learns: bool = False
    permits: Permit = _always


DEEDS = {
    "block": Deed(10, _stop, at_once=True),
    "heal": Deed(20, _save, permits=_healable),
    "shoot": Deed(30, _hit, kills=True, team=True),
    "kill": Deed(30, _hit, kills=True, duty=True),
    "visit": Deed(40, _pass, learns=True),
}
"""Every deed by its id. Orders leave room between: one that moves a hit comes after 30."""


def deed_of(rules: Rules, role: str) -> Deed | None:
    """What a role does at night by this ruleset, besides a check; None if nothing."""
    row = rules.role(role)
    if row.armed and not rules.night.sheriff_shoots:
        return None
    return DEEDS.get(row.deed)


def by_team(rules: Rules, role: str) -> bool:
    """Is a choice that stands under this role that of its whole side?

    A role that also checks is called to check: what it does with its side stands under the side.
    """
    deed = deed_of(rules, role)
    return deed is not None and deed.team and not rules.role(role).seeks


def slot_of(rules: Rules, role: str) -> str:
    """The slot of the night in which a role does its deed: that of the mafia's shots or its own."""
    deed = deed_of(rules, role)
    shoots = deed is not None and deed.team and rules.side_of(role) == MAFIA
    return SHOOTING if shoots else role


def chooses(rules: Rules, role: str) -> bool:
    """Has the role a choice to make when it is called by itself?"""
    deed = deed_of(rules, role)
    return deed is not None and (not deed.team or by_team(rules, role))


def many_may_be_hit(rules: Rules, roles: Iterable[str]) -> bool:
    """Can a night with these roles have more than the mafia's one victim?"""
    alone = [deed_of(rules, role) for role in roles if slot_of(rules, role) != SHOOTING]
    return any(deed is not None and deed.kills for deed in alone)
