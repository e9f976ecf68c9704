"""Before the game: the roles may be told to the engine, silently."""

from collections import Counter

from voice_host.game import events as ev
from voice_host.game.draft import Draft
from voice_host.game.errors import Reason, Rejected
from voice_host.game.outcome import settle
from voice_host.game.seats import on_table
from voice_host.game.state import State


def set_roles(draft: Draft, roles: tuple[tuple[int, str], ...]) -> None:
    """Take the roles if they are the composition that the ruleset asks for."""
    state = draft.state
    told = dict(roles)
    for seat in told:
        on_table(state, seat)
    if len(told) < len(roles) or not _fits(state, told):
        raise Rejected(Reason.BAD_ROLES)
    filler = state.rules.table.filler
    draft.add(ev.RolesSet(tuple((p.seat, told.get(p.seat, filler)) for p in state.players)))
    settle(draft)


def _fits(state: State, told: dict[int, str]) -> bool:
    table = state.rules.table
    given = Counter(role for role in told.values() if role != table.filler)
    return given == Counter(table.roles)
