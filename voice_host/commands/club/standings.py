# SPDX-License-Identifier: MIT
"""What several games come to: a line a game, a line a player. Pure; knows no words."""

from collections.abc import Iterable
from dataclasses import dataclass

from voice_host.commands.club.gathered import KeptGame
from voice_host.game.state import Cause
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


def won(game: Chronicle, seat: Seat) -> bool | None:
    """Has this seat won? None while the winner, or his side, is not known."""
    if game.winner is None or seat.side is None:
        return None
    return game.winner == seat.side


def first_killed(game: Chronicle) -> int | None:
    """The first who was killed at night and whose death still stands."""
    killed = {seat.seat for seat in game.seats if seat.out and seat.out.cause is Cause.KILLED}
    nights = (seat for night in game.nights for seat in night.killed or ())
    return next((seat for seat in nights if seat in killed), None)


def standings(games: Iterable[KeptGame]) -> tuple[Standing, ...]:
    """Those who were named, whoever won most first; equal ones by fewer games, then by name."""
    found: dict[str, Standing] = {}
    for kept in games:
        if kept.over:
            for seat in kept.game.seats:
                if seat.name:
                    name = plain(seat.name)
                    _count(found.setdefault(name, Standing(name)), kept.game, seat)
    return tuple(sorted(found.values(), key=lambda one: (-one.wins, one.games, one.name)))


def _count(standing: Standing, game: Chronicle, seat: Seat) -> None:
    has_won, best = won(game, seat), game.best_move
    standing.games += 1
    standing.decided += has_won is not None
    standing.wins += bool(has_won)
    standing.fouls += seat.fouls
    standing.first_killed += first_killed(game) == seat.seat
    if best is not None and best.seat == seat.seat:
        standing.best_moves += 1
        standing.guessed += best.right or 0
