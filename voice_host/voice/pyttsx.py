# SPDX-License-Identifier: MIT
"""The default voice: whatever pyttsx3 finds on this system, told to write to a file.

pyttsx3 can stall, or come back before its file is whole: this runs only in the child
process of `render`, which is killed when it takes too long.
"""

import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from voice_host.audio.samples import is_whole, read_sound
from voice_host.audio.sound_files import sndfile
from voice_host.errors import AudioUnavailable
from voice_host.voice.speech import STRESS, Speech

RUSSIAN_NAMES = ("russian", "русск", "irina", "pavel", "milena", "yuri", "katya")
TRIES = 2
FILE_SECONDS = 3.0


class PyttsxVoice:
    """A pyttsx3 engine; `name` is part of the name or identifier of a voice."""

    def __init__(self, name: str = "") -> None:
        sndfile()  # what it writes could not be read: say so now, instead of waiting for a file
        found = _russian(_engine())
        if not found:
            raise AudioUnavailable("voice.no_russian")
        self._names = [str(voice.name) for voice in found]
        wanted = [one for one in found if name.casefold() in f"{one.id} {one.name}".casefold()]
        if not wanted:
            raise AudioUnavailable("voice.unknown", name=name, names=", ".join(self._names))
        self._voice = wanted[0].id

    def render(self, text: str, words_per_minute: int) -> Speech:
        plain = text.replace(STRESS, "")
        if not any(letter.isalnum() for letter in plain):
            return Speech(np.zeros(0, np.float32), 22_050)
        with tempfile.TemporaryDirectory() as folder:
            for attempt in range(TRIES):
                path = Path(folder, f"{attempt}.wav")
                if self._write(plain, words_per_minute, path) and _is_finished(path):
                    return Speech(*read_sound(path))
        raise AudioUnavailable("voice.not_written")

    def _write(self, text: str, words_per_minute: int, path: Path) -> bool:
        """Was it written with these settings? A used engine may drop them: take a fresh one."""
        engine = _engine()
        refused: list[Exception] = []
        engine.connect("error", lambda name, exception: refused.append(exception))
        engine.setProperty("voice", self._voice)
        engine.setProperty("rate", words_per_minute)
        engine.save_to_file(text, str(path))
        _run(engine)
        return not refused

    def names(self) -> list[str]:
        return self._names


def _run(engine: Any) -> None:
    """Have the engine do what it was told.

    eSpeak takes a rate in a thread of its own. `runAndWait` does not wait for it: it ends its
    loop before the text is spoken, and ending cancels a rate that has not been taken yet, so
    that the phrase comes at pyttsx3's own pace. The loop alone ends when the file is written,
    and cancels nothing.
    """
    if engine.driver_name == "espeak":
        engine.startLoop()
    else:
        engine.runAndWait()


def _engine() -> Any:
    try:
        from pyttsx3.engine import Engine

        return Engine()
    except (RuntimeError, OSError, ImportError, AttributeError) as error:
        raise AudioUnavailable("voice.system_not_started") from error


def _is_finished(path: Path) -> bool:
    """The file is whole and has stopped growing: some drivers write it after they return."""
    end = time.monotonic() + FILE_SECONDS
    size = -1
    while time.monotonic() < end:
        before, size = size, path.stat().st_size if path.exists() else 0
        if size == before and is_whole(path) and _is_sound(path):
            return True
        time.sleep(0.005)
    return False


def _is_sound(path: Path) -> bool:
    try:
        return len(read_sound(path)[0]) > 0
    except AudioUnavailable:
        return False


def _russian(engine: Any) -> list[Any]:
    """Russian voices, the plain one first."""
    voices = [voice for voice in engine.getProperty("voices") if _is_russian(voice)]
    return sorted(voices, key=lambda voice: "(" in str(voice.name))


def _is_russian(voice: Any) -> bool:
    for language in voice.languages or []:
        code = language.decode(errors="ignore") if isinstance(language, bytes) else str(language)
        if code.strip("\x00\x01\x02\x03\x04\x05").lower().startswith("ru"):
            return True
    return any(part in f"{voice.id} {voice.name}".casefold() for part in RUSSIAN_NAMES)
