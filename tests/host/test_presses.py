# SPDX-License-Identifier: MIT
"""Counted presses by night: so many presses, a pause, read back in the ear; held, taken back."""

import pytest

from tests.host.test_reading import in_the_ear
from tests.parlour import Parlour, at, speech
from voice_host import rulesets
from voice_host.game.state import Phase
from voice_host.history.session import Session
from voice_host.host.inbox import Pressed
from voice_host.host.presses import PAUSE_SECONDS, REPEATS
from voice_host.voice.protocols import Channel


def presses(parlour: Parlour, number: int, every: float = 0.4) -> None:
    for _ in range(number):
        parlour.posts(Pressed())
        parlour.wait(every)
    parlour.wait(PAUSE_SECONDS)


def sheriff() -> Parlour:
    parlour = Parlour()
    parlour.types("роли 1 дон 2 мафия 3 мафия 4 шериф", "начать игру")
    return parlour.until(Phase.SHERIFF)


@pytest.mark.parametrize(("number", "said"), [(2, "Второй мафия."), (7, "Седьмой не мафия.")])
def test_a_check_by_presses_is_read_back_in_the_ear(number: int, said: str) -> None:
    """Nothing of it is heard in the hall."""
    parlour = sheriff()
    presses(parlour, number)
    assert [seat for _, _, seat, _ in parlour.state.checks] == [number]
    assert len(in_the_ear(parlour)) == 1
    assert in_the_ear(parlour)[0].startswith(said.split()[0])
    assert [one for one in parlour.mouth.said if one.channel is Channel.HALL] == []


def test_a_long_press_takes_it_back() -> None:
    """A held key repeats itself; what somebody has learnt is asked about, and one press is «да»."""
    parlour = sheriff()
    presses(parlour, 2, 0.3)
    presses(parlour, REPEATS + 3, 0.04)
    assert parlour.host.asks
    presses(parlour, 1)
    assert not parlour.state.checks
    presses(parlour, 3, 0.3)
    assert [seat for _, _, seat, _ in parlour.state.checks] == [3]


def test_a_number_that_no_seat_has_is_refused_in_the_ear() -> None:
    """And the role may be given another."""
    parlour = sheriff()
    presses(parlour, 11, 0.2)
    assert not parlour.state.checks
    assert "Места номер одиннадцать нет" in in_the_ear(parlour)[0]


def test_presses_choose_and_kill() -> None:
    """Whatever the slot asks for; whom the shots have hit is asked back, as when it is said."""
    city = rulesets.load("city")
    parlour = Parlour(Session(city, city.table.seats)).until(Phase.ROLE)
    presses(parlour, 5)
    assert [choice.seat for choice in parlour.state.choices] == [5]
    parlour = at(Phase.RESULT)
    presses(parlour, 4)
    assert in_the_ear(parlour) == ["Убит четвёртый? Жду «да»."]
    presses(parlour, 1)
    assert not parlour.state.player(4).alive


def test_by_day_presses_count_for_nothing() -> None:
    """And nothing of them is left for the night."""
    parlour = speech()
    presses(parlour, 3)
    assert in_the_ear(parlour) == []
    assert parlour.state.phase is Phase.SPEECH
