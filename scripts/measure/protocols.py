# SPDX-License-Identifier: MIT
"""How much processor time it takes to read a journal and write its protocol in each form.

The game of `journal.py`: `--commands` commands, fouls given and taken back over ten seats.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from scripts.measure.journal import play
from scripts.measure.report import Figure, print_report
from voice_host.commands.export import FORMS, exported
from voice_host.history.recovery import load
from voice_host.language.language import SHIPPED, Language

TIMES = 5


def main() -> int:
    """Measure and print; exit code 1 if a gate is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", type=int, default=1000)
    options = parser.parse_args()
    language = Language.read(SHIPPED / "ru")
    with tempfile.TemporaryDirectory(prefix="vh-") as folder:
        path = Path(folder) / "game.jsonl"
        lines = play(path, options.commands)
        figures = [
            Figure(
                f"{form} of {len(lines)} commands, median",
                float(np.median([_took(language, path, form) for _ in range(TIMES)])),
                "ms", 500, TIMES,
            )
            for form in FORMS
        ]  # fmt: skip
    return 0 if print_report("Protocols", figures) else 1


def _took(language: Language, path: Path, form: str) -> float:
    began = time.process_time()
    exported(language, load(path), form, with_undone=True)
    return 1000 * (time.process_time() - began)


if __name__ == "__main__":
    sys.exit(main())
