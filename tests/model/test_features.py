# SPDX-License-Identifier: MIT
"""The cepstra are Kaldi's."""

import kaldi_native_fbank
import numpy as np
import pytest

from voice_host.model.features import COEFFICIENTS, log_mel, mel_bank, mfcc


def kaldi_mfcc(sound: np.ndarray) -> np.ndarray:
    """The reference: Kaldi's own code with the settings of our mfcc.conf."""
    options = kaldi_native_fbank.MfccOptions()
    options.frame_opts.dither = 0
    options.mel_opts.num_bins = 40
    options.mel_opts.low_freq, options.mel_opts.high_freq = 20, 7600
    options.num_ceps, options.use_energy = 40, False
    stream = kaldi_native_fbank.OnlineMfcc(options)
    stream.accept_waveform(16000, sound.tolist())
    stream.input_finished()
    return np.array([stream.get_frame(i) for i in range(stream.num_frames_ready)])


@pytest.mark.parametrize("level", [1.0, 1000.0, 20000.0])
def test_features_equal_kaldis_at_every_level(level: float) -> None:
    """Frame for frame within float rounding, loud or faint."""
    sound = (np.random.default_rng(1).standard_normal(20000) * level).astype(np.float32)
    expected = kaldi_mfcc(sound)
    assert mfcc(sound).shape == expected.shape
    assert np.abs(mfcc(sound) - expected).max() < 5e-4


def test_a_sound_shorter_than_a_frame_has_no_features() -> None:
    """Less than 25 ms gives an empty array of the right width."""
    assert mfcc(np.zeros(399, np.float32)).shape == (0, COEFFICIENTS)


def test_digital_silence_is_floored() -> None:
    """All-zero sound gives the floor, never minus infinity."""
    assert np.allclose(log_mel(np.zeros(800, np.float32)), np.log(1.1920929e-07))


def test_warping_moves_the_triangles() -> None:
    """A warp below 1 moves the middle of the band up, and 1 leaves it alone."""
    plain, longer = mel_bank(1.0), mel_bank(0.9)
    assert longer[20].argmax() > plain[20].argmax()
    assert mel_bank(1.0) is plain
