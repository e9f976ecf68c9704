# SPDX-License-Identifier: MIT
"""Nobody learns by his phone, or in the hall, what he may not know, where all act by phones.

Pairs of games as in `tests/dialects/test_secrets.py`, but everybody acts for himself: by night
whoever is not the viewer does as he likes in each of the two, by day all do the same in both. So
does the clock. What reaches the viewer must be the same at every second.
"""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings

from tests.dialects.test_secrets import RULES, SEEDS, Pair, seated
from tests.game import chance
from voice_host.game import commands as c
from voice_host.game.decide import Decision, decide
from voice_host.game.expected import expected
from voice_host.game.knows import is_awake
from voice_host.game.refusals import Rejected
from voice_host.game.rules import Led, Rules
from voice_host.game.state import MASKED, Phase, State
from voice_host.game.who import CLOCK, HALL, Actor, Seat

pytestmark = pytest.mark.long

LED = [
    replace(rules, led=Led(by="phones", shots=shots))
    for rules in RULES
    for shots in ("count", "choose")
    if shots == "count" or rules.night.shooting == "count"
]


def names(rules: Rules) -> str:
    return f"{rules.id}-{rules.led.shots}"


def answered(state: State, command: c.Command, now: float, actor: Actor) -> Decision | None:
    try:
        return decide(state, command, now, actor)
    except Rejected:
        return None


def by_night(rng: Random, pair: Pair, seat: int) -> bool:
    """Somebody else than the viewer touches his phone in one of the games, or in both."""
    done: list[Decision | None] = []
    for state in (pair.one, pair.other):
        kinds = expected(state, Seat(seat))
        wants = kinds and rng.random() < 0.8
        command = chance.command(rng, state, kinds) if wants else None
        done.append(answered(state, command, pair.now, Seat(seat)) if command else None)
    return pair.goes_on(*done)


def alike(rng: Random, pair: Pair, seat: int) -> bool:
    """The same touch of the same phone in both games."""
    kinds = expected(pair.one, Seat(seat))
    if seat == getattr(pair.viewer, "number", None):
        assert kinds == expected(pair.other, Seat(seat))
    kinds = kinds & expected(pair.other, Seat(seat))
    if not kinds:
        return True
    command = chance.command(rng, pair.one, kinds)
    one, other = (answered(s, command, pair.now, Seat(seat)) for s in (pair.one, pair.other))
    mine = isinstance(pair.viewer, Seat) and pair.viewer.number == seat
    found = [decision.events if decision else () for decision in (one, other)]
    if mine and found[0] != found[1]:
        return True  # he would learn by it what differs, and he may
    return pair.goes_on(one, other)


def with_viewer(pair: Pair, seat: int) -> bool:
    """Is it the viewer, or one whom he sees act because they are awake together?"""
    if not isinstance(pair.viewer, Seat):
        return False
    both = is_awake(pair.one, pair.viewer.number) and is_awake(pair.one, seat)
    return both or pair.viewer.number == seat


def play(rng: Random, pair: Pair, steps: int) -> int:
    """How many steps the pair has stayed alike."""
    for seat in range(1, pair.one.seats + 1):
        assert alike(rng, pair, seat)
    starts = [decide(state, c.Start(), pair.now, CLOCK) for state in (pair.one, pair.other)]
    assert pair.goes_on(*starts)
    for step in range(steps):
        seat = rng.randint(1, pair.one.seats)
        masked = pair.one.phase in MASKED and pair.one.phase is not Phase.DEAL
        act = alike if not masked or with_viewer(pair, seat) else by_night
        if not act(rng, pair, seat):
            return step
        if rng.random() < 0.4:
            wake = pair.one.next_wakeup
            assert wake == pair.other.next_wakeup
            pair.now = max(pair.now, wake or 0.0) if rng.random() < 0.7 else pair.now + 1.0
            ticks = [decide(state, c.Tick(), pair.now, CLOCK) for state in (pair.one, pair.other)]
            if not pair.goes_on(*ticks):
                return step
    return steps


@pytest.mark.parametrize("whole", [True, False], ids=["hall", "seat"])
@pytest.mark.parametrize("rules", LED, ids=names)
@given(seed=SEEDS)
@settings(max_examples=4, deadline=None)
def test_what_reaches_a_viewer_does_not_depend_on_what_he_may_not_know(
    rules: Rules, whole: bool, seed: int
) -> None:
    """His phone, what it offers, and the hall: the same in both games at every second."""
    rng = Random(seed)
    play(rng, seated(rng, rules, whole=whole), 200)


def test_pairs_come_to_nights() -> None:
    """The property looks at nights in which somebody has acted, not at lobbies."""
    nights = []
    for rules in LED:
        for seed in range(4):
            rng = Random(seed)
            pair = seated(rng, rules, whole=seed % 2 == 0)
            play(rng, pair, 200)
            nights.append(bool(pair.one.night and pair.one.choices))
    assert sum(nights) > len(nights) / 5


def test_the_viewer_is_somebody() -> None:
    """Half of the pairs are watched from the hall."""
    assert seated(Random(1), LED[0], whole=True).viewer is HALL
