# SPDX-License-Identifier: MIT
"""Cues, music and the arithmetic of samples."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.telling import refused
from voice_host.audio.cues import Cue, cue_sound
from voice_host.audio.music import calm_track
from voice_host.audio.samples import envelope, is_whole, level, read_sound, resample, trim
from voice_host.errors import AudioUnavailable

RATE = 16_000


def tone(seconds: float, pitch: float = 440, rate: int = RATE) -> np.ndarray:
    return np.sin(2 * np.pi * pitch * np.arange(round(seconds * rate)) / rate).astype(np.float32)


@pytest.mark.parametrize("cue", Cue)
def test_a_cue_is_short_and_audible(cue: Cue) -> None:
    """Every cue has a sound, under 0.7 s, that begins and ends in silence."""
    sound = cue_sound(cue, RATE)
    assert 0.02 <= len(sound) / RATE < 0.7
    assert 0.1 < np.abs(sound).max() <= 0.5
    assert abs(sound[0]) < 0.01 and abs(sound[-1]) < 0.01


def test_cues_differ() -> None:
    """No two cues are alike: their spectra over time differ clearly."""
    for one, other in combinations(Cue, 2):
        a, b = (_picture(cue_sound(cue, RATE)) for cue in (one, other))
        assert np.vdot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b)) < 0.8, (one, other)


def _picture(sound: np.ndarray) -> np.ndarray:
    padded = np.zeros(RATE, np.float32)
    padded[: len(sound)] = sound
    return np.abs(np.fft.rfft(padded.reshape(10, -1), axis=1))


def test_the_track_is_calm_and_seamless() -> None:
    """The step from the last sample to the first is no larger than within the track."""
    track = calm_track(22_050)
    assert len(track) == 32 * 22_050
    steps = np.abs(np.diff(track))
    assert abs(track[0] - track[-1]) <= steps.max()
    loudness = envelope(track, 22_050)
    assert loudness.max() < 4 * loudness.min()


@pytest.mark.parametrize("wanted", [8_000, 22_050, 44_100, 48_000])
def test_resampling_keeps_pitch_level_and_length(wanted: int) -> None:
    """A tone is the same tone at another rate."""
    got = resample(tone(1.0), RATE, wanted)
    expected = tone(1.0, rate=wanted)
    middle = slice(wanted // 10, -wanted // 10)
    np.testing.assert_allclose(got[middle], expected[middle], atol=0.02)
    assert got.dtype == np.float32


def test_trim_begins_at_the_onset() -> None:
    """Silence before and after goes; the first millisecond of sound is kept."""
    padded = np.concatenate([np.zeros(3210), 0.5 * tone(0.4), np.zeros(5000)]).astype(np.float32)
    cut = trim(padded, RATE)
    assert abs(len(cut) / RATE - 0.43) < 0.003
    assert np.argmax(np.abs(cut) > 0.05) < 0.003 * RATE


def test_silence_is_left_alone() -> None:
    """Nothing divides by zero: silence keeps its length and its level."""
    nothing = np.zeros(100, np.float32)
    assert len(trim(nothing, RATE)) == 100
    assert not level(nothing).any()
    assert len(trim(nothing[:0], RATE)) == 0 and len(resample(nothing[:0], RATE, 8000)) == 0


def test_a_file_that_is_no_sound(tmp_path: Path) -> None:
    """The error names the file."""
    (tmp_path / "x.wav").write_text("text")
    with refused(AudioUnavailable, match=r"x\.wav"):
        read_sound(tmp_path / "x.wav")


@pytest.mark.parametrize("kind", ["WAV", "AIFF"])
def test_a_file_cut_short(tmp_path: Path, kind: str) -> None:
    """It is no whole file, though what there is of it can be read."""
    path = tmp_path / "x.wav"
    assert not is_whole(path)
    soundfile.write(path, np.zeros(1000), RATE, "PCM_16", format=kind)
    assert is_whole(path)
    path.write_bytes(path.read_bytes()[:-2])
    assert not is_whole(path)
    assert len(read_sound(path)[0]) == 999
