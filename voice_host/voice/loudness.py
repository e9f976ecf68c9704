"""How loud a stretch of sound is, and where speech in it ends, by energy alone.

Knows no words. Levels are decibels relative to full scale, over frames of 10 ms.
"""

import numpy as np
from numpy.typing import NDArray

FRAME = 0.01
_MEMORY = 300  # frames: the level of the last 3 s of speech is what a quiet is quiet against
_DROP = 18.0  # decibels: vowels to pauses in a room at 10 dB of noise differ by about 20


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
        """Seconds since the last frame that was about as loud as the speech before it."""
        if not len(self._levels):
            return 0.0
        loud = np.flatnonzero(self._levels > self._levels.max() - _DROP)
        return float((len(self._levels) - 1 - loud[-1]) * FRAME)

    def any(self) -> bool:
        """Has there been sound since the last `forget`?"""
        return len(self._levels) > 0

    def forget(self) -> None:
        """Start afresh."""
        self._levels = np.empty(0)
