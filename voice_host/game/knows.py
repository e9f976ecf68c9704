# SPDX-License-Identifier: MIT
"""What a viewer may know of what the table does not: cards, nominees, deeds of the night.

The rules alone decide; how it is shown is for `view`, how it is told for the language. The hall
learns what the rules have revealed, the host everything, a living player besides what the hall
knows his own card, those he has been awake with, and what is done while he is awake. The dead
sit at the table and know what it knows: they may still speak (S1), unless a table by phones has
agreed that they watch.
"""

from typing import Any

from voice_host.game.night.resolve import holders
from voice_host.game.roles import MAFIA, SHOOTING
from voice_host.game.seat_facts import SeenBy
from voice_host.game.state import EXCLUDED, FACTS, Aim, Choice, Phase, Player, State
from voice_host.game.who import HOST, Seat, Viewer

Check = tuple[int, str, int, bool | None]
"""Night, role, seat, what was found; see `State.checks`."""


def facts_seen(state: State, viewer: Viewer, player: Player) -> dict[str, Any]:
    """What the viewer may know of a seat, by the facts' names; the rest is as it was at first."""
    known = {SeenBy.HALL}
    if _sees_all(state, viewer):
        known = {*SeenBy}
    elif _card_seen(state, viewer, player):
        known.add(SeenBy.CARD)
    return {
        fact.name: getattr(player, fact.name) if fact.seen_by in known else fact.first
        for fact in FACTS
    }


def _sees_all(state: State, viewer: Viewer) -> bool:
    """The host does, where there is one: else whoever passes the companion's screen would."""
    return all_open(state) if viewer is HOST else _watches(state, viewer)


def _watches(state: State, viewer: Viewer) -> bool:
    """Is it one of the dead whom the table lets see all, and who has nothing left to say?

    Whoever was sent away may come back, if the foul is taken back.
    """
    led = state.rules.led
    if not (isinstance(viewer, Seat) and led.phones and led.dead == "all"):
        return False
    out = state.player(viewer.number).out
    speaks = viewer.number in (state.speaker, *state.queue)
    return out is not None and out not in EXCLUDED and not speaks


def all_open(state: State) -> bool:
    """May the companion tell who is who?"""
    return not state.rules.led.sealed or state.phase is Phase.OVER


def one_open(state: State) -> bool:
    """May it show one card, to whoever stands before it? At a laptop all look before the game."""
    return all_open(state) or (state.rules.led.by == "laptop" and state.phase is Phase.LOBBY)


def _card_seen(state: State, viewer: Viewer, player: Player) -> bool:
    """May the viewer, who is not the host, know what card lies there?"""
    if player.shown or state.phase is Phase.OVER:
        return True
    return isinstance(viewer, Seat) and (
        viewer.number == player.seat or player.seat in _met(state, viewer.number)
    )


def nominees_seen(state: State, viewer: Viewer) -> tuple[int, ...]:
    """The list of nominees: some dialects let nobody but the host know it (FIIM 2024)."""
    told = state.rules.nominations.told or _sees_all(state, viewer)
    return state.nominees if told else ()


def choices_seen(state: State, viewer: Viewer) -> tuple[Choice, ...]:
    """Whom roles have chosen: the host knows all, a player what he was awake for just now."""
    if _sees_all(state, viewer):
        return state.choices
    if not isinstance(viewer, Seat) or not is_awake(state, viewer.number):
        return ()
    own = state.waking or MAFIA
    return tuple(c for c in state.choices if (c.night, c.role) == (state.night, own))


def checks_seen(state: State, viewer: Viewer) -> tuple[Check, ...]:
    """What checks have found: the host knows all, a player his own while he is awake for it."""
    if _sees_all(state, viewer):
        return state.checks
    if not isinstance(viewer, Seat) or not is_awake(state, viewer.number):
        return ()
    return tuple(c for c in state.checks if c[:2] == (state.night, state.waking))


def aims_seen(state: State, viewer: Viewer) -> tuple[Aim, ...]:
    """Whom seats point at: each knows his own; a team that has its eyes open sees its members'."""
    if not isinstance(viewer, Seat):
        return ()
    night = is_awake(state, viewer.number)
    shut = state.phase is Phase.SHOOTING and state.rules.night.shooting == "count"
    if night and not shut:
        return state.aims
    return tuple(aim for aim in state.aims if aim.by == viewer.number)


def is_awake(state: State, seat: int) -> bool:
    """Is it this player's slot of a standard night? Nobody's, while the roles are unknown."""
    match state.phase:
        case Phase.SHOOTING:
            return seat in holders(state, MAFIA)
        case Phase.DON | Phase.SHERIFF | Phase.ROLE if state.waking is not None:
            return seat in holders(state, state.waking)
        case _:
            return False


def _met(state: State, seat: int) -> tuple[int, ...]:
    """The living with whom this player has been awake as one of a team or of a role."""
    role = state.player(seat).role
    if role is None or state.phase in (Phase.LOBBY, Phase.DEAL):
        return ()
    side = state.rules.side_of(role)
    together = side if state.rules.has_role(side) and seat in holders(state, side) else role
    mates = holders(state, together)
    return mates if seat in mates and _have_woken(state, together) else ()


def _have_woken(state: State, together: str) -> bool:
    """Have those who act as this role opened their eyes together by now?

    A count is shot at with eyes shut: such a mafia meets in its agreement or never.
    """
    first, night = state.rules.first_night, state.rules.night
    if together in first.meet or (together == MAFIA and first.agreement):
        return True
    slot = SHOOTING if together == MAFIA else together
    wakes = slot in night.order and (slot != SHOOTING or night.shooting == "wakes")
    return wakes and state.night > 0
