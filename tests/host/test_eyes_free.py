# SPDX-License-Identifier: MIT
"""A host who sees no screen: all is in his ear; without an earbud softly in the hall, no secret."""

from random import Random

import pytest

from tests.game import chance
from tests.game.every_phase import RULES, states
from tests.host.test_reading import in_the_ear
from tests.parlour import Parlour, run_once, speech
from voice_host.audio.cues import NOTES, Cue
from voice_host.audio.reports import Recovered, Trouble
from voice_host.errors import Told
from voice_host.game import events as ev
from voice_host.game.decide import decide
from voice_host.game.expected import expected
from voice_host.game.refusals import Rejected
from voice_host.game.state import MASKED, Phase
from voice_host.game.who import HOST
from voice_host.host.inbox import VOICE, Noticed, Options, Quit
from voice_host.language.announcement import Announcement
from voice_host.language.requests import Level
from voice_host.language.said.announce import announce
from voice_host.language.said.secrets import is_secret
from voice_host.voice.protocols import Channel

ALONE = Options(eyes_free=True)
SOUNDS = {
    "Так звучит: понял.": Cue.ACCEPTED,
    "Так: не понял или нельзя.": Cue.REFUSED,
    "Так: жду ответа.": Cue.QUESTION,
    "Так: не слышал, говорил зал.": Cue.DEAF,
}
NO_EARBUD = Options(eyes_free=True, earbud=False)


def aloud(parlour: Parlour) -> list[str]:
    return [one.text for one in parlour.mouth.said if one.text and one.aloud]


def night(options: Options) -> Parlour:
    parlour = Parlour(options=options)
    parlour.types("роли 1 дон 2 мафия 3 мафия 4 шериф", "начать игру")
    return parlour.until(Phase.SHERIFF)


def test_without_an_earbud_it_says_so_and_speaks_softly_in_the_hall() -> None:
    """From the greeting on; the hall's own lines are as loud as ever."""
    parlour = Parlour(options=NO_EARBUD)
    assert aloud(parlour) == [
        "Я готов. Жду команды «начать игру».",
        "Наушника нет: тайное подождёт, остальное говорю тихо в зал.",
        *SOUNDS,
    ]
    parlour = speech(options=NO_EARBUD)
    parlour.hears("фол номер три", "где мы")
    assert aloud(parlour)[0] == "Третьему первый фол."
    assert all(one.aloud == (one.channel is Channel.EAR) for one in parlour.mouth.said)


def test_a_secret_waits_for_an_earbud() -> None:
    """Nobody hears or reads it meanwhile; when there is one it is told there, once."""
    parlour = night(NO_EARBUD)
    parlour.types("проверка 2")
    assert aloud(parlour) == ["Тайное ждёт наушника."]
    assert not any("орой" in line for line in parlour.screen.ear)
    parlour.forget()
    parlour.posts(Recovered("ear"))
    told = [one for one in parlour.mouth.said if "Второй" in one.text]
    assert [(one.channel, one.aloud) for one in told] == [(Channel.EAR, False)] * len(told)
    assert told
    parlour.forget()
    parlour.posts(Recovered("ear"))
    assert not any("орой" in one.text for one in parlour.mouth.said)


def test_an_earbud_that_is_lost_is_told_in_the_hall() -> None:
    """And what comes after it too, but for secrets."""
    parlour = night(ALONE)
    parlour.posts(Trouble("ear", Told("mouth.ear_lost")))
    assert len(aloud(parlour)) == 1
    parlour.forget()
    parlour.types("проверка 2")
    assert in_the_ear(parlour) == ["Тайное ждёт наушника."]


@pytest.mark.parametrize("name", RULES)
def test_nothing_of_the_night_is_heard_by_all(name: str) -> None:
    """Whatever the rules tell the host of deeds and roles is a secret, by whatever key."""
    rng, secret = Random(7), (ev.Chosen, ev.Checked, ev.Saved, ev.KillShared, ev.RoleTurned)
    for state in states(name):
        for _ in range(6):
            try:
                command = chance.command(rng, state, expected(state))
                events = decide(state, command, 0.0).events
            except (Rejected, IndexError):
                continue
            for event in events:
                if isinstance(event, secret):
                    for one in announce(state, event, state):
                        assert one.audience is not HOST or is_secret(one, asleep=True), one


def test_what_is_no_secret() -> None:
    """By day seats are named; by night the phase is, and nobody in it."""
    foul = Announcement("foul.host", {"seat": 3, "count": 1}, HOST)
    assert not is_secret(foul, asleep=False)
    assert is_secret(foul, asleep=True)
    for parlour in (speech(options=ALONE), night(ALONE)):
        parlour.types("где мы", "сколько осталось")
        assert len(aloud(parlour)) == len(in_the_ear(parlour)) == 2
    assert parlour.state.phase in MASKED


@pytest.mark.parametrize("options", [ALONE, NO_EARBUD])
def test_who_leaves_is_told_where_all_is_kept(options: Options) -> None:
    """The goodbye is heard out, however the program is left; told once."""
    parlour = speech(options=options)
    run_once(parlour, Quit(), Quit(politely=True))
    assert in_the_ear(parlour)[-1].startswith("До свидания.")
    assert sum("До свидания" in text for text in in_the_ear(parlour)) == 1
    parlour = speech(options=options)
    parlour.types("конец игры", "да", "победа мафии", "да")
    parlour.forget()
    run_once(parlour, Quit())
    assert in_the_ear(parlour)[-1] == (
        "До свидания: конец игры, победа мафии. Протокол напишет «voice-host export»."
    )


def test_a_line_of_the_screen_is_told_and_so_is_a_role() -> None:
    """What others only read he hears; a role in his ear, on no screen."""
    parlour = night(ALONE)
    parlour.posts(Noticed("Микрофона нет."))
    assert in_the_ear(parlour) == ["Микрофона нет."]
    parlour.forget()
    parlour.types("роль места 2")
    assert in_the_ear(parlour) == ["Место два: мафия."]
    assert not aloud(parlour)
    assert parlour.screen.ear + parlour.screen.glimpsed == []


def test_four_answers_can_be_told_apart_and_are_learnt_at_the_start() -> None:
    """Each with its sound, in the greeting of who sees no screen, until he wants fewer words."""
    parlour = Parlour(options=ALONE)
    told = {one.text: one.cue for one in parlour.mouth.said if one.text in SOUNDS}
    assert told == SOUNDS
    assert len({NOTES[cue] for cue in SOUNDS.values()}) == len(SOUNDS)
    for options in (Options(), Options(eyes_free=True, talk=Level.BRIEF)):
        assert not [one for one in Parlour(options=options).mouth.said if one.text in SOUNDS]


def test_each_word_of_his_gets_its_own_answer() -> None:
    """Understood without words, not understood, ears closed, a question that waits."""
    parlour = speech(options=Options(listen="push"))
    cues = []
    for words, drowned in (("добавь десять секунд", False), ("бла бла", False), ("фол", True)):
        parlour.forget()
        parlour.host.say(words, VOICE, drowned)
        parlour.host.pump()
        cues += [one.cue for one in parlour.mouth.said if one.cue]
    parlour.forget()
    parlour.hears("удалить номер пять")
    cues += [one.cue for one in parlour.mouth.said if one.cue]
    assert cues[-3:] == [Cue.REFUSED, Cue.DEAF, Cue.QUESTION]


def test_at_the_vote_and_while_it_asks_everything_is_answered() -> None:
    """«?», «какой день», «стол» are answered and leave the question open; votes answer it."""
    parlour = speech()
    parlour.types("выставлен третий", "спасибо", "выставлен пятый")
    while parlour.state.phase is Phase.SPEECH:
        parlour.types("спасибо")
    assert parlour.state.phase is Phase.COUNT
    for asks in (False, True):
        if asks:
            parlour.hears("дальше")
        for words in ("клавиши", "какой день", "как стол", "что можно сказать", "что дальше"):
            parlour.forget()
            assert parlour.hears(words) is None
            assert in_the_ear(parlour)
            assert parlour.host.asks == asks
    assert parlour.hears("четыре голоса") is None
    assert [tally.votes for tally in parlour.state.tallies][:1] == [4]
