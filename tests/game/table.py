# SPDX-License-Identifier: MIT
"""A table to play at in tests: a state, a clock set by hand, and words for what tests ask."""

from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.decide import decide
from voice_host.game.events import Event
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.rules import Rules
from voice_host.game.state import Phase, State, new_game

WMA = rulesets.load("wma")
ROLES = ((1, "mafia"), (2, "mafia"), (3, "don"), (4, "sheriff"))
"""The roles of most tests: the mafia sits at 1–3, the sheriff at 4."""


class Table:
    """One game. Calling it with commands submits them; the events of the last one remain."""

    def __init__(self, rules: Rules = WMA, seats: int | None = None) -> None:
        self.state: State = new_game(rules, seats or rules.table.seats)
        self.now = 0.0
        self.events: tuple[Event, ...] = ()

    def __call__(self, *commands: c.Command) -> tuple[Event, ...]:
        for command in commands:
            decision = decide(self.state, command, self.now)
            self.events, self.state = decision.events, decision.after
        return self.events

    def refuses(self, command: c.Command) -> Reason:
        """The reason for which the rules refuse it."""
        try:
            decide(self.state, command, self.now)
        except Rejected as refusal:
            return refusal.reason
        raise AssertionError(f"accepted: {command}")

    def wait(self, seconds: float) -> list[Event]:
        """Let game seconds pass as the clock does: a tick whenever the state asks for one."""
        end, events = self.now + seconds, list[Event]()
        while (wake := self.state.next_wakeup) is not None and wake <= end:
            self.now = max(self.now, wake)
            events += self(c.Tick())
            after = self.state.next_wakeup
            assert after is None or after > self.now, "the clock is woken for nothing"
        self.now = end
        events += self(c.Tick())
        return events

    def until(self, phase: Phase) -> "Table":
        """Say «дальше» until the phase."""
        for _ in range(100):
            if self.state.phase is phase:
                return self
            self(c.Next())
        raise AssertionError(f"never came: {phase}")

    def speech_of(self, seat: int) -> "Table":
        """Say «дальше» until this seat has its day speech."""
        for _ in range(100):
            if self.state.phase is Phase.SPEECH and self.state.speaker == seat:
                return self
            self(c.Next())
        raise AssertionError(f"never spoke: {seat}")

    def nominated(self, *pairs: tuple[int, int]) -> "Table":
        """(nominator, nominee) pairs, each in the nominator's speech; then the vote is due."""
        for by, seat in pairs:
            self.speech_of(by)(c.Nominate(seat))
        while self.state.phase is Phase.SPEECH:
            self(c.Next())
        return self

    def fouls(self, seat: int, number: int) -> "Table":
        """That many fouls for a seat."""
        self(*[c.Foul(seat)] * number)
        return self

    def has(self, kind: type[Event]) -> bool:
        """Did the last command cause such an event?"""
        return any(isinstance(event, kind) for event in self.events)


def at_day_0(rules: Rules = WMA, roles: tuple[tuple[int, str], ...] = ()) -> Table:
    """The first speech of day 0."""
    table = Table(rules)
    if roles:
        table(c.SetRoles(roles))
    return table.until(Phase.SPEECH)


def at_vote(*nominees: int, rules: Rules = WMA) -> Table:
    """Day 0's vote over these nominees, put up by seats 1, 2, …"""
    return at_day_0(rules).nominated(*enumerate(nominees, start=1))


def at_night_1(rules: Rules = WMA, roles: tuple[tuple[int, str], ...] = ()) -> Table:
    """The shooting round of the first standard night, all ten alive."""
    return at_day_0(rules, roles).until(Phase.SHOOTING)


def after_kill(seat: int, rules: Rules = WMA) -> Table:
    """The morning of day 1, this seat was killed."""
    table = at_night_1(rules).until(Phase.RESULT)
    table(c.Kill(seat))
    return table
