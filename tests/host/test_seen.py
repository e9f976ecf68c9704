# SPDX-License-Identifier: MIT
"""What a page may say it saw."""

import time
from dataclasses import replace

import pytest

from tests.parlour import WMA, speech
from voice_host.game.state import new_game
from voice_host.game.view import view
from voice_host.game.who import HOST
from voice_host.host.seen import KEPT, Seen


def test_a_state_has_one_number_while_it_stands() -> None:
    """Shown twice it is the same; another gets the next number, an old one come back too."""
    seen = Seen(first=1)
    first, second = new_game(WMA, 10), new_game(WMA, 10)
    assert [seen.note(s) for s in (first, first, second, first)] == [1, 1, 2, 3]
    assert seen.was(1) is seen.was(3) is first
    assert seen.was(2) is second
    assert seen.was(0) is seen.was(4) is None


def test_old_states_are_forgotten() -> None:
    """The last ones are kept, and only they."""
    seen = Seen(first=7)
    states = [new_game(WMA, 10) for _ in range(KEPT + 1)]
    for state in states:
        last = seen.note(state)
    assert last == KEPT + 7
    assert seen.was(7) is None
    assert seen.was(8) is states[1]
    assert seen.was(last) is states[-1]


def test_the_picture_tells_state_number_and_whether_the_clock_runs() -> None:
    """An undo is a new number; while a prompt is spoken the seconds stand."""
    parlour = speech(instant=False)
    parlour.mouth.finish()
    parlour.host.pump()
    parlour.host._face()
    before = parlour.screen.picture
    assert before is not None
    assert before.state is parlour.state and before.view == view(parlour.state, HOST)
    assert before.ticking
    parlour.types("дальше")
    parlour.host._face()
    after = parlour.screen.picture
    assert after is not None
    assert after.number == before.number + 1 and not after.ticking
    parlour.types("отмена")
    parlour.host._face()
    back = parlour.screen.picture
    assert back is not None
    assert back.state == before.state
    assert back.number == before.number + 2


def test_a_program_that_was_restarted_counts_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page saw before the crash, an hour of states, is no state of now."""
    before, table = Seen(), new_game(WMA, 10)
    last = max(before.note(replace(table, day=day)) for day in range(1000))
    later = time.time() + 3600
    monkeypatch.setattr(time, "time", lambda: later)
    restarted = Seen()
    assert restarted.note(table) > last
    assert restarted.was(last) is None


def test_what_was_shown_of_another_game_is_aimed_at_no_more() -> None:
    """Though the same seat speaks on the same day; the numbers go on."""
    seen, table, games = Seen(first=1), new_game(WMA, 10), (object(), object())
    assert [seen.note(table, game) for game in games] == [1, 2]
    assert seen.was(1) is None and seen.was(2) is table
