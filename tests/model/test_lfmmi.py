# SPDX-License-Identifier: MIT
"""The criterion's gradient is the slope of its loss."""

import numpy as np
import pytest

from voice_host.model.lfmmi import PhoneBigram, loss_and_gradient, numerator, transcripts

BATCH = [[[1, 2], [3]], [[4, 4, 5]], [[2], [1], [3, 5]], []]
FRAMES = np.array([20, 14, 17, 9])
PHONES = 6


@pytest.mark.parametrize("place", [(0, 3, 2), (1, 13, 9), (2, 0, 1), (2, 16, 11), (3, 5, 0)])
def test_the_gradient_is_the_slope(place: tuple[int, int, int]) -> None:
    """Central differences agree in every utterance, an empty transcript too."""
    scores = np.random.default_rng(0).normal(size=(4, 20, 2 * PHONES))
    bigram = PhoneBigram(BATCH, PHONES)
    _, gradient = loss_and_gradient(scores, FRAMES, BATCH, bigram)
    losses = []
    for step in (1e-5, -1e-5):
        moved = scores.copy()
        moved[place] += step
        losses.append(loss_and_gradient(moved, FRAMES, BATCH, bigram)[0])
    assert gradient[place] == pytest.approx((losses[0] - losses[1]) / 2e-5, abs=1e-8)


def test_padding_has_no_gradient() -> None:
    """Frames after an utterance's end do not count."""
    scores = np.random.default_rng(0).normal(size=(4, 20, 2 * PHONES))
    _, gradient = loss_and_gradient(scores, FRAMES, BATCH, PhoneBigram(BATCH, PHONES))
    assert not gradient[1, 14:].any()
    assert not gradient[3, 9:].any()


def test_occupancies_sum_to_one_a_frame() -> None:
    """Every frame belongs to some phone of the transcript."""
    scores = np.random.default_rng(1).normal(size=(4, 20, 2 * PHONES))
    _, occupancy, fits = numerator(scores, FRAMES, transcripts(BATCH))
    assert fits.all()
    assert np.allclose(occupancy[0].sum(1), 1.0)
    assert np.allclose(occupancy[1, :14].sum(1), 1.0)


def test_a_transcript_longer_than_its_sound_is_left_out() -> None:
    """More phones than frames: no gradient instead of a wrong one."""
    scores = np.zeros((1, 3, 2 * PHONES))
    words = [[[1, 2, 3, 4, 5]]]
    loss, gradient = loss_and_gradient(scores, np.array([3]), words, PhoneBigram(words, PHONES))
    assert loss == 0.0
    assert not gradient.any()


def test_an_order_of_phones_inside_words_makes_a_bigram() -> None:
    """Rows are probabilities; silence never follows silence; words follow words."""
    inside = [[0.0, 0.5, 0.5], [0.5, 0.0, 0.5], [1.0, 0.0, 0.0]]
    bigram = PhoneBigram.of_words(inside)
    assert np.allclose(bigram.follow.sum(1), 1.0)
    assert bigram.follow[0, 0] == 0.0
    assert bigram.follow[2, 1] == pytest.approx(0.375, abs=0.01)
