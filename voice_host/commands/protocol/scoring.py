# SPDX-License-Identifier: MIT
"""Points: what a scoring gives for a game, each with what it is for. Data in `scorings/`.

A scoring belongs to the ruleset of its file's name, or is asked for by name or path; a ruleset
without one has no points, and nothing is then told of any. Nobody gets points for what is not
known: without roles there is no winner's point and no best move.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_args

from voice_host.errors import BadSentences, VoiceHostError
from voice_host.game.state import Cause
from voice_host.history.chronicle import Chronicle, Seat
from voice_host.language.toml_file import read_toml

_HERE = Path(__file__).parent / "scorings"

For = Literal["win", "best_move", "first_killed", "fouls_out", "removed", "ppk"]


_KEYS = get_args(For)


@dataclass(frozen=True, slots=True)
class Scoring:
    """How many points for what; 0 for nothing. `best_move`: by how many of it were mafia.

    `why` has a reason for each, for whoever asks.
    """

    title: str
    win: float = 0.0
    best_move: dict[int, float] = field(default_factory=dict)
    first_killed: float = 0.0
    fouls_out: float = 0.0
    removed: float = 0.0
    ppk: float = 0.0
    why: dict[For, str] = field(default_factory=dict)

    @property
    def gives(self) -> bool:
        """Does it give any points at all?"""
        single = (self.win, self.first_killed, self.fouls_out, self.removed, self.ppk)
        return any(single) or any(self.best_move.values())


@dataclass(frozen=True, slots=True)
class Point:
    """So many points, and what for."""

    reason: For
    points: float


def scoring_of(ruleset: str) -> Scoring | None:
    """The scoring that comes with a ruleset, None if there is none."""
    path = _HERE / f"{ruleset}.toml"
    # A ruleset of one's own may be called anything; only names of files beside ours are looked up.
    return _read(path) if path.parent == _HERE and path.is_file() else None


def load_scoring(name: str) -> Scoring:
    """The scoring of this name, or of this `.toml` file. Raises `VoiceHostError`."""
    if name.endswith(".toml"):
        return _read(Path(name))
    found = scoring_of(name)
    if found is None:
        known = ", ".join(sorted(path.stem for path in _HERE.glob("*.toml")))
        raise VoiceHostError("scoring.unknown", name=name, known=known)
    return found


def _read(path: Path) -> Scoring:
    """A key that there is not is refused: points that nobody gets would be missed too late."""
    try:
        found = read_toml(path, Scoring)
        unknown = read_toml(path, dict[str, Any]).keys() - {one.name for one in fields(Scoring)}
        if unknown:
            key = min(unknown)
            raise VoiceHostError("scoring.unknown_key", path=path, key=key, known=", ".join(_KEYS))
    except BadSentences as error:
        raise VoiceHostError("scoring.bad", path=path, why=error.told) from None
    return found


def points(game: Chronicle, scoring: Scoring, seat: Seat) -> tuple[Point, ...]:
    """What this seat gets, reason by reason."""
    return tuple(point for point in _given(game, scoring, seat) if point.points)


def total(given: tuple[Point, ...]) -> float:
    """The sum; hundredths are exact enough for any table."""
    return round(sum(point.points for point in given), 2)


def _given(game: Chronicle, scoring: Scoring, seat: Seat) -> Iterator[Point]:
    if game.winner is not None and game.winner == seat.side:
        yield Point("win", scoring.win)
    best = game.best_move
    if best is not None and best.seat == seat.seat and best.right is not None:
        yield Point("best_move", scoring.best_move.get(best.right, 0.0))
    if game.first_killed == seat.seat:
        yield Point("first_killed", scoring.first_killed)
    if seat.out is not None and seat.out.cause is Cause.FOULS:
        yield Point("fouls_out", scoring.fouls_out)
    if seat.out is not None and seat.out.cause is Cause.REMOVED:
        yield Point("removed", scoring.removed)
    if game.stopped_by == seat.seat:
        yield Point("ppk", scoring.ppk)
