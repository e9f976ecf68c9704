# SPDX-License-Identifier: MIT
"""The espeak-ng command as a voice, with stress put where the text says.

espeak-ng itself reads a word with U+0301 worse than without it (the word is no longer
found in its dictionary), so such a word is given to it as phonemes with the stress moved.
"""

import io
import re
import shutil
import subprocess

import numpy as np

from voice_host.audio.sound_files import sndfile
from voice_host.errors import AudioUnavailable
from voice_host.voice.speech import STRESS, Speech

LIMIT_SECONDS = 10
VOWELS = "аеёиоуыэюя"
STRESSED = dict(zip(VOWELS, ("A", "E", "o", "i", "o", "u", "y", "E", "u", "A"), strict=True))
UNSTRESSED = {"A": "a", "E": "I", "o": "V"}
PHONEME_VOWEL = re.compile(r"'?(?:a#|@-|[aAeEiIoOuUVyY@])")
MARKED = re.compile(rf"[а-яё]*{STRESS}[а-яё{STRESS}]*", re.IGNORECASE)


class EspeakVoice:
    """Runs the command once for every text."""

    def __init__(self, name: str = "") -> None:
        if shutil.which("espeak-ng") is None:
            raise AudioUnavailable("voice.no_espeak")
        names = self.names()
        if not names:
            raise AudioUnavailable("voice.espeak_without_russian")
        if name and name not in names:
            raise AudioUnavailable("voice.unknown", name=name, names=", ".join(names))
        self._name = name or "ru"

    def render(self, text: str, words_per_minute: int) -> Speech:
        if not text.strip():
            return Speech(np.zeros(0, np.float32), 22_050)
        plain = text.replace("[[", " ").replace("]]", " ")
        marked = MARKED.sub(lambda word: self._stressed(word.group()), plain).replace(STRESS, "")
        wav = self._run(["-s", str(words_per_minute), "-b", "1", "--stdout"], marked)
        samples, rate = sndfile().read(io.BytesIO(_sized(wav)), dtype="float32")
        return Speech(np.asarray(samples, np.float32), int(rate))

    def names(self) -> list[str]:
        lines = _espeak(["--voices=ru"], "").decode().splitlines()[1:]
        return [line.split()[1] for line in lines]

    def _stressed(self, word: str) -> str:
        plain = word.replace(STRESS, "")
        phonemes = self._run(["-q", "-x", "-b", "1"], plain).decode().strip()
        moved = move_stress(phonemes, word)
        return plain if moved == phonemes else f" [[{moved}]] "

    def _run(self, options: list[str], text: str) -> bytes:
        return _espeak(["-v", self._name, *options], text)


def move_stress(phonemes: str, word: str) -> str:
    """espeak-ng's phonemes of one word with the stress on the vowel before U+0301.

    Returned as they are when they cannot be matched with the letters.
    """
    before = word[: word.index(STRESS)].lower()
    wanted = sum(letter in VOWELS for letter in before)
    total = sum(letter in VOWELS for letter in word.lower())
    found = list(PHONEME_VOWEL.finditer(phonemes))
    if before[-1:] not in STRESSED or len(found) != total:
        return phonemes
    if found[wanted - 1].group().startswith("'"):
        return phonemes
    parts, at = [], 0
    for number, vowel in enumerate(found, 1):
        parts.append(phonemes[at : vowel.start()])
        sound = vowel.group()
        if number == wanted:
            sound = "'" + STRESSED[before[-1]]
        elif sound.startswith("'"):
            sound = UNSTRESSED.get(sound[1:], sound[1:])
        parts.append(sound)
        at = vowel.end()
    return "".join(parts) + phonemes[at:]


def _espeak(options: list[str], text: str) -> bytes:
    try:
        done = subprocess.run(
            ["espeak-ng", *options],
            input=text.encode(),
            capture_output=True,
            timeout=LIMIT_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise AudioUnavailable("voice.espeak_failed") from error
    return done.stdout


def _sized(wav: bytes) -> bytes:
    """espeak-ng cannot know the length of what it writes to a pipe: put it in the header."""
    size = len(wav).to_bytes(4, "little"), (len(wav) - 44).to_bytes(4, "little")
    return wav[:4] + size[0] + wav[8:40] + size[1] + wav[44:]
