"""The default voice: whatever pyttsx3 finds on this system, told to write to a file.

pyttsx3 can stall, or come back before its file is whole: this runs only in the child
process of `render`, which is killed when it takes too long.
"""

import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from pyttsx3.engine import Engine

from voice_host.audio.samples import read_sound
from voice_host.errors import AudioUnavailable
from voice_host.voice.speech import STRESS, Speech

HINT = (
    "Linux: sudo apt install espeak-ng. Windows: Параметры → Время и язык → Речь → "
    "Добавить голоса → русский. macOS: Системные настройки → Универсальный доступ → "
    "Устный контент → Управлять голосами → Милена."
)
RUSSIAN_NAMES = ("russian", "русск", "irina", "pavel", "milena", "yuri", "katya")
TRIES = 2
FILE_SECONDS = 3.0


class PyttsxVoice:
    """A pyttsx3 engine; `name` is part of the name or identifier of a voice."""

    def __init__(self, name: str = "") -> None:
        self._engine = _engine()
        found = _russian(self._engine)
        if not found:
            raise AudioUnavailable("Нет русского голоса.", HINT)
        wanted = [one for one in found if name.casefold() in f"{one.id} {one.name}".casefold()]
        if not wanted:
            names = ", ".join(voice.name for voice in found)
            raise AudioUnavailable(f"Голоса «{name}» нет.", f"Есть: {names}.")
        self._voice = wanted[0].id
        self._rate = 0

    def render(self, text: str, words_per_minute: int) -> Speech:
        plain = text.replace(STRESS, "")
        if not any(letter.isalnum() for letter in plain):
            return Speech(np.zeros(0, np.float32), 22_050)
        self._set_rate(words_per_minute)
        with tempfile.TemporaryDirectory() as folder:
            for attempt in range(TRIES):
                path = Path(folder, f"{attempt}.wav")
                self._engine.save_to_file(plain, str(path))
                self._engine.runAndWait()
                if _is_whole(path):
                    return Speech(*read_sound(path))
                self._rate = 0
                self._set_rate(words_per_minute)
        raise AudioUnavailable("Синтезатор речи не записал фразу.", HINT)

    def _set_rate(self, words_per_minute: int) -> None:
        """A used engine drops properties set later with its queue: take a fresh one."""
        if words_per_minute != self._rate:
            self._engine = _engine()
            self._engine.setProperty("voice", self._voice)
            self._engine.setProperty("rate", words_per_minute)
            self._rate = words_per_minute

    def names(self) -> list[str]:
        return [str(voice.name) for voice in _russian(self._engine)]


def _engine() -> Any:
    try:
        return Engine()
    except (RuntimeError, OSError, ImportError, AttributeError) as error:
        raise AudioUnavailable("Синтезатор речи не запускается.", HINT) from error


def _is_whole(path: Path) -> bool:
    """The file is there and has stopped growing: some drivers write it after they return."""
    end = time.monotonic() + FILE_SECONDS
    size = -1
    while time.monotonic() < end:
        before, size = size, path.stat().st_size if path.exists() else 0
        if size == before and _is_sound(path):
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
