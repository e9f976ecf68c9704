"""A table of ten by the rules of wma, and games played far enough to tell something."""

from collections.abc import Callable

import pytest

from voice_host.game import commands as c
from voice_host.game.decide import decide
from voice_host.game.evolve import evolve
from voice_host.game.rules import Rules, Table
from voice_host.game.state import Phase, State, new_game
from voice_host.language.announce import announce
from voice_host.language.announcement import Announcement, Audience
from voice_host.language.speak import speak

ROLES = ((4, "mafia"), (5, "mafia"), (6, "don"), (7, "sheriff"))


@pytest.fixture(scope="session")
def rules() -> Rules:
    """Ten seats, the composition of sport mafia."""
    return Rules("wma", "WMA", "S1", table=Table(roles={"mafia": 2, "don": 1, "sheriff": 1}))


class Game:
    """A game under way, with everything that was told so far."""

    def __init__(self, rules: Rules) -> None:
        self.state, self.now = new_game(rules, 10), 0.0
        self.told: list[Announcement] = []

    def do(self, *commands: c.Command) -> "Game":
        """Carry the commands out; `told` is then what the last of them told."""
        for command in commands:
            self.told = []
            for event in decide(self.state, command, self.now):
                before, self.state = self.state, evolve(self.state, event)
                self.told.extend(announce(before, event, self.state))
        return self

    def until(self, phase: Phase) -> "Game":
        """Say «дальше» until this phase."""
        for _ in range(100):
            if self.state.phase is phase:
                return self
            self.do(c.Next())
        raise AssertionError(phase)

    def wait(self, seconds: float) -> "Game":
        """Let game time pass."""
        self.now += seconds
        return self.do(c.Tick())

    def said(self, audience: Audience) -> list[str]:
        """The texts of the last command."""
        return [speak(told) for told in self.told if told.audience is audience]

    @property
    def hall(self) -> list[str]:
        return self.said(Audience.HALL)

    @property
    def host(self) -> list[str]:
        return self.said(Audience.HOST)


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
    return lambda phase: lobby.__class__(rules, lobby.players, phase=phase)
