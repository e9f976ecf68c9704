# SPDX-License-Identifier: MIT
"""The mixer driven by hand: every sample is where it should be."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_host.audio.mixer import CUT_SECONDS, DUCKED_GAIN, MUSIC_GAIN, STEP, Mixer

RATE = 1000


def run(mixer: Mixer, *blocks: int) -> np.ndarray:
    return np.concatenate([mixer.fill(frames).copy() for frames in blocks])


@given(st.lists(st.integers(1, 97), min_size=1, max_size=30), st.integers(0, 300))
def test_a_clip_sounds_at_its_sample(blocks: list[int], start: int) -> None:
    """However the card cuts time into blocks, a clip begins at its sample and is whole."""
    mixer = Mixer(RATE)
    clip = mixer.play(np.linspace(0.1, 0.5, 50, dtype=np.float32), start)
    out = run(mixer, *blocks, 400)
    expected = np.zeros(len(out), np.float32)
    expected[start : start + 50] = clip.samples[: max(0, len(out) - start)]
    np.testing.assert_array_equal(out, expected)
    assert clip.end == start + 50


def test_as_soon_as_possible_is_the_next_block() -> None:
    """A clip with no start, or a start that has passed, sounds whole in the next block."""
    mixer = Mixer(RATE)
    run(mixer, 100)
    soon = mixer.play(np.full(10, 0.2, np.float32))
    late = mixer.play(np.full(10, 0.1, np.float32), 40)
    out = run(mixer, 64)
    np.testing.assert_allclose(out[:10], 0.3, rtol=1e-6)
    assert not out[10:].any()
    assert (soon.start, soon.end, late.end) == (100, 110, 110)


def test_end_is_told_in_the_block_where_the_clip_ends() -> None:
    """The end of a clip is unknown until its last sample has been given out."""
    mixer = Mixer(RATE)
    clip = mixer.play(np.ones(100, np.float32))
    run(mixer, 99)
    assert clip.end is None
    run(mixer, 1)
    assert clip.end == 100


def test_hush_is_silence_within_milliseconds() -> None:
    """Everything that sounds is faded in 5 ms; what waits for its sample never begins."""
    mixer = Mixer(RATE)
    sounding = mixer.play(np.full(500, 0.5, np.float32))
    waiting = mixer.play(np.full(500, 0.5, np.float32), 150)
    run(mixer, 100)
    mixer.hush()
    out = run(mixer, 200)
    cut = round(CUT_SECONDS * RATE)
    assert np.abs(out[cut:]).max() == 0
    assert np.all(np.diff(out[:cut]) < 0)
    assert sounding.end == 100 + cut and waiting.end == 100


def test_a_clip_after_hush_sounds() -> None:
    """Hush concerns what was given before it, even within one block."""
    mixer = Mixer(RATE)
    mixer.play(np.full(10, 0.5, np.float32))
    mixer.hush()
    mixer.play(np.full(10, 0.25, np.float32))
    assert run(mixer, 20)[9] == 0.25


def test_volume_moves_without_a_click_and_within_bounds() -> None:
    """A step is 3 dB, reached by a ramp; many steps end at the loudest and quietest."""
    mixer = Mixer(RATE)
    mixer.play(np.full(2000, 0.1, np.float32))
    mixer.volume(1)
    out = run(mixer, 200)
    assert out[-1] == pytest.approx(0.1 * STEP, rel=1e-5)
    assert np.abs(np.diff(out)).max() < 0.01
    for _ in range(40):
        mixer.volume(1)
    assert run(mixer, 500)[-1] == pytest.approx(0.1 * STEP**3, rel=1e-5)
    for _ in range(40):
        mixer.volume(-1)
    assert run(mixer, 500)[-1] == pytest.approx(0.1 * STEP**-10, rel=1e-4)


def test_nothing_leaves_full_scale() -> None:
    """Sounds that add up beyond full scale are limited, not wrapped."""
    mixer = Mixer(RATE)
    mixer.play(np.full(10, 0.9, np.float32))
    mixer.play(np.full(10, 0.9, np.float32))
    assert run(mixer, 10).max() == 1


def test_music_loops_ducks_and_fades() -> None:
    """The track repeats, grows quiet while something is said, comes back, and fades out."""
    mixer = Mixer(RATE)
    mixer.start_music(np.ones(333, np.float32))
    assert run(mixer, *[50] * 40)[-1] == pytest.approx(MUSIC_GAIN)
    mixer.play(np.zeros(1000, np.float32))
    assert run(mixer, *[50] * 18)[-1] == pytest.approx(DUCKED_GAIN)
    assert run(mixer, *[50] * 20)[-1] == pytest.approx(MUSIC_GAIN)
    mixer.hush()
    assert run(mixer, 50)[-1] == pytest.approx(MUSIC_GAIN)
    mixer.stop_music()
    out = run(mixer, *[50] * 40)
    assert out[-1] == 0 and np.all(np.diff(out) <= 1e-7)


def test_the_loop_has_every_sample_in_order() -> None:
    """The end of the track runs into its beginning whatever the blocks are."""
    mixer = Mixer(RATE)
    track = np.arange(1, 101, dtype=np.float32) / np.float32(200)
    mixer.start_music(track)
    run(mixer, *[50] * 40)
    out = run(mixer, 37, 63, 111) / MUSIC_GAIN
    np.testing.assert_allclose(out, np.tile(track, 3)[: len(out)], rtol=1e-5)
