# SPDX-License-Identifier: MIT
"""The host and words: who may say what how, requests, the script with an assistant."""

from tests.parlour import Parlour, at, fouls, speech
from voice_host.audio.cues import Cue
from voice_host.game.state import Phase
from voice_host.host.inbox import Options, Refusal
from voice_host.voice.messages import Heard
from voice_host.voice.protocols import Channel, Rank

# --- who may say what how ---


def test_in_call_mode_speech_begins_with_the_call_word() -> None:
    """Without it speech does nothing; typing needs none."""
    parlour = speech(options=Options(listen="call"))
    assert parlour.hears("фол номер три") is Refusal.UNKNOWN
    assert parlour.hears("ведущий фол номер три") is None
    assert parlour.types("фол номер четыре") is None
    assert (fouls(parlour, 3), fouls(parlour, 4)) == (1, 1)
    grammar = parlour.ears.grammar
    parlour.host.begin(parlour.ears)
    grammar = parlour.ears.grammar
    assert grammar is not None
    assert grammar.complete("ведущий фол номер три") and not grammar.complete("фол номер три")


def test_a_press_that_was_not_understood_is_answered() -> None:
    """Whoever holds the key speaks to the program; table talk gets a tick at most."""
    for listen, answer in (("push", ["Не понял. Спросите «что можно сказать»."]), ("open", [])):
        parlour = speech(options=Options(listen=listen))
        parlour.posts(Heard("", 0.0, 0.0, 0.0, whole=False))
        assert parlour.screen.ear == answer


def test_a_press_at_the_wrong_moment_is_told_so() -> None:
    """The words may have been right: the hall was speaking, or a question waits."""
    parlour = speech(options=Options(listen="push"))
    parlour.posts(Heard("", 0.0, 0.0, 0.0, whole=False, drowned=True))
    assert parlour.screen.ear[-1] == "Пока говорит зал, слышны только «стоп», «тихо» и «пауза»."
    parlour = speech(options=Options(listen="push"))
    parlour.hears("удалить номер пять")
    parlour.host.begin(parlour.ears)
    parlour.posts(Heard("", 0.0, 0.0, 0.0, whole=False))
    assert parlour.screen.ear[-1] == "Не понял. Жду «да» или «нет»."


def test_what_the_hall_spoke_into_is_answered() -> None:
    """A command that was cut off does nothing, not even the half that is one, and is not lost
    silently."""
    parlour = speech()
    parlour.posts(Heard("фол номер три", 1.0, 0.0, 0.0, whole=False, drowned=True))
    assert parlour.screen.ear == ["Не слышал: говорил зал. Скажите ещё раз."]
    assert fouls(parlour, 3) == 0


def test_a_call_to_speak_gives_way_to_the_next() -> None:
    """So that a host who goes on quickly is not followed by calls of those who have spoken."""
    parlour = speech()
    parlour.types("фол номер три", "спасибо")
    ranks = [(one.rank, one.text) for one in parlour.mouth.said if one.channel is Channel.HALL]
    assert [rank for rank, _ in ranks] == [Rank.SCRIPT, Rank.FLOOR]


def test_what_was_heard_is_shown() -> None:
    """Whoever looks at the screen sees why the game moved; table talk is not shown."""
    parlour = speech()
    for words in ("фол номер три", "бла бла", "убит четвёртый"):
        parlour.hears(words)
    parlour.types("фол номер пять")
    assert parlour.screen.heard_words == ["фол номер три", "убит четвёртый"]


def test_secrets_are_never_taken_by_voice() -> None:
    """What is for the keyboard only is no sentence when spoken."""
    parlour = at(Phase.SHERIFF)
    assert parlour.hears("проверка три") is Refusal.UNKNOWN
    assert parlour.types("проверка три") is None


def test_table_talk_gets_a_tick_in_the_ear_and_no_words() -> None:
    """Typed nonsense is answered, spoken nonsense is not."""
    parlour = speech()
    assert parlour.hears("бла бла") is Refusal.UNKNOWN
    assert (parlour.screen.hall, parlour.screen.ear) == ([], [])
    assert [(u.cue, u.channel) for u in parlour.mouth.said] == [(Cue.TICK, Channel.EAR)]
    assert parlour.types("бла бла") is Refusal.UNKNOWN
    assert parlour.screen.ear == ["Не понял. Спросите «что можно сказать»."]


def test_refusals_are_heard_as_such_and_only_in_the_ear() -> None:
    """One sound means one thing: «not now» and «refused» have the same."""
    parlour = speech()
    assert parlour.hears("убит четвёртый") is Refusal.NOT_NOW
    assert parlour.hears("лучший ход пять шесть семь") is Refusal.NOT_NOW
    assert parlour.hears("сними фол с третьего") is Refusal.REJECTED
    assert {(u.cue, u.channel) for u in parlour.mouth.said} == {(Cue.REFUSED, Channel.EAR)}
    assert parlour.screen.hall == []


# --- requests ---


def test_hush_silences_and_the_game_goes_on() -> None:
    """Time runs on; a call that was cut off holds it no longer."""
    parlour = speech(instant=False)
    parlour.hears("дальше")
    assert parlour.host.clock.held
    parlour.hears("стоп")
    assert parlour.mouth.notes[-1] == "hush"
    assert not parlour.host.clock.held


def test_repeat_says_the_last_line_to_whom_it_was_said() -> None:
    """Without its sound, its count and its hold of the clock."""
    parlour = speech()
    parlour.hears("дальше", "повтори")
    assert parlour.screen.hall == ["Игрок номер два, ваша минута."] * 2
    parlour = Parlour()
    parlour.types("повтори")
    assert parlour.screen.ear == ["Я готов. Жду команды «начать игру»."] * 2


def test_repeat_of_nothing_is_told() -> None:
    """Nothing has been said yet."""
    parlour = Parlour()
    parlour.host.narrator.last = None
    assert parlour.types("повтори") is Refusal.NOT_NOW


def test_a_repeated_call_holds_no_clock() -> None:
    """The minute that runs is not stopped by saying again whose it is."""
    parlour = speech(instant=False)
    parlour.hears("дальше")
    parlour.mouth.finish()
    parlour.host.pump()
    parlour.hears("повтори")
    assert not parlour.host.clock.held


def test_help_and_keys_name_what_works_now() -> None:
    """For the ear only."""
    parlour = speech()
    parlour.hears("что можно сказать", "клавиши")
    assert parlour.screen.ear[0].startswith("Можно сказать: ")
    assert parlour.screen.ear[1] == "Клавиши фазы day.speech."
    assert parlour.screen.hall == []


def test_volume_and_rate_go_to_the_mouth() -> None:
    """One step each way."""
    parlour = speech()
    parlour.hears("громче", "тише", "быстрее", "медленнее")
    steps = [note for note in parlour.mouth.notes if isinstance(note, tuple)]
    assert steps == [("volume", 1), ("volume", -1), ("rate", 1), ("rate", -1)]
    assert parlour.screen.ear == ["Громче.", "Тише.", "Быстрее.", "Медленнее."]


def test_questions_are_answered_in_the_ear() -> None:
    """By the state and the clock of the moment."""
    parlour = speech()
    parlour.wait(15)
    parlour.hears("сколько осталось", "кто жив")
    assert parlour.screen.ear[0] == "Речь первого: ещё сорок пять секунд."
    assert parlour.screen.ear[1].startswith("За столом десять игроков")
    assert parlour.screen.hall == []


# --- assist ---


def test_in_assist_mode_only_the_time_is_said_aloud() -> None:
    """The script is a caption for the host; answers are in his ear."""
    parlour = speech(options=Options(assist=True))
    parlour.hears("фол номер три", "дальше")
    parlour.wait(60)
    aloud = [u.text for u in parlour.mouth.said if u.channel is Channel.HALL and u.text]
    assert aloud == ["Десять секунд.", "Время."]
    assert "Игрок номер два, ваша минута." in parlour.screen.hall
