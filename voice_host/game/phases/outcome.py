# SPDX-License-Identifier: MIT
"""Who has won: known when the roles are known, else declared by the host."""

from collections import Counter

from voice_host.game import events as ev
from voice_host.game.commands import DeclareWinner, EndGame
from voice_host.game.draft import Draft
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.roles import DRAW, MANIAC, SIDES, TOWN
from voice_host.game.state import State


def settle(draft: Draft) -> None:
    """End the game if a side has won by now."""
    winner = _winner(draft.state)
    if winner is not None:
        draft.add(ev.GameEnded(winner))


def _winner(state: State) -> str | None:
    """The side that has won, a draw when nobody lives, None while the game goes on.

    While two hostile sides live, neither has won: one can still kill the other.
    """
    if not state.roles_known:
        return None
    living = Counter(
        state.rules.side_of(p.role) for p in state.players if p.alive and p.role is not None
    )
    hostile = [side for side in living if side != TOWN]
    if not hostile:
        return TOWN if living else DRAW
    if len(hostile) > 1:
        return None
    (side,) = hostile
    won = _maniac_wins if side == MANIAC else _parity
    return side if won(state, living[side], living.total()) else None


def _maniac_wins(state: State, maniacs: int, living: int) -> bool:
    """Alone (S0), or one on one with a citizen (S3)."""
    return living <= max(maniacs, state.rules.ending.maniac_at)


def _parity(state: State, number: int, living: int) -> bool:
    """Equal numbers (S1: 3:3, 2:2, 1:1); in S3 only when no role of the town is active."""
    rules = state.rules
    if 2 * number < living:
        return False
    if rules.ending.parity == "always":
        return True
    roles = (p.role for p in state.players if p.alive and p.role is not None)
    return not any(rules.role(r).active for r in roles if rules.side_of(r) == TOWN)


def apply(draft: Draft, command: DeclareWinner | EndGame) -> None:
    """The host ends the game."""
    match command:
        case DeclareWinner(side):
            end(draft, side)
        case EndGame():
            end(draft, None)


def end(draft: Draft, winner: str | None) -> None:
    """The host ends the game; what he says of the winner holds."""
    if winner is not None and winner not in (*SIDES, DRAW):
        raise Rejected(Reason.UNKNOWN_SIDE)
    draft.add(ev.GameEnded(winner, declared=True))
