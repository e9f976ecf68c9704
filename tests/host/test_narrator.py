# SPDX-License-Identifier: MIT
"""The narrator: who hears what, what the clock waits for, what still sounds."""

from tests.parlour import Lines, Mouth
from tests.russian import RU
from voice_host.audio.cues import Cue
from voice_host.game.who import HOST
from voice_host.host.clock import GameClock, ManualClock
from voice_host.host.inbox import Options
from voice_host.host.narrator import Narrator
from voice_host.language.announcement import Announcement
from voice_host.voice.protocols import Channel, Rank

CALL = Announcement("floor.minute", {"seat": 3}, holds_clock=True)
TEN = Announcement("time.call", {"seconds": 10}, time_call=True)
FOUL = Announcement("foul.host", {"seat": 3, "count": 1}, HOST)


class Stage:
    """A narrator whose mouth speaks until told to have finished."""

    def __init__(self, assist: bool = False) -> None:
        self.mouth = Mouth(lambda _: None, instant=False)
        self.screen = Lines()
        self.clock = GameClock(ManualClock())
        self.narrator = Narrator(self.mouth, self.screen, self.clock, RU.texts, Options(assist))


def test_the_hall_and_the_host_hear_different_things() -> None:
    """The channel follows the audience, and so does the caption."""
    stage = Stage()
    stage.narrator.tell(CALL)
    stage.narrator.tell(FOUL)
    assert [u.channel for u in stage.mouth.said] == [Channel.HALL, Channel.EAR]
    assert stage.screen.hall == ["Игрок номер три, ваша минута."]
    assert stage.screen.ear == ["Третьему первый фол."]


def test_the_hall_sounds_until_its_last_line_is_over() -> None:
    """The ear's lines do not count."""
    stage = Stage()
    stage.narrator.tell(FOUL)
    assert not stage.narrator.hall_sounds
    stage.narrator.tell(CALL)
    stage.narrator.tell(CALL)
    first, second = stage.mouth.said[1:]
    stage.narrator.spoken(first.id)
    assert stage.narrator.hall_sounds
    stage.narrator.spoken(second.id)
    assert not stage.narrator.hall_sounds


def test_each_line_holds_the_clock_for_itself() -> None:
    """The clock runs when the last of them has been said; unknown numbers do nothing."""
    stage = Stage()
    stage.narrator.tell(CALL)
    stage.narrator.tell(CALL)
    first, second = stage.mouth.said
    stage.narrator.spoken(first.id)
    stage.narrator.spoken(first.id)
    stage.narrator.spoken(999)
    assert stage.clock.held
    stage.narrator.spoken(second.id)
    assert not stage.clock.held


def test_a_count_follows_its_words_and_holds_no_clock() -> None:
    """It is what the clock times."""
    stage = Stage()
    stage.narrator.tell(Announcement("shooting.count", count=(1, 2, 3), beat=1.5))
    (count,) = stage.mouth.said
    assert (count.text, count.count, count.beat) == ("", ("один", "два", "три"), 1.5)
    assert not stage.clock.held
    assert stage.narrator.last is None


def test_a_call_for_votes_is_closed_a_beat_later() -> None:
    """In the same utterance."""
    stage = Stage()
    stage.narrator.tell(Announcement("vote.call", {"seat": 5}, closing="closing", beat=1.5))
    (call,) = stage.mouth.said
    assert (call.count, call.beat) == (("Спасибо.",), 1.5)


def test_sounds_and_ranks_are_passed_on() -> None:
    """A cue goes before its words; time calls have a rank of their own."""
    stage = Stage()
    stage.narrator.tell(Announcement("foul.hall", {"seat": 3, "count": 1}, cue="foul"))
    stage.narrator.tell(TEN)
    stage.narrator.cue(Cue.TICK)
    assert [(u.cue, u.rank) for u in stage.mouth.said] == [
        (Cue.FOUL, Rank.SCRIPT), (None, Rank.TIME), (Cue.TICK, Rank.SCRIPT),
    ]  # fmt: skip


def test_stress_marks_are_spoken_and_not_shown(monkeypatch: object) -> None:
    """The synthesiser needs them, readers do not."""
    stage = Stage()
    stage.narrator.tell(Announcement("host.trouble", {"what": "За\u0301мок", "hint": "."}))
    assert "\u0301" in stage.mouth.said[0].text
    assert "\u0301" not in stage.screen.hall[0]


def test_a_call_sent_ahead_is_shown_when_it_is_told() -> None:
    """And said only once."""
    stage = Stage()
    stage.narrator.foretell(TEN, 7.0)
    assert stage.screen.hall == []
    stage.narrator.tell(TEN)
    assert [u.at for u in stage.mouth.said] == [7.0]
    assert stage.screen.hall == ["Десять секунд."]
    stage.narrator.tell(TEN)
    assert len(stage.mouth.said) == 2


def test_what_was_foretold_can_be_forgotten() -> None:
    """After a hush, or when the time has changed, the call is said anew."""
    for forget in (Narrator.hush, Narrator.unsay):
        stage = Stage()
        stage.narrator.foretell(TEN, 7.0)
        forget(stage.narrator)
        stage.narrator.tell(TEN)
        assert len(stage.mouth.said) == 2


def test_music_is_switched_only_when_that_changes_anything() -> None:
    """The mouth is not bothered twice."""
    stage = Stage()
    for on in (False, True, True, False):
        stage.narrator.music(on)
    assert stage.mouth.notes == [("music", True), ("music", False)]


def test_volume_and_rate_are_passed_on() -> None:
    """As steps."""
    stage = Stage()
    stage.narrator.volume(1)
    stage.narrator.rate(-1)
    assert stage.mouth.notes == [("volume", 1), ("rate", -1)]
