# SPDX-License-Identifier: MIT
"""A voice made of recordings: a folder of wav files, each named by what it says.

A file is found by its name («мафия_выходит_на_охоту.wav») or by a line of `texts.txt`
in the folder («hunt.wav = Мафия выходит на охоту»), where any file name will do. What
was not recorded is spoken by the default voice.
"""

import re
from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize

import numpy as np

from voice_host.audio.samples import read_sound
from voice_host.errors import AudioUnavailable, reason
from voice_host.text.door import tidy_lines
from voice_host.voice.speech import STRESS, Speech, Voice

NOT_WORDS = re.compile(r"[^\w]+")
INDEX = "texts.txt"
_DOTS = "\N{COMBINING DIAERESIS}"


def slug(text: str) -> str:
    """The file name for a text: lower case, «ё» as «е», words joined by "_"."""
    undotted = normalize("NFD", text.replace(STRESS, "").lower()).replace(_DOTS, "")
    plain = normalize("NFC", undotted)
    return NOT_WORDS.sub("_", plain).strip("_")


class RecordedVoice:
    """Looks texts up in `folder`; `otherwise` makes the voice for what is missing."""

    def __init__(self, folder: str, otherwise: Callable[[], Voice]) -> None:
        self._folder = Path(folder)
        if not folder or not self._folder.is_dir():
            raise AudioUnavailable("voice.no_recordings_folder", folder=folder)
        self._files = {slug(path.stem): path for path in self._folder.glob("*.wav")}
        self._files |= self._index()
        if not self._files:
            raise AudioUnavailable("voice.no_recordings", folder=folder)
        self._make_otherwise = otherwise
        self._otherwise: Voice | None = None

    def render(self, text: str, words_per_minute: int) -> Speech:
        key = slug(text)
        if not key:
            return Speech(np.zeros(0, np.float32), 22_050)
        if key in self._files:
            return Speech(*read_sound(self._files[key]))
        if self._otherwise is None:
            self._otherwise = self._make_otherwise()
        return self._otherwise.render(text, words_per_minute)

    def names(self) -> list[str]:
        return [self._folder.name]

    def _index(self) -> dict[str, Path]:
        path = self._folder / INDEX
        if not path.is_file():
            return {}
        try:
            lines = tidy_lines(path)
        except OSError as error:
            raise AudioUnavailable("voice.index_not_read", path=path, why=reason(error)) from None
        found = {}
        for number, line in enumerate(lines, 1):
            name, equals, text = line.partition("=")
            if not line.strip():
                continue
            file = self._folder / name.strip()
            if not equals or not file.is_file():
                raise AudioUnavailable(
                    "voice.no_such_recording",
                    path=path,
                    number=number,
                    file=name.strip(),
                )
            found[slug(text)] = file
        return found
