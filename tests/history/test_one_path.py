# SPDX-License-Identifier: MIT
"""A game lives, comes back and is gone back in by one path: all three lead to the same state."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import games
from tests.game import chance
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.rules import Rules
from voice_host.history.recovery import load
from voice_host.history.session import Session, begin

RULES = [rulesets.load(name) for name in rulesets.names()]


def played(rules: Rules, path: Path, seed: int, known: bool) -> Session:
    """A random game with refusals, ticks and undos, written to a new journal."""
    rng = Random(seed)
    path.unlink(missing_ok=True)
    session = begin(rules, rng.randint(rules.table.fewest, rules.table.most), path)
    if known:
        roles = chance.composition(rng, rules, session.state.seats)
        session.submit(c.SetRoles(roles), 0.0, "keyboard")
    games.play(session, rng, steps=60)
    session.close()
    return session


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
@given(seed=st.integers(0, 2**32), known=st.booleans())
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_in_memory_from_the_journal_and_given_again_it_is_the_same_game(
    rules: Rules, tmp_path: Path, seed: int, known: bool
) -> None:
    """The steps, the state, and every state on the way back to the lobby and forth again."""
    path = tmp_path / "game.jsonl"
    session = played(rules, path, seed, known)
    state, steps = session.state, list(session.steps)
    back = load(path)
    assert (back.state, back.steps, back.at) == (state, steps, session.at)

    again = Session(rules, state.seats)
    for game in (back, again):
        while game.undo() is not None:
            assert game.steps == steps[: len(game.steps)]
            assert game.state == steps[len(game.steps)].before
        ticks = len(game.steps)  # what the clock alone has done before the first command stays
        for step in steps[ticks:]:
            entry = step.entry
            assert game.state == step.before
            events = game.submit(entry.command, entry.at, entry.channel, entry.actor)
            assert events == entry.events
        assert (game.state, game.steps) == (state, steps)
