# SPDX-License-Identifier: MIT
"""How fast the rules are: commands a second through session and rules, at tables of 5 to 30.

Random games (seeds 0 to `--games` for every ruleset that such a table may play) are played
once and written down; then the commands that were accepted are given again, and only that is
timed, by the processor's clock. No journal is written: what a line costs is for `journal`.
A command may cost 50 µs, which is 20,000 of them a second, and no more at a large table than
at a small one.
"""

import argparse
import sys
import time
from contextlib import suppress
from random import Random

import numpy as np

from scripts.measure.report import Figure, print_report
from tests.game import chance
from voice_host import rulesets
from voice_host.game.commands import Command, SetRoles
from voice_host.game.expected import expected
from voice_host.game.refusals import Rejected
from voice_host.game.rules import Rules
from voice_host.history.session import Session

SEATS = (5, 10, 20, 30)
COMMANDS = 200
"""Tried in every game; some are refused, and some games end before."""
ROUNDS = 5
EVERY_SIZE = "historical"
"""The ruleset that plays at every size: only tables of one ruleset can be compared."""

Given = list[tuple[Command, float, str]]


def main() -> int:
    """Measure and print; exit code 1 if a gate is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="seeds for every ruleset")
    options = parser.parse_args()
    figures = []
    for seats in SEATS:
        rules = [r for r in map(rulesets.load, rulesets.names()) if _seats(r, seats)]
        cost, count = _cost(rules, seats, options.games)
        figures.append(Figure(f"a command, {seats} seats, {len(rules)} rulesets", cost, "µs", 50,
                              count))  # fmt: skip
    one = [rulesets.load(EVERY_SIZE)]
    small, large = (_cost(one, seats, 5 * options.games)[0] for seats in (5, 30))
    figures.append(Figure("30 seats to 5, one ruleset", large / small, "times", 1.4))
    return 0 if print_report("Rules and session", figures) else 1


def _seats(rules: Rules, seats: int) -> bool:
    return rules.table.fewest <= seats <= rules.table.most


def _cost(rulesets_: list[Rules], seats: int, games: int) -> tuple[float, int]:
    """Median processor µs of an accepted command over the rounds, and how many there are."""
    played = [(rules, recorded(rules, seats, seed)) for rules in rulesets_ for seed in range(games)]
    count = sum(len(given) for _, given in played)
    rounds = [sum(_again(rules, seats, given) for rules, given in played) for _ in range(ROUNDS)]
    return 1e6 * float(np.median(rounds)) / count, count


def recorded(rules: Rules, seats: int, seed: int) -> Given:
    """The accepted commands of a random game; every other one has its roles told."""
    rng, now = Random(seed), 0.0
    session, given = Session(rules, seats), Given()
    for number in range(COMMANDS):
        now += rng.choice([0.0, 0.5, 5.0, 10.0, 30.0])
        kinds = expected(session.state) - chance.FINAL
        command = chance.command(rng, session.state, kinds or expected(session.state))
        if number == 0 and seed % 2:
            command = chance.MAKERS[SetRoles](rng, session.state)
        with suppress(Rejected):
            if session.submit(command, now, "keyboard"):
                given.append((command, now, "keyboard"))
    return given


def _again(rules: Rules, seats: int, given: Given) -> float:
    """Processor seconds that the same commands take in a fresh game."""
    session = Session(rules, seats)
    began = time.process_time()
    for command, now, channel in given:
        session.submit(command, now, channel)
    return time.process_time() - began


if __name__ == "__main__":
    sys.exit(main())
