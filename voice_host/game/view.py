"""What a screen may show: the table as values, for one audience. No words, no colours."""

from dataclasses import dataclass, field

from voice_host.game.rules import Names
from voice_host.game.state import Cause, Phase, State


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat; `role` is None for those who may not know it."""

    seat: int
    alive: bool
    fouls: int
    muted: bool
    nominated: bool
    votes: int | None
    out: Cause | None
    role: str | None


@dataclass(frozen=True, slots=True)
class View:
    """The table now; `ends_at` is the game second at which the timer ends.

    `names` are the ruleset's own ones of sides and roles.
    """

    phase: Phase
    day: int
    night: int
    speaker: int | None
    candidate: int | None
    nominees: tuple[int, ...]
    ends_at: float | None
    winner: str | None
    seats: tuple[SeatView, ...]
    names: Names = field(default_factory=Names)


def view(state: State, secrets: bool = False) -> View:
    """The table for everybody, or with `secrets` for the host alone.

    Some dialects do not let everybody see the list of nominees (FIIM 2024).
    """
    listed = state.nominees if secrets or state.rules.nominations.told else ()
    votes = {tally.candidate: tally.votes for tally in state.tallies}
    return View(
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
                fouls=p.fouls,
                muted=p.muted,
                nominated=p.seat in listed,
                votes=votes.get(p.seat),
                out=p.out,
                role=p.role if secrets else None,
            )
            for p in state.players
        ),
        names=state.rules.names,
    )
