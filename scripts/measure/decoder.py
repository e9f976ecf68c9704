# SPDX-License-Identifier: MIT
"""Real Vosk over one model, clip by clip, as the product feeds it.

Decides chunk size (0.2 s) and how a grammar is given.  It must not know what
is measured.
"""

import json
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import vosk

from scripts.measure.clips import RATE, Sound
from voice_host.audio.samples import rounded
from voice_host.model.decoding_graph import UNKNOWN

_CHUNK = RATE // 5


@dataclass(frozen=True, slots=True)
class Result:
    """Words of one clip and the least confidence among them (1.0 if there are none)."""

    words: tuple[str, ...]
    confidence: float


class Decoder:
    """A model and its recognisers, one a grammar; counts the processor time it spends."""

    def __init__(self, model: Path) -> None:
        vosk.SetLogLevel(-1)
        started = time.perf_counter()
        self.model = vosk.Model(str(model))
        self.load_seconds = time.perf_counter() - started
        self.audio_seconds = 0.0
        self.cpu_seconds = 0.0
        self._made: dict[str, vosk.KaldiRecognizer] = {}

    def decode(self, sound: Sound, grammar: Iterable[str], unknown: bool = True) -> list[Result]:
        """All utterances Vosk finds in the sound."""
        key = json.dumps([*grammar, *([UNKNOWN] if unknown else [])], ensure_ascii=False)
        if key not in self._made:
            self._made[key] = vosk.KaldiRecognizer(self.model, RATE, key)
            self._made[key].SetWords(True)
        recognizer = self._made[key]
        pcm = rounded(sound)
        started = time.process_time()
        results = [
            recognizer.Result()
            for start in range(0, pcm.size, _CHUNK)
            if recognizer.AcceptWaveform(pcm[start : start + _CHUNK].tobytes())
        ]
        results.append(recognizer.FinalResult())
        self.cpu_seconds += time.process_time() - started
        self.audio_seconds += pcm.size / RATE
        return [_result(json.loads(text)) for text in results if json.loads(text)["text"]]

    def whole(self, sound: Sound, grammar: Iterable[str], unknown: bool = True) -> Result:
        """Everything in the sound as one result."""
        parts = self.decode(sound, grammar, unknown)
        words = tuple(word for part in parts for word in part.words)
        return Result(words, min((part.confidence for part in parts), default=1.0))


def _result(said: dict[str, object]) -> Result:
    words = tuple(str(said["text"]).split())
    entries = said.get("result", [])
    sure = [entry["conf"] for entry in entries if entry["word"] != UNKNOWN]  # type: ignore[attr-defined]
    return Result(words, min(sure, default=1.0))
