# SPDX-License-Identifier: MIT
"""The hall learns nothing from what is told: the same game with other roles sounds the same."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.language.played import Game
from voice_host.game import commands as c
from voice_host.game.refusals import Rejected
from voice_host.game.rules import Rules
from voice_host.game.state import Phase

ROLES = ["mafia", "mafia", "don", "sheriff", *["citizen"] * 6]
SEATS = st.integers(1, 10)
COMMANDS = st.one_of(
    st.just(c.Next()),
    SEATS.map(c.Foul),
    SEATS.map(c.TakeBackFoul),
    SEATS.map(c.Nominate),
    SEATS.map(c.Check),
    SEATS.map(c.Kill),
    st.just(c.Miss()),
    st.integers(0, 10).map(c.Vote),
    st.integers(0, 10).map(c.Raise),
    st.permutations(range(1, 11)).map(lambda seats: c.BestMove(tuple(seats[:3]))),
    st.integers(1, 60).map(lambda seconds: seconds),
)


def dealt(rules: Rules, roles: list[str]) -> Game:
    return Game(rules).do(c.SetRoles(tuple(enumerate(roles, start=1))), c.Start())


def step(game: Game, what: c.Command | int) -> list[str] | str:
    """What the hall hears of a command, or of some seconds that pass."""
    try:
        return (game.wait(what) if isinstance(what, int) else game.do(what)).hall
    except Rejected as refused:
        return refused.reason


@settings(max_examples=40, deadline=None)
@given(st.permutations(ROLES), st.permutations(ROLES), st.lists(COMMANDS, max_size=60))
def test_the_hall_is_told_nothing_of_roles(
    rules: Rules, one: list[str], other: list[str], whats: list[c.Command | int]
) -> None:
    """Two deals, the same commands: the hall hears the same until a side has won."""
    first, second = dealt(rules, one), dealt(rules, other)
    for what in whats:
        said = step(first, what), step(second, what)
        if Phase.OVER in (first.state.phase, second.state.phase):
            break
        assert said[0] == said[1]
