# SPDX-License-Identifier: MIT
"""Every ruleset at every size of its table: games end, undo is exact, a replay is the same."""

from pathlib import Path
from random import Random

import pytest

from tests import games
from tests.game import chance
from tests.game.test_random_games import answer, follow, play
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.decide import decide
from voice_host.game.expected import expected
from voice_host.game.refusals import Rejected
from voice_host.game.rules import Rules
from voice_host.game.state import Phase, State, new_game
from voice_host.history.recovery import recover, replay
from voice_host.history.session import Session, begin

TABLES = [
    (rules, seats)
    for rules in map(rulesets.load, rulesets.names())
    for seats in range(rules.table.fewest, rules.table.most + 1)
]
tables = pytest.mark.parametrize(
    ("rules", "seats"), TABLES, ids=[f"{rules.id}-{seats}" for rules, seats in TABLES]
)


def seated(rules: Rules, seats: int, rng: Random) -> State:
    """A table of this size, its roles told."""
    roles = c.SetRoles(chance.composition(rng, rules, seats))
    return decide(new_game(rules, seats), roles, 0.0).after


def answered(state: State, command: c.Command) -> State:
    found = answer(state, command, 0.0)
    return state if isinstance(found, Rejected) else found.after


@tables
def test_the_rules_keep_their_promises_and_the_game_ends(rules: Rules, seats: int) -> None:
    """Anything at first, then «дальше», votes and kills until somebody has won."""
    rng = Random(seats)
    state = play(rng, seated(rules, seats, rng), steps=40)
    kinds = frozenset({c.Next, c.Kill, c.Vote, c.Nominate, c.Take, c.Fingers, c.Choose})
    for _ in range(8000):
        if state.phase is Phase.OVER:
            break
        state = answered(state, chance.command(rng, state, expected(state) & kinds))
    assert state.phase is Phase.OVER


@tables
def test_undo_is_exact_and_a_replay_the_same(rules: Rules, seats: int, tmp_path: Path) -> None:
    """Whatever has been said and taken back, the journal tells the same game."""
    path = tmp_path / "game.jsonl"
    session = begin(rules, seats, path)
    games.play(session, Random(seats), steps=40, after=lambda: undone(session))
    session.close()
    assert replay(path) is None
    again = recover(path)
    assert again.state == session.state
    again.close()


def undone(session: Session) -> None:
    """The last step begins where the one before it has ended."""
    states = [step.before for step in session.steps] + [session.state]
    for step, after in zip(session.steps, states[1:], strict=True):
        assert follow(step.before, step.entry.events) == after
