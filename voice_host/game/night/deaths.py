# SPDX-License-Identifier: MIT
"""Leaving the game by a vote, by night or by another's death, and what each death changes.

Exclusions are not deaths: nobody follows an excluded player.
"""

from collections.abc import Iterator

from voice_host.game import events as ev
from voice_host.game.draft import Draft
from voice_host.game.roles import MAFIA, Death
from voice_host.game.state import Cause, State


def die(
    draft: Draft, seats: tuple[int, ...], cause: Cause, safe: frozenset[int] = frozenset()
) -> tuple[int, ...]:
    """These seats leave, with all that their deaths bring; those `safe` do not follow them.

    Answers with all who have left; their cards are shown when the table has been told.
    """
    for seat in seats:
        draft.add(ev.PlayerOut(seat, cause))
    followers = _followers(draft.state, seats, safe)
    for seat in followers:
        draft.add(ev.PlayerOut(seat, Cause.TAKEN))
    gone = (*seats, *followers)
    _turn(draft, gone)
    return gone


def show_roles(draft: Draft, *seats: int) -> None:
    """The leavers' cards, where the ruleset has them shown and the engine knows them."""
    for seat in seats:
        role = draft.state.player(seat).role
        if draft.state.rules.reveal == "always" and role is not None:
            draft.add(ev.RoleRevealed(seat, role))


def dying_with(state: State, seat: int) -> Death | None:
    """What the death of this seat brings; None while its role is not known."""
    role = state.player(seat).role
    return None if role is None else state.rules.role(role).death


def _followers(state: State, seats: tuple[int, ...], safe: frozenset[int]) -> tuple[int, ...]:
    """The neighbours of every zombie among the dead, those of zombies among them, and so on.

    Neighbours are the nearest seats that were living before this chain began.
    """
    table = sorted({*state.alive, *seats})
    dead = list(seats)
    for seat in dead:
        if dying_with(state, seat) is Death.NEIGHBOURS:
            fresh = [n for n in _neighbours(table, seat) if n not in dead and n not in safe]
            dead += dict.fromkeys(fresh)
    return tuple(dead[len(seats) :])


def _neighbours(table: list[int], seat: int) -> Iterator[int]:
    at = table.index(seat)
    yield table[at - 1]
    yield table[(at + 1) % len(table)]


def _turn(draft: Draft, gone: tuple[int, ...]) -> None:
    """Werewolves join the mafia when the first of it has died (S0)."""
    state, rules = draft.state, draft.state.rules
    roles = [state.player(seat).role for seat in gone]
    if not any(role and rules.side_of(role) == MAFIA for role in roles):
        return
    for player in state.players:
        if player.alive and player.role and (turned := rules.role(player.role).turns):
            draft.add(ev.RoleTurned(player.seat, turned))
