"""The model learns its host's voice from two minutes of repeated commands.

Decides what adapts and when it is kept: a scale for each channel of the last
hidden layer and the bias of every output (learning hidden unit contributions,
Swietojanski and Renals 2014), by the training criterion, held back towards
the model everybody gets; every third repetition is only for judging.  Each is
also heard in noise, or what is learnt in a quiet room would be lost in a loud
one.  All in numpy.  It must not know microphones or dialogs.
"""

import shutil
from collections.abc import Sequence
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
from voice_host.model.vocabulary import read_vocabulary, share

FEWEST = 9
"""Repetitions without which nothing is learnt."""
_STEPS, _RATE, _PULL = 40, 0.005, 0.01
_NOISE = 10.0  # decibels below the speech
_BETTER = 0.01  # loss per frame that held-back repetitions must gain
_PHONE = {phone: index for index, phone in enumerate(PHONES)}
Words = list[list[int]]


@dataclass(frozen=True, slots=True, eq=False)
class Repetition:
    """One command as the host said it: int16 scale at 16 kHz, and its words."""

    sound: Array
    text: str


@dataclass(frozen=True, slots=True)
class Enrolment:
    """Loss per frame of the held-back repetitions before and after; `kept` if that is better."""

    before: float
    after: float
    kept: bool


@dataclass(slots=True)
class _Voice:
    """What is learnt: factors of the last hidden layer's channels, offsets of the outputs."""

    scale: NDArray[np.float64]
    bias: NDArray[np.float64]


class _Lesson:
    """Repetitions prepared for learning: hidden activations and the phones that were said."""

    def __init__(self, layers: Layers, head: Dense, lexicon: Lexicon, said: Sequence[Repetition]):
        self.head = head
        self.hidden = [scores(layers, mfcc(one.sound)).astype(np.float64) for one in said]
        self.words = [
            _best_ways(self._outputs(hidden), one.text, lexicon)
            for hidden, one in zip(self.hidden, said, strict=True)
        ]
        self.frames = np.array([len(hidden) for hidden in self.hidden])
        longest = int(self.frames.max())
        self.padded = np.stack([np.pad(h, ((0, longest - len(h)), (0, 0))) for h in self.hidden])

    def _outputs(self, hidden: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(hidden @ self.head.weights.T + _bias(self.head))

    def loss(self, voice: _Voice, bigram: PhoneBigram) -> tuple[float, _Voice]:
        """Loss per frame with this voice, and its gradient."""
        weights = self.head.weights.astype(np.float64)
        heard = (self.padded * voice.scale) @ weights.T + (_bias(self.head) + voice.bias)
        loss, gradient = loss_and_gradient(heard, self.frames, self.words, bigram)
        back = (gradient @ weights) * self.padded
        return loss, _Voice(back.sum((0, 1)), gradient.sum((0, 1)))


def enroll(model_dir: Path, said: Sequence[Repetition], out_dir: Path) -> Enrolment:
    """Learns from repetitions and writes a model to `out_dir` if that hears the rest better.

    Graph and settings are shared with `model_dir`; delete the folder to forget
    the voice.  Raises ModelMissing for another's model, VoiceHostError for too
    few repetitions or unknown words.
    """
    lexicon, background = read_vocabulary(model_dir / "graph")
    _check(said, lexicon)
    *layers, head = read_network(model_dir / "am" / "final.mdl")
    if not isinstance(head, Dense):
        raise TypeError("the last layer has no weights")
    bigram = PhoneBigram.of_words(background.follow)
    rng = np.random.default_rng(0)
    taught = [one for k, one in enumerate(said) if k % 3 != 2]
    judges = [one for k, one in enumerate(said) if k % 3 == 2]
    learning = _Lesson(layers, head, lexicon, [*taught, *(_noisy(one, rng) for one in taught)])
    judging = _Lesson(layers, head, lexicon, [*judges, *(_noisy(one, rng) for one in judges)])
    neutral = _Voice(np.ones(head.weights.shape[1]), np.zeros(len(head.weights)))
    voice = _learnt(learning, neutral, bigram)
    before, _ = judging.loss(neutral, bigram)
    after, _ = judging.loss(voice, bigram)
    kept = after < before - _BETTER
    if kept:
        own = replace(
            head,
            weights=(head.weights * voice.scale).astype(np.float32),
            bias=(_bias(head) + voice.bias).astype(np.float32),
        )
        _write(model_dir, out_dir, [*layers, own])
    return Enrolment(before, after, kept)


def _noisy(said: Repetition, rng: np.random.Generator) -> Repetition:
    """The same words in noise whose colour is drawn between white and pink."""
    count = said.sound.size
    frequency = np.maximum(np.linspace(0, 1, count // 2 + 1), 1e-3)
    spectrum = np.fft.rfft(rng.standard_normal(count)) / frequency ** rng.uniform(0, 0.5)
    noise = np.fft.irfft(spectrum, count)
    loud = said.sound[np.abs(said.sound) > 0.05 * np.abs(said.sound).max(initial=0.0)]
    level = np.sqrt(np.mean(loud**2)) if loud.size else 1.0
    noise *= level * 10 ** (-_NOISE / 20) / np.sqrt(np.mean(noise**2) + 1e-9)
    return replace(said, sound=(said.sound + noise).astype(np.float32))


def _bias(head: Dense) -> Array:
    return np.zeros(len(head.weights), np.float32) if head.bias is None else head.bias


def _check(said: Sequence[Repetition], lexicon: Lexicon) -> None:
    if len(said) < FEWEST:
        raise VoiceHostError(
            f"Для настройки на голос мало повторов: {len(said)} из {FEWEST}.",
            "Пройдите voice-host enroll до конца: это две минуты.",
        )
    unknown = sorted({word for one in said for word in one.text.split()} - set(lexicon))
    if unknown:
        raise VoiceHostError(
            f"Этих слов нет в модели: {', '.join(unknown)}.", "Повторяйте фразы из подсказки."
        )


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


def _learnt(lesson: _Lesson, neutral: _Voice, bigram: PhoneBigram) -> _Voice:
    """Gradient steps of Adam's kind, pulled towards the neutral voice."""
    start = np.concatenate([neutral.scale, neutral.bias])
    point, mean, square = start.copy(), np.zeros_like(start), np.zeros_like(start)
    channels = neutral.scale.size
    for step in range(1, _STEPS + 1):
        _, slope = lesson.loss(_Voice(point[:channels], point[channels:]), bigram)
        gradient = np.concatenate([slope.scale, slope.bias]) + _PULL * (point - start)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.98 * square + 0.02 * gradient**2
        rate = _RATE * (1 - step / (_STEPS + 1))
        point = point - rate * (mean / (1 - 0.9**step)) / (
            np.sqrt(square / (1 - 0.98**step)) + 1e-8
        )
    return _Voice(point[:channels], point[channels:])


def _write(model_dir: Path, out_dir: Path, layers: Layers) -> None:
    shutil.rmtree(out_dir / "am", ignore_errors=True)
    (out_dir / "am").mkdir(parents=True)
    write_network(out_dir / "am" / "final.mdl", layers)
    for part in ("graph", "conf"):
        share(model_dir / part, out_dir / part)
