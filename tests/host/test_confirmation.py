# SPDX-License-Identifier: MIT
"""What the host asks before he does it: grave commands, and a foul heard twice."""

import pytest

from tests.parlour import Parlour, fouls, speech
from tests.russian import RU
from voice_host.game.commands import Miss
from voice_host.game.state import Phase, Tally
from voice_host.game.who import CLOCK
from voice_host.host.inbox import Refusal
from voice_host.language.heard.grammar import answers_grammar
from voice_host.voice.messages import Heard

# --- confirmation ---


def test_a_grave_command_waits_for_yes() -> None:
    """Nothing happens before «да», and it happens then."""
    parlour = speech()
    assert parlour.hears("удалить номер пять") is None
    assert parlour.state.player(5).alive
    assert parlour.screen.ear == ["Удалить пятого? Жду «да»."]
    assert parlour.screen.picture is not None
    assert parlour.hears("да") is None
    assert not parlour.state.player(5).alive


@pytest.mark.parametrize("answer", ["нет", "фол номер три", "пауза", "громче"])
def test_anything_but_yes_drops_the_question(answer: str) -> None:
    """A later «да» then answers nothing."""
    parlour = speech()
    parlour.hears("удалить номер пять", answer)
    assert parlour.hears("да") is Refusal.NOT_NOW
    assert parlour.state.player(5).alive
    assert parlour.screen.ear[-1] == "Я ничего не спрашивал."


@pytest.mark.parametrize("question", ["сколько осталось", "какой день", "как стол", "где мы"])
def test_a_question_of_the_hosts_leaves_that_of_the_companion_open(question: str) -> None:
    """He asks in order to answer."""
    parlour = speech()
    parlour.hears("удалить номер пять", question)
    assert parlour.screen.ear[-1] != "Удалить пятого? Жду «да»."
    assert parlour.hears("да") is None
    assert not parlour.state.player(5).alive


def test_words_that_are_no_command_leave_the_question_open() -> None:
    """Table talk between question and answer is no answer."""
    parlour = speech()
    parlour.hears("удалить номер пять", "мне кажется", "да")
    assert not parlour.state.player(5).alive


def test_how_many_is_an_answer_to_a_question_of_nobody() -> None:
    """«За второго никого?» — «четыре голоса», by voice too; another question takes no votes."""
    parlour = speech()
    parlour.types("выставлен второй", "дальше", "выставлен третий")
    parlour.until(Phase.COUNT)
    parlour.types("дальше")
    parlour.host._face()
    grammar = parlour.ears.grammar
    assert parlour.host.asks and grammar is not None
    assert grammar.complete("четыре голоса") and grammar.complete("да")
    assert parlour.hears("четыре голоса") is None
    assert not parlour.host.asks and parlour.state.tallies[0] == Tally(2, 4)
    parlour.hears("удалить номер семь")
    parlour.host._face()
    grammar = parlour.ears.grammar
    assert parlour.host.asks and grammar is not None
    assert grammar.complete("да") and not grammar.complete("четыре голоса")


def test_undo_at_a_question_drops_it_and_nothing_else() -> None:
    """«Отмена» means what has just been asked."""
    parlour = speech()
    parlour.hears("фол номер три", "удалить номер пять", "отмена")
    assert not parlour.host.asks
    assert fouls(parlour, 3) == 1 and parlour.state.player(5).alive


@pytest.mark.parametrize("decoy", RU.sentences.answer_decoys)
def test_a_decoy_is_no_answer_and_no_command(decoy: str) -> None:
    """The ears offer «два» and «дальше» so that they are not heard as «да»: unproven words."""
    parlour = speech()
    parlour.types("выставлен второй", "дальше", "выставлен третий")
    parlour.until(Phase.COUNT)
    before = parlour.state
    parlour.hears("удалить номер семь")
    assert not answers_grammar(RU.sentences).complete(decoy)
    parlour.posts(Heard(decoy, 1.0, 0.0, 1.0, whole=False))
    assert parlour.state == before and parlour.host.asks
    parlour.hears("да")
    assert not parlour.state.player(7).alive


def test_repeat_repeats_the_question_and_leaves_it_open() -> None:
    """Who has not heard what he was asked may ask, and then answer."""
    parlour = speech()
    parlour.hears("удалить номер пять", "повтори")
    assert parlour.screen.ear == ["Удалить пятого? Жду «да»."] * 2
    parlour.hears("да")
    assert not parlour.state.player(5).alive


@pytest.mark.parametrize("how", ["клавиши", "что можно сказать"])
def test_to_ask_how_to_answer_leaves_the_question_open(how: str) -> None:
    """Who has forgotten the key for «да» looks it up, and then presses it."""
    parlour = speech()
    parlour.types("удалить номер пять", how)
    assert parlour.state.player(5).alive
    parlour.types("да")
    assert not parlour.state.player(5).alive


def test_silence_means_no() -> None:
    """After ten real seconds the question is gone, and that is told."""
    parlour = speech()
    parlour.hears("удалить номер пять")
    parlour.wait(9.9)
    assert parlour.screen.ear[-1] == "Удалить пятого? Жду «да»."
    parlour.wait(0.2)
    assert parlour.screen.ear[-1] == "Ответа нет, ничего не меняю."
    assert parlour.hears("да") is Refusal.NOT_NOW
    assert parlour.state.player(5).alive


def test_silence_means_no_on_pause_too() -> None:
    """A question is timed by real seconds, which no pause holds."""
    parlour = speech()
    parlour.hears("пауза", "удалить номер пять")
    parlour.wait(11)
    assert parlour.screen.ear[-1] == "Ответа нет, ничего не меняю."


@pytest.mark.parametrize("answer", ["да", "нет"])
def test_an_answer_to_no_question_is_not_now(answer: str) -> None:
    """It is told, and nothing happens."""
    parlour = speech()
    before = parlour.state
    assert parlour.types(answer) is Refusal.NOT_NOW
    assert parlour.state == before


def test_no_is_acknowledged() -> None:
    """The host hears that nothing was done."""
    parlour = speech()
    parlour.hears("удалить номер пять", "нет")
    assert parlour.screen.ear[-1] == "Хорошо, не буду."


def test_what_would_be_refused_is_not_asked_about() -> None:
    """The reason comes at once instead of a question."""
    parlour = speech()
    parlour.hears("удалить номер пять", "да")
    assert parlour.hears("удалить номер пять") is Refusal.REJECTED
    assert parlour.hears("да") is Refusal.NOT_NOW


def test_what_time_has_overtaken_is_refused_when_confirmed() -> None:
    """The phase ended between question and «да»: the rules are asked again."""
    parlour = Parlour().until(Phase.RESULT)
    parlour.hears("убит четвёртый")
    parlour.host.session.submit(Miss(), parlour.host.clock.read(), str(CLOCK), CLOCK)
    assert parlour.hears("да") is Refusal.REJECTED
    assert parlour.state.player(4).alive


def test_the_fourth_foul_is_asked_about() -> None:
    """It removes; «да» gives it."""
    parlour = speech(2)
    for _ in range(3):
        parlour.hears("фол номер три")
        parlour.wait(6)
    assert fouls(parlour, 3) == 3
    parlour.hears("фол номер три")
    assert parlour.screen.ear[-1] == "Третьему четвёртый фол, это удаление. Жду «да»."
    parlour.hears("да")
    assert not parlour.state.player(3).alive


# --- the same foul twice ---


def test_the_same_foul_within_five_seconds_is_asked_about() -> None:
    """A double press or an echo gives one foul."""
    parlour = speech()
    parlour.hears("фол номер три")
    parlour.wait(4.9)
    parlour.hears("фол номер три")
    assert fouls(parlour, 3) == 1
    assert "только что был" in parlour.screen.ear[-1]
    parlour.hears("да")
    assert fouls(parlour, 3) == 2


def test_the_fourth_foul_at_once_after_the_third_says_that_it_removes() -> None:
    """Whether it was heard twice is the lesser question."""
    parlour = speech(2)
    for _ in range(3):
        parlour.wait(6)
        parlour.hears("фол номер три")
    parlour.hears("фол номер три")
    said = "Третьему четвёртый фол, это удаление, а прошлый был только что. Жду «да»."
    assert parlour.screen.ear[-1] == said
    parlour.hears("нет")
    assert parlour.state.player(3).alive


def test_a_foul_to_another_seat_in_between_makes_no_difference() -> None:
    """Each seat has five seconds of its own."""
    parlour = speech()
    parlour.hears("фол номер один", "фол номер три", "фол номер один")
    assert parlour.host.asks
    assert (fouls(parlour, 1), fouls(parlour, 3)) == (1, 1)


def test_after_five_seconds_and_for_another_seat_it_is_not() -> None:
    """Another seat's foul is another foul."""
    parlour = speech()
    parlour.hears("фол номер три", "фол номер четыре")
    assert (fouls(parlour, 3), fouls(parlour, 4)) == (1, 1)
    parlour.wait(5)
    parlour.hears("фол номер четыре")
    assert fouls(parlour, 4) == 2


def test_after_an_undo_the_same_foul_is_new() -> None:
    """What was taken back was not given."""
    parlour = speech()
    parlour.hears("фол номер три", "отмена", "фол номер три")
    assert fouls(parlour, 3) == 1
