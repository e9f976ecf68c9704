# SPDX-License-Identifier: MIT
"""Arithmetic on mono sound: resampling, trimming, reading a file. No device is known here."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from voice_host.audio.sound_files import named, sndfile
from voice_host.errors import AudioUnavailable

Samples = NDArray[np.float32]
"""Mono sound, full scale ±1."""

# Of the loudest millisecond. What is below them is a synthesiser's own lead-in; the end is softer
# than the onset, as a word dies away but begins at once.
ONSET_LEVEL = 0.03
END_LEVEL = 0.01
HOP_SECONDS = 0.001
TAIL_SECONDS = 0.03
FADE_SECONDS = 0.002
PEAK = 0.5


def resample(samples: Samples, rate: int, wanted: int) -> Samples:
    """The same sound at `wanted` hertz, band-limited (Fourier method), float32."""
    if rate == wanted or len(samples) == 0:
        return samples
    count = max(1, round(len(samples) * wanted / rate))
    # Of the whole sound at once: phrases are seconds long, and there are no block edges to join.
    spectrum = np.fft.rfft(samples)
    kept = np.zeros(count // 2 + 1, np.complex128)
    shared = min(len(kept), len(spectrum))
    kept[:shared] = spectrum[:shared]
    return (np.fft.irfft(kept, count) * (count / len(samples))).astype(np.float32)


def trim(samples: Samples, rate: int) -> Samples:
    """The sound from its energy onset to its end, without the silence around it.

    The onset is the first millisecond whose RMS exceeds 3 % of the loudest one's.
    Sound that is silent throughout keeps its length.
    """
    hop = max(1, round(rate * HOP_SECONDS))
    level = envelope(samples, hop)
    top = float(level.max(initial=0.0))
    if top == 0:
        return samples
    # So a count falls on its beat by what is heard, not by where a synthesiser's file begins.
    start = int(np.argmax(level > ONSET_LEVEL * top)) * hop
    last = len(level) - int(np.argmax(level[::-1] > END_LEVEL * top))
    cut = samples[start : last * hop + round(rate * TAIL_SECONDS)].copy()
    return fade(cut, round(rate * FADE_SECONDS))


def envelope(samples: Samples, hop: int) -> Samples:
    """RMS of each whole `hop` of samples."""
    whole = samples[: len(samples) // hop * hop].reshape(-1, hop)
    return np.sqrt(np.mean(np.square(whole, dtype=np.float32), axis=1, dtype=np.float32))


def fade(samples: Samples, count: int) -> Samples:
    """Fade the first and last `count` samples, in place, so that no edge clicks."""
    count = min(count, len(samples) // 2)
    if count:
        ramp = np.linspace(0, 1, count, dtype=np.float32)
        samples[:count] *= ramp
        samples[-count:] *= ramp[::-1]
    return samples


def level(samples: Samples, peak: float = PEAK) -> Samples:
    """The sound scaled so that its loudest sample is `peak`; silence stays silence."""
    top = float(np.abs(samples).max(initial=0.0))
    return samples * np.float32(peak / top) if top > 0 else samples


def rounded(samples: NDArray[np.floating[Any]]) -> NDArray[np.int16]:
    """Sound of int16 scale as int16; what is louder is clipped."""
    return np.asarray(np.clip(np.rint(samples), -32768, 32767), np.int16)


def silence(seconds: float, rate: int) -> Samples:
    """Zeros for so long."""
    return np.zeros(max(0, round(seconds * rate)), np.float32)


def read_sound(path: Path) -> tuple[Samples, int]:
    """A sound file as mono samples and its rate; AudioUnavailable if it holds no sound."""
    library = sndfile()
    try:
        samples, rate = library.read(named(path), dtype="float32", always_2d=True)
    except (library.SoundFileError, OSError) as error:
        raise AudioUnavailable("audio.no_sound_file", path=path) from error
    return np.ascontiguousarray(samples.mean(axis=1, dtype=np.float32)), int(rate)


def is_whole(path: Path) -> bool:
    """Does a file that says how long it is (wav, aiff) hold as much as it says?"""
    try:
        with path.open("rb") as file:
            head = file.read(8)
        size = path.stat().st_size
    except OSError:
        return False
    # A recording that was cut off (a full disk, a pulled stick) says more than it holds.
    said = int.from_bytes(head[4:], "big" if head[:4] == b"FORM" else "little")
    return head[:4] not in (b"RIFF", b"FORM") or size >= len(head) + said
