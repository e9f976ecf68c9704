# SPDX-License-Identifier: MIT
"""How soon the program listens after it was started, and how soon its first word is heard.

The whole program on virtual devices, started again and again; the first start, which has
everything to render, is shown apart; so is the first one with the players' names, which
makes a model that knows them. No random seed.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from scripts.measure.report import Figure, print_report
from tests.at_the_table import Program, Table, wait_for
from tests.virtual_sound import VirtualSound

NAMES = (
    *("Марина", "Пётр", "Гендальф", "Ксюша", "Саша большой"),
    *("Моцарт", "Лиса", "Доцент", "Анна-Мария", "Тёмный рыцарь"),
)


def main() -> int:
    """Measure and print; exit code 1 if a gate is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vh-") as name:
        sound = VirtualSound(Path(name))
        sound.start()
        table = Table(sound, Path(name))
        try:
            starts = [start(table, Path(name), number) for number in range(options.starts)]
            called = Path(name) / "names.txt"
            lines = (f"{seat} — {player}\n" for seat, player in enumerate(NAMES, start=1))
            called.write_text("".join(lines), encoding="utf-8")
            named = [
                start(table, Path(name), options.starts + number, "--names", called)[0]
                for number in range(options.starts)
            ]
        finally:
            table.close()
            sound.stop()
    ready = [ready for ready, _ in starts[1:]]
    word = [word for _, word in starts[1:]]
    figures = [
        Figure("first start: ready to listen", starts[0][0], "s"),
        Figure("first start: first word heard", starts[0][1], "s"),
        Figure("launch to ready to listen, median", float(np.median(ready)), "s", 1.2, len(ready)),
        Figure("launch to ready to listen, worst", max(ready), "s", None, len(ready)),
        Figure("second start to first word, median", float(np.median(word)), "s", 2.0, len(word)),
        Figure("second start to first word, worst", max(word), "s", None, len(word)),
        Figure("with ten names, first time: ready", named[0], "s"),
        Figure("with ten names: ready, median", float(np.median(named[1:])), "s", 1.2, len(word)),
    ]
    return 0 if print_report("Start", figures) else 1


def start(table: Table, folder: Path, number: int, *more: str | Path) -> tuple[float, float]:
    """Seconds from launch to the greeting's caption (the ears are open then) and to its sound."""
    program = Program(
        *("play", "--mic", "mic", "--hall", "hall", "--ear", "ear"),
        *("--journal", folder / f"{number}.jsonl"),
        *more,
        folder=folder,
    )
    try:
        ready = program.told("я готов", 60) - program.started_at
        wait_for(lambda: table.ear.spoke_at > program.started_at, 30, "first word")
        word = table.ear.first_spoke_after(program.started_at) - program.started_at
        program.leave()
    finally:
        program.kill()
    time.sleep(0.5)
    return ready, word


if __name__ == "__main__":
    sys.exit(main())
