# SPDX-License-Identifier: MIT
"""Kaldi's MFCC in numpy, frame for frame what Vosk computes from our mfcc.conf.

Decides window, mel bank and cepstra: 40 coefficients from 40 triangles between
20 and 7600 Hz, frames of 25 ms every 10 ms, no energy, no normalisation
(Kaldi feature-window.cc, mel-computations.cc, feature-mfcc.cc).  The bank may
be warped along frequency as Kaldi's VTLN does, which training uses.  It must
not know about networks or files.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

RATE = 16000
COEFFICIENTS = 40
FRAME = 400
SHIFT = 160
_FFT = 512
_LOW, _HIGH = 20.0, 7600.0
_VTLN_LOW, _VTLN_HIGH = 100.0, 7100.0
_PREEMPHASIS = np.float32(0.97)
_LIFTER = 22
_FLOOR = np.float32(1.1920929e-07)

_WINDOW = ((0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FRAME) / (FRAME - 1))) ** 0.85).astype(
    np.float32
)


def _mel(hertz: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1127.0 * np.log1p(hertz / 700.0))


def _hertz(mel: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(700.0 * np.expm1(mel / 1127.0))


def _warped(hertz: NDArray[np.float64], warp: float) -> NDArray[np.float64]:
    """Kaldi's piecewise linear VTLN: 1/warp in the middle, ends of the band kept."""
    low, high = _VTLN_LOW * max(1.0, warp), _VTLN_HIGH * min(1.0, warp)
    scale = 1.0 / warp
    below = _LOW + (scale * low - _LOW) / (low - _LOW) * (hertz - _LOW)
    above = _HIGH + (_HIGH - scale * high) / (_HIGH - high) * (hertz - _HIGH)
    middle = np.where(hertz < high, scale * hertz, above)
    return np.asarray(np.where(hertz < _LOW, hertz, np.where(hertz < low, below, middle)))


@lru_cache(maxsize=64)
def mel_bank(warp: float = 1.0) -> Array:
    """Triangles, shape (40, 257), float32; `warp` below 1 stands for a longer vocal tract."""
    low, high = _mel(np.array([_LOW, _HIGH]))
    edges = np.linspace(low, high, COEFFICIENTS + 2).astype(np.float64)
    if warp != 1.0:
        edges = _mel(_warped(_hertz(edges), warp))
    bins = _mel(np.arange(_FFT // 2, dtype=np.float64) * (RATE / _FFT))
    left, centre, right = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    rising, falling = (bins - left) / (centre - left), (right - bins) / (right - centre)
    bank = np.zeros((COEFFICIENTS, _FFT // 2 + 1), np.float32)
    inside = (bins > left) & (bins < right)
    bank[:, :-1] = np.where(inside, np.where(bins <= centre, rising, falling), 0.0)
    return bank


def _cepstral_matrix() -> Array:
    rows = np.arange(COEFFICIENTS)[:, None]
    cosines = np.cos(np.pi / COEFFICIENTS * (np.arange(COEFFICIENTS) + 0.5) * rows)
    cosines *= np.sqrt(2.0 / COEFFICIENTS)
    cosines[0] = np.sqrt(1.0 / COEFFICIENTS)
    lifter = 1 + 0.5 * _LIFTER * np.sin(np.pi * rows / _LIFTER)
    return np.asarray(cosines * lifter, np.float32)


CEPSTRA = _cepstral_matrix()
"""Log mel energies → liftered cepstra, shape (40, 40)."""


def log_mel(sound: Array, warp: float = 1.0) -> Array:
    """Log mel energies, shape (frames, 40); `sound` in int16 scale at 16 kHz, no dither."""
    samples = np.ascontiguousarray(sound, np.float32)
    if samples.size < FRAME:
        return np.zeros((0, COEFFICIENTS), np.float32)
    frames = np.lib.stride_tricks.sliding_window_view(samples, FRAME)[::SHIFT]
    frames = frames - frames.mean(axis=1, keepdims=True)
    delayed = np.concatenate([frames[:, :1], frames[:, :-1]], axis=1)
    spectrum = np.fft.rfft((frames - _PREEMPHASIS * delayed) * _WINDOW, _FFT)
    power = (spectrum.real**2 + spectrum.imag**2).astype(np.float32)
    return np.asarray(np.log(np.maximum(power @ mel_bank(warp).T, _FLOOR)))


def mfcc(sound: Array, warp: float = 1.0) -> Array:
    """Cepstra as Vosk feeds them to the network, shape (frames, 40), float32."""
    return log_mel(sound, warp) @ CEPSTRA.T
