# SPDX-License-Identifier: MIT
"""What is told in the games of every dialect: all of it can be said, and no secret aloud."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.game import chance
from tests.game.variants import VARIANTS
from tests.russian import RU
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.decide import decide
from voice_host.game.events import Event
from voice_host.game.evolve import evolve
from voice_host.game.expected import expected
from voice_host.game.refusals import Rejected
from voice_host.game.rules import Rules
from voice_host.game.state import State, new_game
from voice_host.game.who import HALL
from voice_host.language.said.announce import announce
from voice_host.language.said.speak import speak

RULES = [*map(rulesets.load, rulesets.names()), *VARIANTS]


def tell(before: State, event: Event, after: State) -> None:
    """Every announcement has words; in the hall a role stands beside no living seat."""
    for told in announce(before, event, after):
        assert isinstance(speak(RU.texts, told), str)
        if told.audience is HALL and "role" in told.params:
            seat = told.params.get("seat")
            assert seat is None or not after.player(int(str(seat))).alive
        if told.audience is HALL:
            assert not told.key.startswith(("checked.", "chosen.", "prompt.", "roles."))
            listing = told.key in ("vote.opened", "vote.single")
            assert after.rules.nominations.told or not listing


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=6, deadline=None)
def test_every_dialect_is_told_without_secrets(rules: Rules, seed: int) -> None:
    """Random games with roles known, whatever happens in them."""
    rng, now = Random(seed), 0.0
    state = new_game(rules, rng.randint(rules.table.fewest, rules.table.most))
    command: c.Command = c.SetRoles(chance.composition(rng, rules, state.seats))
    for _ in range(120):
        now += rng.choice([0.0, 5.0, 30.0, 61.0])
        try:
            events = decide(state, command, now).events
        except Rejected:
            events = ()
        for event in events:
            before, state = state, evolve(state, event)
            tell(before, event, state)
        command = chance.command(rng, state, expected(state))
