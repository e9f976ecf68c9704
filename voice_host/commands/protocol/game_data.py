# SPDX-License-Identifier: MIT
"""A game as data: what `export --format json` holds, and its JSON Schema.

Ids, seats and seconds, no words. Keys are only ever added; where one must change its meaning,
`VERSION` changes with it. The schema that is published (docs/protocol.schema.json) is made of
these classes, so that neither says what the other does not.
"""

import json
from dataclasses import dataclass
from typing import Any

import msgspec

from voice_host.commands.protocol.scoring import Point, Scoring, points, total
from voice_host.history import chronicle as ch
from voice_host.language.acts import name_of

FORMAT = "voice-host protocol"
VERSION = 1


@dataclass(frozen=True, slots=True)
class PlayerData:
    """A seat. `out_night`, `out_day`: of which it left, null where that is not known."""

    seat: int
    name: str | None
    role: str | None
    side: str | None
    turned: str | None
    fouls: int
    remarks: int
    shown: bool
    offences: tuple[str, ...]
    out: str | None
    out_night: int | None
    out_day: int | None
    out_phase: str | None
    out_at: float | None


@dataclass(frozen=True, slots=True)
class VoteData:
    """One counted candidate of a vote; `ballot` is the place of the vote in `ballots`, from 0.

    `voters` is null where nobody has named them.
    """

    day: int
    phase: str
    ballot: int
    candidate: int
    votes: int
    voters: tuple[int, ...] | None
    rest: bool
    own: bool


@dataclass(frozen=True, slots=True)
class UndoneData:
    """A command that was taken back, by its name, with what was said in it."""

    command: str
    given: dict[str, Any]
    moment: ch.Moment


@dataclass(frozen=True, slots=True)
class PointsData:
    """What a seat has got by the scoring, and what for."""

    seat: int
    total: float
    given: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class GameData:
    """A game, finished or not. Times are game seconds; `undone` is null unless asked for, `points`
    where the ruleset has none."""

    format: str
    version: int
    rules: str
    title: str
    phase: str
    day: int
    night: int
    seconds: float
    winner: str | None
    declared: bool
    ppk: int | None
    best_move: tuple[int, ...]
    best_move_by: int | None
    best_move_right: int | None
    players: tuple[PlayerData, ...]
    days: tuple[ch.Day, ...]
    ballots: tuple[ch.Ballot, ...]
    votes: tuple[VoteData, ...]
    nights: tuple[ch.Night, ...]
    fouls: tuple[ch.Foul, ...]
    sentences: tuple[ch.Sentence, ...]
    speeches: tuple[ch.Floor, ...]
    undone: tuple[UndoneData, ...] | None = None
    points: tuple[PointsData, ...] | None = None


def as_json(game: ch.Chronicle, with_undone: bool, scoring: Scoring | None = None) -> str:
    """The game as JSON, as the schema has it."""
    data = msgspec.to_builtins(game_data(game, with_undone, scoring))
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def schema() -> str:
    """The JSON Schema of what `as_json` writes."""
    found = msgspec.json.schema(GameData)
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def game_data(game: ch.Chronicle, with_undone: bool, scoring: Scoring | None = None) -> GameData:
    """The game in the shape in which others read it."""
    best = game.best_move
    return GameData(
        format=FORMAT,
        version=VERSION,
        rules=game.rules.id,
        title=game.rules.title,
        phase=game.phase.value,
        day=game.day,
        night=game.night,
        seconds=game.seconds,
        winner=game.winner,
        declared=game.declared,
        ppk=game.stopped_by,
        best_move=best.guesses if best else (),
        best_move_by=best.seat if best else None,
        best_move_right=best.right if best else None,
        players=tuple(_player(game, seat) for seat in game.seats),
        days=game.days,
        ballots=game.ballots,
        votes=_votes(game),
        nights=game.nights,
        fouls=game.fouls,
        sentences=game.sentences,
        speeches=game.floors,
        undone=_undone(game) if with_undone else None,
        points=_points(game, scoring) if scoring and scoring.gives else None,
    )


def _player(game: ch.Chronicle, seat: ch.Seat) -> PlayerData:
    left = seat.out.moment if seat.out else None
    return PlayerData(
        seat=seat.seat,
        name=seat.name,
        role=seat.role,
        side=seat.side,
        turned=seat.turned,
        fouls=seat.fouls,
        remarks=seat.remarks,
        shown=seat.shown,
        offences=game.offences(seat.seat),
        out=seat.out.cause.value if seat.out else None,
        out_night=left.night if left and left.by_night else None,
        out_day=left.day if left and not left.by_night else None,
        out_phase=left.phase.value if left else None,
        out_at=left.at if left else None,
    )


def _votes(game: ch.Chronicle) -> tuple[VoteData, ...]:
    return tuple(
        VoteData(
            day=ballot.day,
            phase="vote.revote" if ballot.revote else "vote.count",
            ballot=at,
            candidate=tally.candidate,
            votes=tally.votes,
            voters=tally.voters,
            rest=tally.rest,
            own=tally.own,
        )
        for at, ballot in enumerate(game.ballots)
        for tally in ballot.tallies
    )


def _points(game: ch.Chronicle, scoring: Scoring) -> tuple[PointsData, ...]:
    given = ((seat.seat, points(game, scoring, seat)) for seat in game.seats)
    return tuple(PointsData(seat, total(some), some) for seat, some in given)


def _undone(game: ch.Chronicle) -> tuple[UndoneData, ...]:
    return tuple(
        UndoneData(name_of(one.command), msgspec.to_builtins(one.command), one.moment)
        for one in game.undone
    )
