# SPDX-License-Identifier: MIT
# mypy: disable-error-code="import-untyped,import-not-found,misc,no-untyped-call,unused-ignore"
"""Test clips and what is done to them: noise, rooms, other talkers.

Decides how disturbed sets are mixed, always from fixed seeds.  `clips` is a
folder with `manifest.tsv` (file, text, kind, speaker); the clips never enter
the project.  It must not know the recogniser.
"""

import csv
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray
from scipy.signal import fftconvolve, lfilter

RATE = 16000
Sound = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """One utterance: samples in int16 scale at 16 kHz, its words, who says them."""

    sound: Sound
    text: str
    speaker: str
    kind: str


def read_clips(folder: Path) -> list[Clip]:
    """Every clip of the manifest, in its order."""
    clips = []
    with (folder / "manifest.tsv").open(encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
            samples, rate = soundfile.read(folder / row["file"], dtype="float32")
            if rate != RATE or samples.ndim > 1:
                raise ValueError(f"{row['file']} is not mono at {RATE} Hz")
            sound = (samples * 32768).astype(np.float32)
            clips.append(Clip(sound, row["text"].strip().lower(), row["speaker"], row["kind"]))
    return clips


def level(sound: Sound) -> float:
    """Root mean square of the loud parts: speech without its pauses."""
    loud = sound[np.abs(sound) > 0.05 * np.abs(sound).max()]
    return float(np.sqrt(np.mean(loud * loud) + 1e-9)) if loud.size else 1.0


def padded(clip: Clip, rng: np.random.Generator, before: float = 0.3, after: float = 0.4) -> Clip:
    """With seconds of faint noise around it, as a microphone would give."""
    sides = [rng.standard_normal(int(s * RATE)).astype(np.float32) * 3 for s in (before, after)]
    return replace(clip, sound=np.concatenate([sides[0], clip.sound, sides[1]]))


def noisy(clip: Clip, rng: np.random.Generator, decibels: float) -> Clip:
    """With coloured noise `decibels` below the speech."""
    count = clip.sound.size
    spectrum = np.fft.rfft(rng.standard_normal(count))
    frequency = np.linspace(0, 1, spectrum.size)
    knots = rng.integers(3, 9)
    gains = np.interp(np.sqrt(frequency), np.linspace(0, 1, knots), rng.uniform(-18, 6, knots))
    shape = 10 ** (gains / 20) / np.maximum(frequency, 1e-3) ** rng.uniform(0, 1.2)
    noise = np.fft.irfft(spectrum * shape, count)
    noise *= level(clip.sound) * 10 ** (-decibels / 20) / np.sqrt(np.mean(noise * noise))
    return replace(clip, sound=_fitted(clip.sound + noise))


def room_response(rng: np.random.Generator) -> Sound:
    """A room: decay 0.2–0.7 s, direct sound 0–10 dB above the reverberation."""
    decay = rng.uniform(0.2, 0.7)
    count = int(min(decay, 0.5) * RATE)
    tail = rng.standard_normal(count) * np.exp(-6.9 * np.arange(count) / RATE / decay)
    tail[:40] = 0
    tail = lfilter([1], [1, -rng.uniform(0, 0.6)], tail)
    tail *= 10 ** (-rng.uniform(0, 10) / 20) / np.sqrt(np.sum(tail * tail))
    tail[0] = 1
    return np.asarray(tail, np.float32)


def in_room(clip: Clip, rng: np.random.Generator) -> Clip:
    """As heard across a room."""
    wet = fftconvolve(clip.sound, room_response(rng))[: clip.sound.size]
    return replace(clip, sound=_fitted(wet))


def over_talkers(
    clip: Clip, rng: np.random.Generator, talk: list[Sound], heads: int, decibels: float
) -> Clip:
    """While `heads` others of `talk` go on talking, together `decibels` below the speech."""
    count = clip.sound.size
    babble = np.zeros(count, np.float32)
    for index in rng.permutation(len(talk))[:heads]:
        start = int(rng.integers(max(1, talk[index].size - count)))
        piece = np.resize(talk[index][start : start + count], count)
        babble += piece / level(piece)
    babble *= level(clip.sound) * 10 ** (-decibels / 20) / level(babble)
    return replace(clip, sound=_fitted(clip.sound + babble))


def _fitted(sound: NDArray[np.floating]) -> Sound:
    """Scaled down if it would not fit into 16 bits."""
    return np.asarray(sound / max(1.0, np.abs(sound).max() / 32000), np.float32)
