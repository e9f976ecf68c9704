# SPDX-License-Identifier: MIT
"""Everything that a line names is checked, and what the rules write always passes."""

from dataclasses import fields
from random import Random
from typing import Any, get_args, get_type_hints

import pytest

from tests import games
from tests.game import chance
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.commands import Command
from voice_host.game.events import Event
from voice_host.game.rules import Rules
from voice_host.history.ids import CHECKS, entry_holds
from voice_host.history.session import Session
from voice_host.history.standing import can_stand

RULES = [rulesets.load(name) for name in rulesets.names()]


def open_types(kind: Any) -> set[type]:
    """The types in a field's type that hold more than a journal's line may."""
    if kind in (int, float, str):
        return {kind}
    return set().union(*map(open_types, get_args(kind))) if type(kind) is not type else set()


@pytest.mark.parametrize("kind", [*get_args(Command), *get_args(Event)], ids=lambda k: k.__name__)
def test_every_field_that_holds_a_number_or_a_text_is_checked(kind: type) -> None:
    """A new one gets a name that is known here, or a row of its own."""
    hints = get_type_hints(kind)
    for field in fields(kind):
        if {int, float, str} & open_types(hints[field.name]) and hints[field.name] is not bool:
            assert field.name in CHECKS or (kind, field.name) in CHECKS, field.name


def test_no_check_is_without_a_field() -> None:
    """What is not named any more is not checked."""
    named = {
        field.name for kind in (*get_args(Command), *get_args(Event)) for field in fields(kind)
    }
    assert {key for key in CHECKS if isinstance(key, str)} <= named


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_what_the_rules_write_is_never_refused(rules: Rules) -> None:
    """Every entry of random games, the roles told and not, and every state that it leads to."""
    for seed in range(6):
        rng = Random(seed)
        session = Session(rules, rng.randint(rules.table.fewest, rules.table.most))
        if seed % 2:
            roles = chance.composition(rng, rules, session.state.seats)
            session.submit(c.SetRoles(roles), 0.0, "keyboard")

        def check(session: Session = session) -> None:
            assert can_stand(session.state), session.steps[-1:]
            for step in session.steps[-1:]:
                assert entry_holds(step.entry, step.before), step.entry

        games.play(session, rng, 150, check)
