"""Speech as it would sound in noise or across a room.

Decides how one host's quiet repetitions stand for a loud evening.  Always from a given
generator, so that the same lesson teaches the same.  It must not know what is learnt.
"""

import numpy as np

from voice_host.model.features import RATE, Array

_PINK = 0.5  # the steepest fall of amplitude with frequency; 0 is white
_ECHO = 0.4  # seconds of reverberation that are kept


def noisy(sound: Array, decibels: float, rng: np.random.Generator) -> Array:
    """With noise, between white and pink, so many decibels below the speech; same scale."""
    count = sound.size
    frequency = np.maximum(np.linspace(0, 1, count // 2 + 1), 1e-3)
    spectrum = np.fft.rfft(rng.standard_normal(count)) / frequency ** rng.uniform(0, _PINK)
    noise = np.fft.irfft(spectrum, count)
    noise *= _level(sound) * 10 ** (-decibels / 20) / np.sqrt(np.mean(noise**2) + 1e-9)
    return np.asarray(sound + noise, np.float32)


def in_room(sound: Array, rng: np.random.Generator) -> Array:
    """With reverberation of 0.2–0.6 s, 2–10 dB below the direct sound; same length."""
    decay, below = rng.uniform(0.2, 0.6), rng.uniform(2, 10)
    count = int(_ECHO * RATE)
    echo = rng.standard_normal(count) * np.exp(-6.9 * np.arange(count) / RATE / decay)
    echo *= 10 ** (-below / 20) / np.sqrt(np.sum(echo**2))
    echo[0] = 1.0
    size = 1 << (sound.size + count).bit_length()
    wet = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(echo, size), size)
    return np.asarray(wet[: sound.size], np.float32)


def _level(sound: Array) -> float:
    """Root mean square of speech without its pauses; 1 for silence."""
    loud = sound[np.abs(sound) > 0.05 * np.abs(sound).max(initial=0.0)]
    return float(np.sqrt(np.mean(loud**2))) if loud.size else 1.0
