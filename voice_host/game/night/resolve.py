# SPDX-License-Identifier: MIT
"""What the choices of a night come to, by the roles as they were when it began.

The choices are played out in the order of their deeds (`deeds.py`). Needs known roles:
without them nothing is known of the night, and the host resolves it himself.
"""

from collections import Counter
from dataclasses import dataclass

from voice_host.game.night.deeds import Deed, Fates, by_team, deed_of
from voice_host.game.roles import MAFIA, SHOOTING
from voice_host.game.state import Choice, State


@dataclass(frozen=True, slots=True)
class Resolution:
    """Who dies, in the order of the hits; who was saved and by which role; whom two had chosen.

    `safe` are all who cannot be killed this night, chosen as a victim or not.
    """

    killed: tuple[int, ...] = ()
    saved: tuple[tuple[int, str], ...] = ()
    shared: tuple[int, ...] = ()
    safe: frozenset[int] = frozenset()


def holders(state: State, role: str) -> tuple[int, ...]:
    """Living seats that act for this role: its own, a whole team for a shot, else its heirs."""
    rules = state.rules
    alive = [(p.seat, p.role) for p in state.players if p.alive and p.role]
    if by_team(rules, role):
        side, deed = rules.side_of(role), deed_of(rules, role)
        team = (r for _, r in alive if deed_of(rules, r) is deed and rules.side_of(r) == side)
        those = frozenset(team)
        return tuple(seat for seat, r in alive if r in those)
    own = tuple(seat for seat, r in alive if r == role)
    return own or tuple(seat for seat, r in alive if rules.role(r).heir_of == role)


def stopped(state: State) -> frozenset[int]:
    """Seats that can do nothing this night."""
    return _fates(state).stopped


def safe(state: State) -> frozenset[int]:
    """Seats that no hit kills this night, as far as it is known."""
    return frozenset(seat for seat, _ in _fates(state).safe)


def acted(state: State, seat: int) -> bool | None:
    """Has this seat done anything this night?

    None while it is not known: the roles are not, or what its role does has not been entered.
    """
    if not state.roles_known:
        return None
    if seat in stopped(state):
        return False
    told = {choice.role: choice.seat is not None for choice in _tonight(state)}
    told |= {role: True for night, role, _, _ in state.checks if night == state.night}
    called = {MAFIA if slot == SHOOTING else slot for slot in state.rules.night.order}
    own = [told.get(role) for role in called | set(told) if seat in holders(state, role)]
    return True if True in own else None if None in own else False


def resolution(state: State) -> Resolution | None:
    """What the choices of the night come to; None while the roles are not known.

    That is another thing than a quiet night, of which it is known that nobody dies.
    """
    return _outcome(state, _fates(state)) if state.roles_known else None


def struck(state: State, hit: tuple[int, ...]) -> Resolution:
    """The same where the host says whom the killers have hit, in place of the choices entered."""
    return _outcome(state, _fates(state, hit))


def _outcome(state: State, fates: Fates) -> Resolution:
    hits = Counter(seat for seat in fates.hits if state.player(seat).alive)
    savers = dict(reversed(fates.safe))
    return Resolution(
        killed=tuple(seat for seat in hits if seat not in savers),
        saved=tuple((seat, savers[seat]) for seat in hits if seat in savers),
        shared=tuple(seat for seat, number in hits.items() if number > 1),
        safe=frozenset(savers),
    )


def shot(state: State) -> bool:
    """Is it known whom the team that shoots has chosen this night?"""
    return state.roles_known and any(by_team(state.rules, c.role) for c in _tonight(state))


def known(state: State) -> bool:
    """Do the choices entered this night say who dies? Shots that are counted are not entered."""
    entered = state.roles_known and bool(_tonight(state))
    return entered and state.rules.night.shooting == "wakes"


def _tonight(state: State) -> tuple[Choice, ...]:
    return tuple(choice for choice in state.choices if choice.night == state.night)


def _fates(state: State, hit: tuple[int, ...] | None = None) -> Fates:
    """What this night's deeds have come to so far, by turns; see `struck` for `hit`."""
    fates = Fates(hits=hit or ())
    if not state.roles_known:
        return fates
    for deed, choice in _in_order(state):
        if choice.seat is not None and (hit is None or not deed.kills):
            by = holders(state, choice.role)
            if deed.at_once or not fates.stopped.issuperset(by):
                fates = deed.works(fates, choice.role, choice.seat, by)
    return fates


def _in_order(state: State) -> list[tuple[Deed, Choice]]:
    """This night's choices with their deeds; those of one order as they were made."""
    deeds = [(deed_of(state.rules, choice.role), choice) for choice in _tonight(state)]
    done = [(deed, choice) for deed, choice in deeds if deed is not None]
    return sorted(done, key=lambda turn: turn[0].order)
