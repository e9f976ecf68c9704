# SPDX-License-Identifier: MIT
"""What waits for the host's word is asked again in his ear: after 20 s, then each minute."""

import pytest

from tests.host.test_reading import in_the_ear
from tests.parlour import Parlour, at, speech
from voice_host.game.state import Phase


def at_a_vote() -> Parlour:
    parlour = speech()
    parlour.types("выставлен третий", "дальше", "выставлен пятый")
    return parlour.until(Phase.COUNT)


def asked(parlour: Parlour, seconds: float) -> list[str]:
    parlour.forget()
    parlour.wait(seconds)
    assert parlour.screen.hall == []
    return in_the_ear(parlour)


@pytest.mark.parametrize(
    ("where", "question"),
    [
        (lambda: at(Phase.RESULT), "Кто убит? Жду «убит» и номер или «промах»."),
        (lambda: at(Phase.DEAL), "Когда карты розданы, жду «дальше»."),
        (at_a_vote, "Сколько голосов за игрока номер три? Жду число."),
    ],
)
def test_what_waits_is_asked_again(where: object, question: str) -> None:
    """Never before its time, and never in the hall."""
    parlour = where()  # type: ignore[operator]
    assert asked(parlour, 19) == []
    assert asked(parlour, 2) == [question]
    assert asked(parlour, 58) == []
    assert asked(parlour, 3) == [question]


def test_nothing_is_asked_while_the_game_stands_or_somebody_speaks() -> None:
    """On pause he knows what he waits for; a speech waits for nobody's word."""
    parlour = at(Phase.RESULT)
    parlour.types("пауза")
    assert asked(parlour, 90) == []
    parlour = speech()
    parlour.types("без времени")
    assert asked(parlour, 90) == []


def test_a_question_that_waits_for_yes_is_not_spoken_into() -> None:
    """It lapses by itself; then the time begins anew."""
    parlour = at(Phase.RESULT)
    parlour.wait(15)
    parlour.types("убит четвёртый")
    assert asked(parlour, 9) == []
    assert asked(parlour, 2) == ["Ответа нет, ничего не меняю."]
    assert asked(parlour, 21) == ["Кто убит? Жду «убит» и номер или «промах»."]


@pytest.mark.parametrize("phase", [Phase.SHOOTING, Phase.DON, Phase.SHERIFF])
def test_what_is_said_of_the_shots_too_early_is_asked_back(phase: Phase) -> None:
    """The host need not remember it for half a minute; nothing happens before «да»."""
    parlour = at(phase)
    assert parlour.hears("убит четвёртый") is None
    assert in_the_ear(parlour) == ["Запомнил: убит четвёртый."]
    assert parlour.state.phase is phase
    while parlour.state.phase is not Phase.RESULT:
        parlour.forget()
        parlour.types("дальше")
    assert in_the_ear(parlour) == ["Шериф: выбора не было.", "Убит четвёртый? Жду «да»."]
    parlour.hears("да")
    assert parlour.state.player(4).out is not None


def test_what_was_kept_is_forgotten_with_an_undo_and_by_day_it_is_refused() -> None:
    """A miss is asked back too; what an undo has taken back is asked no more."""
    parlour = at(Phase.DON)
    parlour.types("промах", "дальше", "отмена")
    parlour.until(Phase.DON)
    while parlour.state.phase is not Phase.RESULT:
        parlour.forget()
        parlour.types("дальше")
    assert in_the_ear(parlour)[-1] == "Кто убит? Жду «убит» и номер или «промах»."
    parlour = speech()
    assert parlour.hears("убит четвёртый") is not None
