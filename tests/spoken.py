# SPDX-License-Identifier: MIT
"""Speech by espeak-ng, so that no recording is kept; the simplest grammar, a list."""

import os
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from voice_host.audio.files import read_pcm
from voice_host.voice.vosk import Model

RATE = 16_000
ROOT = Path(__file__).parents[1]
MODEL = Path(os.environ.get("VOICE_HOST_MODEL", ROOT / "models" / "ru-host"))


class Sentences:
    """A grammar that is its list of sentences."""

    def __init__(self, *sentences: str, decoys: Iterable[str] = ()) -> None:
        self.sentences = frozenset(sentences)
        self.phrases = (*sentences, *decoys)

    def complete(self, words: str) -> bool:
        return words in self.sentences

    def possible(self, words: str) -> bool:
        return words in self.phrases

    def extendable(self, words: str) -> bool:
        return any(sentence.startswith(words + " ") for sentence in self.sentences)

    def begun(self, words: str) -> bool:
        return self.extendable(words)

    def listing(self, words: str) -> bool:
        return False

    def instead(self, words: str) -> frozenset[str]:
        given = words.split()[:-1]
        spoken = [phrase.split() for phrase in self.phrases]
        there = [phrase for phrase in spoken if len(phrase) > len(given)]
        return frozenset(p[len(given)] for p in there if p[: len(given)] == given)


@cache
def model() -> Model:
    """The model under test, loaded once."""
    return Model(MODEL)


@cache
def say(text: str, *, voice: str = "ru", speed: int = 150) -> NDArray[np.int16]:
    """The text spoken, 16 kHz."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "said.wav"
        command = ["espeak-ng", "-v", voice, "-s", str(speed), "-w", str(file), text]
        subprocess.run(command, check=True)
        return read_pcm(file, RATE)[0]


def room(seconds: float, level: float = 3.0) -> NDArray[np.int16]:
    """A quiet room: faint noise, the same every time."""
    noise = np.random.default_rng(7).normal(0, level, int(seconds * RATE))
    return noise.astype(np.int16)
