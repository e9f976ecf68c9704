# SPDX-License-Identifier: MIT
"""Any sound file becomes int16 mono at the wanted rate; anything else is refused by name."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.telling import hint, refused
from voice_host.audio.devices import find_input
from voice_host.audio.files import read_pcm, to_int16
from voice_host.errors import AudioUnavailable


def tone(rate: int, seconds: float = 1.0) -> np.ndarray:
    return (0.5 * np.sin(2 * np.pi * 440 * np.arange(int(rate * seconds)) / rate)).astype("f4")


@pytest.mark.parametrize("rate", [8_000, 16_000, 44_100, 48_000])
@pytest.mark.parametrize("kind", ["wav", "flac", "ogg"])
def test_any_rate_and_format_becomes_16_khz(rate: int, kind: str, tmp_path: Path) -> None:
    """A stereo tone comes out as the same mono tone at 16 kHz."""
    file = tmp_path / f"tone.{kind}"
    soundfile.write(file, np.stack((tone(rate), tone(rate)), axis=1), rate)
    pcm, got = read_pcm(file, 16_000)
    assert (got, pcm.dtype, pcm.ndim) == (16_000, np.int16, 1)
    assert len(pcm) == pytest.approx(16_000, abs=2)
    inner = slice(1_000, 15_000)
    assert np.corrcoef(pcm[inner], tone(16_000)[: len(pcm)][inner])[0, 1] > 0.99


def test_own_rate_is_kept_unless_another_is_asked_for(tmp_path: Path) -> None:
    """Without a wish the samples come as they are."""
    file = tmp_path / "tone.wav"
    soundfile.write(file, tone(44_100), 44_100)
    pcm, rate = read_pcm(file)
    assert (rate, len(pcm)) == (44_100, 44_100)


def test_empty_recording_is_no_samples(tmp_path: Path) -> None:
    """A wav file without a sample is a recording, of nothing."""
    file = tmp_path / "empty.wav"
    soundfile.write(file, np.zeros(0, "f4"), 44_100)
    assert len(read_pcm(file, 16_000)[0]) == 0


def test_loud_is_clipped() -> None:
    """More than full scale does not wrap around."""
    assert to_int16(np.array([2.0, -2.0, 0.0], "f4")).tolist() == [32767, -32768, 0]


@pytest.mark.parametrize("content", [b"", b"not a sound", b"RIFF\x00\x00\x00\x00WAVE"])
def test_no_sound_is_named(content: bytes, tmp_path: Path) -> None:
    """A file that holds no sound is named in Russian, with a hint."""
    file = tmp_path / "text.wav"
    file.write_bytes(content)
    with refused(AudioUnavailable, match=r"text\.wav") as refusal:
        read_pcm(file)
    assert hint(refusal.value)


def test_no_file_is_named(tmp_path: Path) -> None:
    """A path that is no file is named with what is there, as a recording and as a microphone."""
    folder = tmp_path / "folder.wav"
    folder.mkdir()
    places = {
        tmp_path / "none.wav": "Нет файла «.*none.wav»",
        folder: "folder.wav» не открыть: это папка",
        tmp_path / f"{'a' * 300}.wav": "слишком длинное имя",
    }
    for path, what in places.items():
        for use in (read_pcm, lambda path: find_input(str(path))):
            with refused(AudioUnavailable, match=what):
                use(path)


@pytest.mark.skipif(not Path("/dev/null").is_char_device(), reason="a device of POSIX")
def test_a_device_is_no_recording() -> None:
    """It has no end, or nothing in it."""
    with refused(AudioUnavailable, match="это не обычный файл"):
        read_pcm(Path("/dev/null"))
