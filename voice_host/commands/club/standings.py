# SPDX-License-Identifier: MIT
"""What several games come to: a line a game, a line a player. Pure; knows no words."""

from collections.abc import Iterable
from dataclasses import dataclass

from voice_host.commands.club.gathered import KeptGame
from voice_host.commands.protocol.scoring import Scoring, points, scoring_of, total
from voice_host.history.chronicle import Chronicle, Seat
from voice_host.language.nicknames import plain


@dataclass(slots=True)
class Standing:
    """A player over several games; counts only. Of `decided` games it is known who has won."""

    name: str
    games: int = 0
    decided: int = 0
    wins: int = 0
    first_killed: int = 0
    best_moves: int = 0
    guessed: int = 0
    fouls: int = 0
    points: float | None = None


def won(game: Chronicle, seat: Seat) -> bool | None:
    """Has this seat won? None while the winner, or his side, is not known."""
    if game.winner is None or seat.side is None:
        return None
    return game.winner == seat.side


def standings(games: Iterable[KeptGame], scoring: Scoring | None = None) -> tuple[Standing, ...]:
    """Those who were named: by points where there are any, then by wins, fewer games, name.

    `scoring` is in place of those of the games' rulesets.
    """
    found: dict[str, Standing] = {}
    for kept in games:
        if kept.over:
            for seat in kept.game.seats:
                if seat.name:
                    name = plain(seat.name)
                    _count(found.setdefault(name, Standing(name)), kept.game, seat)
                    _add_points(found[name], scored(kept.game, scoring, seat))
    return tuple(sorted(found.values(), key=_rank))


def _rank(one: Standing) -> tuple[float, int, int, str]:
    return (-(one.points or 0.0), -one.wins, one.games, one.name)


def scored(game: Chronicle, scoring: Scoring | None, seat: Seat) -> float | None:
    """The points of this seat, None where there are none to be had."""
    scoring = scoring or scoring_of(game.rules.id)
    return total(points(game, scoring, seat)) if scoring and scoring.gives else None


def _add_points(standing: Standing, more: float | None) -> None:
    if more is not None:
        standing.points = round((standing.points or 0.0) + more, 2)


def _count(standing: Standing, game: Chronicle, seat: Seat) -> None:
    has_won, best = won(game, seat), game.best_move
    standing.games += 1
    standing.decided += has_won is not None
    standing.wins += bool(has_won)
    standing.fouls += seat.fouls
    standing.first_killed += game.first_killed == seat.seat
    if best is not None and best.seat == seat.seat:
        standing.best_moves += 1
        standing.guessed += best.right or 0
