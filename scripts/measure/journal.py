# SPDX-License-Identifier: MIT
"""How long a journal line takes to be safe, and how fast a long game comes back.

A game of `--commands` commands (fouls given and taken back over ten seats; no seed) is
played into a journal in the temporary folder, each line synced, then recovered.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from scripts.measure.report import Figure, print_report
from voice_host import rulesets
from voice_host.game.commands import Command, Foul, Next, Start, TakeBackFoul
from voice_host.game.state import Phase
from voice_host.history.recovery import recover
from voice_host.history.session import Session, begin

RECOVERIES = 9


def main() -> int:
    """Measure and print; exit code 1 if a gate is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", type=int, default=1000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vh-") as folder:
        path = Path(folder) / "game.jsonl"
        lines = play(path, options.commands)
        back = [recovery(path) for _ in range(RECOVERIES)]
    figures = [
        Figure("journal line, p50", float(np.percentile(lines, 50)), "ms", None, len(lines)),
        Figure("journal line, p95", float(np.percentile(lines, 95)), "ms", None, len(lines)),
        Figure("journal line, worst", max(lines), "ms", None, len(lines)),
        Figure(f"recovery of {len(lines)} commands, median", float(np.median(back)), "ms", 40, 9),
    ]
    return 0 if print_report("Journal", figures) else 1


def play(path: Path, commands: int) -> list[float]:
    """Milliseconds that each command took, rules included."""
    rules = rulesets.load("wma")
    session = begin(rules, rules.table.seats, path)
    times = [_timed(session, Start())]
    while session.state.phase is not Phase.SPEECH:
        times.append(_timed(session, Next()))
    while len(times) < commands:
        seat = len(times) // 2 % rules.table.seats + 1
        given = session.state.player(seat).fouls
        times.append(_timed(session, TakeBackFoul(seat) if given else Foul(seat)))
    session.close()
    return times


def _timed(session: Session, command: Command) -> float:
    began = time.perf_counter()
    session.submit(command, session.at + 0.1, "keyboard")
    return 1000 * (time.perf_counter() - began)


def recovery(path: Path) -> float:
    """Milliseconds of processor time until the game stands again."""
    began = time.process_time()
    session = recover(path)
    took = 1000 * (time.process_time() - began)
    session.close()
    return took


if __name__ == "__main__":
    sys.exit(main())
