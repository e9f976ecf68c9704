# SPDX-License-Identifier: MIT
"""The host and time: pauses, undo, the voice that the clock waits for, music by phase."""

from queue import SimpleQueue

import pytest

from tests.parlour import WMA, Lines, Mouth, Parlour, at, run_once, speech
from tests.russian import RU
from voice_host.game.commands import SetRoles
from voice_host.game.expected import expected
from voice_host.game.state import Phase
from voice_host.history.session import Session
from voice_host.host.clock import ManualClock
from voice_host.host.inbox import Message, Options, Push, Refusal, Typed
from voice_host.host.owner import Host
from voice_host.language.heard import hear
from voice_host.voice.messages import Heard, Sounds, Spoken

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
    assert parlour.screen.ear[-1] == "Отменено: конец раньше времени."
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
    asked = "Отменить: проверка третьего? Это уже узнали. Жду «да»."
    assert parlour.screen.ear[-1] == asked
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


def test_a_call_sent_ahead_is_said_once_whatever_comes_between() -> None:
    """A foul in the last half second does not make the hall hear «Время» twice."""
    parlour = speech()
    parlour.wait(59.5)
    parlour.hears("фол номер три")
    parlour.wait(1)
    assert [u.text for u in parlour.mouth.said].count("Время.") == 1
    assert parlour.screen.hall.count("Время.") == 1


def test_a_call_sent_ahead_of_a_speech_cut_short_takes_no_other_call_away() -> None:
    """The next speaker's end is called as well."""
    parlour = speech()
    parlour.wait(59.5)
    parlour.hears("спасибо")
    parlour.forget()
    parlour.wait(60)
    assert [u.text for u in parlour.mouth.said].count("Время.") == 1


def test_the_ears_are_told_when_the_hall_sounds() -> None:
    """By the mouth, which alone knows it; a line that waits or is in a pause closes nothing."""
    parlour = speech(instant=False)
    sounds = Sounds(1000.0, ((1000.2, 1001.0),))
    run_once(parlour, Typed("дальше"))
    assert parlour.ears.sounds == []
    run_once(parlour, sounds)
    assert parlour.ears.sounds == [sounds]


@pytest.mark.parametrize(("listen", "breaks_in"), [("open", False), ("push", True)])
def test_with_a_key_to_talk_the_hall_can_be_interrupted(listen: str, breaks_in: bool) -> None:
    """While it sounds the few words that break in are heard; without a key nothing is."""
    parlour = speech(instant=False, options=Options(listen=listen))
    run_once(parlour, Push(True), Push(False))
    assert (parlour.ears.over_hall is hear.barge_in_grammar(RU.sentences)) is breaks_in
    assert (parlour.ears.over_hall is None) is not breaks_in
    assert parlour.ears.pushed == [True, False]


def test_the_grammar_follows_the_phase() -> None:
    """What may be said now is what is listened for."""
    parlour = at(Phase.RESULT)
    run_once(parlour, Typed("фол номер три"))
    kinds = expected(parlour.state)
    assert parlour.ears.grammar is hear.grammar(RU.sentences, kinds, 10, call_word=None)
    run_once(parlour, Typed("промах"))
    assert parlour.ears.grammar is not hear.grammar(RU.sentences, kinds, 10, call_word=None)


def test_without_ears_everything_else_works() -> None:
    """A key to talk then does nothing."""
    inbox: SimpleQueue[Message] = SimpleQueue()
    host = Host(Session(WMA, 10), inbox, Mouth(inbox.put), Lines(), ManualClock(), Options(), RU)
    host.begin()
    for message in (Push(True), Typed("начать игру"), Heard("дальше", 1.0, 0.0, 1.0, whole=True)):
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
