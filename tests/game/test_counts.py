# SPDX-License-Identifier: MIT
"""How many different states lie one, two and three commands from a position, in five rulesets.

Like the counts of positions with which chess programs are checked: a rule that takes too much or
too little changes a figure. Each is counted twice, in different ways, and two are derived by hand.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest

from tests.game.table import Table
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.composition import cards
from voice_host.game.decide import decide
from voice_host.game.evolve import evolve
from voice_host.game.expected import expected
from voice_host.game.refusals import Rejected
from voice_host.game.state import Phase, State

pytestmark = pytest.mark.long

Kind = type[c.Command]
BARE = (c.Next, c.EndTurn, c.Miss, c.Reveal, c.Recount, c.LongerSpeeches, c.EndGame)
OF_A_SEAT = (
    c.Foul, c.TakeBackFoul, c.Remove, c.Ppk, c.Nominate, c.Check, c.Choose, c.Kill, c.Take,
)  # fmt: skip


def spoken(kind: Any, seats: int) -> Iterator[c.Command]:
    """Every command of a kind: on seats of the table and one off it, numbers from -1 up."""
    make: Callable[..., c.Command] = kind
    if kind in BARE:
        yield make()
    elif kind in OF_A_SEAT:
        yield from (make(seat) for seat in range(seats + 2))
    elif kind is c.Fingers:
        yield from (make(s, n) for s in range(seats + 2) for n in range(-1, seats + 2))
    elif kind is c.KillAll:
        yield from (make(pair) for pair in combinations(range(seats + 2), 2))
    else:
        yield from (make(number) for number in range(-1, seats + 2))


@dataclass(frozen=True)
class Position:
    """Where it begins, what is said, and the states after one, two and three commands."""

    begin: Callable[[], Table]
    kinds: tuple[Kind, ...]
    states: tuple[int, int, int]


def by_breadth(state: State, kinds: tuple[Kind, ...]) -> tuple[int, ...]:
    """Layer after layer, saying what `expected` expects and keeping each state once."""
    layer, counts = {repr(state): state}, list[int]()
    for _ in range(3):
        found: dict[str, State] = {}
        for one in layer.values():
            for kind in expected(one) & set(kinds):
                for command in spoken(kind, one.seats):
                    try:
                        after = decide(one, command, 0.0).after
                    except Rejected:
                        continue
                    found[repr(after)] = after
        layer = found
        counts.append(len(layer))
    return tuple(counts)


def by_lines(state: State, kinds: tuple[Kind, ...]) -> tuple[int, ...]:
    """Every line of three commands, told by its events, whatever is expected."""
    said = [command for kind in kinds for command in spoken(kind, state.seats)]
    ends: tuple[set[str], ...] = (set(), set(), set())

    def walk(one: State, depth: int) -> None:
        for command in said:
            try:
                events = decide(one, command, 0.0).events
            except Rejected:
                continue
            after = one
            for event in events:
                after = evolve(after, event)
            if repr(after) not in ends[depth]:
                ends[depth].add(repr(after))
                if depth < 2:
                    walk(after, depth + 1)

    walk(state, 0)
    return tuple(map(len, ends))


def vote() -> Table:
    """WMA, day 0: seats 4, 6 and 8 are up; the vote over 4 is called, ten may vote."""
    table = Table(rulesets.load("wma")).until(Phase.SPEECH)
    return table.nominated((1, 4), (2, 6), (3, 8))


def fouls() -> Table:
    """FIIM 2024, the first speech; seats 2 and 3 have had three fouls each."""
    return Table(rulesets.load("fiim-2024")).until(Phase.SPEECH).fouls(2, 3).fouls(3, 3)


def night() -> Table:
    """City of eight, the first night's shooting, roles known: mafia, don, sheriff, doctor."""
    table = Table(rulesets.load("city"), 8)
    table(c.SetRoles(tuple(enumerate(cards(table.state.rules, 8), start=1))))
    return table.until(Phase.SHOOTING)


def pointing() -> Table:
    """Lars of six, day 0: all point."""
    return Table(rulesets.load("lars"), 6).until(Phase.NOMINATION)


def small() -> Table:
    """Historical, five players: the first speech of day 0."""
    return Table(rulesets.load("historical"), 5).until(Phase.SPEECH)


POSITIONS = {
    # By hand. One: seat 4 gets 0 to 10 votes, 11 states («дальше» is none of them: it counts 0).
    # Two: 4 gets a and 6 gets b, a + b <= 10, 66 pairs; seat 8 takes the rest at once, which ends
    # the count. Three, «дальше» alone is taken: where one leader has left it leads into the night,
    # which forgets the votes, so three states by who left; a tie of two leaders keeps its figures:
    # 4:4:2 and 5:5:0, for each of three pairs, 6 states. Ten votes cannot tie three ways.
    "wma": Position(vote, (c.Vote, c.Next), (11, 66, 9)),
    # By hand. The shooting, then the maniac's slot, then the don's: in each one of 8 seats may be
    # named once, or it is passed over, and nothing else is taken. One: 8 + 1. Two: named and passed
    # on, 8; passed over and then named, 8; passed over twice, 1. Three: 8 named before × 8 now, and
    # 8 who pass; of the second slot's 8 all pass on; of the last one 8 name and 1 passes.
    "city": Position(night, (c.Choose, c.Check, c.Kill, c.Miss, c.Next), (9, 17, 89)),
    "fiim-2024": Position(fouls, (c.Foul, c.TakeBackFoul, c.Next), (13, 90, 452)),
    "lars": Position(pointing, (c.Fingers, c.Nominate, c.Next), (39, 233, 1171)),
    "historical": Position(small, (c.Nominate, c.Remove, c.EndTurn, c.Vote), (11, 56, 219)),
}


@pytest.mark.parametrize("rules", POSITIONS)
def test_the_states_three_commands_away_are_known(rules: str) -> None:
    """Both ways of counting find them."""
    position = POSITIONS[rules]
    state = position.begin().state
    assert by_breadth(state, position.kinds) == position.states
    assert by_lines(state, position.kinds) == position.states
