# SPDX-License-Identifier: MIT
"""What a synthesiser is asked for and what it gives back; each one has a file of its own.

Which synthesisers there are is in `voices.py`. Nothing here plays a sound.
"""

from dataclasses import dataclass
from typing import Protocol

from voice_host.audio.samples import Samples

STRESS = "\u0301"
NORMAL_RATE = 170
"""Words a minute that a party follows with ease."""


@dataclass(frozen=True, slots=True)
class Speech:
    """What a synthesiser made: mono samples and their rate in hertz."""

    samples: Samples
    rate: int


class Voice(Protocol):
    """Turns a text into sound. Made once, in the process that renders."""

    def render(self, text: str, words_per_minute: int) -> Speech:
        """The spoken text; U+0301 after a vowel marks its stress. Empty text, empty sound.

        Raises AudioUnavailable when the text cannot be spoken.
        """

    def names(self) -> list[str]:
        """Names of the Russian voices that can be asked for."""
