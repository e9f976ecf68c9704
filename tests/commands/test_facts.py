# SPDX-License-Identifier: MIT
"""Facts: what a scenario asks of a state, and what it is told when it is not so."""

from dataclasses import replace

import pytest

from tests.parlour import WMA
from tests.telling import says
from voice_host.commands.facts import fact_difference
from voice_host.game.state import (
    Cause,
    Nomination,
    Phase,
    Player,
    Tally,
    Timer,
    new_game,
)

STATE = replace(
    new_game(WMA, 10),
    phase=Phase.COUNT,
    day=2,
    night=2,
    timer=Timer(100.0),
    candidate=5,
    candidates=(5, 7),
    nominations=(Nomination(5, 1), Nomination(7, 2)),
    tallies=(Tally(5, 4),),
    tied=(7, 5),
    players=(
        Player(1, fouls=3, muted=True),
        Player(2, out=Cause.KILLED, muted=True, warnings=1),
        Player(3, role="don"),
        *(Player(seat) for seat in range(4, 11)),
    ),
)
EMPTY = new_game(WMA, 10)


@pytest.mark.parametrize(
    "fact",
    [
        "phase vote.count", "day 2", "night 2", "speaker none", "candidate 5", "winner none",
        "timer 40", "timer 40.02", "alive 1 3", "out 2", "silent 1", "nominees 5 7", "tied 7 5",
        "fouls 1=3 4=0", "votes 5=4", "warnings 2=1 1=0", "muted 1 2", "role 3=don 1=none",
        "expects vote ballot", "expects",
    ],
)  # fmt: skip
def test_what_holds(fact: str) -> None:
    """No difference."""
    assert fact_difference(fact, STATE, 60.0) is None


@pytest.mark.parametrize("fact", ["timer none", "nominees none", "tied none", "out none",
                                  "silent none", "fouls none", "votes none",
                                  "warnings none", "muted none", "role none"])  # fmt: skip
def test_none_asks_that_there_is_nothing(fact: str) -> None:
    """It holds in a fresh game and not in the other."""
    assert fact_difference(fact, EMPTY, 0.0) is None
    assert fact_difference(fact, STATE, 60.0) is not None


@pytest.mark.parametrize(
    ("fact", "difference"),
    [
        ("phase over", "на деле vote.count"),
        ("speaker 3", "на деле none"),
        ("day", "на деле 2"),
        ("timer 41", "timer 40"),
        ("timer none", "timer 40"),
        ("timer", "timer: нужно число секунд или none"),
        ("timer час", "timer: нужно число секунд или none"),
        ("alive 2", "на деле 1 10 3"),
        ("alive", "на деле 1 10 3"),
        ("nominees 7 5", "на деле 5 7"),
        ("fouls 1=2", "на деле 1=3"),
        ("fouls", "на деле 1=3"),
        ("votes 7=4", "на деле 5=4"),
        ("expects start", "ждут: "),
        ("weather fine", "нет такого факта: weather"),
        ("", "нет такого факта"),
    ],
)
def test_what_does_not_hold_is_told_with_what_does(fact: str, difference: str) -> None:
    """So that a scenario can be mended."""
    found = fact_difference(fact, STATE, 60.0)
    assert found is not None
    assert says(found).startswith(difference)


def test_a_timer_where_there_is_none() -> None:
    """Told as such."""
    assert says(fact_difference("timer 5", EMPTY, 0.0)) == "timer none"
    assert says(fact_difference("votes 5=1", EMPTY, 0.0)) == "на деле none"
