# SPDX-License-Identifier: MIT
"""What is loud, what is far quieter, and where an utterance began."""

import numpy as np
import pytest
from numpy.typing import NDArray

from voice_host.voice.loudness import Loudness, near

RATE = 16_000


def tone(seconds: float, decibels: float) -> NDArray[np.int16]:
    """A tone so far below full scale."""
    wave = np.sin(np.arange(round(seconds * RATE)))
    return np.rint(32767 * 10 ** (decibels / 20) * wave).astype(np.int16)


@pytest.mark.parametrize(("quieter", "kept"), [(6.0, True), (8.0, False), (30.0, False)])
def test_what_is_far_quieter_is_blotted_out(quieter: float, kept: bool) -> None:
    """Only what lies within 7 dB of the loudest stays, and 0.2 s before and after that."""
    talk, word = tone(1.0, -10 - quieter), tone(0.5, -10)
    sound = np.concatenate((talk, word, talk))
    heard = near(sound, RATE, 7.0, 0.2)
    assert heard.shape == sound.shape and heard.dtype == np.int16
    around = slice(RATE - 3200, RATE + 8000 + 3200)
    assert np.array_equal(heard[around], sound[around])
    assert np.array_equal(heard[:12_000], sound[:12_000]) == kept
    assert np.array_equal(heard[-12_000:], sound[-12_000:]) == kept
    assert kept or np.abs(heard[:12_000]).max() < 100


@pytest.mark.parametrize("length", [0, 1, 159, 160, 799, 800, 801, 16_037])
def test_any_length_is_taken(length: int) -> None:
    """A sound too short to be judged stays as it is; one of odd length keeps its length."""
    assert len(near(tone(1.1, -20)[:length], RATE, 7.0, 0.2)) == length


def test_an_utterance_begins_after_a_long_quiet() -> None:
    """A pause shorter than the gap is part of it, a longer one is not; quiet talk is no sound."""
    loudness = Loudness(RATE)
    for seconds, level in ((0.5, -10), (1.0, -22), (0.4, -10), (0.5, -22), (0.6, -12), (0.3, -22)):
        loudness.add(tone(seconds, level).tobytes())
    assert loudness.phrase(0.8) == pytest.approx(1.8, abs=0.05)
    assert loudness.phrase(0.4) == pytest.approx(0.9, abs=0.05)
    assert loudness.phrase(2.0) == pytest.approx(3.3, abs=0.05)
    assert loudness.seconds == pytest.approx(3.3)
    loudness.forget()
    assert loudness.phrase(0.8) == loudness.seconds == 0.0


def test_loud_sound_beside_stretches() -> None:
    """Counted is what is within 7 dB of the loudest, in the time asked about, outside of them."""
    loudness = Loudness(RATE)
    for seconds, level in ((0.5, -10), (1.0, -30), (0.4, -14), (0.6, -10), (0.3, -18)):
        loudness.add(tone(seconds, level).tobytes())
    word = (0.9, 0.3)  # from 0.9 s ago to 0.3 s ago
    assert loudness.beside([word], 2.0, 7.0) == pytest.approx(0.4, abs=0.03)
    assert loudness.beside([word], 3.0, 7.0) == pytest.approx(0.9, abs=0.06)
    assert loudness.beside([word, (1.4, 0.9)], 2.0, 7.0) == pytest.approx(0.0, abs=0.03)
    assert loudness.beside([word], 1.0, 7.0) == pytest.approx(0.1, abs=0.03)
    assert loudness.beside([], 0.3, 7.0) == pytest.approx(0.3, abs=0.05)
    assert Loudness(RATE).beside([word], 1.0, 7.0) == 0.0
