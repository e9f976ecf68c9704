# SPDX-License-Identifier: MIT
"""The whole loop: spoken into the microphone, told by the loudspeakers, written in the journal."""

import os
import pty
import time
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from scripts.measure.cadence import onsets
from tests.at_the_table import RATE, Table, wait_for
from tests.loop.conftest import SHORT, Play
from voice_host.audio.files import read_pcm
from voice_host.commands.say import say_to_file

pytestmark = [pytest.mark.devices, pytest.mark.speech]


def test_a_foul_is_heard_and_read_back_in_the_ear(table: Table, play: Play, tmp_path: Path) -> None:
    """A spoken foul is in the journal, said in the hall, and read back with its count only in
    the ear, as the recordings of both loudspeakers show."""
    program = play("--rate", "150")
    program.type("начать игру")
    program.told("карту")
    asked = time.monotonic()
    began = table.ask(program, "фол номер три", "фол, игрок номер три")
    program.told("третьему первый фол")
    read_back = "Третьему первый фол."
    wait_for(lambda: likeness(table.ear.since(asked), read_back, tmp_path) > 0.6, 20, "read-back")
    foul = program.events("FoulGiven")
    assert [(event["seat"], event["count"], event["channel"]) for event in foul] == [
        (3, 1, "voice")
    ]
    assert likeness(table.hall.since(asked), read_back, tmp_path) < 0.4
    assert table.hall.spoke_between(began)


def likeness(recording: NDArray[np.int16], text: str, folder: Path) -> float:
    """How much the best place of a recording is this text in the program's voice, 0 to 1."""
    say_to_file(text, folder / "said.wav", words_per_minute=150)
    clip = read_pcm(folder / "said.wav", RATE)[0].astype(float)
    sound = np.concatenate((recording.astype(float), np.zeros(len(clip))))
    spectrum = np.fft.rfft(sound) * np.conj(np.fft.rfft(clip, len(sound)))
    match = np.fft.irfft(spectrum, len(sound))[: len(recording)]
    energy = np.cumsum(np.concatenate(([0.0], np.square(sound))))
    local = energy[len(clip) : len(clip) + len(recording)] - energy[: len(recording)]
    return float(np.max(match / np.sqrt((local + 1e6) * np.sum(np.square(clip)))))


def test_a_whole_game_by_voice(table: Table, play: Play) -> None:
    """From the start over night 0, a day, its vote and a counted night to the best move and the
    winner: every kind of command is heard by voice, and the shooting is counted on its beat."""
    program = play(*SHORT)
    table.dialogue(
        program,
        [
            ("начать игру", "карту"),
            ("дальше", "просыпается мафия"),
            ("дальше", "просыпается дон"),
        ],
    )
    program.type("дальше\nдальше")
    program.told("игрок номер один, ваша минута")
    table.dialogue(
        program,
        [
            ("выставлен третий", "выставлен игрок номер три"),
            ("спасибо", "игрок номер два"),
            ("выставлен пятый", "выставлен игрок номер пять"),
        ],
    )
    program.type("дальше\nдальше\nдальше\nдальше")
    program.told("голосуем за игрока номер три")
    table.dialogue(program, [("два голоса", "игрок номер пять, ваша последняя минута")])
    shot_at = table.ask(program, "дальше", "мафия выходит на охоту")
    program.told("охота окончена")
    counted_until = time.monotonic()
    program.told("кто убит")
    table.dialogue(
        program,
        [
            ("убит второй", "убит второй?"),
            ("подтверждаю", "на лучший ход"),
            ("лучший ход один три четыре", "лучший ход игрока номер два: один, три и четыре"),
        ],
    )
    program.type("конец игры\nда")
    program.told("игра окончена")
    table.dialogue(
        program,
        [("победа красных", "победа красных?"), ("подтверждаю", "победа красных")],
    )
    assert program.leave() == 0
    by_voice = [e["command"]["kind"] for e in program.entries() if e["channel"] == "voice"]
    assert by_voice == [
        *["Start", "Next", "Next", "Nominate", "EndTurn", "Nominate", "Vote", "Next"],
        *["Kill", "BestMove", "DeclareWinner"],
    ]
    assert_counted(table.hall.since(shot_at, counted_until), numbers=5, beat=0.8)


def assert_counted(sound: NDArray[np.int16], numbers: int, beat: float) -> None:
    """The recording ends with so many onsets, a beat apart."""
    found = onsets_at(sound, 0.25)
    runs = np.diff(found)
    on_beat = np.abs(runs - beat) < 0.1
    assert any(
        on_beat[start : start + numbers - 1].all() for start in range(len(runs) - numbers + 2)
    ), runs


def onsets_at(sound: NDArray[np.int16], pause: float) -> list[float]:
    """Onsets of speech above the music, in seconds."""
    spectrum = np.fft.rfft(sound / 32768)
    spectrum[: int(1500 * len(sound) / RATE)] = 0
    high = np.fft.irfft(spectrum, len(sound)).astype(np.float32)
    return onsets(np.repeat(high, 3), pause=pause)


def test_with_a_call_word(table: Table, play: Play) -> None:
    """In call mode a sentence alone does nothing; after the call word it is heard."""
    program = play("--listen", "call")
    table.say(program, "начать игру")
    table.ask(program, "ведущий начать игру", "карту")
    assert len(program.entries()) == 1


def test_push_to_talk_and_barge_in(table: Table, play: Play) -> None:
    """In push mode words count while the key is held; «стоп» then silences the hall at once,
    while it speaks."""
    ours, theirs = pty.openpty()
    program = play("--listen", "push", "--rate", "80", terminal=(ours, theirs))
    table.say(program, "начать игру")
    os.write(ours, b"\t")
    table.say(program, "начать игру")
    os.write(ours, b"\t")
    program.told("карту")
    assert len(program.entries()) == 1
    os.write(ours, b"\t")
    wait_for(lambda: time.monotonic() - table.hall.spoke_at < 0.1, 5, "speech in the hall")
    began = table.speaker.say("стоп")
    wait_for(lambda: time.monotonic() - table.hall.spoke_at > 0.6, 4, "silence")
    assert table.hall.spoke_at - began < 3
    os.close(ours)
