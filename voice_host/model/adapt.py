# SPDX-License-Identifier: MIT
"""The model learns its host's voice from two minutes of repeated commands.

Decides what adapts and when it is kept: a scale for each channel of the last
hidden layer (learning hidden unit contributions, Swietojanski and Renals
2014), by the training criterion, held back towards the model everybody gets.
Every repetition is also learnt in noise, or what is learnt in a quiet room
would be lost in a loud one.  Every third is only for judging: what
counts is how many of these are heard rightly, and only then how well they fit.
All in numpy; the recogniser is handed in.  It must not know microphones or
dialogs.
"""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_host.errors import VoiceHostError
from voice_host.model.features import Array, mfcc
from voice_host.model.lexicon import Lexicon
from voice_host.model.lfmmi import PhoneBigram, loss_and_gradient, numerator, transcripts
from voice_host.model.network import Dense, Layers, read_network, scores, write_network
from voice_host.model.pronounce import PHONES
from voice_host.model.seal import seal
from voice_host.model.vocabulary import read_vocabulary, share

FEWEST = 9
"""Repetitions without which nothing is learnt."""
_STEPS, _RATE, _MOMENTUM, _PULL = 40, 12.0, 0.7, 0.001
_TAUGHT_IN, _JUDGED_IN = (10.0,), (10.0, 5.0)  # noise, decibels below the speech
_BETTER = 0.01  # loss per frame that held-back repetitions must gain if no more are heard
_PHONE = {phone: index for index, phone in enumerate(PHONES)}
Words = list[list[int]]
Scale = NDArray[np.float64]
"""What is learnt: a factor for each channel of the last hidden layer, shape (channels,)."""
Hears = Callable[[Path, Sequence[Array], Sequence[str]], Sequence[str]]
"""(model folder, sounds, phrases that may be said) → the words of each sound, "" for none.

Sounds are of int16 scale at 16 kHz, shape (samples,).
"""


@dataclass(frozen=True, slots=True, eq=False)
class Repetition:
    """One command as the host said it: int16 scale at 16 kHz, and its words."""

    sound: Array
    text: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """How a model does on the held-back sounds: how many are heard rightly, loss per frame."""

    heard: int
    loss: float

    def beats(self, other: "Judgement") -> bool:
        """More are heard, or as many and they fit better by a margin; never with fewer."""
        if self.heard != other.heard:
            return self.heard > other.heard
        return self.loss < other.loss - _BETTER


@dataclass(frozen=True, slots=True)
class Enrolment:
    """Model before and after, each judged by `sounds` held-back sounds; is the new one kept?

    Every held-back repetition is judged as it was said and in noise.
    """

    before: Judgement
    after: Judgement
    sounds: int
    kept: bool


class _Network:
    """The layers that stay as they are, the one that adapts, and the order of phones."""

    def __init__(self, layers: Layers, bigram: PhoneBigram) -> None:
        *self.below, head = layers
        if not isinstance(head, Dense):
            raise TypeError("the last layer has no weights")
        self.head, self.bigram = head, bigram
        self.weights = head.weights.astype(np.float64)
        self.bias = 0.0 if head.bias is None else head.bias.astype(np.float64)

    def hidden(self, sound: Array) -> NDArray[np.float64]:
        """What the last layer is given, shape (frames, channels)."""
        return scores(self.below, mfcc(sound)).astype(np.float64)

    def outputs(self, hidden: NDArray[np.float64]) -> NDArray[np.float64]:
        """Scores, shape (…, outputs)."""
        return np.asarray(hidden @ self.weights.T + self.bias)

    def scaled(self, scale: Scale) -> Layers:
        """The layers of this voice."""
        return [
            *self.below,
            replace(self.head, weights=(self.head.weights * scale).astype(np.float32)),
        ]


class _Lesson:
    """Repetitions prepared for learning: hidden activations and the phones that were said."""

    def __init__(
        self, network: _Network, lexicon: Lexicon, said: Sequence[Sequence[Repetition]]
    ) -> None:
        """Of each repetition as it was said, then disturbed; the first tells how it was said."""
        self._network = network
        hidden: list[NDArray[np.float64]] = []
        self._words: list[Words] = []
        for versions in said:
            heard = [network.hidden(one.sound) for one in versions]
            words = _best_ways(network.outputs(heard[0]), versions[0].text, lexicon)
            hidden += heard
            self._words += [words] * len(heard)
        self._frames = np.array([len(one) for one in hidden])
        longest = int(self._frames.max())
        self._padded = np.stack([np.pad(h, ((0, longest - len(h)), (0, 0))) for h in hidden])
        self.neutral: Scale = np.ones(self._padded.shape[2])

    def loss(self, scale: Scale) -> tuple[float, Scale]:
        """Loss per frame of this voice, and its gradient."""
        network = self._network
        heard = network.outputs(self._padded * scale)
        loss, gradient = loss_and_gradient(heard, self._frames, self._words, network.bigram)
        return loss, ((gradient @ network.weights) * self._padded).sum((0, 1))


def enroll(model_dir: Path, said: Sequence[Repetition], out_dir: Path, hears: Hears) -> Enrolment:
    """Learns from repetitions and leaves a model in `out_dir` if that hears the rest better.

    `hears` is asked what the model in a folder hears.  Graph and settings are
    shared with `model_dir`; delete the folder to forget the voice.  A voice
    that is not kept leaves no folder.  Raises ModelMissing for another's model,
    VoiceHostError for too few repetitions or unknown words, and what `hears` raises.
    """
    lexicon, background = read_vocabulary(model_dir / "graph")
    _check(said, lexicon)
    layers = read_network(model_dir / "am" / "final.mdl")
    network = _Network(layers, PhoneBigram.of_words(background.follow))
    rng = np.random.default_rng(0)
    taught = [_in_noise(one, _TAUGHT_IN, rng) for k, one in enumerate(said) if k % 3 != 2]
    judges = [_in_noise(one, _JUDGED_IN, rng) for k, one in enumerate(said) if k % 3 == 2]
    scale = _learnt(_Lesson(network, lexicon, taught))
    judging = _Lesson(network, lexicon, judges)
    asked = [one for versions in judges for one in versions]
    phrases = sorted({one.text for one in said})

    def judged(folder: Path, voice: Scale) -> Judgement:
        heard = hears(folder, [one.sound for one in asked], phrases)
        right = sum(text == one.text for text, one in zip(heard, asked, strict=True))
        return Judgement(right, judging.loss(voice)[0])

    kept = False
    try:
        _write(model_dir, out_dir, network.scaled(scale))
        before, after = judged(model_dir, judging.neutral), judged(out_dir, scale)
        kept = after.beats(before)
    finally:
        if not kept:
            shutil.rmtree(out_dir, ignore_errors=True)
    return Enrolment(before, after, len(asked), kept)


def _in_noise(
    said: Repetition, decibels: Sequence[float], rng: np.random.Generator
) -> list[Repetition]:
    """The repetition as it was said, then in noise so far below it."""
    return [said, *(replace(said, sound=_noisy(said.sound, one, rng)) for one in decibels)]


def _noisy(sound: Array, decibels: float, rng: np.random.Generator) -> Array:
    """With noise so many decibels below the speech, its colour drawn between white and pink."""
    frequency = np.maximum(np.linspace(0, 1, sound.size // 2 + 1), 1e-3)
    spectrum = np.fft.rfft(rng.standard_normal(sound.size)) / frequency ** rng.uniform(0, 0.5)
    noise = np.fft.irfft(spectrum, sound.size)
    loud = sound[np.abs(sound) > 0.05 * np.abs(sound).max(initial=0.0)]
    level = np.sqrt(np.mean(loud**2)) if loud.size else 1.0
    noise *= level * 10 ** (-decibels / 20) / np.sqrt(np.mean(noise**2) + 1e-9)
    return np.asarray(sound + noise, np.float32)


def _check(said: Sequence[Repetition], lexicon: Lexicon) -> None:
    if len(said) < FEWEST:
        raise VoiceHostError(
            "enroll.too_few",
            said=len(said),
            fewest=FEWEST,
        )
    unknown = sorted({word for one in said for word in one.text.split()} - set(lexicon))
    if unknown:
        raise VoiceHostError("enroll.unknown_words", words=", ".join(unknown))


def _best_ways(outputs: NDArray[np.float64], text: str, lexicon: Lexicon) -> Words:
    """For each word the way of saying it that the sound fits best."""
    ways = [[[_PHONE[p] for p in way] for way in lexicon[word]] for word in text.split()]
    chosen = [options[0] for options in ways]
    frames = np.array([len(outputs)])
    for place, options in enumerate(ways):
        trials = [[*chosen[:place], option, *chosen[place + 1 :]] for option in options]
        likely = [numerator(outputs[None], frames, transcripts([t]))[0][0] for t in trials]
        chosen = trials[int(np.argmax(likely))]
    return chosen


def _learnt(lesson: _Lesson) -> Scale:
    """Steps down the slope, pulled towards the neutral voice; shorter ones after each that failed.

    No offsets of the outputs are learnt: they shift the balance of the phones
    that the lesson holds against all others and against silence, which fits
    the lesson better and hears other words worse.
    """
    rate, still = _RATE, np.zeros_like(lesson.neutral)
    best, speed = lesson.neutral, still
    least, downhill = lesson.loss(best)
    scale, slope = best, downhill
    for _ in range(_STEPS):
        speed = _MOMENTUM * speed - rate * (slope + _PULL * (scale - lesson.neutral))
        scale = scale + speed
        loss, slope = lesson.loss(scale)
        if loss < least:
            best, least, downhill = scale, loss, slope
        else:
            scale, slope, speed, rate = best, downhill, still, rate / 2
    return best


def _write(model_dir: Path, out_dir: Path, layers: Layers) -> None:
    shutil.rmtree(out_dir / "am", ignore_errors=True)
    (out_dir / "am").mkdir(parents=True)
    write_network(out_dir / "am" / "final.mdl", layers)
    for part in ("graph", "conf"):
        share(model_dir / part, out_dir / part)
    seal(out_dir)
