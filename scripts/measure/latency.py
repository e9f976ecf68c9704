# SPDX-License-Identifier: MIT
"""From the end of a spoken sentence in the microphone to its answer, through the whole program.

The program runs on virtual devices; a listener beside the microphone notes when the speech
ended, the caption of the answer is the other end. So the figure holds everything: device,
recogniser, inbox, rules, screen. `hearing_latency.py` measures the ears alone, with talk.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np

from scripts.measure.report import Figure, print_report
from tests.at_the_table import QUICK, Listener, Program, Table
from tests.virtual_sound import VirtualSound

QUESTIONS = {
    "кто жив": "за столом",
    "сколько осталось": "остал",
    "какой день": "день",
    "чья речь": "номер",
    "сколько фолов у третьего": "фол",
    "кто выставлен": "выставлен",
}
"""Sentences that are answered in the ear alone, and a part of the answer."""


def main() -> int:
    """Measure and print; exit code 1 if a gate is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vh-") as name:
        sound = VirtualSound(Path(name))
        sound.start()
        table = Table(sound, Path(name))
        at_the_microphone = Listener(sound, "mic")
        try:
            delays = measured(table, at_the_microphone, Path(name), options.rounds)
        finally:
            at_the_microphone.close()
            table.close()
            sound.stop()
    asked = options.rounds * len(QUESTIONS)
    median, late = np.percentile(delays, (50, 95)) if delays else (9.99, 9.99)
    figures = [
        Figure("end of speech to answer, p50", float(median), "s", 0.45, len(delays)),
        Figure("end of speech to answer, p95", float(late), "s", 0.8, len(delays)),
        Figure("not answered", asked - len(delays), "", None, asked),
    ]
    return 0 if print_report("Latency of the whole program", figures, ["no seed"]) else 1


def measured(table: Table, microphone: Listener, folder: Path, rounds: int) -> list[float]:
    """Seconds for each question that was answered."""
    program = Program(
        *("play", "--mic", "mic", "--hall", "hall", "--ear", "ear", *QUICK),
        *("--journal", folder / "game.jsonl"),
        folder=folder,
    )
    delays = []
    try:
        program.told("я готов")
        program.type("начать игру\nдальше\nдальше\nдальше\nдальше")
        program.told("номер один, ваша минута")
        table.quiet(program)
        program.type("пауза")
        program.told("пауза")
        for words, answer in rounds * list(QUESTIONS.items()):
            table.say(program, words)
            if program.tells(answer, 3):
                delays.append(program.told_at - microphone.spoke_at)
    finally:
        program.kill()
    return delays


if __name__ == "__main__":
    sys.exit(main())
