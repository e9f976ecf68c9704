# SPDX-License-Identifier: MIT
"""The one music track: calm chords made here."""

import numpy as np

from voice_host.audio.samples import Samples, level, resample

CHORDS = (
    (110.0, 220.0, 261.63, 329.63),
    (87.31, 174.61, 220.0, 261.63),
    (130.81, 196.0, 261.63, 329.63),
    (98.0, 196.0, 246.94, 293.66),
)
CHORD_SECONDS = 8
MADE_AT = 8_000
OVERTONES = (1.0, 0.3, 0.12)
PEAK = 0.5


def calm_track(rate: int) -> Samples:
    """32 seconds of slow chords at `rate` hertz; the end runs into the beginning.

    Every partial has a whole number of cycles in the track and every swell is periodic,
    so the loop has no seam, and resampling by Fourier keeps it so.
    """
    seconds = CHORD_SECONDS * len(CHORDS)
    times = np.arange(seconds * MADE_AT, dtype=np.float64) / MADE_AT
    track = np.zeros(len(times))
    for number, chord in enumerate(CHORDS):
        track += _swell(times, number, seconds) * _chord(times, chord, seconds)
    return level(resample(track.astype(np.float32), MADE_AT, rate), PEAK)


def _swell(times: np.ndarray, number: int, seconds: int) -> np.ndarray:
    """A raised cosine around the middle of the chord's turn, twice as long as the turn."""
    middle = (number + 0.5) * CHORD_SECONDS
    distance = np.abs((times - middle + seconds / 2) % seconds - seconds / 2)
    near = np.minimum(distance / CHORD_SECONDS, 1)
    return 0.5 + 0.5 * np.cos(np.pi * near)


def _chord(times: np.ndarray, chord: tuple[float, ...], seconds: int) -> np.ndarray:
    sound = np.zeros(len(times))
    for pitch in chord:
        for number, weight in enumerate(OVERTONES, 1):
            # A whole number of cycles in the track, at most 1/64 Hz off pitch: nobody hears that,
            # but a seam every half minute everybody would.
            cycles = round(pitch * number * seconds)
            sound += weight / number * np.sin(2 * np.pi * cycles / seconds * times)
    return sound
