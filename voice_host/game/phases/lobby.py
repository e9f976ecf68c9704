# SPDX-License-Identifier: MIT
"""Before the game: the roles may be told to the engine, silently; then the game begins."""

from collections import Counter

from voice_host.game import events as ev
from voice_host.game.commands import Ready, SetRoles, Start
from voice_host.game.composition import fits
from voice_host.game.draft import Draft
from voice_host.game.phases.by_phone import sign
from voice_host.game.phases.outcome import settle
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.roles import ALIASES
from voice_host.game.seats import on_table
from voice_host.game.state import Phase


def set_roles(draft: Draft, roles: tuple[tuple[int, str], ...]) -> None:
    """Take the roles if they are the composition that the ruleset asks for."""
    state = draft.state
    told = {seat: ALIASES.get(role, role) for seat, role in roles}
    for seat in told:
        on_table(state, seat)
    filler = state.rules.table.filler
    dealt = tuple((p.seat, told.get(p.seat, filler)) for p in state.players)
    if len(told) < len(roles) or not fits(state.rules, Counter(role for _, role in dealt)):
        raise Rejected(Reason.BAD_ROLES)
    draft.add(ev.RolesSet(dealt))
    settle(draft)


def apply(draft: Draft, command: Start | SetRoles | Ready) -> Phase | bool | None:
    """Do what the command asks; answer the first phase of the game, or whether one ends."""
    match command:
        case Start():
            return start(draft, command)
        case Ready():
            return sign(draft)
        case SetRoles(roles):
            set_roles(draft, roles)
    return None


def start(draft: Draft, command: Start) -> Phase:
    """The game begins; in some dialects the previous game tells who opens its day 0 (S3)."""
    seat, state = command.first_killed, draft.state
    known = seat is not None and 1 <= seat <= state.seats
    if seat and known and state.rules.speech.opener == "first_killed":
        draft.add(ev.FirstOpenerSet(seat))
    return Phase.DEAL
