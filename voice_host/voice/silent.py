# SPDX-License-Identifier: MIT
"""A voice that takes the time of speech and makes no sound."""

from voice_host.audio.samples import silence
from voice_host.voice.speech import NORMAL_RATE, STRESS, Speech

RATE = 8_000
LETTER_SECONDS = 0.07


def reading_seconds(text: str, words_per_minute: int = NORMAL_RATE) -> float:
    """How long the text would take to say, estimated by its letters."""
    letters = len(text.replace(STRESS, ""))
    return letters * LETTER_SECONDS * NORMAL_RATE / words_per_minute


class SilentVoice:
    """Silence as long as the text would take."""

    def render(self, text: str, words_per_minute: int) -> Speech:
        return Speech(silence(reading_seconds(text, words_per_minute), RATE), RATE)

    def names(self) -> list[str]:
        return ["silent"]
