# SPDX-License-Identifier: MIT
"""A player of random games: any command with any arguments, sensible or not, from a seed."""

from collections.abc import Callable
from random import Random

from voice_host.game import commands as c
from voice_host.game.composition import cards
from voice_host.game.roles import ROLES, SIDES
from voice_host.game.rules import Rules
from voice_host.game.state import State

Maker = Callable[[Random, State], c.Command]


def seat(rng: Random, state: State) -> int:
    """Mostly a seat of the table, now and then a number off it."""
    return rng.randint(1, state.seats) if rng.random() < 0.9 else rng.choice([-1, 0, 11, 31])


def seats(rng: Random, state: State) -> tuple[int, ...]:
    """A few seats, now and then with a repeat."""
    if rng.random() < 0.7:
        return tuple(rng.sample(range(1, state.seats + 1), rng.randint(0, min(4, state.seats))))
    return tuple(seat(rng, state) for _ in range(rng.randint(0, 4)))


def votes(rng: Random, state: State) -> int:
    """Mostly what can still be given."""
    left = len(state.alive) - sum(tally.votes for tally in state.tallies)
    return rng.randint(0, max(0, left)) if rng.random() < 0.9 else rng.randint(-1, 40)


def composition(rng: Random, rules: Rules, number: int) -> tuple[tuple[int, str], ...]:
    """The ruleset's cards on random seats."""
    return tuple(zip(rng.sample(range(1, number + 1), number), cards(rules, number), strict=True))


def roles(rng: Random, state: State) -> tuple[tuple[int, str], ...]:
    """Mostly the composition, else nonsense."""
    if rng.random() < 0.7:
        return composition(rng, state.rules, state.seats)
    return tuple((seat(rng, state), rng.choice([*ROLES, "wizard"])) for _ in range(4))


def maybe(rng: Random, value: int) -> int | None:
    return value if rng.random() < 0.2 else None


MAKERS: dict[type[c.Command], Maker] = {
    c.Start: lambda rng, state: c.Start(maybe(rng, seat(rng, state))),
    c.SetRoles: lambda rng, state: c.SetRoles(roles(rng, state)),
    c.Next: lambda rng, state: c.Next(),
    c.EndTurn: lambda rng, state: c.EndTurn(),
    c.Tick: lambda rng, state: c.Tick(),
    c.SetTimer: lambda rng, state: c.SetTimer(rng.randint(-1, 90)),
    c.AddTime: lambda rng, state: c.AddTime(rng.randint(-5, 30)),
    c.StopTimer: lambda rng, state: c.StopTimer(),
    c.Foul: lambda rng, state: c.Foul(seat(rng, state)),
    c.TakeBackFoul: lambda rng, state: c.TakeBackFoul(seat(rng, state)),
    c.Remove: lambda rng, state: c.Remove(seat(rng, state)),
    c.Ppk: lambda rng, state: c.Ppk(seat(rng, state), rng.choice([None, "oath"])),
    c.Nominate: lambda rng, state: c.Nominate(seat(rng, state), maybe(rng, seat(rng, state))),
    c.Fingers: lambda rng, state: c.Fingers(seat(rng, state), votes(rng, state)),
    c.LongerSpeeches: lambda rng, state: c.LongerSpeeches(),
    c.Vote: lambda rng, state: c.Vote(votes(rng, state), maybe(rng, seat(rng, state))),
    c.Ballot: lambda rng, state: c.Ballot(seats(rng, state)),
    c.Raise: lambda rng, state: c.Raise(votes(rng, state)),
    c.Recount: lambda rng, state: c.Recount(),
    c.Check: lambda rng, state: c.Check(seat(rng, state)),
    c.Choose: lambda rng, state: c.Choose(seat(rng, state) if rng.random() < 0.9 else None),
    c.Kill: lambda rng, state: c.Kill(seat(rng, state)),
    c.KillAll: lambda rng, state: c.KillAll(seats(rng, state)),
    c.Take: lambda rng, state: c.Take(seat(rng, state)),
    c.Reveal: lambda rng, state: c.Reveal(),
    c.Miss: lambda rng, state: c.Miss(),
    c.BestMove: lambda rng, state: c.BestMove(seats(rng, state)),
    c.Ready: lambda rng, state: c.Ready(),
    c.Hand: lambda rng, state: c.Hand(),
    c.DeclareWinner: lambda rng, state: c.DeclareWinner(rng.choice([*SIDES, "martians"])),
    c.EndGame: lambda rng, state: c.EndGame(),
}
"""How to make a command of each kind."""

FINAL = frozenset({c.DeclareWinner, c.EndGame, c.Ppk})
"""Kinds that end a game at once; a random player says them rarely, else games stay short."""
RARE = frozenset({c.Remove, c.Foul, *FINAL})


def weight(kind: type[c.Command]) -> int:
    """How often a kind is said."""
    return 1 if kind in FINAL else 4 if kind in RARE else 40


def command(rng: Random, state: State, kinds: frozenset[type[c.Command]]) -> c.Command:
    """A random command of one of these kinds."""
    ordered = sorted(kinds, key=lambda kind: kind.__name__)
    (kind,) = rng.choices(ordered, [weight(kind) for kind in ordered])
    return MAKERS[kind](rng, state)
