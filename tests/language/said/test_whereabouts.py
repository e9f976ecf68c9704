# SPDX-License-Identifier: MIT
"""«Где мы», «кто следующий», «сколько осталось»: in every phase of every ruleset, as a table."""

import re
from dataclasses import replace

import pytest

from tests.game.every_phase import RULES, states
from tests.language.played import Game
from tests.russian import RU
from voice_host.game import commands as c
from voice_host.game.decide import decide
from voice_host.game.expected import expected
from voice_host.game.state import VOTING, Phase, State
from voice_host.game.who import CLOCK, HOST
from voice_host.language.announcement import Announcement
from voice_host.language.requests import Undo
from voice_host.language.said.ahead import ahead
from voice_host.language.said.help import likely
from voice_host.language.said.pieces import PIECE_SECONDS, seconds
from voice_host.language.said.speak import speak
from voice_host.language.said.whereabouts import (
    Moment,
    comes,
    next_speaker,
    phase_called,
    time_left,
    where,
)

MOST_SECONDS = 4.0
SEAT = r"[а-яё]+(?: [а-яё]+)?"
TIME = "(, ещё [а-яё ]+|, время вышло)?"
WORDS = {
    Phase.LOBBY: "жду «начать игру»",
    Phase.DEAL: "ночь номер ноль, маски, жду «дальше»",
    Phase.AGREEMENT: f"ночь номер ноль, мафия договаривается{TIME}",
    Phase.FIRST_DON: f"ночь номер ноль, (осматривается|знакомится) .+{TIME}",
    Phase.FIRST_SHERIFF: f"ночь номер ноль, (осматривается|знакомится) .+{TIME}",
    Phase.MEETING: f"ночь номер ноль, знакомится .+{TIME}",
    Phase.FIRST_PAUSE: f"ночь номер ноль, все ждут утра{TIME}",
    Phase.REVENGE: f"день {SEAT}, кого заберёт {SEAT}{TIME}",
    Phase.BEST_MOVE: f"день {SEAT}, лучший ход {SEAT}{TIME}",
    Phase.KILLED_LAST_WORD: f"день {SEAT}, речь убитого {SEAT}{TIME}",
    Phase.DISCUSSION: f"день {SEAT}, общее обсуждение{TIME}",
    Phase.SPEECH: f"день {SEAT}, речь {SEAT}{TIME}",
    Phase.NOMINATION: f"день {SEAT}, выставление{TIME}",
    Phase.DEFENCE: f"день {SEAT}, оправдание {SEAT}{TIME}",
    Phase.COUNT: f"день {SEAT}, голосуют за {SEAT}, осталось .+",
    Phase.TIE_SPEECH: f"день {SEAT}, вторая речь {SEAT}{TIME}",
    Phase.REVOTE: f"день {SEAT}, снова голосуют за {SEAT}, осталось .+",
    Phase.RAISE: f"день {SEAT}, вопрос об уходе всех",
    Phase.VOTED_LAST_WORD: f"день {SEAT}, уходит {SEAT}{TIME}",
    Phase.SHOOTING: f"ночь номер {SEAT}, стрельба мафии{TIME}",
    Phase.DON: f"ночь номер {SEAT}, проверяет .+{TIME}",
    Phase.SHERIFF: f"ночь номер {SEAT}, проверяет .+{TIME}",
    Phase.ROLE: f"ночь номер {SEAT}, выбирает .+{TIME}",
    Phase.RESULT: f"ночь номер {SEAT}, (жду, кто убит|выбор есть, жду «дальше»)",
    Phase.OVER: "конец игры, (жду, кто победил|ничья|победа .+)",
}
"""What is said, phase by phase."""
rulesets = pytest.mark.parametrize("name", RULES)


def moments(state: State) -> list[Moment]:
    """As it runs, on pause, while a call is said, and with a question open."""
    now = 0.0 if state.timer is None else max(0.0, state.timer.ends_at - 57)
    over = state.phase is Phase.OVER
    return [
        Moment(now),
        Moment(now, paused=True, held=True),
        Moment(now, held=True),
        Moment(now, asked=Undo() if over else c.Remove(state.seats)),
        Moment(now, paused=True, held=True, asked=Undo() if over else c.Foul(4)),
    ]


def test_every_phase_comes() -> None:
    """The night itself never lasts."""
    came = {state.phase for name in RULES for state in states(name)}
    assert came == set(WORDS) == set(Phase) - {Phase.NIGHT}


@rulesets
def test_where_we_are_in_every_phase(name: str) -> None:
    """All that matters, in four seconds: words by phase, pause and question before them."""
    for state in states(name):
        for moment in moments(state):
            told = where(state, moment)
            said = speak(RU.texts, told)
            assert told.audience is HOST
            assert seconds(RU.texts, said) <= MOST_SECONDS, (said, seconds(RU.texts, said))
            assert ("пауза" in said.lower()) == (moment.paused and state.phase is not Phase.OVER)
            assert said.startswith("Жду «да»: ") == (moment.asked is not None)
        plain = speak(RU.texts, where(state, moments(state)[0])).lower()
        assert re.fullmatch(WORDS[state.phase] + r"\.", plain), plain


@rulesets
def test_time_left_tells_whose(name: str) -> None:
    """Whose time it is stands before it, and that it stands after it."""
    for state in states(name):
        for moment in moments(state):
            said = speak(RU.texts, time_left(state, moment))
            assert seconds(RU.texts, said) <= MOST_SECONDS, said
            if state.timer is None:
                assert said == "Таймер не идёт."
            elif state.speaker:
                assert RU.words.ordinal(state.speaker, "g") in said or state.phase in (
                    Phase.VOTED_LAST_WORD, Phase.REVENGE,
                ), said  # fmt: skip


@rulesets
def test_who_is_next_is_what_next_brings(name: str) -> None:
    """Nobody is said to be next who is not called when nothing comes between."""
    for state in states(name):
        told = next_speaker(state)
        if told.key != "answer.next_speaker":
            continue
        game = Game(state.rules)
        game.state, called = state, list[Announcement]()
        while not called:
            game.do(c.Next())
            called = [one for one in game.told if one.key.startswith("floor.") and one.floor]
        assert called[0].params["seat"] == told.params["seat"]


def test_who_is_next_while_nobody_speaks(game: Game) -> None:
    """While masks go on the first speaker is known; at the vote and by night it is not."""
    said = {}
    for phase in (Phase.LOBBY, Phase.DEAL, Phase.AGREEMENT, Phase.SPEECH, Phase.SHOOTING):
        game.until(phase)
        said[phase] = speak(RU.texts, next_speaker(game.state))
    assert said == {
        Phase.LOBBY: "Следующий первый.",
        Phase.DEAL: "Следующий первый.",
        Phase.AGREEMENT: "Следующий первый.",
        Phase.SPEECH: "Следующий второй.",
        Phase.SHOOTING: "Кто заговорит, решит ночь.",
    }


def test_a_question_and_a_pause_take_the_place_of_the_seconds(game: Game) -> None:
    """The words of one moment, whole."""
    state = game.until(Phase.SPEECH).state
    now = game.now
    told = {
        Moment(now + 37): "День нулевой, речь первого, ещё двадцать три.",
        Moment(now + 37, held=True): "День нулевой, речь первого, часы стоят.",
        Moment(now + 37, paused=True, held=True): "Пауза, день нулевой, речь первого.",
        Moment(now, asked=c.Remove(5)): "Жду «да»: удаление пятого, речь первого.",
        Moment(now + 61): "День нулевой, речь первого, время вышло.",
    }
    for moment, words in told.items():
        assert speak(RU.texts, where(state, moment)) == words
    over = replace(state, phase=Phase.OVER, winner="mafia", speaker=None, timer=None)
    assert speak(RU.texts, where(over, Moment())) == "Конец игры, победа мафии."


@rulesets
def test_what_comes_and_what_may_be_said_in_every_phase(name: str) -> None:
    """Both in one breath; what comes is what «дальше» brings, or what decides it."""
    for state in states(name):
        examples = likely(RU.sentences, expected(state), state)
        said = speak(RU.texts, ahead(RU.texts, state, examples, PIECE_SECONDS))
        assert seconds(RU.texts, said) <= PIECE_SECONDS, said
        assert re.match("(Дальше|Что дальше, решит) ", said), said
        assert " Можно сказать: " in said, said
        one = comes(state)
        if one.key == "ahead.comes":
            after = decide(state, c.Next(), 0.0, CLOCK).after
            assert one.params["what"] == phase_called(after)
            assert state.phase not in VOTING or after.phase is state.phase
        # With no time for both what comes is told all the same.
        assert speak(RU.texts, ahead(RU.texts, state, examples, 1.0)).startswith(said[:10])


def test_a_role_that_chose_nothing_is_told(game: Game) -> None:
    """In the host's ear, of roles that could; not of one that did, nor in the first night."""
    game.do(c.SetRoles(((1, "don"), (2, "mafia"), (3, "mafia"), (4, "sheriff"))))
    for night in (True, False):
        game.until(Phase.SPEECH if night else Phase.DON)
        if night:
            assert not [one for one in game.told if one.key == "chosen.none"]
    game.told.clear()
    game.do(c.Check(4))
    game.do(c.Next())
    game.do(c.Next())
    told = [one for one in game.told if one.key == "chosen.none"]
    assert [(speak(RU.texts, one), one.audience) for one in told] == [
        ("Шериф: выбора не было.", HOST)
    ]
