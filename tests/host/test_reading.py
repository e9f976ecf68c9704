# SPDX-License-Identifier: MIT
"""Long answers come in pieces of a few seconds, and whatever the host says next cuts them."""

import pytest

from tests.parlour import Parlour, at, speech
from tests.russian import RU
from voice_host.audio.cues import Cue
from voice_host.game.state import Phase
from voice_host.host.inbox import KEYBOARD, VOICE, Refusal
from voice_host.language.said.pieces import PIECE_SECONDS, seconds
from voice_host.voice.protocols import Channel


def in_the_ear(parlour: Parlour) -> list[str]:
    return [one.text for one in parlour.mouth.said if one.channel is Channel.EAR and one.text]


def dealt() -> Parlour:
    parlour = Parlour()
    parlour.types("роли 1 дон 2 мафия 3 мафия 4 шериф", "начать игру")
    return parlour.until(Phase.SPEECH)


def test_the_table_is_told_in_pieces() -> None:
    """Each within five seconds and asking whether to go on, the last one not."""
    parlour = speech()
    parlour.types("фол 3", "фол 4", "фол 5", "выставлен пятый")
    parlour.forget()
    parlour.hears("как стол")
    told = in_the_ear(parlour)
    while told[-1].endswith("Ещё?"):
        assert parlour.hears("ещё") is None
        told = in_the_ear(parlour)
    assert len(told) > 1
    assert all(seconds(RU.texts, piece) <= PIECE_SECONDS for piece in told)
    assert told[0].startswith("День нулевой, речь первого")
    assert "третий один, четвёртый один, пятый один" in " ".join(told)
    assert "Выставлен пятый." in told[-1]
    assert parlour.screen.ear == told, "and what is labelled as the ear's was said there"


def test_nothing_more_is_a_tick() -> None:
    """«Ещё» is said at every table: no words are wasted on it."""
    parlour = speech()
    parlour.hears("ещё")
    assert in_the_ear(parlour) == []
    assert [one.cue for one in parlour.mouth.said] == [Cue.TICK]


@pytest.mark.parametrize(("channel", "shown"), [(VOICE, False), (KEYBOARD, True)])
def test_roles_go_to_the_ear_alone(channel: str, shown: bool) -> None:
    """A word at the table lights no role up on a screen; who types sees to it himself."""
    parlour = dealt()
    assert parlour.host.say("назови роли", channel) is None
    while (told := in_the_ear(parlour))[-1].endswith("Ещё?"):
        parlour.host.say("ещё", channel)
    text = " ".join(told)
    for words in ("Дон: первый.", "Мафия: второй и третий.", "Шериф: четвёртый."):
        assert words in text
    assert parlour.screen.hall == []
    assert parlour.screen.ear == (told if shown else [])
    assert all(one.channel is Channel.EAR for one in parlour.mouth.said)


def test_a_removal_that_ends_the_game_says_nothing_of_the_next_vote() -> None:
    """There will be none; of one that does not end it the host is told."""
    parlour = dealt()
    told = []
    for seat in ("один", "два", "три"):
        parlour.forget()
        parlour.types(f"удалить номер {seat}", "да")
        told.append("Ближайшее голосование не состоится." in parlour.screen.ear)
    assert parlour.state.phase is Phase.OVER
    assert told[0]
    assert not told[-1]


@pytest.mark.parametrize("said", ["тихо", "фол номер три", "дальше", "сколько осталось"])
def test_whatever_is_said_next_cuts_it(said: str) -> None:
    """Not the hall: only what was said aside."""
    parlour = at(Phase.SPEECH, instant=False)
    parlour.mouth.finish()
    parlour.host.pump()
    parlour.hears("как стол")
    long = parlour.mouth.sounding[-1]
    assert parlour.hears(said) is not Refusal.UNKNOWN
    assert long not in parlour.mouth.sounding
    assert said == "тихо" or ("dropped", long.text) in parlour.mouth.notes
