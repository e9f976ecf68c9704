# SPDX-License-Identifier: MIT
"""How an evening begins, ends, breaks off and goes on: as a host does it, from outside."""

from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from tests.at_the_table import QUICK, RATE, Program, Table, wait_for
from tests.loop.conftest import DEVICES, Play
from tests.spoken import room, say

pytestmark = [pytest.mark.devices, pytest.mark.speech]


def test_killed_in_mid_speech_and_resumed(table: Table, play: Play) -> None:
    """After a power cut while the hall speaks the game goes on from its journal, on pause with
    the same phase, hears the host and speaks again."""
    program = play()
    program.type("начать игру\nдальше")
    told_at = program.told("просыпается мафия")
    wait_for(lambda: table.hall.spoke_at > told_at, 10, "speech")
    program.kill()
    assert program.journal is not None
    resumed = Program(
        "resume", program.journal, *DEVICES, *QUICK, journal=program.journal, folder=table.folder
    )
    try:
        told_at = resumed.told("мафия договаривается")
        table.ask(resumed, "продолжить", "продолжаем")
        table.ask(resumed, "дальше", "просыпается дон")
        wait_for(lambda: table.hall.spoke_between(told_at), 10, "speech")
        assert resumed.leave() == 0
    finally:
        resumed.kill()
    assert [entry["channel"] for entry in resumed.entries()] == ["keyboard", "keyboard", "voice"]


def test_files_in_place_of_devices(table: Table, tmp_path: Path) -> None:
    """A recording is heard as the host, both loudspeakers are written, and the program leaves
    when the recording is over."""
    heard = tmp_path / "host.wav"
    start, foul = (
        say(words, voice="ru+m7", speed=150) for words in ("начать игру", "фол номер три")
    )
    parts = [room(2.0), start, room(14.0), foul, room(1.5)]
    soundfile.write(heard, np.concatenate(parts), RATE)
    journal, hall, ear = (tmp_path / name for name in ("game.jsonl", "hall.wav", "ear.wav"))
    program = Program(
        *("play", "--mic", heard, "--hall", hall, "--ear", ear, "--journal", journal),
        *QUICK,
        journal=journal,
        folder=table.folder,
    )
    try:
        program.no_more_lines()
        program.told("третьему первый фол", within=30)
        assert program.process.wait(30) == 0
    finally:
        program.kill()
    assert [entry["command"]["kind"] for entry in program.entries()] == ["Start", "Foul"]
    assert loudest(hall) > 0.1
    assert loudest(ear) > 0.1


def loudest(path: Path) -> float:
    samples: NDArray[np.float32] = soundfile.read(path, dtype="float32")[0]
    return float(np.abs(samples).max())


def test_by_keyboard_alone(table: Table, play: Play) -> None:
    """With no microphone and no loudspeaker the game is typed and read."""
    program = play(devices=("--mic", "none", "--hall", "none"))
    program.type("начать игру\nфол номер три")
    program.told("третьему первый фол")
    assert program.leave() == 0


def test_a_machine_without_sound(table: Table, play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no device at all one line tells of each, and the keyboard serves."""
    for name in ("ALSA_CONFIG_PATH", "XDG_RUNTIME_DIR", "PULSE_COOKIE"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("PULSE_SERVER", "unix:/nonexistent")
    program = play(devices=())
    program.type("начать игру")
    program.told("карту")
    assert program.leave() == 0
    assert sum("колонки нет" in line.lower() for line in program.lines) == 1
    assert sum("микрофона нет" in line.lower() for line in program.lines) == 1
