# SPDX-License-Identifier: MIT
"""States of real games: every phase of every ruleset, as it comes about in play."""

from collections.abc import Iterator
from functools import cache
from random import Random

from tests.game import chance
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.decide import decide
from voice_host.game.expected import expected
from voice_host.game.refusals import Rejected
from voice_host.game.rules import Rules
from voice_host.game.state import Phase, State, new_game

RULES = {name: rulesets.load(name) for name in rulesets.names()}
GAMES = 12
"""Games of each ruleset, half of them with roles told; every phase that any of them has comes."""
KEPT = 6
"""Of each phase so many states, of games as different as they come."""
_LEADS = frozenset(
    {
        c.Next, c.EndTurn, c.Kill, c.KillAll, c.Vote, c.Nominate, c.Take, c.Fingers, c.Choose,
        c.Check, c.BestMove, c.Start, c.Raise, c.Foul, c.DeclareWinner,
    }
)  # fmt: skip


@cache
def states(name: str) -> tuple[State, ...]:
    """Of every phase that comes in games of this ruleset, several moments."""
    found: dict[str, list[State]] = {}
    for seed in range(GAMES):
        for state in _played(Random(seed), RULES[name], known=seed % 2 == 0):
            here = found.setdefault(state.phase_name, [])
            if len(here) < KEPT and state not in here:
                here.append(state)
    return tuple(state for here in found.values() for state in here)


def _played(rng: Random, rules: Rules, known: bool) -> Iterator[State]:
    state = new_game(rules, rules.table.most if rules.table.most <= 14 else rules.table.seats)
    if known:
        roles = c.SetRoles(chance.composition(rng, rules, state.seats))
        state = decide(state, roles, 0.0).after
    yield from _of(rng, state)
    if rules.id == "lars":
        cards = enumerate(["don", "mafia", "sheriff", "kamikaze", "doctor", "maniac"], start=1)
        told = (*cards, *((seat, "citizen") for seat in range(7, 11)))
        yield from _of(rng, decide(new_game(rules, 10), c.SetRoles(told), 0.0).after)


def _of(rng: Random, state: State) -> Iterator[State]:
    """Anything that leads on is said, until the game is over."""
    now = 0.0
    for _ in range(400):
        yield state
        if state.day > 9:
            return
        if state.phase is Phase.OVER and (state.winner or rng.random() < 0.5):
            return
        command = chance.command(rng, state, expected(state) & _LEADS)
        if state.phase is Phase.RESULT and state.player(4).role == "kamikaze":
            command = c.Kill(4)  # one death of very many begins this phase
        now += rng.choice([1.0, 4.0, 13.0])
        try:
            state = decide(state, command, now).after
        except Rejected:
            continue
