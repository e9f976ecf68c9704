"""Counted games: every way in which a small table can end, as chess programs count moves."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.game.table import WMA
from voice_host.game import commands as c
from voice_host.game.decide import decide
from voice_host.game.evolve import evolve
from voice_host.game.rules import Rules, Table
from voice_host.game.state import Phase, State, new_game


def choices(state: State) -> list[c.Command]:
    """What is tried: the first two speakers nominate, votes and kills go every way."""
    alive = state.alive
    match state.phase:
        case Phase.SPEECH if len(state.nominations) < 2:
            return [c.Nominate(seat) for seat in alive if seat not in state.nominees] + [c.Next()]
        case Phase.COUNT | Phase.REVOTE:
            left = len(alive) - sum(tally.votes for tally in state.tallies)
            return [c.Vote(votes) for votes in range(left + 1)]
        case Phase.RAISE:
            return [c.Raise(0), c.Raise(len(alive))]
        case Phase.RESULT:
            return [c.Kill(seat) for seat in alive]
        case _:
            return [c.Next()]


def count(state: State, known: dict[str, Counter[str]]) -> Counter[str]:
    """How many games from here end with each winner."""
    if state.phase is Phase.OVER:
        return Counter({str(state.winner): 1})
    key = repr(state)
    if key not in known:
        total: Counter[str] = Counter()
        for command in choices(state):
            after = state
            for event in decide(state, command, 0.0):
                after = evolve(after, event)
            if isinstance(command, c.Nominate):
                for event in decide(after, c.Next(), 0.0):
                    after = evolve(after, event)
            total += count(after, known)
        known[key] = total
    return known[key]


def endings(rules: Rules, roles: tuple[tuple[int, str], ...], seats: int) -> dict[str, int]:
    table = Table(
        seats=seats, fewest=seats, most=seats, roles=dict.fromkeys(dict(roles).values(), 1)
    )
    state = new_game(replace(rules, table=table), seats)
    for event in decide(state, c.SetRoles(roles), 0.0):
        state = evolve(state, event)
    return dict(count(state, {}))


@pytest.mark.parametrize(
    ("seats", "expected"),
    [(3, {"mafia": 68, "town": 34}), (4, {"mafia": 15852, "town": 8177})],
)
def test_the_number_of_games_of_a_small_table_is_known(
    seats: int, expected: dict[str, int]
) -> None:
    """One mafia, the rest citizens: any change of the rules shows in these counts."""
    assert endings(WMA, ((1, "mafia"),), seats) == expected
