# SPDX-License-Identifier: MIT
"""Non-interference on the wire: pairs of random games by phones that differ in secrets alone.

`--pairs` pairs over all shipped rulesets, seeds 0, 1, 2 … for each. In every half second the bytes
that the viewer and the table's screen are sent are compared, until the rules tell the difference.
A difference before that fails at once, and names the ruleset and the seed.
"""

import argparse
import sys
from collections import Counter

from scripts.measure.report import Figure, print_report
from tests.alone.wire_pairs import Wires, names


def main() -> int:
    """Play and print; exit code 1 if any pair told its viewer too much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=500)
    pairs: int = parser.parse_args().pairs
    compared: Counter[str] = Counter()
    told: list[str] = []
    for number in range(pairs):
        name = names()[number % len(names())]
        seed = number // len(names())
        try:
            compared += Wires(name, seed).play()
        except AssertionError as error:
            told.append(f"{name}, seed {seed}: {str(error).partition(chr(10))[0]}")
    night = sum(n for phase, n in compared.items() if phase.startswith("night."))
    figures = [
        Figure("pairs that told a secret", len(told), "pairs", 0, pairs),
        Figure("half seconds compared by night", night, ""),
        Figure("half seconds compared in all", compared.total(), ""),
    ]
    return 0 if print_report("Secrets on the wire", figures, told) else 1


if __name__ == "__main__":
    sys.exit(main())
