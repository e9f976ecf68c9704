# SPDX-License-Identifier: MIT
# mypy: disable-error-code="import-untyped,import-not-found,misc,no-untyped-call,unused-ignore"
"""Training sounds made harder: rooms, noises, other talkers, microphones.

Decides what may happen to an utterance on its way to the network.  A quieter
talker is background: his words are not in the transcript, the network learns
to call him silence.  It must not know about features or batches.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft, next_fast_len, rfft
from scipy.signal import fftconvolve, lfilter, resample_poly

from scripts.train_model.store import RATE
from voice_host.audio.samples import rounded
from voice_host.voice.loudness import near

Sound = NDArray[np.float32]
Random = np.random.Generator
Talker = Callable[[Random], Sound]


@dataclass(frozen=True, slots=True)
class Places:
    """Recorded noises (int16 scale) and impulse responses (first peak 1); may be empty."""

    noises: tuple[Sound, ...] = ()
    rooms: tuple[Sound, ...] = ()


NOWHERE = Places()
"""Nothing recorded: every noise and room is made up."""


def level(sound: Sound) -> float:
    """Root mean square."""
    return float(np.sqrt(np.mean(np.square(sound, dtype=np.float32)) + 1e-9))


def speech_level(sound: Sound) -> float:
    """Root mean square of the loud parts: speech without its pauses."""
    loud = sound[np.abs(sound) > 0.05 * np.abs(sound).max()]
    return level(loud) if loud.size else level(sound)


def decibels(value: float) -> float:
    """Amplitude factor of a level in dB."""
    return float(10 ** (value / 20))


def noise(rng: Random, count: int) -> Sound:
    """`count` samples of coloured noise, rms 1: fans, streets, hum, wavering."""
    size = next_fast_len(count, real=True)
    bins = size // 2 + 1
    spectrum = rng.standard_normal(bins, np.float32) + 1j * rng.standard_normal(bins, np.float32)
    frequency = np.linspace(0, 1, bins, dtype=np.float32)
    knots = rng.integers(3, 9)
    gains = np.interp(np.sqrt(frequency), np.linspace(0, 1, knots), rng.uniform(-18, 6, knots))
    tilt = rng.uniform(0, 1.2)
    spectrum *= (10 ** (gains / 20) / np.maximum(frequency, 1e-3) ** tilt).astype(np.float32)
    sound = irfft(spectrum, size)[:count]
    if rng.random() < 0.3:
        beats = np.arange(0, count + 1600, 1600)
        sound = sound * np.interp(np.arange(count), beats, rng.uniform(0.2, 1.5, beats.size))
    sound = sound / level(sound)
    if rng.random() < 0.2:
        time = np.arange(count) * (2 * np.pi * rng.uniform(48, 120) / RATE)
        hum = sum(rng.uniform(0, 1) / k * np.sin(k * time + rng.uniform(0, 6)) for k in range(1, 8))
        sound = sound + hum / level(hum) * rng.uniform(0.2, 1.5)
        sound = sound / level(sound)
    return np.asarray(sound, np.float32)


def recorded(rng: Random, count: int, places: Places) -> Sound:
    """`count` samples of a recorded noise, rms 1; a made-up one where there is none, and often."""
    if not places.noises or rng.random() < 0.6:
        return noise(rng, count)
    sound = places.noises[int(rng.integers(len(places.noises)))]
    sound = np.resize(np.roll(sound, -int(rng.integers(sound.size))), count)
    return np.asarray(sound / max(level(sound), 1e-3), np.float32)


def response(rng: Random, places: Places) -> Sound:
    """Of a recorded room one time in five, else of a made-up one."""
    if places.rooms and rng.random() < 0.2:
        return places.rooms[int(rng.integers(len(places.rooms)))]
    return room(rng)


def fading(rng: Random, sound: Sound) -> Sound:
    """As people end a phrase: up to 9 dB quieter from somewhere in its middle on."""
    at = rng.uniform(0.3, 0.7) * sound.size
    steps = np.interp(np.arange(sound.size), [at, at + 0.1 * RATE], [0, -rng.uniform(2, 9)])
    return np.asarray(sound * 10 ** (steps / 20), np.float32)


def room(rng: Random, direct: tuple[float, float] = (-3.0, 14.0)) -> Sound:
    """Impulse response; `direct` bounds the direct-to-reverberant ratio in dB."""
    decay = rng.uniform(0.12, 0.8)
    count = int(min(decay, 0.5) * RATE)
    tail = rng.standard_normal(count) * np.exp(-6.9 * np.arange(count) / RATE / decay)
    tail[: rng.integers(8, 80)] = 0
    for _ in range(rng.integers(2, 8)):
        tail[rng.integers(10, 800)] += rng.uniform(-1, 1) * 6
    tail = lfilter([1], [1, -rng.uniform(0, 0.6)], tail)
    tail *= decibels(-rng.uniform(*direct)) / np.sqrt(np.sum(tail * tail))
    tail[0] = 1.0
    return np.asarray(tail, np.float32)


def in_room(sound: Sound, response: Sound) -> Sound:
    """Convolved, same length."""
    return np.asarray(fftconvolve(sound, response)[: sound.size], np.float32)


def equalised(rng: Random, sound: Sound) -> Sound:
    """Random frequency response, sometimes band-limited: microphones and casings."""
    size = next_fast_len(sound.size, real=True)
    spectrum = rfft(sound, size)
    hertz = np.linspace(0, 8000, spectrum.size)
    knots = rng.integers(4, 9)
    places = np.linspace(0, np.sqrt(8000), knots)
    gains = np.interp(np.sqrt(hertz), places, rng.uniform(-9, 9, knots))
    if rng.random() < 0.35:
        low = rng.uniform(80, 350)
        gains = gains - np.maximum(0, low - hertz) / low * rng.uniform(10, 40)
    if rng.random() < 0.25:
        high = rng.uniform(3300, 6500)
        gains = gains - np.minimum(60, np.maximum(0, hertz - high) / 500 * rng.uniform(6, 25))
    return np.asarray(
        irfft(spectrum * (10 ** (gains / 20)).astype(np.float32), size)[: sound.size], np.float32
    )


def lossy(rng: Random, sound: Sound) -> Sound:
    """What a stingy perceptual codec leaves: weak bins of every frame are dropped."""
    hop = 256
    padded = np.pad(sound, (hop, 2 * hop + (-sound.size) % hop))
    frames = np.lib.stride_tricks.sliding_window_view(padded, 2 * hop)[::hop]
    window = np.sin(np.pi * (np.arange(2 * hop) + 0.5) / (2 * hop)).astype(np.float32)
    spectrum = np.fft.rfft(frames * window)
    size = np.abs(spectrum)
    spectrum[size < size.max(axis=1, keepdims=True) * decibels(-rng.uniform(22, 45))] = 0
    parts = np.fft.irfft(spectrum, 2 * hop).astype(np.float32) * window
    out = np.zeros(padded.size, np.float32)
    for half in (0, 1):
        chunk = parts[half::2].reshape(-1)
        out[half * hop : half * hop + chunk.size] += chunk[: padded.size - half * hop]
    return out[hop : hop + sound.size]


def telephone(sound: Sound) -> Sound:
    """Through 8-bit mu-law."""
    peak = np.abs(sound).max() + 1e-3
    scaled = np.abs(sound) / peak
    steps = np.round(np.log1p(255 * scaled) / np.log(256) * 128) / 128
    return np.asarray(np.sign(sound) * (256**steps - 1) / 255 * peak, np.float32)


def narrow(sound: Sound) -> Sound:
    """Through an 8 kHz channel."""
    return np.asarray(resample_poly(resample_poly(sound, 1, 2), 2, 1)[: sound.size], np.float32)


def resampled(rng: Random, sound: Sound) -> Sound:
    """Speed and pitch together."""
    ratio = Fraction(rng.uniform(0.8, 1.24)).limit_denominator(40)
    return np.asarray(resample_poly(sound, ratio.denominator, ratio.numerator), np.float32)


def padded(rng: Random, sound: Sound, longest: float) -> Sound:
    """With silence of up to `longest` seconds on both sides, and sometimes a click in it."""
    sides = [int(rng.uniform(0, longest) * RATE) for _ in range(2)]
    out = np.pad(sound, (sides[0], sides[1]))
    for side, start in ((sides[0], 0), (sides[1], out.size - sides[1])):
        if side > 800 and rng.random() < 0.2:
            count = int(rng.uniform(0.005, min(0.25, side / RATE * 0.8)) * RATE)
            at = start + rng.integers(0, side - count)
            click = noise(rng, max(count, 64))[:count] * np.hanning(count) ** rng.uniform(0.3, 2)
            out[at : at + count] += (click * 10 ** rng.uniform(1.6, 3.2)).astype(np.float32)
    return np.asarray(out, np.float32)


def talkers(rng: Random, talker: Talker, count: int, heads: int) -> Sound:
    """`heads` other people for `count` samples, rms 1; mostly far away in their room."""
    out = np.zeros(count, np.float32)
    for _ in range(heads):
        voice = talker(rng)
        if rng.random() < 0.5:
            voice = resampled(rng, voice)
        if voice.size < 2:
            continue
        start = int(rng.integers(voice.size))
        voice = np.resize(np.roll(voice, -start), count)
        out += voice / speech_level(voice) * rng.uniform(0.4, 1)
    if rng.random() < 0.6:
        out = in_room(out, room(rng, (-8.0, 6.0)))
    if rng.random() < 0.5:
        out = equalised(rng, out)
    if rng.random() < 0.3:  # talk that starts or stops meanwhile
        a, b = np.sort(rng.integers(0, count, 2))
        out[:a] = out[b:] = 0
    return out / max(speech_level(out), 1e-3)


def _beneath(rng: Random, talker: Talker, count: int) -> Sound:
    """Other people, scaled to 0–20 dB below speech of rms 1."""
    heads = 1 if rng.random() < 0.5 else int(rng.integers(2, 6))
    quieter = rng.uniform(2.0 if heads == 1 else 0.0, 20.0)
    return talkers(rng, talker, count, heads) * decibels(-quieter)


def gated(rng: Random, sound: Sound) -> Sound:
    """As noise suppression leaves it: nothing at all where it is quiet."""
    block = 400
    count = -(-sound.size // block)
    peaks = np.abs(np.pad(sound, (0, count * block - sound.size))).reshape(count, block).max(1)
    open_blocks = peaks > peaks.max() * decibels(-rng.uniform(22, 40))
    kept = np.convolve(open_blocks, np.ones(9), "same") > 0  # 0.1 s before and after stay open
    return np.asarray(sound * np.repeat(kept, block)[: sound.size], np.float32)


def blotted(rng: Random, sound: Sound) -> Sound:
    """As the ears hear an utterance again: what is far quieter than its loudest is gone."""
    left = near(rounded(sound), RATE, rng.uniform(6, 12), rng.uniform(0.15, 0.25))
    return left.astype(np.float32)


def microphone(rng: Random, sound: Sound, blot: float) -> Sound:
    """Codecs, narrow bands, clipping, recording level and Kaldi's dither.

    `blot` is the share of sounds whose quieter parts are blotted out at the end.
    """
    if rng.random() < 0.1:
        sound = lossy(rng, sound)
    if rng.random() < 0.07:
        sound = telephone(sound)
    if rng.random() < 0.08:
        sound = narrow(sound)
    if rng.random() < 0.12:
        sound = gated(rng, sound)
    peak = np.abs(sound).max() + 1e-3
    if rng.random() < 0.12:
        limit = rng.uniform(0.12, 0.75)
        sound = np.clip(sound, -peak * limit, peak * limit * rng.uniform(0.85, 1.15))
        peak = np.abs(sound).max() + 1e-3
    sound = sound / peak * 32767 * decibels(-rng.uniform(1, 34))
    sound = np.asarray(sound + rng.standard_normal(sound.size), np.float32)
    return blotted(rng, sound) if rng.random() < blot else sound


def utterance(
    rng: Random, sound: Sound, talker: Talker, places: Places = NOWHERE, crowd: float = 0.5
) -> Sound:
    """One training sound of the given speech, int16 scale; `crowd` = share with other talkers."""
    speech = np.asarray(sound, np.float32)
    if rng.random() < 0.75:
        speech = resampled(rng, speech)
    if rng.random() < 0.15:
        speech = fading(rng, speech)
    crowded = rng.random() < crowd
    speech = padded(rng, speech, 0.8 if crowded else 0.5 if rng.random() < 0.4 else 0.2)
    if rng.random() < 0.5:
        speech = in_room(speech, response(rng, places))
    if rng.random() < 0.7:
        speech = equalised(rng, speech)
    speech = speech / max(speech_level(speech), 1e-3)
    ratio = rng.uniform(-1, 28) if rng.random() < 0.75 else rng.uniform(28, 60)
    if crowded:
        speech = speech + _beneath(rng, talker, speech.size)
        ratio = max(ratio, 12.0)
    noisy = speech + recorded(rng, speech.size, places) * decibels(-ratio)
    return microphone(rng, noisy, 0.35)


def nobody(rng: Random, talker: Talker, places: Places = NOWHERE) -> Sound:
    """A sound nobody near speaks in: noise, babble, or one talker far down the room."""
    count = int(rng.uniform(1.0, 3.0) * RATE)
    draw = rng.random()
    sound = recorded(rng, count, places)
    if draw < 0.55:
        heads = int(rng.integers(2, 7))
        sound = sound * decibels(-rng.uniform(3, 25)) + talkers(rng, talker, count, heads)
    elif draw < 0.75:
        far = in_room(talkers(rng, talker, count, 1), room(rng, (-14.0, -5.0)))
        sound = sound * decibels(-rng.uniform(0, 12)) + far / max(speech_level(far), 1e-3)
    return microphone(rng, sound, 0.3)
