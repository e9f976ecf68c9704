# SPDX-License-Identifier: MIT
"""What a device tells the owner thread when it fails and when it works again."""

from collections.abc import Callable
from dataclasses import dataclass

from voice_host.errors import Told


@dataclass(frozen=True, slots=True)
class Trouble:
    """A part stopped working; the game goes on without it.

    `part` is "ears", "mouth", "hall", "ear" or "microphone"; `what` is what happened, whose
    words (and what to do) are the language's.
    """

    part: str
    what: Told


@dataclass(frozen=True, slots=True)
class Recovered:
    """A part that had given `Trouble` works again."""

    part: str


Report = Trouble | Recovered
Tell = Callable[[Report], None]
"""Takes a report; safe to call from any thread, never blocks."""
