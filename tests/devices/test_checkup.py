"""The doctor's view of sound, with devices and without, and a text said to a file."""

from pathlib import Path

import pytest
import soundfile

from scripts.virtual_sound import VirtualSound
from voice_host.errors import AudioUnavailable
from voice_host.voice.checkup import sound_checks
from voice_host.voice.say import say_to_file


@pytest.mark.devices
@pytest.mark.speech
def test_everything_is_there(sound: VirtualSound) -> None:
    """With devices and a Russian voice every check is ok and says what was found."""
    checks = sound_checks("hall", "mic")
    assert all(check.ok for check in checks), checks
    assert "hall" in checks[0].detail and "16000" in checks[3].detail


@pytest.mark.devices
def test_nothing_is_there(sound: VirtualSound) -> None:
    """What is missing has a hint; what is there is still checked."""
    outputs, inputs, hall, mic, voice = sound_checks("арфа", "none", "espeak:клингон")
    assert outputs.ok and inputs.ok
    assert not (hall.ok or mic.ok or voice.ok)
    assert hall.hint and mic.hint and voice.hint


@pytest.mark.speech
def test_say_to_file(tmp_path: Path) -> None:
    """The text is in the file, as long as it says; failures are clear errors."""
    seconds = say_to_file("Мафия выходит на охоту", tmp_path / "out.wav")
    info = soundfile.info(str(tmp_path / "out.wav"))
    assert info.duration == pytest.approx(seconds, abs=0.01) and 0.8 < seconds < 3
    with pytest.raises(AudioUnavailable, match="клингон"):
        say_to_file("текст", tmp_path / "out.wav", voice="espeak:клингон")
    with pytest.raises(AudioUnavailable):
        say_to_file("текст", tmp_path / "no" / "out.wav")
