# SPDX-License-Identifier: MIT
"""One laptop and no phones: the program deals, and nobody at the table may see or end anything."""

import asyncio
from dataclasses import replace
from random import Random
from typing import cast

import pytest

from tests.alone.phones import dealt
from tests.alone.wire import AtOnce
from tests.parlour import Parlour
from tests.russian import RU
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.rules import Led
from voice_host.game.state import Cause, Phase
from voice_host.host.inbox import Refusal, Tapped
from voice_host.ui.web.faces import Faces


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
    parlour.types("роли")
    assert parlour.screen.ear[-1] == "Роли до конца игры не показываю."
    parlour.types("роль места 3")
    assert parlour.screen.glimpsed[-1].startswith("Место три")
    parlour.wait(9.9)
    assert parlour.screen.glimpsed[-1] != ""
    parlour.wait(0.2)
    assert parlour.screen.glimpsed[-1] == ""
    parlour.types("начать игру", "роль места 3")
    assert parlour.screen.glimpsed[-1] == "Роли до конца игры не показываю."
    parlour.forget()
    parlour.types("роли")
    assert parlour.screen.ear == ["Роли до конца игры не показываю."]
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
    parlour.forget()
    parlour.types("дальше")
    assert parlour.screen.ear == ["Ночью ход кончает только его время."]


def test_a_night_without_choices_comes_to_its_morning_by_itself() -> None:
    """Where the mafia wakes all that was done is known: nobody is asked who was killed."""
    parlour = at("city", Phase.SHOOTING)
    parlour.wait(200.0)
    assert parlour.state.day == 1
    assert "Доброе утро" in " ".join(parlour.screen.hall)


def test_where_shots_are_counted_somebody_who_sees_is_asked() -> None:
    """The program cannot know what shut eyes have hit."""
    assert at("wma", Phase.RESULT).state.phase is Phase.RESULT


def night(name: str, role: str) -> Parlour:
    """The slot of this role in the first night with choices."""
    parlour = at(name, Phase.SPEECH)
    for _ in range(1500):
        if parlour.state.night and role in (parlour.state.waking, parlour.state.phase_name):
            break
        parlour.wait(1.0)
        if parlour.state.timer is None:
            parlour.types("дальше", "да")
    parlour.forget()
    parlour.screen.glimpsed.clear()
    return parlour


def holder(parlour: Parlour, role: str) -> int:
    return next(p.seat for p in parlour.state.players if p.role == role)


@pytest.mark.parametrize("name", ["city", "lars", "nyu"])
def test_the_woken_enter_a_number_and_it_vanishes(name: str) -> None:
    """A check is answered for three seconds, on the screen alone; no ear, hall or repeat has it."""
    parlour = night(name, "sheriff")
    don = next((p.seat for p in parlour.state.players if p.role in ("don", "mafia")), 0)
    assert parlour.types(str(don)) is None
    assert parlour.state.checks[-1][1:] == ("sheriff", don, True)
    assert parlour.screen.glimpsed == [f"{LETTERS.split()[don].capitalize()}: да."]
    assert parlour.screen.ear == parlour.screen.hall == []
    parlour.wait(2.9)
    assert parlour.screen.glimpsed[-1] != ""
    parlour.wait(0.2)
    assert parlour.screen.glimpsed[-1] == ""


LETTERS = "ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать"


def test_a_button_of_a_page_is_taken_in_the_same_silence() -> None:
    """The host's face at such a table: what the rules refuse is not told by a name either."""
    parlour = night("city", "doctor")
    for act in (c.Choose(4), c.Choose(5), c.Check(3)):
        parlour.posts(Tapped(act))
    assert [choice.seat for choice in parlour.state.choices][-1:] == [4]
    assert parlour.screen.ear == parlour.screen.hall == []
    assert parlour.screen.glimpsed[-2:] == ["Пять: нельзя.", "Три: нельзя."]


def test_the_line_goes_with_the_slot() -> None:
    """Whoever is woken next reads nothing of the one before him."""
    parlour = night("city", "doctor")
    parlour.wait(parlour.left - 1.0)
    parlour.types("4")
    assert parlour.screen.glimpsed == ["Четыре: записано."]
    parlour.wait(1.1)
    assert parlour.state.waking != "doctor" and parlour.screen.glimpsed[-1] == ""


def test_every_slot_takes_a_number_and_shows_the_same() -> None:
    """Where nobody has anything to choose it counts for nothing, and looks like what counts."""
    parlour = at("city", Phase.FIRST_DON)
    shown = []
    for _ in range(60):
        if parlour.state.asleep and parlour.state.waking not in ("don", "sheriff"):
            assert parlour.types("7") is None
            shown.append(parlour.screen.glimpsed[-1])
        parlour.wait(10.0)
        if parlour.state.timer is None:
            parlour.types("дальше", "да")
        if parlour.state.night:
            break
    assert len(shown) > 2 and set(shown) == {"Семь: записано."}
    assert parlour.state.choices == ()


def test_the_mafia_enters_its_victim_too() -> None:
    """A number in its slot is its choice; the night then comes to its morning by itself."""
    parlour = night("city", "night.shooting")
    victim = next(p.seat for p in parlour.state.players if p.role == "citizen")
    parlour.types(str(victim))
    for off in ("0", "00", "31", "99"):
        assert parlour.types(off) is None
    parlour.types("1")
    assert parlour.screen.glimpsed[-1] == "Один: нельзя."
    parlour.wait(200.0)
    assert parlour.state.player(victim).out is Cause.KILLED
    parlour.forget()
    assert parlour.types("отмена") is not None
    assert parlour.screen.ear == ["Отменять нечего."]


def test_a_choice_for_a_role_that_is_out_is_taken_in_silence() -> None:
    """«Седьмой уже не в игре» would name who it was."""
    parlour = at("city", Phase.SPEECH)
    doctor = holder(parlour, "doctor")
    parlour.types(f"удалить {doctor}", "да")
    for _ in range(1500):
        if parlour.state.waking == "doctor" and parlour.state.night:
            break
        parlour.wait(1.0)
        if parlour.state.timer is None:
            parlour.types("дальше", "да")
    parlour.forget()
    assert parlour.types("выбор 1") is None
    assert parlour.types("1") is None
    assert parlour.screen.ear == parlour.screen.hall == []
    assert parlour.screen.glimpsed[-2:] == ["Один: записано."] * 2
    assert parlour.state.choices == ()


def test_what_waits_for_the_table_is_asked_in_the_hall_and_again() -> None:
    """Once when it comes, after twenty seconds, then once a minute; on pause not at all."""
    parlour = at("wma", Phase.DON)
    parlour.wait(parlour.left + 11.0)
    asked = "Кто убит? Жду «убит» и номер или «промах»."
    assert parlour.state.phase is Phase.RESULT and parlour.screen.hall.count(asked) == 1
    parlour.wait(15.0)
    parlour.types("пауза")
    parlour.wait(60.0)
    assert parlour.screen.hall.count(asked) == 1
    parlour.types("продолжить")
    parlour.wait(19.0)
    assert parlour.screen.hall.count(asked) == 1
    parlour.wait(1.5)
    assert parlour.screen.hall.count(asked) == 2
    parlour.wait(59.0)
    assert parlour.screen.hall.count(asked) == 2
    parlour.wait(2.0)
    assert parlour.screen.hall.count(asked) == 3


def test_the_hall_of_a_hosted_table_is_left_in_peace() -> None:
    """Its host is asked, in his ear."""
    hosted = Parlour().until(Phase.RESULT)
    hosted.wait(150.0)
    assert hosted.screen.hall == []
    assert hosted.screen.ear == ["Кто убит? Жду «убит» и номер или «промах»."] * 3


def test_hands_that_nobody_has_counted_are_asked_for() -> None:
    """The candidate is named."""
    parlour = laptop("wma")
    parlour.types("начать игру", "дальше")
    parlour.wait(130.0)
    parlour.types("выставляю 4", "спасибо", "выставляю 5", "спасибо")
    while parlour.state.phase is not Phase.COUNT:
        parlour.wait(1.0)
    parlour.forget()
    parlour.wait(21.0)
    assert parlour.screen.hall == ["Сколько голосов за игрока номер четыре? Жду число."]


@pytest.mark.parametrize("name", rulesets.names())
def test_nobody_meets_a_host_who_is_not_there(name: str) -> None:
    """The first night calls the roles by the words of this ruleset, and no host by any."""
    parlour = laptop(name)
    parlour.types("начать игру", "дальше")
    parlour.wait(250.0)
    assert parlour.state.phase not in (Phase.DEAL, Phase.LOBBY)
    assert not any("ведущ" in line.casefold() for line in parlour.screen.hall)
    if "sheriff" in parlour.state.rules.names.roles and parlour.state.rules.first_night.sheriff:
        assert not any("шериф" in line.casefold() for line in parlour.screen.hall)


def test_cards_are_dealt_from_one_phone_that_is_passed_around() -> None:
    """A seat's card before the game, while the button is held; never all, and none later."""
    faces = Faces({})
    faces.serve_on(cast(asyncio.AbstractEventLoop, AtOnce()))
    rules = replace(rulesets.load("city"), led=Led(by="laptop"))
    parlour = Parlour(dealt(rules, Random(4)), language=RU.at(rules), beside=faces)
    parlour.host._face()
    cards = [faces.secrets(seat) for seat in range(1, 13)]
    assert cards == [{p.seat: p.role} for p in parlour.state.players]
    assert faces.secrets() == faces.secrets(13) == {}
    parlour.types("начать игру")
    parlour.host._face()
    assert faces.secrets(3) == {}


@pytest.mark.parametrize("name", rulesets.names())
def test_a_table_that_is_silent_comes_through_its_night(name: str) -> None:
    """Nobody enters anything: day follows, or the hall asks whoever has watched the shots."""
    parlour = at(name, Phase.SHOOTING)
    parlour.wait(300.0)
    if parlour.state.rules.night.shooting == "count":
        assert parlour.state.phase is Phase.RESULT
        assert parlour.screen.hall.count("Кто убит? Жду «убит» и номер или «промах».") >= 3
    else:
        assert parlour.state.day == 1


@pytest.mark.parametrize(
    "line", ["выбор 3 и 7", "пауза, выбор 3", "выбор 3, отмена", "роль места 3, выбор 4"]
)
def test_two_commands_at_once_are_none_by_night(line: str) -> None:
    """One would be entered in silence and the other answered: «уже записан» tells that somebody
    who may choose has chosen."""
    parlour = at("city", Phase.ROLE)
    steps = len(parlour.host.session.steps)
    parlour.types(line)
    assert len(parlour.host.session.steps) == steps
    assert not any("записан" in told for told in parlour.screen.ear)
    parlour.types("выбор 3")
    assert parlour.screen.glimpsed[-1] == "Три: записано."
