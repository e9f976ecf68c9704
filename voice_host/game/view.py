# SPDX-License-Identifier: MIT
"""What a screen may show: the table as values, for one viewer. No words, no colours.

What the viewer may know of it is decided in `knows`.
"""

from dataclasses import dataclass, field

from voice_host.game.knows import (
    Check,
    aims_seen,
    checks_seen,
    choices_seen,
    facts_seen,
    is_awake,
    nominees_seen,
    one_open,
)
from voice_host.game.rules import Names
from voice_host.game.state import Aim, Choice, Phase, Player, State
from voice_host.game.who import Seat, Viewer


@dataclass(frozen=True, slots=True)
class SeatView(Player):
    """One seat as the viewer may know it: `role` is None for those who may not.

    It has every fact of a seat, and what is known of it in this vote. `alive` is a value here,
    because a page is sent values only.
    """

    alive: bool = True
    nominated: bool = False
    votes: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    """The table now, as `viewer` may know it; `ends_at` is the game second the timer ends at.

    `waking` is the role that has been called. `awake`: is it the viewer's own slot of the night?
    `choices`, `checks` and `aims` are those he may know. `signed`: has he given the sign that is
    asked for now? `names` are the ruleset's own ones of sides and
    roles.
    """

    viewer: Viewer
    phase: Phase
    day: int
    night: int
    speaker: int | None
    candidate: int | None
    nominees: tuple[int, ...]
    ends_at: float | None
    winner: str | None
    seats: tuple[SeatView, ...]
    waking: str | None = None
    awake: bool = False
    choices: tuple[Choice, ...] = ()
    checks: tuple[Check, ...] = ()
    aims: tuple[Aim, ...] = ()
    signed: bool = False
    names: Names = field(default_factory=Names)


def card(state: State, seat: int) -> str | None:
    """The card that may be shown to whoever the companion is handed to; None: none may."""
    on_table = 1 <= seat <= state.seats
    return state.player(seat).role if on_table and one_open(state) else None


def view(state: State, viewer: Viewer) -> View:
    """The table as this viewer may see it: the one door from a state to a screen."""
    listed = nominees_seen(state, viewer)
    votes = {tally.candidate: tally.votes for tally in state.tallies}
    return View(
        viewer=viewer,
        phase=state.phase,
        day=state.day,
        night=state.night,
        speaker=state.speaker,
        candidate=state.candidate,
        nominees=listed,
        ends_at=state.timer.ends_at if state.timer else None,
        winner=state.winner,
        seats=tuple(
            SeatView(
                seat=p.seat,
                alive=p.alive,
                nominated=p.seat in listed,
                votes=votes.get(p.seat),
                **facts_seen(state, viewer, p),
            )
            for p in state.players
        ),
        waking=state.waking,
        awake=isinstance(viewer, Seat) and is_awake(state, viewer.number),
        choices=choices_seen(state, viewer),
        checks=checks_seen(state, viewer),
        aims=aims_seen(state, viewer),
        signed=isinstance(viewer, Seat) and viewer.number in state.signs,
        names=state.rules.names,
    )
