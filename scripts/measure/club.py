# SPDX-License-Identifier: MIT
"""How much processor time it takes to gather the games of a club into one SQLite file.

`--games` journals: `--kinds` games played at random (seeds 0, 1, …) of about 150 moves each, and
copies of them that count as other games. Only gathering is measured, not playing.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from scripts.measure.report import Figure, print_report
from tests.games import WMA, play
from voice_host.commands.club.club_file import write_club
from voice_host.commands.club.gathered import gathered
from voice_host.history.checksum import summed
from voice_host.history.session import begin

STEPS = 220
"""Of which some are refused."""


def main() -> int:
    """Measure and print; exit code 1 if the gate is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--kinds", type=int, default=50)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vh-") as name:
        folder = Path(name)
        lines = _played(folder, options.games, options.kinds)
        began = time.process_time()
        held = write_club(folder / "club.sqlite", gathered([folder], lambda _: None))
        took = time.process_time() - began
    figures = [
        Figure("lines of a journal, mean", lines, "", None, options.kinds),
        Figure(f"gathering {held} games", took, "s of processor", 60, held),
    ]
    return 0 if held == options.games and print_report("Club", figures) else 1


def _played(folder: Path, games: int, kinds: int) -> float:
    """Write the journals; how many lines they have in the mean."""
    journals = []
    for seed in range(kinds):
        path = folder / f"{seed}.kind"
        session = begin(WMA, 10, path, ((1, "Марина"), (2, f"Игрок {seed % 7}")))
        play(session, Random(seed), STEPS)
        session.close()
        journals.append((path.read_bytes(), session.evening.game))
        path.unlink()
    for number in range(games):
        data, game = journals[number % kinds]
        head, _, rest = data.partition(b"\n")
        (folder / f"{number}.jsonl").write_bytes(_other(head, game, number) + b"\n" + rest)
    return sum(data.count(b"\n") for data, _ in journals) / kinds


def _other(head: bytes, game: str, number: int) -> bytes:
    """The header of the same game under another id."""
    data = json.loads(head.replace(game.encode(), b"%016x" % number))
    del data["crc32"]
    return summed(json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode())


if __name__ == "__main__":
    sys.exit(main())
