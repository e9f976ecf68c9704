# SPDX-License-Identifier: MIT
"""A table of ten by the rules of wma, and games played far enough to tell something."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.language.played import Game
from voice_host.game import commands as c
from voice_host.game.rules import Rules, Table
from voice_host.game.state import Phase, State, new_game

ROLES = ((4, "mafia"), (5, "mafia"), (6, "don"), (7, "sheriff"))


@pytest.fixture(scope="session")
def rules() -> Rules:
    """Ten seats, the composition of sport mafia."""
    return Rules("wma", "WMA", "S1", table=Table(roles={"mafia": 2, "don": 1, "sheriff": 1}))


@pytest.fixture
def game(rules: Rules) -> Game:
    """A game in the lobby."""
    return Game(rules)


@pytest.fixture
def with_roles(rules: Rules) -> Game:
    """A game in the lobby whose roles are known."""
    return Game(rules).do(c.SetRoles(ROLES))


@pytest.fixture
def at(rules: Rules) -> Callable[[Phase], State]:
    """The expectations of a phase need no game played that far."""
    lobby = new_game(rules, 10)
    return lambda phase: replace(lobby, phase=phase)
