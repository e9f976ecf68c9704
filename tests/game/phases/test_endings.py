# SPDX-License-Identifier: MIT
"""Counted games: every way in which a small table can end, as chess programs count moves."""

from collections import Counter
from dataclasses import replace

import pytest

from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.decide import decide
from voice_host.game.expected import expected
from voice_host.game.phases.vote import votes_left
from voice_host.game.rules import Rules, Table
from voice_host.game.state import Phase, State, new_game


def choices(state: State) -> list[c.Command]:
    """What is tried: the first two speakers nominate, votes and kills go every way."""
    alive = state.alive
    match state.phase:
        case Phase.SPEECH if c.Nominate in expected(state) and len(state.nominations) < 2:
            return [*(c.Nominate(seat) for seat in alive if seat not in state.nominees), c.Next()]
        case Phase.NOMINATION if len(state.nominations) < 2:
            return [*(c.Nominate(seat) for seat in alive if seat not in state.nominees), c.Next()]
        case Phase.COUNT | Phase.REVOTE:
            return [c.Vote(votes) for votes in range(votes_left(state) + 1)]
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
            after = decide(state, command, 0.0).after
            if isinstance(command, c.Nominate) and state.phase is Phase.SPEECH:
                after = decide(after, c.Next(), 0.0).after
            total += count(after, known)
        known[key] = total
    return known[key]


def endings(rules: Rules, roles: tuple[tuple[int, str], ...], seats: int) -> dict[str, int]:
    held = dict.fromkeys(dict(roles).values(), 1)
    sides = rules.table.sides
    table = Table(seats=seats, fewest=seats, most=seats, roles=held, sides=sides)
    state = new_game(replace(rules, table=table), seats)
    return dict(count(decide(state, c.SetRoles(roles), 0.0).after, {}))


ENDINGS = {
    ("wma", 3): {"mafia": 68, "town": 34},
    ("aslikyan", 4): {"town": 9491, "mafia": 18624},
    ("fiim", 4): {"town": 8177, "mafia": 15852},
    ("fiim-2024", 4): {"town": 8177, "mafia": 15852},
    ("historical", 4): {"town": 7853, "mafia": 15384},
    ("lars", 4): {"town": 30173, "mafia": 51936},
    ("lars-closed", 4): {"town": 30173, "mafia": 51936},
    ("lars-half", 4): {"town": 30173, "mafia": 51936},
    ("wma", 4): {"town": 8177, "mafia": 15852},
    ("city", 4): {"town": 8177, "mafia": 15852},
    ("nyu", 4): {"town": 8177, "mafia": 15852},
    ("tv-dark", 4): {"town": 8177, "mafia": 15852},
    ("tv-mafia", 4): {"town": 8177, "mafia": 15852},
    ("tv-parliament", 4): {"town": 8177, "mafia": 15852},
}
"""Games of a table of four (and of three by wma) per ruleset, by winner."""

WITH_ROLES = {
    ("city", "maniac"): {"town": 23308, "mafia": 19580, "maniac": 27036, "draw": 2796},
    ("city", "yakuza"): {"town": 5284, "mafia": 19580, "yakuza": 19580, "draw": 932},
    ("city", "zombie"): {"town": 5786, "mafia": 5284, "draw": 5284},
    ("lars", "maniac"): {"town": 21672, "maniac": 172476, "mafia": 172476, "draw": 45920},
    ("lars", "sheriff"): {"town": 167153, "mafia": 172476, "draw": 45920},
    ("nyu", "putana"): {"town": 8177, "mafia": 15852},
}
"""The same with one more role at the table."""


def test_every_ruleset_is_counted() -> None:
    """A new one brings its count."""
    assert {name for name, _ in ENDINGS} == set(rulesets.names())


@pytest.mark.parametrize(("name", "role"), WITH_ROLES)
def test_another_role_ends_games_in_other_ways(name: str, role: str) -> None:
    """Rival killers, deaths that bring others, an active role that holds the parity up."""
    roles = ((1, "mafia"), (2, role))
    assert endings(rulesets.load(name), roles, 4) == WITH_ROLES[name, role]


@pytest.mark.parametrize(("name", "seats"), ENDINGS)
def test_the_number_of_games_of_a_small_table_is_known(name: str, seats: int) -> None:
    """One mafia, the rest citizens: any change of the rules shows in these counts."""
    assert endings(rulesets.load(name), ((1, "mafia"),), seats) == ENDINGS[name, seats]
