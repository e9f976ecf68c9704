# SPDX-License-Identifier: MIT
"""What an hour of play costs: memory, its growth, and processor time, faster than real time.

The real host on a manual clock, the real ears and Vosk on synthetic sound: a table that
talks all the time, commands of the host now and then (seed 1), typed ones that move the
game through its phases, so that the grammar changes as it does in play.
"""

import argparse
import sys
import time
from pathlib import Path
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from scripts.measure.report import Figure, print_report
from scripts.measure.unseen import Unseen
from tests.spoken import RATE, room, say
from voice_host import rulesets
from voice_host.history.session import Session
from voice_host.host.clock import ManualClock
from voice_host.host.inbox import Message, Options
from voice_host.host.owner import Host
from voice_host.language.language import SHIPPED, Language
from voice_host.places import model_folder
from voice_host.voice.hearing import Hearing, Manner
from voice_host.voice.messages import Sounds, Spoken
from voice_host.voice.offline import BLOCK, Piece
from voice_host.voice.protocols import Channel, Grammar, Utterance
from voice_host.voice.vosk import Model

RU = Language.read(SHIPPED / "ru")
"""The language that is measured."""

SPOKEN = ("фол номер три", "сколько осталось", "кто жив", "спасибо", "отмена", "выставлен пятый")
TALK = (
    "мы вчера ездили на дачу и копали картошку до самого вечера",
    "мне кажется что он играет очень странно и всё время молчит",
    "давай послушаем что скажет наша соседка она сегодня в ударе",
    "я красный и голосовать буду за того кто говорил первым",
)
TURN = 20.0
"""Seconds from one command of the host to the next."""
WARM = 600.0
"""Seconds after which memory is no longer expected to grow."""


class Mouth:
    """Says everything at once."""

    def __init__(self, inbox: "SimpleQueue[Message]") -> None:
        self._inbox = inbox

    def say(self, utterance: Utterance) -> None:
        """See `protocols.Mouth`."""
        self._inbox.put(Spoken(utterance.id))

    def prepare(self, texts: tuple[str, ...]) -> None:
        """See `protocols.Mouth`."""

    def drop(self, utterance_id: int) -> None: ...

    def hush(self) -> None:
        """See `protocols.Mouth`."""

    def volume(self, step: int) -> None:
        """See `protocols.Mouth`."""

    def rate(self, step: int, channel: Channel | None = None) -> None:
        """See `protocols.Mouth`."""

    def music(self, on: bool) -> None:
        """See `protocols.Mouth`."""

    def close(self) -> None:
        """See `protocols.Mouth`."""


class Ears:
    """`Ears` without a thread: the sound is put in by hand."""

    def __init__(self, hearing: Hearing) -> None:
        self._hearing = hearing

    def listen(self, grammar: Grammar, over_hall: Grammar | None = None) -> None:
        """See `protocols.Ears`."""
        self._hearing.listen(grammar, over_hall)

    def hall(self, sounds: Sounds) -> None:
        """See `protocols.Ears`; nothing sounds here."""

    def push(self, held: bool) -> None:
        """See `protocols.Ears`."""

    def close(self) -> None:
        """See `protocols.Ears`."""


class Evening:
    """One game after another, heard from a sound that never ends."""

    def __init__(self) -> None:
        self.hearing = Hearing(Model(model_folder()).recogniser(RATE), Manner())
        self.clock = ManualClock()
        self.heard = 0
        self.games = 0
        self.processor = 0.0
        self._chance = np.random.default_rng(1)
        self._talk = np.concatenate(
            [part for text in TALK for part in (say(text, voice="ru+m2"), room(0.6))]
        )
        self._at = 0
        self._begin()

    def _begin(self) -> None:
        rules = rulesets.load("wma")
        inbox: SimpleQueue[Message] = SimpleQueue()
        session = Session(rules, rules.table.seats)
        self.host = Host(session, inbox, Mouth(inbox), Unseen(), self.clock, Options(), RU)
        self.host.begin(Ears(self.hearing))
        self.host.say("начать игру")
        self.games += 1

    def turn(self) -> None:
        """Some talk with a command of the host in it, then a typed command."""
        self._hear(self._sound())
        self.host.say("дальше")
        if self.host.say("промах") is None or len(self.host.session.steps) > 200:
            for words in ("дальше", "дальше", "дальше"):
                self.host.say(words)
        if len(self.host.session.steps) > 200:
            self._begin()
        self.host.pump()

    def _sound(self) -> NDArray[np.int16]:
        """`TURN` seconds of talk 10 dB below the host, who says one thing."""
        size = int(TURN * RATE)
        talk = 0.3 * np.roll(self._talk, -self._at)[: min(size, len(self._talk))]
        sound = np.resize(talk, size)
        self._at = (self._at + size) % len(self._talk)
        command = say(str(self._chance.choice(SPOKEN)))
        start = int(self._chance.integers(0, size - len(command)))
        sound[start : start + len(command)] += command
        return np.clip(sound, -32768, 32767).astype(np.int16)

    def _hear(self, sound: NDArray[np.int16]) -> None:
        step = int(BLOCK * RATE)
        for start in range(0, len(sound), step):
            block = sound[start : start + step].astype("<i2").tobytes()
            self.clock.advance(BLOCK)
            began = time.process_time()
            heard = self.hearing.hear(Piece(block, self.clock.now()))
            self.processor += time.process_time() - began
            if heard is not None:
                self.heard += 1
                self.host.handle(heard)
            self.host.pump()
            self.host._face()


def resident() -> float:
    """Megabytes of this process that are in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def main() -> int:
    """Measure and print; exit code 1 if a gate is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=1.0)
    options = parser.parse_args()
    evening = Evening()
    began, length = time.process_time(), 3600 * options.hours
    times, sizes = [], []
    while evening.clock.now() < length:
        evening.turn()
        times.append(evening.clock.now())
        sizes.append(resident())
    whole = time.process_time() - began
    warm = np.array(times) > min(WARM, length / 3)
    growth = np.polyfit(np.array(times)[warm] / 3600, np.array(sizes)[warm], 1)[0]
    figures = [
        Figure("real-time factor, ears", evening.processor / evening.clock.now(), "", 0.05),
        Figure("real-time factor, ears and host", whole / evening.clock.now(), ""),
        Figure(f"memory after {options.hours:g} h", sizes[-1], "MB", 120),
        Figure("growth once warm", float(growth), "MB/h", 5, int(warm.sum())),
    ]
    played = f"{evening.games} games, {evening.heard} utterances heard"
    notes = [f"model {model_folder().name}, seed 1, {played}"]
    return 0 if print_report("Endurance", figures, notes) else 1


if __name__ == "__main__":
    sys.exit(main())
