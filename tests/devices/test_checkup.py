# SPDX-License-Identifier: MIT
"""The doctor's view of sound, with devices and without, and a text said to a file."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.spoken import RATE, room
from tests.telling import hint, refused, says
from tests.virtual_sound import VirtualSound
from voice_host.audio.microphone import FileMicrophone
from voice_host.commands.say import say_to_file
from voice_host.errors import AudioUnavailable, Told
from voice_host.voice import checkup
from voice_host.voice.checkup import sound_checks


@pytest.mark.devices
@pytest.mark.speech
def test_everything_is_there(sound: VirtualSound, tmp_path: Path) -> None:
    """With devices and a Russian voice every check is ok and says what was found."""
    soundfile.write(tmp_path / "room.wav", room(30.0), RATE)
    with sound.speak(tmp_path / "room.wav") as speaking:
        checks = sound_checks("да", "hall", "mic")
        speaking.kill()
    assert all(check.ok for check in checks), checks
    assert "hall" in says(checks[0].detail) and "16000" in says(checks[3].detail)


@pytest.mark.devices
def test_nothing_is_there(sound: VirtualSound) -> None:
    """What is missing has a hint; what is there is still checked."""
    outputs, inputs, hall, mic, voice = sound_checks("да", "арфа", "none", "espeak:клингон")
    assert outputs.ok and inputs.ok
    assert not (hall.ok or mic.ok or voice.ok)
    assert hint(hall.detail) and hint(mic.detail) and hint(voice.detail)


@pytest.mark.speech
def test_say_to_file(tmp_path: Path) -> None:
    """The text is in the file, as long as it says; failures are clear errors."""
    seconds = say_to_file("Мафия выходит на охоту", tmp_path / "out.wav")
    info = soundfile.info(str(tmp_path / "out.wav"))
    assert info.duration == pytest.approx(seconds, abs=0.01) and 0.8 < seconds < 3
    with refused(AudioUnavailable, match="клингон"):
        say_to_file("текст", tmp_path / "out.wav", voice="espeak:клингон")
    with pytest.raises(AudioUnavailable):
        say_to_file("текст", tmp_path / "no" / "out.wav")


def test_a_microphone_that_takes_its_time_is_heard(tmp_path: Path) -> None:
    """On a busy machine the first seconds bring nothing, or zeros."""
    late = np.concatenate([np.zeros(RATE * 3 // 2, np.int16), room(0.5)])
    soundfile.write(tmp_path / "late.wav", late, RATE)
    heard = checkup._microphone(str(tmp_path / "late.wav"))
    assert heard == Told("check.hears", rate=RATE)


def test_a_microphone_that_is_switched_off_is_told_from_one_that_brings_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Samples that are all zero come from no room."""
    monkeypatch.setattr(checkup, "SOUND_SECONDS", 0.1)
    soundfile.write(tmp_path / "zero.wav", np.zeros(RATE, np.int16), RATE)
    with refused(AudioUnavailable, match="только цифровая тишина"):
        checkup._microphone(str(tmp_path / "zero.wav"))
    soundfile.write(tmp_path / "room.wav", room(1.0), RATE)
    monkeypatch.setattr(FileMicrophone, "read", lambda _, _timeout: None)
    with refused(AudioUnavailable, match="звук с него не приходит"):
        checkup._microphone(str(tmp_path / "room.wav"))
