# SPDX-License-Identifier: MIT
"""How soon after the end of speech a command is on the inbox, and what listening costs.

Synthetic commands are played in real time through the ears' own thread, into a quiet room
and over other talk; then as fast as possible for the real-time factor. The end of speech
is where the energy of the clean clip ends. `--model` names the model, `--count` the clips.
"""

import argparse
import queue
import resource
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scripts.measure.report import Figure, print_report
from tests.spoken import MODEL, RATE, Sentences, room, say
from voice_host.voice.ears import ListeningEars
from voice_host.voice.hearing import Manner
from voice_host.voice.loudness import end_of_speech
from voice_host.voice.messages import Heard, Message
from voice_host.voice.offline import BLOCK, Piece, decode
from voice_host.voice.source import Block
from voice_host.voice.vosk import Model

COUNTS = ["один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять"]
SENTENCES = Sentences(
    *(f"фол номер {count}" for count in COUNTS),
    *(f"удалить номер {count}" for count in COUNTS),
    *[
        "дальше",
        "следующий",
        "спасибо",
        "пас",
        "пауза",
        "продолжить",
        "отмена",
        "повтори",
        "минута",
    ],
    *["тридцать секунд", "стоп", "кто жив", "да", "нет", "громче", "тише", "быстрее", "медленнее"],
    *["конец игры", "лучший ход пять семь восемь", "лучший ход один два три"],
)
TALK = (
    "мы вчера ездили на дачу и копали картошку до самого вечера",
    "мне кажется что он играет очень странно и всё время молчит",
    "давай послушаем что скажет наша соседка она сегодня в ударе",
)
LEAD, TRAIL = 0.7, 1.3  # seconds of room before and after each command
TRIAL_SECONDS = TRAIL + 0.3


class Player:
    """A source that plays one recording after another, in real time, and then the room."""

    rate = RATE
    finished = False

    def __init__(self) -> None:
        self._waiting: queue.Queue[NDArray[np.int16]] = queue.Queue()
        self._sound = room(LEAD)
        self._due = time.monotonic()

    def play(self, sound: NDArray[np.int16]) -> None:
        """Queue a recording."""
        self._waiting.put(sound)

    def starts_at(self) -> float:
        """When a recording queued now will start, `time.monotonic()`; the room plays first."""
        return self._due + len(self._sound) / RATE

    def read(self, timeout: float) -> Block | None:
        """The next block, once its last sample is due."""
        size = int(BLOCK * RATE)
        if len(self._sound) < size:
            self._sound = np.concatenate((self._sound, self._next()))
        part, self._sound = self._sound[:size], self._sound[size:]
        self._due += BLOCK
        time.sleep(max(0.0, self._due - time.monotonic()))
        return Piece(part.astype("<i2").tobytes(), self._due)

    def _next(self) -> NDArray[np.int16]:
        try:
            return self._waiting.get_nowait()
        except queue.Empty:
            return room(BLOCK)

    def close(self) -> None:
        """Nothing to let go of."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Delays of the commands that were heard right, and how many were played."""

    delays: list[float]
    played: int

    def figures(self, name: str, p50: float | None, p95: float) -> list[Figure]:
        """Percentiles beside their gates."""
        heard = len(self.delays)
        median, late = np.percentile(self.delays, (50, 95)) if heard else (9.99, 9.99)
        return [
            Figure(f"{name}: end of speech to inbox, p50", float(median), "s", p50, heard),
            Figure(f"{name}: end of speech to inbox, p95", float(late), "s", p95, heard),
            Figure(f"{name}: not heard right", self.played - heard, "", None, self.played),
        ]


def main() -> int:
    """Measure and print; exit code 1 if a gate is missed."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--model", type=Path, default=MODEL)
    arguments.add_argument("--count", type=int, default=30)
    arguments.add_argument("--snr", type=float, default=10.0, help="talk below the host, dB")
    options = arguments.parse_args()
    before = _rss()
    model = Model(options.model)
    chosen = np.random.default_rng(1).permutation(sorted(SENTENCES.sentences))[: options.count]
    sentences = [str(sentence) for sentence in chosen]
    quiet = listen(model, sentences, None)
    talk = listen(model, sentences, options.snr)
    figures = [
        *quiet.figures("quiet", 0.45, 0.8),
        *talk.figures(f"talk {options.snr:g} dB below", None, 1.0),
        Figure("real-time factor, speech", real_time_factor(model, sentences), "", 0.05),
        Figure("resident memory, process", _rss(), "MB", 120),
        Figure("of it before the model", before, "MB"),
    ]
    notes = [f"model: {options.model.name}; manner: {Manner()}"]
    return 0 if print_report("Hearing", figures, notes) else 1


def listen(model: Model, sentences: list[str], snr: float | None) -> Trial:
    """Play the sentences to live ears and time what arrives."""
    player = Player()
    inbox: queue.Queue[tuple[Message, float]] = queue.Queue()
    ears = ListeningEars(model, player, lambda said: inbox.put((said, time.monotonic())))
    ears.listen(SENTENCES)
    delays = []
    for sentence in sentences:
        clip = say(sentence)
        ended = player.starts_at() + LEAD + end_of_speech(clip, RATE)
        player.play(_staged(clip, snr))
        deadline = ended + TRIAL_SECONDS
        while (left := deadline - time.monotonic()) > 0:
            try:
                said, at = inbox.get(timeout=left)
            except queue.Empty:
                break
            if isinstance(said, Heard) and said.text == sentence:
                delays.append(at - ended)
    ears.close()
    return Trial(delays, len(sentences))


def real_time_factor(model: Model, sentences: list[str]) -> float:
    """Processor seconds for each second of sound."""
    sound = np.concatenate([_staged(say(sentence), None) for sentence in sentences])
    started = time.process_time()
    decode(model.recogniser(RATE), sound, SENTENCES)
    return (time.process_time() - started) / (len(sound) / RATE)


def _staged(clip: NDArray[np.int16], snr: float | None) -> NDArray[np.int16]:
    """The clip in its room, with talk `snr` decibels below it."""
    staged = np.concatenate((room(LEAD), clip, room(TRAIL))).astype(np.float64)
    if snr is not None:
        talk = _talk(len(staged))
        gain = _rms(clip) / _rms(talk) * 10 ** (-snr / 20)
        staged = 0.6 * (staged + gain * talk)
    return np.clip(staged, -32768, 32767).astype(np.int16)


def _talk(samples: int) -> NDArray[np.float64]:
    """Three people at once, each beginning somewhere in a sentence."""
    voices = ("ru+m2", "ru+f2", "ru+m4")
    people = [
        np.resize(np.roll(say(text, voice=voice), 5000 * place), samples)
        for place, (text, voice) in enumerate(zip(TALK, voices, strict=True), 1)
    ]
    return np.asarray(np.sum(people, axis=0), dtype=np.float64)


def _rms(sound: NDArray[np.generic]) -> float:
    return float(np.sqrt(np.mean(np.square(sound.astype(np.float64)))))


def _rss() -> float:
    """Megabytes, the highest so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 if sys.platform == "linux" else 1024 * 1024)


if __name__ == "__main__":
    sys.exit(main())
