# SPDX-License-Identifier: MIT
"""How long it takes to read a typed line of the greatest length, understood or asked about.

Run `python -m scripts.measure.lines`: processor time of the worst lines that are known, each the
best of some runs, and the gate; exits with 1 above it. The first line of a process also makes the
graphs of all sentences, and is not counted: the program makes them before anybody types.
"""

import sys
import time

from scripts.measure.report import machine
from voice_host.game.expected import expected
from voice_host.game.state import new_game
from voice_host.language.heard.hear import Unknown, understand
from voice_host.language.language import SHIPPED, Language
from voice_host.language.said.doubt import doubt
from voice_host.rulesets import load
from voice_host.text.letters import LONGEST

GATE_MS = 20.0
RUNS = 5
PIECES = (
    "25", "двадцать пять", "двадцать", "голосуют двадцать пять", "фол", "фол 3", "за 5 4", "1-3",
    "с первого по третий", "ajk 3", "роли 4 мафия", "номер", "вторая", "[", "я", "3-му", "1:00",
    "ведущий", "и", "1-3-",
)  # fmt: skip


def main() -> None:
    """Measure every line and print the slowest first."""
    language = Language.read(SHIPPED / "ru")
    state = new_game(load("wma"), 10)
    sentences, kinds = language.sentences, expected(state)
    found: list[tuple[float, str]] = []
    for piece in PIECES:
        line = (f"{piece} " * LONGEST)[:LONGEST]
        heads = ("", "голосуют ", "лучший ход ", "фол ")
        for text in (f"{head}{line}"[:LONGEST] for head in heads):
            best = float("inf")
            for _ in range(RUNS):
                start = time.process_time()
                if isinstance(understand(sentences, text, kinds, 10), Unknown):
                    doubt(sentences, text, state)
                best = min(best, time.process_time() - start)
            found.append((best * 1000, text[:40]))
    found.sort(reverse=True)
    print(machine())
    for ms, text in found[:8]:
        print(f"{ms:7.1f} ms  {text}…")
    print(f"worst of {len(found)} lines of {LONGEST} characters: gate {GATE_MS:g} ms")
    sys.exit(found[0][0] > GATE_MS)


if __name__ == "__main__":
    main()
