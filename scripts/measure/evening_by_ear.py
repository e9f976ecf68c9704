# SPDX-License-Identifier: MIT
"""Whole games led by real speech from what the ear says alone, on virtual devices.

The real program on virtual loudspeakers and a virtual microphone, in a room that is never silent,
the hall leaking into the microphone; a voice that changes with each command says what
`tests.by_ear` makes of the ear's lines. Printed: what was understood, lost and wrong, how much the
ear was told, overlap of ear and hall in the recorded loudspeakers, waits and answers.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scripts.measure.report import Figure, print_report
from tests.at_the_table import LOUD, Listener, Program, Table, voiced
from tests.by_ear import ALIVE, HOW_MANY, KINDS, WHERE, BlindHost, is_asked
from tests.virtual_sound import VirtualSound

VOICES = (("ru+m7", 150), ("ru+f2", 140), ("ru+m3", 165))
LEVELS = {"full": "подробно", "brief": "кратко", "vital": "только важное"}
EAR_SECONDS = {"full": 15.0, "brief": 6.0, "vital": 3.0}
"""Gates: seconds of speech in the ear a minute."""
ANSWER_SECONDS = 8.0
SILENCE_SECONDS = 0.7
"""So long both loudspeakers are silent before the host speaks."""
LONGEST_GAME = 25 * 60.0
BIN = 0.02
EAR, HEARD = "ухо: ", "голос: "


@dataclass
class Counts:
    """What became of the commands of one game."""

    said: int = 0
    at_once: int = 0
    lost: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    again: list[str] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)


class Evening:
    """One game: the program, the people around it, and the host who hears it."""

    def __init__(self, table: Table, program: Program) -> None:
        self._table, self._program = table, program
        self._host, self._seen = BlindHost(), 0
        self.counts = Counts()
        self.began = time.monotonic()

    def play(self, level: str) -> None:
        """Until he has left."""
        self._program.told("я готов")
        self._listen()
        self._say(LEVELS[level])
        deadline = time.monotonic() + LONGEST_GAME
        while not self._host.over and time.monotonic() < deadline:
            line = self._say(WHERE)
            if "стрельба" in line.lower():
                time.sleep(4)
            self._do(line)

    def _do(self, line: str) -> None:
        for words in self._host.says(line):
            told = self._say(words)
            for heard in self._lines(told):
                if words in (ALIVE, HOW_MANY) or "свидания" in heard:
                    list(self._host.says(heard))
            if is_asked(told):
                self._do(told.split("\n")[-1])
                return

    def _say(self, words: str) -> str:
        """Say it until something comes of it; what was said in the ear then."""
        for _ in range(3):
            counts, number = self.counts, self.counts.said
            counts.said += 1
            self._quiet()
            self._listen()
            voice, speed = VOICES[number % len(VOICES)]
            entries = len(self._voice_entries())
            printed = len(self._program.lines)
            self._table.speaker.say(words, voice=voice, speed=speed)
            ended = time.monotonic()
            heard = self._heard(printed, ended)
            if heard == words:
                counts.at_once += 1
                counts.answers.append(max(0.0, self._program_spoke() - ended))
                time.sleep(0.4)
                return self._listen()
            fresh = self._voice_entries()[entries:]
            if heard is None:
                counts.lost.append(words) if len(self._program.lines) == printed else (
                    counts.again.append(words)
                )
            elif any(kind != KINDS.get(words.split()[0]) for kind in fresh):
                counts.wrong.append(f"{words} → {heard}")
            else:
                counts.again.append(f"{words} → {heard}")
        return self._listen()

    def _heard(self, printed: int, ended: float) -> str | None:
        while time.monotonic() < ended + ANSWER_SECONDS:
            for line in self._program.lines[printed:]:
                if line.startswith(HEARD):
                    self._answered = time.monotonic()
                    return line.removeprefix(HEARD)
            time.sleep(0.01)
        return None

    def _program_spoke(self) -> float:
        return self._answered

    def _voice_entries(self) -> list[str]:
        return [
            str(entry["command"]["kind"])
            for entry in self._program.entries()
            if entry.get("channel") == "voice" and "command" in entry
        ]

    def _listen(self) -> str:
        """What has been said in the ear since it was asked last."""
        lines = self._program.lines
        fresh, self._seen = lines[self._seen :], len(lines)
        return "\n".join(line.removeprefix(EAR) for line in fresh if line.startswith(EAR))

    def _lines(self, told: str) -> list[str]:
        return told.split("\n")

    def _quiet(self) -> None:
        """Ear and hall have said what they had to say, for a while now; he waits no longer."""
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            last = max(self._table.hall.spoke_at, self._table.ear.spoke_at)
            if time.monotonic() - last > SILENCE_SECONDS:
                return
            time.sleep(0.02)


def speech(listener: Listener, began: float, ended: float) -> NDArray[np.bool_]:
    """Where there is speech in what a loudspeaker gave, in bins of `BIN` seconds."""
    samples = listener.since(began, ended)
    size = round(16_000 * BIN)
    whole = samples[: len(samples) // size * size].reshape(-1, size)
    return np.array([voiced(part) > LOUD for part in whole], bool)


def longest(of: NDArray[np.bool_]) -> float:
    """The longest run, in seconds."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], of.astype(np.int8), [0]))))
    return float(np.max(edges[1::2] - edges[::2]) * BIN) if len(edges) else 0.0


def report(name: str, level: str, evening: Evening, table: Table) -> bool:
    """Print what one game came to; were all gates met?"""
    counts, ended = evening.counts, time.monotonic()
    ear, hall = (speech(one, evening.began, ended) for one in (table.ear, table.hall))
    both = min(len(ear), len(hall))
    silent = ~(ear[:both] | hall[:both])
    minutes = (ended - evening.began) / 60
    answers = np.array(counts.answers or [float("nan")])
    figures = [
        Figure("commands said", counts.said, ""),
        Figure("not understood at once", 100 * (1 - counts.at_once / counts.said), "%", 3.0),
        Figure("lost to closed ears", len(counts.lost), "", 0),
        Figure("wrongly taken", len(counts.wrong), "", 0),
        Figure("ear speech a minute", float(ear.sum()) * BIN / minutes, "s", EAR_SECONDS[level]),
        Figure("longest overlap of ear and hall", longest(ear[:both] & hall[:both]), "s", 0.2),
        Figure("longest wait without a word", longest(silent), "s"),
        Figure("answer, median", float(np.median(answers)), "s"),
        Figure("answer, p95", float(np.percentile(answers, 95)), "s"),
        Figure("length of the evening", minutes, "min"),
    ]
    notes = [*(f"lost: {one}" for one in counts.lost), *(f"wrong: {one}" for one in counts.wrong)]
    notes += [f"again: {one}" for one in counts.again]
    return print_report(f"evening by ear: {name}, {level}", figures, notes)


def measure(name: str, level: str, sound: VirtualSound, folder: Path) -> bool:
    """One game of these rules at this level."""
    table = Table(sound, folder)
    arguments = ("--mic", "mic", "--hall", "hall", "--ear", "ear", "--voice", "espeak")
    journal = folder / f"{name}-{level}.jsonl"
    program = Program(
        *("play", "--rules", name, "--journal", journal, "--no-eyes-free", *arguments),
        journal=journal,
        folder=folder,
    )
    evening = Evening(table, program)
    try:
        # Ctrl-C ends the evening, not the account of it.
        with sound.loopback(), suppress(KeyboardInterrupt):
            evening.play(level)
        return report(name, level, evening, table)
    finally:
        program.kill()
        table.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; 1 if a gate is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="*", default=["wma", "city"])
    parser.add_argument("--levels", nargs="*", choices=list(LEVELS), default=list(LEVELS))
    given = parser.parse_args(arguments)
    met = True
    with tempfile.TemporaryDirectory(prefix="vh-") as place:
        sound = VirtualSound(Path(place))
        sound.start()
        try:
            for name in given.rules:
                for level in given.levels:
                    folder = Path(place) / f"{name}-{level}"
                    folder.mkdir()
                    met = measure(name, level, sound, folder) and met
        finally:
            sound.stop()
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
