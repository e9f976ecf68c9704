# SPDX-License-Identifier: MIT
"""What training hears: sounds made harder, features warped and masked, sounds of like length."""

from itertools import pairwise

import numpy as np
import pytest

from scripts.train_model import augment
from scripts.train_model.batches import Item, _grouped, features, masked, warped

SEEDS = range(12)


def tone(seconds: float = 0.6) -> np.ndarray:
    """A vowel of a sort, int16 scale."""
    time = np.arange(int(seconds * 16000)) / 16000
    return np.asarray(6000 * np.sin(900 * time) * np.sin(5 * time), np.float32)


def talker(_: np.random.Generator) -> np.ndarray:
    return tone(0.3)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sound_made_harder_is_a_sound(seed: int) -> None:
    """Samples that an int16 can hold, and never silence; the seed fixes them."""
    once, again = (augment.utterance(np.random.default_rng(seed), tone(), talker) for _ in "12")
    assert np.array_equal(once, again)
    assert once.dtype == np.float32
    assert np.isfinite(once).all()
    assert 100 < np.abs(once).max() < 32767 + 10  # Kaldi's dither comes on top
    assert 0.75 * 9600 / 1.2 < once.size < 9600 * 1.3 + 2 * 0.8 * 16000


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sound_of_nobody_is_a_sound(seed: int) -> None:
    """One to three seconds."""
    made = augment.nobody(np.random.default_rng(seed), talker)
    assert made.dtype == np.float32
    assert np.isfinite(made).all()
    assert 16000 <= made.size <= 48000
    assert np.abs(made).max() < 32767 + 10


def test_speech_is_loud_without_its_pauses() -> None:
    """Level of speech: silence around it changes nothing."""
    alone = augment.speech_level(tone())
    assert augment.speech_level(np.pad(tone(), 16000)) == pytest.approx(alone, rel=0.02)


def test_what_is_far_quieter_is_blotted_out() -> None:
    """A talker 20 dB down is but a hiss, the speaker is not."""
    sound = np.concatenate([tone(), np.zeros(8000, np.float32), tone() / 10])
    left = augment.blotted(np.random.default_rng(1), sound)
    assert np.abs(left[:9600]).max() > 5000
    assert np.abs(left[-4000:]).max() < 60 < np.abs(sound[-4000:]).max()


def energies(frames: int = 100) -> np.ndarray:
    """Every frame and band a value of its own."""
    return np.add.outer(np.arange(frames), np.arange(40) / 100).astype(np.float32)


@pytest.mark.parametrize("frames", [3, 12, 30, 100])
@pytest.mark.parametrize("seed", SEEDS)
def test_warping_keeps_order_and_range(seed: int, frames: int) -> None:
    """Time goes on forwards, 0.7–1.4 times as fast, from the first frame to the last."""
    given = energies(frames)
    out = warped(np.random.default_rng(seed), given)
    assert out.dtype == np.float32
    assert out.shape[1] == 40
    assert min(frames, 12) <= len(out) <= max(12, frames / 0.7 + 1)
    assert len(out) >= frames / 1.4 - 1
    assert (np.diff(out[:, 20]) >= -1e-3).all()
    assert given.min() - 1e-3 <= out.min() <= out.max() <= given.max() + 1e-3
    assert out[0].mean() == pytest.approx(given[0].mean(), abs=0.1)
    assert out[-1].mean() == pytest.approx(given[-1].mean(), abs=0.1)


def test_warping_moves_both() -> None:
    """Over some seeds, time and frequencies."""
    outs = [warped(np.random.default_rng(seed), energies()) for seed in SEEDS]
    assert len({len(out) for out in outs}) > 3
    assert any(len(out) == 100 and not np.allclose(out, energies()) for out in outs)


def test_masks_blot_out_a_band_and_moments() -> None:
    """Gently: most stays as it is, what was given is not touched."""
    given = energies()
    shares = [(masked(np.random.default_rng(seed), given) != given).mean() for seed in range(40)]
    assert np.array_equal(given, energies())
    assert min(shares) == 0
    assert 0.02 < max(shares) < 0.4


def test_features_are_what_the_network_takes() -> None:
    """(frames, 40), about a hundred a second."""
    made = features(np.random.default_rng(3), tone(1.0))
    assert made.shape[1] == 40
    assert 68 < len(made) < 145


def item(seconds: float) -> Item:
    return Item("x", 0, [[1]], seconds, "a")


def test_groups_hold_about_as_many_seconds_as_wanted() -> None:
    """Padded to the longest, with 0.6 s each for what augmentation adds; nobody is lost."""
    items = [item(seconds / 10) for seconds in range(5, 60)]
    groups = _grouped(items, 20.0)
    assert [i for group in groups for i in group] == items
    assert all(len(g) * (g[-1].seconds + 0.6) <= 20 for g in groups)
    assert all((len(g) + 1) * (after[0].seconds + 0.6) > 20 for g, after in pairwise(groups))


def test_one_that_is_longer_than_a_group_has_its_own() -> None:
    """And none is empty."""
    assert [len(group) for group in _grouped([item(30), item(31)], 20.0)] == [1, 1]


def test_a_phrase_fades_towards_its_end() -> None:
    """Its beginning stays as loud as it was, its end is 2–9 dB quieter."""
    for seed in SEEDS:
        faded = augment.fading(np.random.default_rng(seed), np.full(16000, 1000, np.float32))
        assert (faded[:4000] == 1000).all()
        assert 10 ** (-9 / 20) <= faded[-1] / 1000 <= 10 ** (-2 / 20)


def test_recorded_noise_is_taken_where_there_is_some() -> None:
    """Rms 1, of any length, and now and then a made-up one all the same."""
    places = augment.Places((np.full(5000, 300, np.float32),))
    sounds = [augment.recorded(np.random.default_rng(s), 12000, places) for s in range(20)]
    flat = [sound for sound in sounds if np.ptp(sound) == 0]
    assert 0 < len(flat) < len(sounds)
    assert all(sound.size == 12000 for sound in sounds)
    assert all(augment.level(sound) == pytest.approx(1, rel=0.01) for sound in sounds)
    assert np.ptp(augment.recorded(np.random.default_rng(1), 900, augment.NOWHERE)) > 0
