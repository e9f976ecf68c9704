# SPDX-License-Identifier: MIT
"""Confirmation: what waits for «да», and the guard against a foul heard twice.

Knows real seconds and what was asked; whether a command is grave is for the rules, what
the question sounds like for the language. Owner thread only.
"""

from dataclasses import dataclass

from voice_host.game.commands import Command, Foul, Next
from voice_host.host.clock import Clock
from voice_host.host.inbox import By
from voice_host.language.requests import Leave, Undo

ANSWER_SECONDS = 10.0
"""How long a question waits for «да»; silence means no."""
SAME_FOUL_SECONDS = 5.0
"""A second foul to one seat within this time is asked about."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A command that waits for «да» until real second `until`."""

    command: Command | Undo | Leave
    by: By
    until: float


class Confirmation:
    """At most one question, and when each seat got its last foul."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._asked: Asked | None = None
        self._fouls: dict[int, float] = {}

    @property
    def waits(self) -> bool:
        """Is a question unanswered?"""
        return self._asked is not None

    @property
    def waiting(self) -> Command | Undo | Leave | None:
        """The command that waits for «да»."""
        return None if self._asked is None else self._asked.command

    @property
    def of_nothing(self) -> bool:
        """Does it ask whether nobody is meant? Then who, or how many, answers it too."""
        return self._asked is not None and isinstance(self._asked.command, Next)

    @property
    def seconds_left(self) -> float | None:
        """Real seconds until the question lapses, None if there is none."""
        return None if self._asked is None else max(0.0, self._asked.until - self._clock.now())

    def ask(self, command: Command | Undo | Leave, by: By) -> None:
        """Let it wait for «да»; a question before it is forgotten."""
        self._asked = Asked(command, by, self._clock.now() + ANSWER_SECONDS)

    def take(self) -> Asked | None:
        """What waited; it waits no longer."""
        # Taken before it is looked at: whatever follows, a later «да» must not find it again.
        asked, self._asked = self._asked, None
        return asked

    def given(self, command: Command) -> None:
        """Note a command that was carried out."""
        # By seat: fouls to two players within a second are two fouls; two to one are mostly one,
        # heard twice or said again because the beep was missed.
        if isinstance(command, Foul):
            self._fouls[command.seat] = self._clock.now()

    def just_given(self, command: Command) -> bool:
        """Is it the foul that was given a moment ago?"""
        if not isinstance(command, Foul) or command.seat not in self._fouls:
            return False
        return self._clock.now() - self._fouls[command.seat] < SAME_FOUL_SECONDS

    def forget_fouls(self) -> None:
        """Fouls were taken back."""
        self._fouls.clear()
