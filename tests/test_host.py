"""The host: words in, game and voice out; what is asked, held, gated, repeated and undone."""

import threading
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest

from tests.parlour import WMA, Lines, Mouth, Parlour
from voice_host.clock import ManualClock, SystemClock
from voice_host.game.commands import Miss, SetRoles
from voice_host.game.expected import expected
from voice_host.game.state import Phase
from voice_host.host import Host
from voice_host.inbox import Message, Options, Push, Quit, Refusal, Typed
from voice_host.language import hear
from voice_host.session import CLOCK, Session, begin, recover
from voice_host.voice.messages import Heard, Recovered, Spoken, Trouble
from voice_host.voice.protocols import Channel, Cue


def at(phase: Phase, **how: object) -> Parlour:
    return Parlour(**how).until(phase)  # type: ignore[arg-type]


def speech(seat: int = 1, **how: object) -> Parlour:
    """The day speech of a seat, its call said."""
    parlour = at(Phase.SPEECH, **how)
    while parlour.state.speaker != seat:
        parlour.types("дальше")
    parlour.forget()
    return parlour


def fouls(parlour: Parlour, seat: int) -> int:
    return parlour.state.player(seat).fouls


# --- confirmation ---


def test_a_grave_command_waits_for_yes() -> None:
    """Nothing happens before «да», and it happens then."""
    parlour = speech()
    assert parlour.hears("удалить номер пять") is None
    assert parlour.state.player(5).alive
    assert parlour.screen.ear == ["Удалить пятого? Скажите «да»."]
    assert parlour.screen.picture is not None
    assert parlour.hears("да") is None
    assert not parlour.state.player(5).alive


@pytest.mark.parametrize("answer", ["нет", "сколько осталось", "фол номер три", "пауза", "громче"])
def test_anything_but_yes_drops_the_question(answer: str) -> None:
    """A later «да» then answers nothing."""
    parlour = speech()
    parlour.hears("удалить номер пять", answer)
    assert parlour.hears("да") is Refusal.NOT_NOW
    assert parlour.state.player(5).alive
    assert parlour.screen.ear[-1] == "Я ничего не спрашивал."


def test_words_that_are_no_command_leave_the_question_open() -> None:
    """Table talk between question and answer is no answer."""
    parlour = speech()
    parlour.hears("удалить номер пять", "мне кажется", "да")
    assert not parlour.state.player(5).alive


def test_repeat_repeats_the_question_and_leaves_it_open() -> None:
    """Who has not heard what he was asked may ask, and then answer."""
    parlour = speech()
    parlour.hears("удалить номер пять", "повтори")
    assert parlour.screen.ear == ["Удалить пятого? Скажите «да»."] * 2
    parlour.hears("да")
    assert not parlour.state.player(5).alive


def test_silence_means_no() -> None:
    """After ten real seconds the question is gone, and that is told."""
    parlour = speech()
    parlour.hears("удалить номер пять")
    parlour.wait(9.9)
    assert parlour.screen.ear[-1] == "Удалить пятого? Скажите «да»."
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
    parlour.host.session.submit(Miss(), parlour.host.clock.read(), CLOCK)
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
    assert parlour.screen.ear[-1] == "Третьему четвёртый фол, это удаление. Скажите «да»."
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


# --- pause ---


def test_pause_stops_the_clock_the_voice_and_the_music() -> None:
    """And «продолжить» starts what ran."""
    parlour = at(Phase.AGREEMENT)
    parlour.wait(10)
    parlour.hears("пауза")
    assert parlour.mouth.notes[-3:-1] == ["hush", ("music", False)]
    parlour.wait(100)
    assert parlour.left == 50
    parlour.hears("продолжить")
    assert parlour.mouth.music_on
    parlour.wait(20)
    assert parlour.left == 30


@pytest.mark.parametrize(("first", "second"), [("пауза", "пауза"), ("дальше", "продолжить")])
def test_pause_twice_and_resuming_what_runs_are_refused(first: str, second: str) -> None:
    """Neither stops nor starts anything a second time."""
    parlour = speech()
    parlour.hears(first)
    held = parlour.host.clock.held
    assert parlour.hears(second) is Refusal.NOT_NOW
    assert parlour.host.clock.held is held


def test_going_on_to_the_next_speaker_ends_the_pause() -> None:
    """«Дальше» on pause is also «продолжить»."""
    parlour = speech()
    parlour.hears("пауза", "дальше")
    assert not parlour.host.clock.held
    assert parlour.state.speaker == 2


def test_a_removal_on_pause_leaves_the_pause() -> None:
    """The next speaker's minute waits for «продолжить»."""
    parlour = speech()
    parlour.hears("пауза", "удалить номер один", "да")
    assert parlour.state.speaker == 2
    parlour.wait(30)
    assert parlour.left == 60
    parlour.hears("продолжить")
    parlour.wait(30)
    assert parlour.left == 30


def test_the_count_begins_anew_after_a_pause() -> None:
    """Half a count is no count; its time is whole again."""
    parlour = at(Phase.SHOOTING)
    parlour.wait(6)
    parlour.hears("пауза")
    parlour.forget()
    parlour.hears("продолжить")
    assert parlour.left == 16.5
    assert len([u for u in parlour.mouth.said if len(u.count) == 10]) == 1


# --- undo ---


def test_undo_rewinds_the_clock_and_says_what_it_undid() -> None:
    """The speaker has the time he had when the word was said."""
    parlour = speech()
    parlour.wait(20)
    parlour.hears("спасибо")
    parlour.wait(30)
    parlour.hears("отмена")
    assert parlour.state.speaker == 1
    assert parlour.left == 40
    assert parlour.screen.ear[-1] == "Отменено: дальше."
    assert parlour.mouth.notes.count("hush") == 1


def test_undo_takes_back_what_the_clock_has_done_since() -> None:
    """Ticks that followed from the word go with it."""
    parlour = speech()
    parlour.wait(20)
    parlour.hears("спасибо")
    parlour.wait(65)
    assert parlour.state.speaker == 3
    parlour.hears("отмена")
    assert (parlour.state.speaker, parlour.left) == (1, 40)


def test_undo_of_nothing_is_told() -> None:
    """Before the first word there is nothing to take back."""
    parlour = Parlour()
    assert parlour.types("отмена") is Refusal.NOT_NOW
    assert parlour.screen.ear[-1] == "Отменять нечего."


def test_undo_of_a_step_that_told_a_secret_is_asked_about() -> None:
    """The answer to a check cannot be untold; «да» undoes it all the same."""
    parlour = Parlour()
    roles = SetRoles(((1, "mafia"), (2, "mafia"), (3, "don"), (4, "sheriff")))
    parlour.host.session.submit(roles, 0.0, "keyboard")
    parlour.until(Phase.SHERIFF)
    parlour.types("проверка 3")
    assert parlour.screen.ear[-1] == "Третий мафия."
    parlour.types("отмена")
    assert parlour.state.checks
    assert parlour.screen.ear[-1].startswith("Ответ уже известен")
    parlour.types("да")
    assert not parlour.state.checks


def test_undo_by_confirmation_of_what_is_gone_is_told() -> None:
    """The step was taken away between question and answer."""
    parlour = speech()
    parlour.types("конец игры", "да", "отмена")
    while parlour.host.session.undo():
        pass
    assert parlour.types("да") is Refusal.NOT_NOW


def test_undo_back_into_the_night_brings_the_music_and_the_count() -> None:
    """As if the word had not been said."""
    parlour = at(Phase.SHOOTING)
    parlour.wait(3)
    parlour.hears("дальше")
    parlour.forget()
    parlour.hears("отмена")
    assert parlour.state.phase is Phase.SHOOTING
    assert parlour.left == 16.5
    assert any(len(u.count) == 10 for u in parlour.mouth.said)


def test_undo_on_pause_counts_nothing_and_plays_nothing() -> None:
    """Everything waits for «продолжить»."""
    parlour = at(Phase.SHOOTING)
    parlour.wait(3)
    parlour.hears("фол номер три", "пауза")
    parlour.forget()
    parlour.hears("отмена")
    assert not any(u.count for u in parlour.mouth.said)
    assert not parlour.mouth.music_on
    parlour.hears("продолжить")
    assert any(len(u.count) == 10 for u in parlour.mouth.said)
    assert parlour.mouth.music_on


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
    assert parlour.screen.ear == ["Не понял."]


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
    assert parlour.screen.ear == ["Я готов. Скажите «начать игру»."] * 2


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
    assert parlour.screen.ear[0].startswith("Сейчас можно сказать: ")
    assert "выставить" in parlour.screen.ear[1] or "Цифр" in parlour.screen.ear[1]
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
    assert parlour.screen.ear[0] == "Сорок пять секунд."
    assert parlour.screen.ear[1].startswith("За столом десять игроков")
    assert parlour.screen.hall == []


# --- time and the voice ---


def test_a_minute_begins_when_the_voice_has_ended() -> None:
    """However long the call takes; a `Spoken` of anything else does not count."""
    parlour = speech(instant=False)
    parlour.mouth.finish()
    parlour.hears("дальше")
    parlour.wait(7)
    assert parlour.left == 60
    parlour.posts(Spoken(9999))
    parlour.wait(7)
    assert parlour.left == 60
    (call,) = [u for u in parlour.mouth.sounding if "минута" in u.text]
    parlour.posts(Spoken(call.id))
    parlour.wait(7)
    assert parlour.left == 53
    parlour.posts(Spoken(call.id))
    assert parlour.left == 53


def test_time_is_called_at_its_second() -> None:
    """Ten seconds before the end and at the end, then the next speaker."""
    parlour = speech()
    parlour.wait(49.9)
    assert parlour.screen.hall == []
    parlour.wait(0.2)
    assert parlour.screen.hall == ["Десять секунд."]
    parlour.wait(10)
    assert parlour.screen.hall[1:] == ["Время.", "Игрок номер два, ваша минута."]


def test_the_ears_are_closed_while_the_hall_speaks() -> None:
    """What only the host hears closes nothing."""
    parlour = speech(instant=False)
    parlour.mouth.finish()
    run_once(parlour, Typed("дальше"))
    assert parlour.ears.closed
    parlour.mouth.finish()
    run_once(parlour)
    assert not parlour.ears.closed
    run_once(parlour, Typed("кто жив"))
    assert parlour.mouth.sounding and not parlour.ears.closed


def test_with_a_key_to_talk_the_hall_can_be_interrupted() -> None:
    """The ears stay open to the few words that break in."""
    parlour = speech(instant=False, options=Options(listen="push"))
    parlour.mouth.finish()
    run_once(parlour, Typed("дальше"))
    assert not parlour.ears.closed
    assert parlour.ears.grammar is hear.barge_in_grammar()
    parlour.mouth.finish()
    run_once(parlour)
    assert parlour.ears.grammar is not hear.barge_in_grammar()
    run_once(parlour, Push(True), Push(False))
    assert parlour.ears.pushed == [True, False]


def test_the_grammar_follows_the_phase() -> None:
    """What may be said now is what is listened for."""
    parlour = at(Phase.RESULT)
    run_once(parlour, Typed("фол номер три"))
    kinds = expected(parlour.state)
    assert parlour.ears.grammar is hear.grammar(kinds, 10, call_word=None)
    run_once(parlour, Typed("промах"))
    assert parlour.ears.grammar is not hear.grammar(kinds, 10, call_word=None)


def test_without_ears_everything_else_works() -> None:
    """A key to talk then does nothing."""
    inbox: SimpleQueue[Message] = SimpleQueue()
    host = Host(Session(WMA, 10), inbox, Mouth(inbox.put), Lines(), ManualClock(), Options())
    host.begin()
    for message in (Push(True), Typed("начать игру"), Heard("дальше", 1.0, 0.0, 1.0)):
        host.post(message)
    host.pump()
    assert host.state.phase is Phase.AGREEMENT


# --- music ---


def test_music_plays_by_night_and_never_by_day() -> None:
    """Night 0 and nights; it stops before any line of the day is said."""
    parlour = Parlour()
    for _ in range(60):
        parlour.types("дальше")
        assert parlour.mouth.music_on == parlour.state.phase.startswith("night")
        if parlour.state.phase is Phase.RESULT:
            break
    parlour.forget()
    parlour.types("промах")
    notes = parlour.mouth.notes
    assert notes.index(("music", False)) < notes.index(
        next(n for n in notes if isinstance(n, str) and n.startswith("Доброе утро"))
    )


def test_the_end_of_the_game_ends_the_music() -> None:
    """Also when it ends by night."""
    parlour = at(Phase.SHERIFF)
    parlour.types("конец игры", "да")
    assert parlour.mouth.notes.index(("music", False)) < parlour.mouth.notes.index("Игра окончена.")


# --- recovery ---


def crashed(path: Path, parlour: Parlour, **how: object) -> Parlour:
    parlour.host.session.close()
    return Parlour(recover(path), recovered=True, **how)  # type: ignore[arg-type]


def test_a_recovered_game_waits_on_pause_without_music(tmp_path: Path) -> None:
    """It says where it is; the night brings the music back when it goes on."""
    path = tmp_path / "game.jsonl"
    before = Parlour(begin(WMA, 10, path)).until(Phase.AGREEMENT)
    before.wait(50)
    assert before.left == 10
    after = crashed(path, before)
    assert after.screen.ear == ["Игра восстановлена. Мафия договаривается. Скажите «продолжить»."]
    assert after.screen.picture is not None and not after.screen.picture.running
    after.hears("фол номер три")
    assert not after.mouth.music_on
    after.wait(60)
    assert after.left == 10
    after.hears("продолжить")
    assert after.mouth.music_on
    after.wait(12)
    assert after.state.phase is Phase.FIRST_DON


def test_a_game_killed_after_an_undo_goes_on_at_the_second_undone_to(tmp_path: Path) -> None:
    """Not at the second of the step before it."""
    path = tmp_path / "game.jsonl"
    before = Parlour(begin(WMA, 10, path)).until(Phase.SPEECH)
    before.wait(20)
    before.hears("спасибо", "отмена")
    assert before.left == 40
    after = crashed(path, before)
    after.hears("продолжить")
    assert after.left == 40


def test_a_count_broken_by_a_crash_begins_anew(tmp_path: Path) -> None:
    """On «продолжить», in its whole length."""
    path = tmp_path / "game.jsonl"
    before = Parlour(begin(WMA, 10, path)).until(Phase.SHOOTING)
    before.wait(7)
    after = crashed(path, before)
    assert not any(u.count for u in after.mouth.said)
    after.hears("продолжить")
    assert any(len(u.count) == 10 for u in after.mouth.said)
    assert after.left == 16.5


# --- assist ---


def test_in_assist_mode_only_the_time_and_the_count_are_said_aloud() -> None:
    """The script is a caption for the host; answers are in his ear."""
    parlour = speech(options=Options(assist=True))
    parlour.hears("фол номер три", "дальше")
    parlour.wait(60)
    aloud = [u.text for u in parlour.mouth.said if u.channel is Channel.HALL and u.text]
    assert aloud == ["Десять секунд.", "Время."]
    assert "Игрок номер два, ваша минута." in parlour.screen.hall
    parlour.until(Phase.DON)
    parlour.types("отмена")
    assert any(len(u.count) == 10 for u in parlour.mouth.said)


# --- trouble ---


def test_a_part_that_fails_is_told_and_the_game_goes_on() -> None:
    """Its loss and its return, in Russian, in the ear; going deaf has sounds of its own."""
    parlour = speech()
    parlour.posts(Trouble("microphone", "Микрофон замолчал.", "Проверьте кабель."))
    parlour.posts(Trouble("hall", "Колонка пропала", "Видно на экране."))
    assert parlour.screen.ear == [
        "Микрофон замолчал. Проверьте кабель.",
        "Колонка пропала. Видно на экране.",
    ]
    parlour.posts(Recovered("microphone"))
    for part in ("ears", "mouth", "hall", "ear"):
        parlour.posts(Recovered(part))
    assert [line.split(":")[0] for line in parlour.screen.ear[2:]] == [
        "Микрофон", "Слух", "Голос", "Колонка", "Наушник",
    ]  # fmt: skip
    cues = [u.cue for u in parlour.mouth.said if u.cue]
    assert cues == [Cue.MICROPHONE_LOST, Cue.MICROPHONE_BACK, Cue.MICROPHONE_BACK]


def test_a_journal_that_lags_is_told_once_until_it_has_caught_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not at every move; again when it fails anew; never again once all is written."""
    path = tmp_path / "game.jsonl"
    parlour = Parlour(begin(WMA, 10, path)).until(Phase.SPEECH)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    def complaints() -> int:
        return sum("Журнал не пишется: диск заполнен" in line for line in parlour.screen.ear)

    for expected_number in (1, 2):
        with monkeypatch.context() as patched:
            patched.setattr("os.write", full)
            parlour.hears("спасибо", "фол номер три")
            parlour.hears("отмена")
        assert complaints() == expected_number
        parlour.hears("спасибо")
        assert complaints() == expected_number
    parlour.host.session.close()
    assert recover(path).state == parlour.state


def test_a_journal_that_could_not_be_begun_is_told_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk costs no evening."""

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.write", full)
        session = begin(WMA, 10, tmp_path / "game.jsonl")
        parlour = Parlour(session)
    assert "диск заполнен" in parlour.screen.ear[1]
    session.close()


# --- the owner thread ---


def run_once(parlour: Parlour, *messages: Message) -> None:
    """Let the owner thread's loop serve these messages, then leave."""
    for message in messages:
        parlour.host.post(message)
    parlour.host.post(Quit())
    parlour.host._open, parlour.host._leaving = True, False
    parlour.host.run()


def test_quit_leaves_at_once() -> None:
    """Whatever still sounds."""
    parlour = speech(instant=False)
    parlour.hears("дальше")
    run_once(parlour)
    assert parlour.mouth.sounding


def test_a_polite_quit_waits_for_what_is_being_said_in_the_hall() -> None:
    """And for nothing else."""
    parlour = speech(instant=False)
    parlour.mouth.finish()
    parlour.host.pump()
    parlour.host.post(Typed("дальше"))
    parlour.host.post(Quit(politely=True))
    owner = threading.Thread(target=parlour.host.run, daemon=True)
    owner.start()
    owner.join(0.2)
    assert owner.is_alive()
    parlour.mouth.finish()
    owner.join(5)
    assert not owner.is_alive()


def test_a_polite_quit_in_silence_leaves_at_once() -> None:
    """Nothing sounds, nothing is waited for."""
    parlour = speech()
    parlour.host.post(Quit(politely=True))
    parlour.host.run()


def test_an_error_of_our_own_does_not_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told once for a burst of them, and the next words work."""
    parlour = speech()

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a mistake of ours")

    with monkeypatch.context() as patched:
        patched.setattr(hear, "understand", fail)
        run_once(parlour, Typed("фол номер три"), Typed("фол номер три"))
    assert parlour.screen.ear == ["Внутренняя ошибка. Игра продолжается, повторите команду."]
    run_once(parlour, Typed("фол номер три"))
    assert fouls(parlour, 3) == 1
    assert not parlour.host.clock.held


def test_an_error_in_what_is_due_stops_the_clock_instead_of_repeating_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The game then stands on pause until the host goes on."""
    parlour = speech()

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a mistake of ours")

    with monkeypatch.context() as patched:
        patched.setattr(parlour.host.session, "submit", fail)
        parlour.clock.advance(61)
        parlour.host.post(Typed("кто жив"))
        owner = threading.Thread(target=parlour.host.run, daemon=True)
        owner.start()
        owner.join(0.3)
        run = len(parlour.screen.ear)
    parlour.host.post(Quit())
    owner.join(5)
    assert run < 5
    assert parlour.host.clock.held


def test_the_loop_wakes_for_the_clock_by_itself() -> None:
    """With real time and nothing on the inbox, a timer still ends."""
    inbox: SimpleQueue[Message] = SimpleQueue()
    screen = Lines()
    rules = replace(WMA, first_night=replace(WMA.first_night, agreement=1))
    host = Host(Session(rules, 10), inbox, Mouth(inbox.put), screen, SystemClock(), Options())
    host.begin()
    owner = threading.Thread(target=host.run, daemon=True)
    owner.start()
    for words in ("начать игру", "дальше"):
        host.post(Typed(words))
    for _ in range(300):
        if host.state.phase is Phase.FIRST_DON:
            break
        owner.join(0.02)
    host.post(Quit())
    owner.join(5)
    assert host.state.phase is Phase.FIRST_DON
    assert screen.picture is not None and screen.picture.seconds_left is not None


def test_two_meanings_are_asked_about() -> None:
    """Ambiguous words do nothing."""
    parlour = speech()
    ambiguous = hear.Ambiguous(())
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(hear, "understand", lambda *_, **__: ambiguous)
        assert parlour.types("что угодно") is Refusal.AMBIGUOUS
    assert parlour.screen.ear[-1].startswith("Уточните")
