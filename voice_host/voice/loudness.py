# SPDX-License-Identifier: MIT
"""How loud a stretch of sound is, and where speech in it ends, by energy alone.

Knows no words. Levels are decibels relative to full scale, over frames of 10 ms.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

FRAME = 0.01
_MEMORY = 3000  # frames: long enough for any utterance
_RECENT = 300  # frames: the last 3 s of speech are what a quiet is quiet against
_SMOOTH = 5  # frames: a click is not loud
_DROP = 10.0  # decibels: other talk 10 dB below the host must count as a quiet
_FAINT = 10.0  # standard deviation in 16-bit steps; ten times Vosk's dither


def levels(pcm: NDArray[np.int16], rate: int) -> NDArray[np.float64]:
    """The level of every whole frame, decibels, shape (frames,)."""
    size = int(rate * FRAME)
    frames = pcm[: len(pcm) // size * size].reshape(-1, size).astype(np.float64)
    power = np.mean(np.square(frames / 32768), axis=1)
    return np.asarray(10 * np.log10(power + 1e-10))


def end_of_speech(pcm: NDArray[np.int16], rate: int) -> float:
    """Seconds from the start of a recording of one utterance to where its speech ends.

    0.0 if there is no speech. The threshold lies two fifths up from the quietest tenth to
    the loudest twentieth of the recording; clicks under 30 ms do not count.
    """
    level = levels(pcm, rate)
    if not len(level):
        return 0.0
    floor, top = np.percentile(level, (10, 95))
    loud = level > floor + 0.4 * max(top - floor, 6.0)
    lasting = np.flatnonzero(np.convolve(loud, np.ones(3), "valid") == 3)
    return float((lasting[-1] + 3) * FRAME) if len(lasting) else 0.0


def near(pcm: NDArray[np.int16], rate: int, behind: float, around: float) -> NDArray[np.int16]:
    """The sound with all that is quieter than its loudest by `behind` decibels blotted out.

    `around` seconds before and after what is loud are kept: words begin and end softly. In
    place of the rest stands the same faint noise every time. Shape and rate stay.
    """
    level = levels(pcm, rate)
    if len(level) < _SMOOTH:
        return pcm
    smooth, reach = _smooth(level), round(around / FRAME)
    loud = smooth >= smooth.max() - behind
    kept = np.convolve(loud, np.ones(2 * reach + _SMOOTH))[reach : reach + len(level)] > 0.5
    frame = np.minimum(np.arange(len(pcm)) // int(rate * FRAME), len(level) - 1)
    # The same noise each time: the same sound must give the same words, in a game and in a test.
    faint = np.random.default_rng(0).normal(0, _FAINT, len(pcm))
    return np.where(kept[frame], pcm, np.rint(faint)).astype(np.int16)


class Loudness:
    """Follows a stream and says how long it has been quiet after something louder."""

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._levels: NDArray[np.float64] = np.empty(0)

    def add(self, pcm: bytes) -> None:
        """Take in int16 samples."""
        new = levels(np.frombuffer(pcm, dtype="<i2"), self._rate)
        self._levels = np.concatenate((self._levels, new))[-_MEMORY:]

    def quiet_for(self) -> float:
        """Seconds since it was last about as loud as the loudest of the last 3 s."""
        recent = _smooth(self._levels[-_RECENT:])
        if not len(recent):
            return 0.0
        # Relative to the speaker and not to silence: in a room full of talk it never gets silent.
        loud = np.flatnonzero(recent > recent.max() - _DROP)
        return float((len(recent) - 1 - loud[-1]) * FRAME)

    def phrase(self, gap: float) -> float:
        """Seconds since what was last loud began, after a quiet of `gap` seconds or more."""
        level = _smooth(self._levels)
        if not len(level):
            return 0.0
        loud = np.flatnonzero(level > level[-_RECENT:].max() - _DROP)
        gaps = np.flatnonzero(np.diff(loud) > gap / FRAME)
        first = loud[gaps[-1] + 1] if len(gaps) else loud[0]
        return float((len(level) - first) * FRAME)

    def beside(
        self, stretches: Iterable[tuple[float, float]], since: float, behind: float
    ) -> float:
        """How much of the last `since` seconds is loud but in none of these stretches, seconds.

        A stretch is its start and its end, in seconds ago. Loud is what is less than `behind`
        decibels below the loudest.
        """
        level = _smooth(self._levels[-max(1, round(since / FRAME)) :])
        if not len(level):
            return 0.0
        ago = FRAME * (len(level) - np.arange(len(level)) + _SMOOTH // 2)
        loud = level >= level.max() - behind
        for start, end in stretches:
            loud &= (ago > start) | (ago < end)
        return float(np.count_nonzero(loud) * FRAME)

    @property
    def seconds(self) -> float:
        """How much sound there has been since the last `forget`; the last half minute at most."""
        return len(self._levels) * FRAME

    def forget(self) -> None:
        """Start afresh."""
        self._levels = np.empty(0)


def _smooth(level: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean power of each frame and its neighbours, in decibels again."""
    if len(level) < _SMOOTH:
        return level
    # Means of power, not of decibels: an average of logarithms would let silence weigh too much.
    power = np.convolve(10 ** (level / 10), np.ones(_SMOOTH) / _SMOOTH, "valid")
    return np.asarray(10 * np.log10(power + 1e-10))
