"""Who has won: known when the roles are known, else declared by the host."""

from voice_host.game import events as ev
from voice_host.game.draft import Draft
from voice_host.game.errors import Reason, Rejected
from voice_host.game.roles import MAFIA, ROLES, SIDES, TOWN
from voice_host.game.state import State


def settle(draft: Draft) -> None:
    """End the game if a side has won by now."""
    winner = _winner(draft.state)
    if winner is not None:
        draft.add(ev.GameEnded(winner))


def _winner(state: State) -> str | None:
    """Town when no mafia is left, mafia at equal numbers (S1: 3:3, 2:2, 1:1)."""
    if not state.roles_known:
        return None
    sides = [ROLES[p.role].side for p in state.players if p.alive and p.role is not None]
    mafia = sides.count(MAFIA)
    if mafia == 0:
        return TOWN
    return MAFIA if 2 * mafia >= len(sides) else None


def end(draft: Draft, winner: str | None) -> None:
    """The host ends the game; what he says of the winner holds."""
    if winner is not None and winner not in SIDES:
        raise Rejected(Reason.UNKNOWN_SIDE)
    draft.add(ev.GameEnded(winner, declared=True))
