# SPDX-License-Identifier: MIT
"""Which stretches of sound reach the recogniser: the gate and the push-to-talk key.

Decides by times alone (`time.monotonic()` seconds). Both are set by one thread and asked
by another; every change is a single assignment.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Change:
    on: bool
    at: float


class Gate:
    """Closed while the hall speaks and `tail` seconds longer."""

    def __init__(self, tail: float) -> None:
        self._tail = tail
        self._last = _Change(False, float("-inf"))

    def close(self, closed: bool, at: float) -> None:
        """Close it, or let it open after the tail."""
        # Only a change counts: said again, «open» would begin its tail anew and never end it.
        if closed != self._last.on:
            self._last = _Change(closed, at)

    def admits(self, began: float) -> bool:
        """May sound that began at this time be heard?"""
        last = self._last
        return not last.on and began >= last.at + self._tail


class Key:
    """Open while it is held and `tail` seconds longer."""

    def __init__(self, tail: float) -> None:
        self._tail = tail
        self._last = _Change(False, float("-inf"))

    def press(self, held: bool, at: float) -> None:
        """The key is down (again and again while it repeats), or up."""
        if held != self._last.on:
            self._last = _Change(held, at)

    def admits(self, began: float, ended: float) -> bool:
        """Does this stretch of sound overlap the time the key was open?"""
        last = self._last
        return ended > last.at if last.on else began < last.at + self._tail
