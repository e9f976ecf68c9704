# SPDX-License-Identifier: MIT
"""One laptop and no phones: the program deals, and nobody at the table may see or end anything."""

from dataclasses import replace
from random import Random

import pytest

from tests.alone.phones import dealt
from tests.parlour import Parlour
from tests.russian import RU
from voice_host import rulesets
from voice_host.game.rules import Led
from voice_host.game.state import Phase
from voice_host.host.inbox import Refusal


def laptop(name: str) -> Parlour:
    """A table whose cards the program has dealt."""
    rules = replace(rulesets.load(name), led=Led(by="laptop"))
    return Parlour(dealt(rules, Random(4)), language=RU.at(rules))


def at(name: str, phase: Phase) -> Parlour:
    """Begun by «дальше», and then by the clock alone."""
    parlour = laptop(name)
    parlour.types("начать игру", "дальше")
    for _ in range(2000):
        if parlour.state.phase is phase:
            parlour.forget()
            return parlour
        parlour.wait(5.0)
        if parlour.state.timer is None and parlour.state.phase is not phase:
            parlour.types("дальше", "да")
    raise AssertionError(parlour.state.phase_name)


def test_roles_are_shown_before_the_game_and_not_in_it() -> None:
    """One seat at a time in the lobby; then to nobody, nor on the screen's table."""
    parlour = laptop("city")
    parlour.types("роль места 3")
    assert parlour.screen.glimpsed[-1].startswith("Место три")
    parlour.types("начать игру", "роль места 3")
    assert parlour.screen.glimpsed[-1] == "Роли до конца игры не показываю."
    parlour.host._face()
    assert parlour.screen.picture is not None
    assert not any(seat.role for seat in parlour.screen.picture.view.seats)


@pytest.mark.parametrize("phase", [Phase.SHOOTING, Phase.ROLE, Phase.DON, Phase.SHERIFF])
def test_no_word_ends_a_slot_of_the_night(phase: Phase) -> None:
    """Typed or spoken, by whoever; voices are not even answered."""
    parlour = at("city", phase)
    before = parlour.state
    for words in ("спасибо", "пас", "дальше", "стоп таймер"):
        assert parlour.types(words) is not None
        assert parlour.hears(words) is Refusal.UNKNOWN
    assert parlour.state is before


def test_a_night_without_choices_comes_to_its_morning_by_itself() -> None:
    """Where the mafia wakes all that was done is known: nobody is asked who was killed."""
    parlour = at("city", Phase.SHOOTING)
    parlour.wait(200.0)
    assert parlour.state.day == 1
    assert "Доброе утро" in " ".join(parlour.screen.hall)


def test_where_shots_are_counted_somebody_who_sees_is_asked() -> None:
    """The program cannot know what shut eyes have hit."""
    assert at("wma", Phase.RESULT).state.phase is Phase.RESULT


def test_a_choice_for_a_role_that_is_out_is_taken_in_silence() -> None:
    """«Седьмой уже не в игре» would name who it was."""
    parlour = at("city", Phase.SPEECH)
    doctor = next(p.seat for p in parlour.state.players if p.role == "doctor")
    parlour.types(f"удалить {doctor}", "да")
    for _ in range(1500):
        if parlour.state.waking == "doctor" and parlour.state.night:
            break
        parlour.wait(1.0)
        if parlour.state.timer is None:
            parlour.types("дальше", "да")
    parlour.forget()
    assert parlour.types("выбор 1") is None
    assert parlour.screen.ear == parlour.screen.hall == []
    assert parlour.state.choices == ()


def test_nobody_meets_a_host_who_is_not_there() -> None:
    """The first night calls the roles by the words of this ruleset."""
    parlour = at("city", Phase.SPEECH)
    hall = " ".join(laptop_lines(parlour))
    assert "ведущ" not in hall


def laptop_lines(parlour: Parlour) -> list[str]:
    """All that the hall was told in night 0."""
    again = laptop("city")
    again.types("начать игру", "дальше")
    again.wait(200.0)
    assert "Просыпается комиссар." in again.screen.hall
    return again.screen.hall
