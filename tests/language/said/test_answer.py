# SPDX-License-Identifier: MIT
"""Answers to the host's questions, from a game under way."""

import pytest

from tests.game.every_phase import RULES, states
from tests.language.played import Game
from tests.russian import RU
from voice_host.game import commands as c
from voice_host.game.events import GameEnded
from voice_host.game.evolve import evolve
from voice_host.game.state import Phase, new_game
from voice_host.game.who import HOST
from voice_host.language.requests import Ask, Question
from voice_host.language.said.answer import answer
from voice_host.language.said.speak import speak
from voice_host.language.said.whereabouts import Moment
from voice_host.rulesets import load


def ask(game: Game, question: Question, seat: int | None = None) -> str:
    told = answer(Ask(question, seat), game.state, Moment(game.now))
    assert told.audience is HOST
    return speak(RU.texts, told)


@pytest.mark.parametrize("question", Question)
@pytest.mark.parametrize("name", RULES)
def test_every_question_is_answered_in_every_phase(question: Question, name: str) -> None:
    """There is always an answer, for the ear."""
    for state in states(name):
        told = answer(Ask(question), state)
        assert told.audience is HOST
        assert speak(RU.texts, told)


def test_alive_and_fouls(game: Game) -> None:
    """Who is in the game, and the fouls of one or of all."""
    game.until(Phase.SPEECH)
    assert ask(game, Question.FOULS) == "Фолов ни у кого нет."
    game.do(c.Foul(3), c.Foul(3), c.Foul(5), c.Remove(7))
    assert ask(game, Question.ALIVE) == (
        "За столом девять игроков: один, два, три, четыре, пять, шесть, восемь, девять и десять."
    )
    assert ask(game, Question.FOULS, 3) == "У третьего два фола."
    assert ask(game, Question.FOULS, 1) == "У первого ноль фолов."
    assert ask(game, Question.FOULS, 11) == "Места номер одиннадцать нет, за столом десять мест."
    assert ask(game, Question.FOULS) == "Фолы: третий два, пятый один."


def test_the_table_in_one_line(game: Game) -> None:
    """What a screen shows as a table, without roles."""
    assert ask(game, Question.TABLE) == (
        "Жду «начать игру». В игре все десять. Фолов ни у кого нет."
    )
    game.until(Phase.SPEECH)
    game.do(c.Foul(3), c.Foul(3), c.Foul(3), c.Nominate(5))
    assert ask(game, Question.TABLE) == (
        "День нулевой, речь первого, ещё шестьдесят. В игре все десять. "
        "Фолы: третий три. Выставлен пятый. Без слова третий."
    )


def test_speakers(game: Game) -> None:
    """Who speaks and who is next; muted and excluded seats are passed over."""
    assert ask(game, Question.SPEAKER) == "Сейчас никто не говорит."
    game.until(Phase.SPEECH)
    assert ask(game, Question.SPEAKER) == "Говорит первый."
    assert ask(game, Question.NEXT_SPEAKER) == "Следующий второй."
    game.do(c.Foul(2), c.Foul(2), c.Foul(2), c.Remove(3))
    assert ask(game, Question.NEXT_SPEAKER) == "Следующий четвёртый."
    while game.state.speaker != 10:
        game.do(c.Next())
    assert ask(game, Question.NEXT_SPEAKER) == "Дальше ночь."


def test_nominees_and_votes(game: Game) -> None:
    """Who is put up, whom one votes for, how many votes are left."""
    game.until(Phase.SPEECH)
    assert ask(game, Question.NOMINEES) == "Никто не выставлен."
    game.do(c.Nominate(5))
    assert ask(game, Question.NOMINEES) == "Выставлен пятый."
    game.do(c.Next(), c.Nominate(8), c.Next(), c.Nominate(2))
    assert ask(game, Question.NOMINEES) == "Выставлены пятый, восьмой и второй."
    game.until(Phase.COUNT)
    assert ask(game, Question.SPEAKER) == "Голосуют за пятого."
    assert ask(game, Question.VOTES) == "Голосов ещё нет."
    game.do(c.Vote(3))
    assert ask(game, Question.VOTES) == "Голоса: за пятого три. Осталось семь."
    assert ask(game, Question.NOMINEES) == "Выставлены пятый, восьмой и второй."


def test_day_phase_and_time(game: Game) -> None:
    """Where the game is, and how long the timer still runs, in whole seconds upwards."""
    assert ask(game, Question.TIME_LEFT) == "Таймер не идёт."
    game.until(Phase.SPEECH)
    assert ask(game, Question.DAY) == "День нулевой."
    assert ask(game, Question.PHASE) == "День нулевой, речь первого, ещё шестьдесят."
    assert ask(game, Question.TIME_LEFT) == "Речь первого: ещё минута."
    game.now += 37.5
    assert ask(game, Question.TIME_LEFT) == "Речь первого: ещё двадцать три секунды."
    game.now += 30
    assert ask(game, Question.TIME_LEFT) == "Речь первого: время вышло."
    game.until(Phase.SHOOTING)
    assert ask(game, Question.DAY) == "Ночь номер один."


@pytest.mark.parametrize(
    ("winners", "rules", "score", "last"),
    [
        ((), "wma", "Игр ещё не доиграли.", "Эта игра первая."),
        (("town", "mafia", "town"), "wma", "Счёт: красные две, мафия одна.",
         "В прошлой игре победа красных."),
        (("mafia", "mafia"), "historical", "Счёт: красные две.", "В прошлой игре победа красных."),
        (("town", "draw"), "wma", "Счёт: красные одна, ничьих одна.", "В прошлой игре ничья."),
        (("maniac", None), "city", "Счёт: маньяк одна, без победителя одна.",
         "Кто победил в прошлой игре, сказано не было."),
    ],
)  # fmt: skip
def test_how_the_evening_stands(
    winners: tuple[str | None, ...], rules: str, score: str, last: str
) -> None:
    """By side, in the words of the rules that are played."""
    state, moment = new_game(load(rules), 10), Moment(winners=winners)
    assert speak(RU.texts, answer(Ask(Question.SCORE), state, moment)) == score
    assert speak(RU.texts, answer(Ask(Question.LAST_WINNER), state, moment)) == last


def test_a_game_counts_once_it_is_over(game: Game) -> None:
    """And is no game before itself."""
    over = evolve(game.state, GameEnded("mafia", declared=True))
    moment = Moment(winners=("mafia",))
    assert speak(RU.texts, answer(Ask(Question.SCORE), over, moment)) == "Счёт: мафия две."
    assert speak(RU.texts, answer(Ask(Question.LAST_WINNER), over)) == "Эта игра первая."
