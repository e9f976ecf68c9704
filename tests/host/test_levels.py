# SPDX-License-Identifier: MIT
"""How much the ear is told: in full, in short, only what matters; and sounds in place of words."""

import pytest

from tests.host.test_reading import in_the_ear
from tests.parlour import Parlour, at, speech
from voice_host.audio.cues import Cue
from voice_host.game.state import Phase
from voice_host.host.inbox import Options
from voice_host.language.requests import Level
from voice_host.voice.protocols import Channel


def cues(parlour: Parlour) -> list[Cue]:
    return [one.cue for one in parlour.mouth.said if one.channel is Channel.EAR and one.cue]


SAID = {
    Level.FULL: (["Третьему первый фол."], ["Удалить пятого? Жду «да»."], ["Хорошо, не буду."]),
    Level.BRIEF: (["Третьему первый."], ["Удалить пятого?"], ["Хорошо, не буду."]),
    Level.VITAL: ([], ["Удалить пятого?"], []),
}


@pytest.mark.parametrize("level", Level)
def test_as_much_as_he_wants(level: Level) -> None:
    """A read-back, a question and its end, said in so many words; where there are none, a sound."""
    parlour = speech(options=Options(talk=level))
    for words, said in zip(
        ("фол номер три", "удалить номер пять", "нет"), SAID[level], strict=True
    ):
        parlour.forget()
        parlour.hears(words)
        assert in_the_ear(parlour) == said
        assert said or cues(parlour) == [Cue.ACCEPTED]


def test_it_is_changed_by_a_word_and_remembered() -> None:
    """Whoever keeps the settings is told; the answer itself is heard at every level."""
    kept: list[Level] = []
    parlour = speech()
    parlour.host.begin(parlour.ears, remember=kept.append)
    parlour.forget()
    for words in ("кратко", "только важное", "подробно"):
        parlour.hears(words)
    assert kept == [Level.BRIEF, Level.VITAL, Level.FULL]
    assert in_the_ear(parlour) == [
        "Говорю кратко.",
        "Говорю только важное.",
        "Говорю подробно.",
    ]


def test_what_he_asks_is_answered_whole_at_every_level() -> None:
    """And so is a refusal: he must know why."""
    answers = []
    for level in Level:
        parlour = speech(options=Options(talk=level))
        parlour.hears("где мы", "сколько осталось", "убит четвёртый", "сними фол с третьего")
        answers.append(in_the_ear(parlour))
    assert answers[0] == answers[1] == answers[2]


def test_repeat_says_all_of_it() -> None:
    """What was short, or only a sound, in full."""
    for level in (Level.BRIEF, Level.VITAL):
        parlour = speech(options=Options(talk=level))
        parlour.hears("фол номер три", "повтори")
        assert in_the_ear(parlour)[-1] == "Третьему первый фол."


def test_the_ear_has_a_pace_of_its_own() -> None:
    """The hall's stays."""
    parlour = speech()
    parlour.hears("на ухо быстрее", "на ухо медленнее", "быстрее")
    steps = [note for note in parlour.mouth.notes if isinstance(note, tuple)]
    assert steps == [(Channel.EAR, "rate", 1), (Channel.EAR, "rate", -1), ("rate", 1)]


def test_a_question_has_its_sound_and_an_answer_cuts_it() -> None:
    """Whoever knows what is asked need not hear it to its end."""
    parlour = at(Phase.SPEECH, instant=False)
    parlour.mouth.finish()
    parlour.host.pump()
    parlour.hears("удалить номер пять")
    question = parlour.mouth.sounding[-1]
    assert question.cue is Cue.QUESTION
    parlour.hears("да")
    assert ("dropped", question.text) in parlour.mouth.notes
    assert not parlour.state.player(5).alive


def test_a_command_without_words_is_answered_with_a_sound() -> None:
    """Where the program speaks the script the hall's words tell that it was understood; where he
    speaks it himself nothing else would."""
    for assist, sounds in ((False, []), (True, [Cue.ACCEPTED])):
        parlour = speech(options=Options(assist=assist))
        parlour.hears("спасибо")
        assert cues(parlour) == sounds
