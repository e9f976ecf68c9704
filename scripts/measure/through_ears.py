# SPDX-License-Identifier: MIT
"""The product's ears over one model: what the host would be told of a clip.

Decides how the ways of listening are set up for measuring; sound goes in blocks through the
same `Hearing` as a microphone's.  It must not know what is measured.
"""

from pathlib import Path

from scripts.measure.clips import RATE, Sound
from voice_host.audio.samples import rounded
from voice_host.commands.hear_recordings import LISTED
from voice_host.voice.hearing import Manner, Mode
from voice_host.voice.messages import Heard
from voice_host.voice.offline import decode
from voice_host.voice.phrase_list import PhraseList
from voice_host.voice.protocols import Grammar
from voice_host.voice.vosk import UNKNOWN, Model


class Ears:
    """A model listening as the product does."""

    def __init__(self, model: Path) -> None:
        self._model = Model(model)

    def one_of(self, phrases: list[str], sound: Sound, unknown: bool) -> str:
        """Which of the phrases is said, as `voice-host hear --grammar` answers; "" for none."""
        listed = PhraseList((*phrases, UNKNOWN) if unknown else tuple(phrases))
        decoder = self._model.recogniser(RATE, strangers=unknown)
        return decode(decoder, rounded(sound), listed, manner=LISTED).text

    def commands(self, grammar: Grammar, sound: Sound, mode: Mode = Mode.OPEN) -> list[Heard]:
        """Whole sentences heard in a sound, in order, under a grammar of the game."""
        decoder = self._model.recogniser(RATE)
        heard = decode(decoder, rounded(sound), grammar, manner=Manner(mode)).heard
        return [one for one in heard if one.whole]
