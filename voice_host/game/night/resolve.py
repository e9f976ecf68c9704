"""What the choices of a night come to, by the roles as they were when it began.

Order: the block first, then heals, then all kills; heals cancel kills. Needs
known roles: without them the host resolves the night himself.
"""

from collections import Counter
from dataclasses import dataclass

from voice_host.game.roles import ROLES, Act, side_of
from voice_host.game.state import Choice, State


@dataclass(frozen=True, slots=True)
class Resolution:
    """Who dies, in the order of the choices; who was saved; whom two had chosen."""

    killed: tuple[int, ...] = ()
    saved: tuple[int, ...] = ()
    shared: tuple[int, ...] = ()
    healed: frozenset[int] = frozenset()


def holders(state: State, role: str) -> tuple[int, ...]:
    """Living seats that act for this role: its own, a whole team for a shot, else its heirs."""
    alive = [(p.seat, p.role) for p in state.players if p.alive and p.role]
    if ROLES[role].act is Act.SHOOT and not ROLES[role].seeks:
        side = side_of(role, state.rules)
        team = (
            s for s, r in alive if ROLES[r].act is Act.SHOOT and side_of(r, state.rules) == side
        )
        return tuple(team)
    own = tuple(seat for seat, r in alive if r == role)
    return own or tuple(seat for seat, r in alive if ROLES[r].heir_of == role)


def blocked(state: State) -> frozenset[int]:
    """Seats that can do nothing this night."""
    return frozenset(c.seat for c in _tonight(state) if ROLES[c.role].act is Act.BLOCK)


def healed(state: State) -> frozenset[int]:
    """Seats that survive this night, as far as it is known."""
    if not state.roles_known:
        return frozenset()
    return frozenset(c.seat for c in _effective(state) if ROLES[c.role].act is Act.HEAL)


def acted(state: State, seat: int) -> bool:
    """Has this seat done anything this night?"""
    if seat in blocked(state):
        return False
    checked = {role for night, role, _, _ in state.checks if night == state.night}
    chosen = {choice.role for choice in _tonight(state)}
    return any(seat in holders(state, role) for role in checked | chosen)


def resolution(state: State) -> Resolution:
    """The outcome of the night's choices; nothing happens while the roles are unknown."""
    if not state.roles_known:
        return Resolution()
    safe = healed(state)
    kills = [c.seat for c in _effective(state) if _kills(c)]
    targets = Counter(seat for seat in kills if state.player(seat).alive)
    return Resolution(
        killed=tuple(seat for seat in targets if seat not in safe),
        saved=tuple(seat for seat in targets if seat in safe),
        shared=tuple(seat for seat, number in targets.items() if number > 1),
        healed=safe,
    )


def shot(state: State) -> bool:
    """Is it known whom the team that shoots has chosen this night?"""
    shooters = (ROLES[choice.role] for choice in _tonight(state))
    return state.roles_known and any(r.act is Act.SHOOT and not r.seeks for r in shooters)


def known(state: State) -> bool:
    """Do the choices entered this night say who dies? Shots that are counted are not entered."""
    entered = state.roles_known and bool(_tonight(state))
    return entered and state.rules.night.shooting == "wakes"


def _kills(choice: Choice) -> bool:
    """A sheriff's choice is a shot: his check is no choice."""
    role = ROLES[choice.role]
    return role.act in (Act.SHOOT, Act.KILL) or bool(role.seeks)


def _tonight(state: State) -> tuple[Choice, ...]:
    return tuple(choice for choice in state.choices if choice.night == state.night)


def _effective(state: State) -> tuple[Choice, ...]:
    """This night's choices of roles that are not all blocked."""
    stopped = blocked(state)
    return tuple(c for c in _tonight(state) if not set(holders(state, c.role)) <= stopped)
