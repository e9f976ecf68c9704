# SPDX-License-Identifier: MIT
"""A game played by commands, with what was told of the last one."""

from tests.russian import RU
from voice_host.game import commands as c
from voice_host.game.decide import decide
from voice_host.game.evolve import evolve
from voice_host.game.rules import Rules
from voice_host.game.state import Phase, new_game
from voice_host.game.who import HALL, HOST, Viewer
from voice_host.language.announcement import Announcement
from voice_host.language.said.announce import announce
from voice_host.language.said.speak import speak


class Game:
    """A game under way, with everything that was told so far."""

    def __init__(self, rules: Rules) -> None:
        self.state, self.now = new_game(rules, 10), 0.0
        self.told: list[Announcement] = []

    def do(self, *commands: c.Command) -> "Game":
        """Carry the commands out; `told` is then what the last of them told."""
        for command in commands:
            self.told = []
            for event in decide(self.state, command, self.now).events:
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

    def said(self, audience: Viewer) -> list[str]:
        """The texts of the last command."""
        return [speak(RU.texts, told) for told in self.told if told.audience is audience]

    @property
    def hall(self) -> list[str]:
        return self.said(HALL)

    @property
    def host(self) -> list[str]:
        return self.said(HOST)
