# SPDX-License-Identifier: MIT
"""A part that cannot be loaded is told of with what to install; the game goes on without it.

Each program here is the real one, in a process whose import path begins with a module that
fails as the part does: vosk on a Raspberry Pi without libatomic1, PortAudio or sndfile without
their C library, a voice without its engine.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.commands.conftest import PROGRAM, ROOT

pytestmark = [pytest.mark.usefixtures("home"), pytest.mark.speech]
GAME = "начать игру\nдальше\nфол номер три\nстоп\nвыход\n"
"""«Выход», for where there is a microphone the end of the lines is not the end of the game."""
FAILURES = {
    "missing": "raise ModuleNotFoundError('No module named')",
    "unloadable": "raise OSError('libatomic.so.1: cannot open shared object file')",
}
PACKAGES = {
    "vosk": "libatomic1",
    "sounddevice": "libportaudio2",
    "soundfile": "libsndfile1",
    "pyttsx3": "espeak-ng",
}


def run(broken: Path, *arguments: object, given: str = "") -> tuple[int, str]:
    """Exit code and all that was printed, which is never a traceback or an error of ours."""
    path = os.pathsep.join(map(str, (broken, ROOT)))
    done = subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        input=given,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=120,
    )
    told = done.stdout + done.stderr
    assert "Traceback" not in told and "Внутренняя ошибка" not in told
    return done.returncode, told


CASES = [
    ("vosk", "missing"), ("vosk", "unloadable"), ("sounddevice", "missing"),
    ("sounddevice", "unloadable"), ("soundfile", "unloadable"), ("pyttsx3", "missing"),
]  # fmt: skip


@pytest.fixture(params=CASES)
def broken(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """A part and a folder whose module of that name cannot be imported."""
    part, how = request.param
    return part, without(part, how, tmp_path)


def without(part: str, how: str, tmp_path: Path) -> Path:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / f"{part}.py").write_text(FAILURES[how], encoding="utf-8")
    return folder


def test_the_doctor_names_what_to_install(broken: tuple[str, Path]) -> None:
    """A finding, not an end: whatever comes after it is looked at too."""
    part, folder = broken
    code, told = run(folder, "doctor")
    assert code == 1
    assert f"apt install {PACKAGES[part]}" in told
    assert "Журналы игр" in told


def test_a_game_is_played_by_keyboard_with_captions(
    broken: tuple[str, Path], tmp_path: Path
) -> None:
    """With the devices that the system has, of which nothing is asked by name."""
    _, folder = broken
    code, told = run(folder, "play", "--journal", tmp_path / "game.jsonl", given=GAME)
    assert code == 0
    assert "Фол, игрок номер три." in told


@pytest.mark.parametrize("part", ["vosk", "soundfile"])
def test_recordings_that_cannot_be_heard_are_refused(part: str, tmp_path: Path) -> None:
    """Code 2 and the package."""
    sound = tmp_path / "sound.wav"
    soundfile.write(sound, np.zeros(16_000), 16_000)
    code, told = run(without(part, "unloadable", tmp_path), "hear", sound)
    assert code == 2
    assert f"apt install {PACKAGES[part]}" in told


@pytest.mark.parametrize("part", ["soundfile", "pyttsx3"])
def test_a_text_that_cannot_be_said_is_refused(part: str, tmp_path: Path) -> None:
    """Code 2 and the package, at once; nothing is written."""
    out = tmp_path / "said.wav"
    code, told = run(without(part, "missing", tmp_path), "say", "Доброе утро", "--out", out)
    assert code == 2 and not out.exists()
    assert f"apt install {PACKAGES[part]}" in told


def test_what_is_broken_here_is_what_the_program_would_load(tmp_path: Path) -> None:
    """The folder does come first."""
    (tmp_path / "vosk.py").write_text("print('broken')", encoding="utf-8")
    line = [sys.executable, "-c", "import vosk"]
    env = os.environ | {"PYTHONPATH": str(tmp_path)}
    assert subprocess.run(line, env=env, capture_output=True, text=True).stdout == "broken\n"


PAGES = ("starlette", "ifaddr", "segno")
NEEDED = ("numpy", "platformdirs", "msgspec", "click", "prompt_toolkit")


def lacking(package: str, tmp_path: Path) -> Path:
    """A folder whose module of this name cannot be imported."""
    (tmp_path / f"{package}.py").write_text("raise ImportError('not whole')", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("package", PAGES)
def test_a_game_goes_on_without_pages(tmp_path: Path, package: str) -> None:
    """Asked for and not there: said once, and the evening has no phones."""
    silent = ("--hall", "none", "--mic", "none", "--plain")
    code, told = run(lacking(package, tmp_path), "play", "--phones", 8399, *silent)
    assert code == 0
    assert f"Телефонов не будет. Не загружается пакет «{package}»" in told
    assert "Жду команды «начать игру»" in told


@pytest.mark.parametrize("package", NEEDED)
def test_what_is_needed_is_named(tmp_path: Path, package: str) -> None:
    """With what to do; there is nothing to be played without it."""
    code, told = run(lacking(package, tmp_path), "play", "--hall", "none", "--mic", "none")
    assert code == 2
    assert told.startswith(f"Не загружается пакет «{package}»") and "./scripts/setup" in told


@pytest.mark.parametrize(("package", "what"), [("segno", "Телефоны"), ("numpy", "Модель речи")])
def test_the_doctor_finds_it(tmp_path: Path, package: str, what: str) -> None:
    """Beside all else that it looks at."""
    code, told = run(lacking(package, tmp_path), "doctor")
    assert code == 1
    assert f"{what}: Не загружается пакет «{package}»" in told
    assert "Журналы" in told
