# SPDX-License-Identifier: MIT
"""Which stretches of sound reach the recogniser: the gate and the push-to-talk key.

Decides by times alone (`time.monotonic()` seconds). Both are set by one thread and asked
by another; every change is a single assignment.
"""

from dataclasses import dataclass

from voice_host.voice.messages import Sounds

_REMEMBERED = 5.0
"""Seconds; the ears are never so far behind that older sound still comes to them."""


class Gate:
    """Closed while the hall sounds and `tail` seconds longer; it opens in every pause of it."""

    def __init__(self, tail: float) -> None:
        self._tail = tail
        self._stretches: tuple[tuple[float, float], ...] = ()

    def tell(self, sounds: Sounds) -> None:
        """What the hall is about to sound; what it has sounded stays as it was."""
        at = sounds.at
        # The ears hear a little later than the hall sounds: a stretch that is over is still asked
        # about, and one that was cut off ends where it was.
        past = (
            (began, min(ended, at))
            for began, ended in self._stretches
            if began < at and ended > at - _REMEMBERED
        )
        self._stretches = (*past, *sounds.stretches)

    def sounds(self, began: float, ended: float) -> bool:
        """Does the hall, or its echo, sound in this stretch of time?"""
        return any(began < until + self._tail and ended > since for since, until in self._stretches)


@dataclass(frozen=True, slots=True)
class _Change:
    on: bool
    at: float


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
