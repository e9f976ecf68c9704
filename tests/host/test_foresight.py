# SPDX-License-Identifier: MIT
"""Time calls are given to the mouth ahead, so that they are heard at their second."""

import pytest

from tests.parlour import Parlour
from voice_host.game.state import Phase
from voice_host.voice.protocols import Rank


def calls(parlour: Parlour) -> list[tuple[str, float | None]]:
    """The time calls said, and for when."""
    return [(u.text, u.at) for u in parlour.mouth.said if u.rank is Rank.TIME]


def test_a_time_call_is_given_ahead_for_its_second() -> None:
    """The warning and the end of a minute reach the mouth early, each once, with the moment
    of the game clock; the captions come at that moment."""
    parlour = Parlour().until(Phase.SPEECH)
    began = parlour.clock.now()
    parlour.wait(49.9)
    assert calls(parlour) == [("Десять секунд.", pytest.approx(began + 50))]
    assert "Десять секунд." not in parlour.screen.hall
    parlour.wait(10.2)
    assert calls(parlour)[1:] == [("Время.", pytest.approx(began + 60))]
    assert parlour.screen.hall.count("Десять секунд.") == 1
    assert parlour.screen.hall.count("Время.") == 1


@pytest.mark.parametrize("words", ["дальше", "добавь тридцать секунд", "пауза", "отмена"])
def test_a_call_that_will_not_be_so_is_taken_back(words: str) -> None:
    """What is said between the look ahead and the call silences it."""
    parlour = Parlour().until(Phase.SPEECH)
    parlour.wait(49.9)
    said = len(parlour.mouth.notes)
    parlour.types(words)
    assert "hush" in parlour.mouth.notes[said:]
    parlour.wait(0.2)
    assert "Десять секунд." not in parlour.screen.hall


def test_a_pause_in_the_last_moment_loses_no_call() -> None:
    """A call that the pause has silenced is said when its second comes after all."""
    parlour = Parlour().until(Phase.SPEECH)
    parlour.wait(49.9)
    parlour.types("пауза")
    parlour.wait(5)
    parlour.types("продолжить")
    parlour.wait(0.2)
    assert calls(parlour)[-1] == ("Десять секунд.", None)
