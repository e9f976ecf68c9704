# SPDX-License-Identifier: MIT
"""The end by voice, the protocol read aloud, a lesson from the lobby; a missed best move."""

from random import Random

import pytest

from tests.games import play
from tests.host.test_reading import in_the_ear
from tests.parlour import WMA, Parlour, at, run_once, speech
from tests.russian import RU
from voice_host.commands.story import read_aloud
from voice_host.game.state import Phase
from voice_host.history.session import Session
from voice_host.host.inbox import Options, Quit, Refusal
from voice_host.host.patience import AGAIN_SECONDS, TRIES
from voice_host.language.said.pieces import PIECE_SECONDS, seconds


def over() -> Parlour:
    parlour = speech()
    parlour.types("конец игры", "да", "победа мафии", "да")
    parlour.forget()
    return parlour


def test_leaving_by_voice_is_asked_once_and_tells_who_won() -> None:
    """«Нет» and silence stay; «да» says goodbye, and the program ends when it has been said."""
    parlour = over()
    parlour.hears("выход", "нет")
    assert in_the_ear(parlour) == ["Выйти? Жду «да».", "Хорошо, не буду."]
    parlour.hears("выход")
    parlour.wait(11)
    assert in_the_ear(parlour)[-1] == "Ответа нет, ничего не меняю."
    parlour.forget()
    parlour.hears("выход", "да")
    assert in_the_ear(parlour)[1:] == [
        "До свидания: конец игры, победа мафии. Протокол напишет «voice-host export»."
    ]
    assert not parlour.host._open


def test_who_leaves_in_mid_game_is_not_cut_short_by_what_comes_after() -> None:
    """The screen ends too and posts its own end; the goodbye is told once."""
    parlour = at(Phase.SPEECH, instant=False)
    parlour.mouth.finish()
    parlour.hears("выход")
    parlour.mouth.finish()
    parlour.hears("да")
    parlour.posts(Quit(politely=True))
    assert parlour.host._open
    parlour.mouth.finish()
    parlour.host.pump()
    assert not parlour.host._open
    assert sum("До свидания" in text for text in in_the_ear(parlour)) == 1


def test_the_protocol_is_read_in_pieces_when_the_game_is_over() -> None:
    """The whole of it, in order; before the end it would tell secrets."""
    parlour = speech()
    assert parlour.hears("прочитай протокол") is Refusal.NOT_NOW
    assert in_the_ear(parlour) == ["Протокол будет, когда игра окончится."]
    lines = ("Ночь.", *(f"Строка номер {number} о том, что было." for number in range(9)))
    parlour = over()
    parlour.host._services.protocol = lambda: lines
    parlour.hears("прочитай протокол")
    while (told := in_the_ear(parlour))[-1].endswith("Ещё?"):
        parlour.hears("ещё")
    assert len(told) > 1
    assert " ".join(told).replace(" Ещё?", "") == " ".join(lines)
    assert all(seconds(RU.texts, piece) <= PIECE_SECONDS for piece in told)


def test_the_protocol_has_every_night_and_every_seat() -> None:
    """Headings, what was told, who was who."""
    session = Session(WMA, 10)
    play(session, Random(3), 200)
    lines = read_aloud(RU, session)
    assert lines[0].startswith(("До игры", "Ночь", "Начало", "День"))
    assert sum(line[:1].isdigit() for line in lines) == session.state.seats


def test_a_lesson_is_taken_in_the_lobby_alone() -> None:
    """With ears, before the game; the host then leaves without a goodbye, for the game goes on."""
    parlour = Parlour(options=Options(eyes_free=True))
    assert parlour.hears("выучи мой голос") is Refusal.NOT_NOW
    parlour.host.leaving.may_learn = True
    parlour.forget()
    assert parlour.hears("выучи мой голос") is None
    run_once(parlour)
    assert parlour.host.leaving.lesson_wanted
    assert not any("До свидания" in text for text in in_the_ear(parlour))
    parlour = speech()
    parlour.host.leaving.may_learn = True
    assert parlour.hears("выучи мой голос") is Refusal.NOT_NOW


def best_move() -> Parlour:
    parlour = at(Phase.RESULT)
    parlour.types("убит четвёртый", "да")
    assert parlour.state.phase is Phase.BEST_MOVE
    return parlour


@pytest.mark.parametrize("missed", ["лучший ход один", "бла бла", "лучший ход 1 1 1 1"])
def test_a_best_move_that_was_not_understood_keeps_its_time(missed: str) -> None:
    """The seconds stand while it is said again, and run on when nobody does."""
    parlour = best_move()
    before = parlour.left
    parlour.types(missed)
    parlour.wait(AGAIN_SECONDS - 1)
    assert parlour.left == before
    parlour.wait(3)
    assert before - 3 <= parlour.left < before
    left = parlour.left
    parlour.types(missed)
    parlour.wait(2)
    parlour.types("лучший ход 1 2 3")
    assert parlour.state.phase is not Phase.BEST_MOVE or parlour.left == left


def test_talk_does_not_hold_a_best_move_for_ever() -> None:
    """Only so often."""
    parlour = best_move()
    before = parlour.left
    for _ in range(TRIES + 2):
        parlour.types("бла бла")
        parlour.wait(AGAIN_SECONDS)
    assert parlour.state.phase is not Phase.BEST_MOVE or parlour.left < before - AGAIN_SECONDS
