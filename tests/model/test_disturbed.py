"""Noise and rooms laid over a repetition."""

import numpy as np
import pytest

from voice_host.model.disturbed import in_room, noisy

TONE = (8000 * np.sin(np.arange(16000) * 0.3)).astype(np.float32)


@pytest.mark.parametrize("decibels", [0.0, 10.0, 20.0])
def test_noise_lies_so_far_below(decibels: float) -> None:
    """Measured against the loud parts of the speech; the same from the same seed."""
    heard = noisy(TONE, decibels, np.random.default_rng(1))
    noise = heard - TONE
    ratio = 20 * np.log10(np.std(TONE) / np.std(noise))
    assert ratio == pytest.approx(decibels, abs=0.2)
    assert np.array_equal(heard, noisy(TONE, decibels, np.random.default_rng(1)))


def test_a_room_rings_on() -> None:
    """A click is followed by an echo below it; the length stays."""
    click = np.zeros(16000, np.float32)
    click[4000] = 1000.0
    heard = in_room(click, np.random.default_rng(1))
    assert heard.shape == click.shape
    assert heard[4000] == pytest.approx(1000.0, rel=1e-3)
    assert np.abs(heard[:4000]).max() < 0.01
    echo = np.sum(heard[4001:] ** 2) / 1000.0**2
    assert 10**-1.1 < echo < 10**-0.1


def test_silence_stays_finite() -> None:
    """A repetition without a sound has no level to measure noise by."""
    assert np.isfinite(noisy(np.zeros(800, np.float32), 10.0, np.random.default_rng(1))).all()
