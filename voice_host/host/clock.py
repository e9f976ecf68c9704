# SPDX-License-Identifier: MIT
"""Game time: seconds that pass only while nothing holds them.

Over a clock of real, monotonic seconds. The rules see game seconds only; the host file
decides what holds them. Not safe for threads: the owner thread alone uses it.
"""

import time
from typing import Protocol

ROUNDING = 1e-6
"""Seconds by which sums of floats may miss a deadline."""


class Clock(Protocol):
    """Real seconds that never go back."""

    def now(self) -> float:
        """Seconds since some fixed moment."""


class SystemClock:
    """The machine's monotonic clock."""

    def now(self) -> float:
        """See `Clock`."""
        return time.monotonic()


class ManualClock:
    """Real time that passes when told to: for scenarios, replays and tests."""

    def __init__(self, now: float = 0.0) -> None:
        self._now = now

    def now(self) -> float:
        """See `Clock`."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let so many real seconds pass."""
        self._now += seconds


class GameClock:
    """Game seconds: run, are held by any number of reasons, and can be rewound."""

    def __init__(self, clock: Clock, at: float = 0.0) -> None:
        self._clock = clock
        self._at = at
        self._since = clock.now()
        self._holds: set[object] = set()

    @property
    def held(self) -> bool:
        """Does anything hold the clock?"""
        return bool(self._holds)

    def held_by(self, reason: object) -> bool:
        """Is this reason among those that hold the clock?"""
        return reason in self._holds

    def read(self) -> float:
        """The game second now."""
        return self._at if self._holds else self._at + self._clock.now() - self._since

    def hold(self, reason: object) -> None:
        """Stand still until this reason is released; holding twice is holding once."""
        self._at = self.read()
        self._holds.add(reason)

    def release(self, reason: object) -> None:
        """Drop one reason; the clock runs again when none is left."""
        if reason in self._holds:
            self._holds.discard(reason)
            self._since = self._clock.now()

    def rewind(self, at: float) -> None:
        """Set the game second; what holds the clock still holds it."""
        self._at = at
        self._since = self._clock.now()

    def until(self, at: float) -> float | None:
        """Real seconds until game second `at` (0 when past), None while held."""
        return None if self._holds else max(0.0, at - self.read())
