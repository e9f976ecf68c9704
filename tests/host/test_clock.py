# SPDX-License-Identifier: MIT
"""The game clock: held, released and rewound over a clock set by hand."""

import time

from voice_host.host.clock import GameClock, ManualClock, SystemClock


def clocks(at: float = 0.0) -> tuple[ManualClock, GameClock]:
    real = ManualClock(50.0)
    return real, GameClock(real, at)


def test_runs_with_real_time_from_where_it_was_set() -> None:
    """Game seconds are real seconds plus a start."""
    real, game = clocks(12.0)
    real.advance(3.5)
    assert game.read() == 15.5


def test_stands_while_anything_holds_it() -> None:
    """Each reason is released by itself; the clock runs when the last one is gone."""
    real, game = clocks()
    game.hold("pause")
    game.hold(7)
    real.advance(10)
    game.release("pause")
    assert game.held and game.held_by(7) and not game.held_by("pause")
    real.advance(10)
    assert game.read() == 0
    game.release(7)
    real.advance(2)
    assert game.read() == 2


def test_holding_twice_is_holding_once() -> None:
    """One release frees a reason however often it was given."""
    real, game = clocks()
    game.hold("pause")
    real.advance(1)
    game.hold("pause")
    game.release("pause")
    real.advance(4)
    assert game.read() == 4


def test_releasing_what_does_not_hold_changes_nothing() -> None:
    """An unknown or late release neither stops nor starts the clock."""
    real, game = clocks()
    real.advance(5)
    game.release("pause")
    assert game.read() == 5


def test_rewind_sets_the_second_held_or_not() -> None:
    """What holds the clock still holds it after a rewind."""
    real, game = clocks()
    real.advance(30)
    game.rewind(10)
    real.advance(1)
    assert game.read() == 11
    game.hold("pause")
    game.rewind(3)
    real.advance(1)
    assert game.read() == 3
    game.release("pause")
    real.advance(1)
    assert game.read() == 4


def test_until_counts_real_seconds() -> None:
    """None while held, 0 when past."""
    real, game = clocks()
    assert game.until(8) == 8
    real.advance(9)
    assert game.until(8) == 0
    game.hold("pause")
    assert game.until(20) is None


def test_the_system_clock_never_goes_back() -> None:
    """Monotonic seconds of the machine."""
    before = time.monotonic()
    assert before <= SystemClock().now() <= time.monotonic()
