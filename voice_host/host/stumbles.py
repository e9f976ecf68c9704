# SPDX-License-Identifier: MIT
"""Errors of our own: how often the host is told that there was one. Owner thread only."""

from voice_host.host.clock import Clock

STUMBLE_SECONDS = 5.0
"""Those that follow each other faster are told of once."""


class Stumbles:
    """When the last one was told of, in `real` seconds: a paused game stumbles, too."""

    def __init__(self, real: Clock) -> None:
        self._real = real
        self._told = -STUMBLE_SECONDS

    def worth_telling(self) -> bool:
        """Is this one? Then it has been told."""
        now = self._real.now()
        if now - self._told < STUMBLE_SECONDS:
            return False
        self._told = now
        return True
