# SPDX-License-Identifier: MIT
"""Replies to the host: refusals, doubts, confirmations, help."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.language.played import Game
from tests.russian import RU
from voice_host.game import commands as c
from voice_host.game.decide import decide, needs_confirmation
from voice_host.game.expected import expected
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.state import Phase, State, new_game
from voice_host.game.who import HOST
from voice_host.language.acts import KINDS, REQUESTS
from voice_host.language.announcement import Announcement, Clauses
from voice_host.language.heard.hear import Ambiguous, NotNow, understand
from voice_host.language.said.reply import (
    not_now,
    not_understood,
    question_for,
    refusal,
    spoken,
    undo_question,
    undone,
)
from voice_host.language.said.speak import speak
from voice_host.language.said.whereabouts import phase_called
from voice_host.rulesets import load


def heard(told: Announcement) -> str:
    assert told.audience is HOST
    return speak(RU.texts, told)


def inside(part: Clauses) -> str:
    """A text as it stands inside another."""
    return RU.texts.clause("host.keys", {"what": part})


PARAMS = {
    "seat": 3, "seats": 10, "speaker": 4, "votes": 9, "left": 4, "number": 3, "seconds": 60,
}  # fmt: skip


@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_has_words(reason: Reason) -> None:
    """Whatever the rules refuse, the host is told why."""
    assert heard(refusal(Rejected(reason, **PARAMS), c.Foul(3), new_game(load("wma"), 10)))


def test_bad_roles_are_told_which_are_right() -> None:
    """By the ruleset's own names."""
    said = heard(refusal(Rejected(Reason.BAD_ROLES), c.SetRoles(()), new_game(load("wma"), 10)))
    usual = "мафия — два, дон — один, шериф — один, прочие — мирный"
    assert said == f"Состав ролей не по правилам. Обычный за таким столом: {usual}."
    city = new_game(load("city"), 12)
    assert "комиссар — один" in heard(refusal(Rejected(Reason.BAD_ROLES), c.SetRoles(()), city))


@pytest.mark.parametrize(
    ("name", "phase", "words"),
    [
        ("vote", Phase.SPEECH, "Голосование ещё не началось."),
        ("vote", Phase.VOTED_LAST_WORD, "Сейчас не голосуют."),
        ("ballot", Phase.TIE_SPEECH, "Сейчас не голосуют."),
        ("ballot", Phase.RAISE, "Сейчас считают голоса за уход: «за подъём» и число."),
        ("raise", Phase.COUNT, "Вопрос об уходе всех ещё не задан."),
        ("raise", Phase.VOTED_LAST_WORD, "Сейчас не голосуют."),
        ("nominate", Phase.COUNT, "Выставлять можно только во время речи."),
    ],
)
def test_not_now_is_true_in_its_phase(
    name: str, phase: Phase, words: str, at: Callable[[Phase], State]
) -> None:
    """After the vote nobody is told that it has not begun."""
    assert heard(not_now(name, at(phase))) == words


def test_where_all_point_nobody_is_put_up_in_a_speech() -> None:
    """S3: the usual words would be false during a speech."""
    state = replace(new_game(load("lars"), 10), phase=Phase.SPEECH)
    assert heard(not_now("nominate", state)) == "Выставляют все сразу, после речей."


def refused(game: Game, command: c.Command) -> str:
    with pytest.raises(Rejected) as error:
        game.do(command)
    return heard(refusal(error.value, command, game.state))


def test_refusals_of_a_game(game: Game) -> None:
    """Each with the figures of this game."""
    assert refused(game, c.Foul(3)) == "Игра ещё не началась."
    game.until(Phase.SPEECH)
    assert refused(game, c.Foul(11)) == "Места номер одиннадцать нет, за столом десять мест."
    assert refused(game, c.Vote(4)) == "Голосование ещё не началось."
    assert refused(game, c.TakeBackFoul(3)) == "У третьего нет фолов."
    assert refused(game, c.Nominate(5, by=3)) == "Сейчас речь не третьего, а первого."
    game.do(c.Nominate(5))
    assert refused(game, c.Nominate(5)) == "Пятый уже выставлен."
    assert refused(game, c.Nominate(6)) == "Первый уже выставил одного игрока."
    game.do(c.Remove(9))
    assert refused(game, c.Remove(9)) == "Девятый уже не в игре."
    game.do(c.EndGame())
    assert refused(game, c.Next()) == "Игра уже окончена. Жду «новая игра»."


def test_not_now_for_every_command(at: Callable[[Phase], State]) -> None:
    """Each command has its own words for the wrong moment."""
    for name, kind in KINDS.items():
        if kind not in REQUESTS:
            assert heard(not_now(name))
            assert heard(not_now(name, at(Phase.SPEECH)))
    assert heard(not_now("vote", at(Phase.OVER))) == "Игра уже окончена. Жду «новая игра»."


def test_not_understood(at: Callable[[Phase], State]) -> None:
    """Not now, or which of them."""
    state = at(Phase.SPEECH)
    for words, said in (
        ("четыре голоса", "Голосование ещё не началось."),
        ("снять третьего", "Уточните: снятие фола с третьего или удаление третьего?"),
    ):
        found = understand(RU.sentences, words, expected(state), 10)
        assert isinstance(found, NotNow | Ambiguous)
        assert heard(not_understood(found, state)) == said


def asked(state: State, command: c.Command, *, repeated: bool = False) -> str:
    """What is asked before the command is carried out; it must be one that is asked about."""
    decision = decide(state, command, 0.0)
    assert repeated or needs_confirmation(decision)
    return heard(question_for(decision, repeated=repeated))


def test_questions(game: Game) -> None:
    """What needs a «да» is asked in its own words."""
    state = game.until(Phase.SPEECH).do(c.Foul(3), c.Foul(3), c.Foul(3)).state
    questions: dict[c.Command, str] = {
        c.Foul(3): "Третьему четвёртый фол, это удаление. Жду «да».",
        c.Remove(5): "Удалить пятого? Жду «да».",
        c.Ppk(5): "ППК из-за пятого, игра остановится. Жду «да».",
        c.DeclareWinner("mafia"): "Победа мафии? Жду «да».",
        c.EndGame(): "Закончить игру? Жду «да».",
    }
    for command, words in questions.items():
        assert asked(state, command) == words
    out = "Третьему четвёртый фол, это удаление, а прошлый был только что. Жду «да»."
    assert asked(state, c.Foul(3), repeated=True) == out
    again = "Четвёртому фол только что был. Ещё один, первый? Жду «да»."
    assert asked(state, c.Foul(4), repeated=True) == again
    taken = "Отменить: проверка пятого? Это уже узнали. Жду «да»."
    assert heard(undo_question(c.Check(5))) == taken


def test_a_question_without_words_of_its_own_names_the_command(game: Game) -> None:
    """Whatever is asked about is said back."""
    decision = decide(game.until(Phase.SPEECH).state, c.Nominate(5), 0.0)
    assert heard(question_for(decision)) == "Выставлен пятый? Жду «да»."


def test_questions_about_the_dead() -> None:
    """Whom the shots have hit, and whom somebody takes along."""
    game = Game(load("city"))
    killed = game.until(Phase.RESULT).state
    assert asked(killed, c.Kill(4)) == "Убит четвёртый? Жду «да»."
    assert asked(killed, c.KillAll((4, 7))) == "Убиты четвёртый и седьмой? Жду «да»."
    spoken_by = game.do(c.Kill(4)).until(Phase.KILLED_LAST_WORD).state
    assert asked(spoken_by, c.Take(7)) == "С собой забирает седьмого? Жду «да»."


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        (Phase.RESULT, "Никто не убит? Жду «да»."),
        (Phase.NOMINATION, "Никто не выставлен? Жду «да»."),
        (Phase.RAISE, "За уход никого? Жду «да»."),
    ],
)
def test_next_where_it_would_be_an_answer(
    phase: Phase, words: str, at: Callable[[Phase], State]
) -> None:
    """The question says what the table would be told."""
    assert asked(at(phase), c.Next()) == words
    assert not needs_confirmation(decide(at(Phase.SPEECH), c.Next(), 0.0))


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (c.Foul(3), "фол третьему"),
        (c.Foul(3, "knock"), "фол третьему"),
        (c.Ppk(3), "ППК третьему"),
        (c.Nominate(5, 3), "выставлен пятый"),
        (c.Vote(1), "один голос"),
        (c.Ballot((1, 3)), "голосуют первый и третий"),
        (c.BestMove((5, 7, 8)), "лучший ход пять, семь и восемь"),
        (c.SetTimer(60), "таймер, минута"),
        (c.SetRoles(((1, "don"),)), "роли"),
        (c.DeclareWinner("town"), "победа красных"),
        (c.Next(), "дальше"),
        (c.Choose(None), "выбор: никого"),
    ],
)
def test_undone(command: c.Command, words: str) -> None:
    """What was taken back is named; roles are not."""
    assert inside(spoken(command)) == words
    assert heard(undone(command)) == f"Отменено: {words}."


def test_phase_called(at: Callable[[Phase], State]) -> None:
    """Every phase has a name of its own, with the role that is awake in it."""
    awake = {
        Phase.FIRST_DON: "don", Phase.FIRST_SHERIFF: "sheriff", Phase.MEETING: "putana",
        Phase.DON: "don", Phase.SHERIFF: "sheriff", Phase.ROLE: "doctor",
    }  # fmt: skip
    names = {p: inside(phase_called(replace(at(p), waking=awake.get(p)))) for p in Phase}
    assert len(set(names.values())) == len(Phase)
    assert names[Phase.ROLE] == "выбирает доктор"
    assert names[Phase.FIRST_SHERIFF] == "осматривается шериф"


def test_a_phase_in_which_a_role_wakes_is_told_by_the_rulesets_own_name_of_it() -> None:
    """City: the commissioner looks at no town, he meets the host."""
    city = new_game(load("city"), 12)
    looks = replace(city, phase=Phase.FIRST_SHERIFF, waking="sheriff")
    assert inside(phase_called(looks)) == "знакомится комиссар"
    assert inside(phase_called(replace(looks, phase=Phase.SHERIFF))) == "проверяет комиссар"


def test_choosing_nobody_is_named_as_that() -> None:
    """«Отменено: …» must not name a seat that nobody has chosen."""
    assert "никого" in inside(spoken(c.Choose(None)))
    assert inside(spoken(c.Choose(3))) != inside(spoken(c.Choose(None)))


def test_a_grave_command_without_a_question_of_its_own_is_named() -> None:
    """Whatever the rules find grave is asked about, be it new."""
    state = replace(new_game(load("wma"), 10), phase=Phase.SPEECH)
    decision = decide(state, c.SetTimer(30), 0.0)
    asked = heard(question_for(decision))
    assert "да" in asked and inside(spoken(c.SetTimer(30))).split()[0] in asked.lower()
