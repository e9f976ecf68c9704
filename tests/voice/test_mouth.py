# SPDX-License-Identifier: MIT
"""The mouth: order, lateness, hush, failures, music; each `Spoken` comes once."""

import itertools
import os
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.telling import hint
from tests.voice.conftest import Inbox, MakeMouth
from voice_host.audio.cues import Cue
from voice_host.audio.mixer import Mixer
from voice_host.audio.output import Output
from voice_host.audio.reports import Recovered, Trouble
from voice_host.audio.samples import Samples, envelope
from voice_host.errors import AudioUnavailable, Told
from voice_host.voice.lane import SOFTLY
from voice_host.voice.messages import Spoken
from voice_host.voice.protocols import Channel, Rank, Utterance

pytestmark = pytest.mark.devices


def spoken(messages: Sequence[object]) -> list[int]:
    return [message.id for message in messages if isinstance(message, Spoken)]


def until(holds: Callable[[], bool]) -> None:
    """Wait for it, however busy the machine is."""
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def tail(path: Path) -> float:
    """RMS of the last tenth of a second of a 16-bit file that is still being written."""
    data = path.read_bytes()
    samples = np.frombuffer(data[-8000 : len(data) - len(data) % 2], "<i2")
    return float(np.sqrt(np.mean(np.square(samples / 32768))))


def onsets(path: Path) -> list[float]:
    """Seconds of each sound's onset in a file, sounds being 30 ms apart at least."""
    samples, rate = soundfile.read(path, dtype="float32")
    loud = np.flatnonzero(envelope(samples, rate // 1000) > 0.02)
    if len(loud) == 0:
        return []
    first = np.concatenate([[True], np.diff(loud) > 30])
    return [float(onset) / 1000 for onset in loud[first]]


def test_one_after_another(mouths: MakeMouth, inbox: Inbox) -> None:
    """Script lines are said in order, and each is reported when its sound is over."""
    mouth = mouths()
    began = time.monotonic()
    for number in (1, 2, 3):
        mouth.say(Utterance(number, "двадцать букв ровно."))
    assert spoken(inbox.until_spoken(1, 2, 3)) == [1, 2, 3]
    assert time.monotonic() - began > 0.6


def test_a_time_call_goes_first(mouths: MakeMouth, inbox: Inbox) -> None:
    """A time call is said before waiting script lines, but does not interrupt."""
    mouth = mouths()
    mouth.say(Utterance(1, "строка сценария тридцать букв"))
    time.sleep(0.1)
    mouth.say(Utterance(2, "вторая строка"))
    mouth.say(Utterance(3, "минута", rank=Rank.TIME))
    assert spoken(inbox.until_spoken(1, 2, 3)) == [1, 3, 2]


def test_who_speaks_now_is_told_of_the_last_one(mouths: MakeMouth, inbox: Inbox) -> None:
    """A host who goes on quickly is not followed by calls of those who have spoken."""
    mouth = mouths()
    mouth.say(Utterance(1, "строка сценария тридцать букв"))
    time.sleep(0.1)
    for number in (2, 3, 4):
        mouth.say(Utterance(number, "слово игроку", rank=Rank.FLOOR))
        mouth.say(Utterance(number + 10, "строка"))
    assert spoken(inbox.until_spoken(1, 2, 3, 4, 12, 13, 14)) == [2, 3, 1, 12, 13, 4, 14]


def test_a_late_time_call_is_dropped(mouths: MakeMouth, inbox: Inbox, tmp_path: Path) -> None:
    """A time call more than half a second late is never heard, yet reported."""
    mouth = mouths(hall=str(tmp_path / "hall.wav"))
    mouth.say(Utterance(1, "а" * 90))
    time.sleep(0.1)
    mouth.say(Utterance(2, "минута", rank=Rank.TIME))
    inbox.until_spoken(1, 2)
    mouth.close()
    assert len(onsets(tmp_path / "hall.wav")) == 1


def test_a_count_is_on_the_beat(mouths: MakeMouth, inbox: Inbox, tmp_path: Path) -> None:
    """Onsets lie exactly one beat apart, the first one beat after the text."""
    mouth = mouths(hall=str(tmp_path / "hall.wav"))
    mouth.say(Utterance(1, "а" * 20, count=("один", "двадцать один", "три"), beat=0.4))
    inbox.until_spoken(1)
    mouth.close()
    found = onsets(tmp_path / "hall.wav")
    np.testing.assert_allclose(np.diff(found), [0.63, 0.4, 0.4], atol=0.003)


def test_a_long_number_gives_way(mouths: MakeMouth, inbox: Inbox, tmp_path: Path) -> None:
    """A number longer than the beat is cut before the next, which keeps its beat."""
    mouth = mouths(hall=str(tmp_path / "hall.wav"))
    mouth.say(Utterance(1, "", count=("а" * 60, "два"), beat=0.4))
    inbox.until_spoken(1)
    mouth.close()
    samples, rate = soundfile.read(tmp_path / "hall.wav", dtype="float32")
    level = envelope(samples, rate // 1000)
    start = int(np.argmax(level > 0.02))
    assert level[start + 384 : start + 398].max() < 0.001 < level[start + 410]


def test_at_its_moment(mouths: MakeMouth, inbox: Inbox) -> None:
    """An utterance with a time is not over before that time and its own length."""
    mouth = mouths()
    mouth.prepare(("минута",))
    at = time.monotonic() + 0.5
    mouth.say(Utterance(1, "минута", rank=Rank.TIME, at=at))
    inbox.until_spoken(1)
    assert time.monotonic() - at > 0.05


def test_hush_reports_everything(mouths: MakeMouth, inbox: Inbox) -> None:
    """Hush stops what sounds and drops what waits; each gets its `Spoken`, once, soon."""
    mouth = mouths()
    for number in range(1, 5):
        mouth.say(Utterance(number, "а" * 100))
    mouth.say(Utterance(5, "минута", rank=Rank.TIME))
    time.sleep(0.4)
    mouth.hush()
    assert sorted(spoken(inbox.until_spoken(1, 2, 3, 4, 5))) == [1, 2, 3, 4, 5]
    mouth.say(Utterance(6, "дальше"))
    assert spoken(inbox.until_spoken(6)) == [6]


def test_hush_while_rendering(mouths: MakeMouth, inbox: Inbox) -> None:
    """Hush does not wait for an engine that hangs."""
    mouth = mouths()
    mouth.say(Utterance(1, "зависни"))
    time.sleep(0.2)
    began = time.monotonic()
    mouth.hush()
    inbox.until_spoken(1)
    assert time.monotonic() - began < 1.5  # the engine may take two seconds


@pytest.mark.parametrize("bad", ["зависни", "умри", "сломайся"])
def test_a_stuck_engine_costs_one_phrase(mouths: MakeMouth, inbox: Inbox, bad: str) -> None:
    """An engine that hangs, dies or fails is told once; the next phrase sounds."""
    mouth = mouths()
    mouth.say(Utterance(1, bad))
    mouth.say(Utterance(2, "дальше"))
    messages = inbox.until_spoken(1, 2)
    assert spoken(messages) == [1, 2]
    troubles = [message for message in messages if isinstance(message, Trouble)]
    assert len(troubles) == 1 and troubles[0].part == "mouth" and hint(troubles[0].what)
    assert Recovered("mouth") in messages


def test_a_phrase_that_fails_takes_its_time(mouths: MakeMouth, inbox: Inbox) -> None:
    """What cannot be spoken is silent for about as long: captions can be read."""
    mouth = mouths()
    began = time.monotonic()
    mouth.say(Utterance(1, "сломайся"))
    inbox.until_spoken(1)
    assert time.monotonic() - began > 0.5


def test_nothing_to_say(mouths: MakeMouth, inbox: Inbox) -> None:
    """An empty text says nothing and is over."""
    mouth = mouths()
    mouth.prepare(("",))
    mouth.say(Utterance(1, ""))
    assert inbox.until_spoken(1) == [Spoken(1)]


def test_no_ear(mouths: MakeMouth, inbox: Inbox, tmp_path: Path) -> None:
    """With no second loudspeaker what is for the ear is over at once, and not heard."""
    mouth = mouths(hall=str(tmp_path / "hall.wav"))
    mouth.say(Utterance(1, "третьему второй фол", channel=Channel.EAR))
    assert inbox.get_nowait() == Spoken(1)
    time.sleep(0.2)
    mouth.close()
    assert onsets(tmp_path / "hall.wav") == []


def test_a_shared_loudspeaker(mouths: MakeMouth, inbox: Inbox, tmp_path: Path) -> None:
    """On one loudspeaker hall and ear are one queue: never two voices together."""
    path = str(tmp_path / "hall.wav")
    mouth = mouths(hall=path, ear=path)
    mouth.say(Utterance(1, "строка"))
    mouth.say(Utterance(2, "ответ", channel=Channel.EAR))
    assert spoken(inbox.until_spoken(1, 2)) == [1, 2]
    mouth.close()
    assert len(onsets(Path(path))) == 2


def test_each_loudspeaker_has_its_own_words(
    mouths: MakeMouth, inbox: Inbox, tmp_path: Path
) -> None:
    """The ear is answered after what the hall is saying, and each hears its own only."""
    hall, ear = tmp_path / "hall.wav", tmp_path / "ear.wav"
    mouth = mouths(hall=str(hall), ear=str(ear))
    mouth.say(Utterance(1, "а" * 100))
    mouth.say(Utterance(2, "ответ", channel=Channel.EAR, cue=Cue.ACCEPTED))
    assert spoken(inbox.until_spoken(1, 2)) == [1, 2]
    mouth.close()
    assert len(onsets(hall)) == 1 and len(onsets(ear)) == 2


def test_volume_rate_and_music(mouths: MakeMouth, inbox: Inbox, tmp_path: Path) -> None:
    """Louder is louder, music sounds alone and fades out when told."""
    mouth = mouths(hall=str(tmp_path / "hall.wav"))
    mouth.rate(1)
    mouth.say(Utterance(1, "строка"))
    inbox.until_spoken(1)
    mouth.volume(1)
    mouth.say(Utterance(2, "строка"))
    inbox.until_spoken(2)
    mouth.music(True)
    until(lambda: tail(tmp_path / "hall.wav") > 0.02)
    mouth.music(False)
    until(lambda: tail(tmp_path / "hall.wav") < 0.001)
    mouth.close()
    samples, rate = soundfile.read(tmp_path / "hall.wav", dtype="float32")
    first, second = (int(onset * rate) for onset in onsets(tmp_path / "hall.wav")[:2])
    quiet, loud = (np.abs(samples[at : at + rate // 20]).max() for at in (first, second))
    assert loud == pytest.approx(1.41 * quiet, rel=0.1)


def test_music_called_off_while_it_starts(
    mouths: MakeMouth, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last word counts, at whatever moment it comes."""
    mouth = mouths()
    started, start = threading.Event(), Mixer.start_music

    def late(mixer: Mixer, track: Samples) -> None:
        mouth.music(False)
        start(mixer, track)
        started.set()

    monkeypatch.setattr(Mixer, "start_music", late)
    mouth.music(True)
    assert started.wait(20)
    until(lambda: mouth._hall.mixer._track_on.target == 0)


def test_a_phrase_that_no_loudspeaker_takes(
    mouths: MakeMouth,
    inbox: Inbox,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Told in Russian; what the library says of it is in the log."""

    def fail(*_: object) -> None:
        raise RuntimeError("operands could not be broadcast")

    monkeypatch.setattr(Mixer, "play", fail)
    mouth = mouths()
    mouth.say(Utterance(1, "строка"))
    told = inbox.until_spoken(1)
    assert told[0] == Trouble("mouth", Told("mouth.not_sounded"))
    assert "operands could not be broadcast" in caplog.text


def test_an_ear_that_does_not_open_lets_go_of_the_hall(mouths: MakeMouth, tmp_path: Path) -> None:
    """Nothing is left running behind the error."""
    before = set(threading.enumerate())
    ear = tmp_path / os.fsdecode(b"x" * 300 + b".wav")  # longer than a name may be
    with pytest.raises(AudioUnavailable):
        mouths(hall=str(tmp_path / "hall.wav"), ear=str(ear))
    until(lambda: set(threading.enumerate()) <= before)
    assert soundfile.info(str(tmp_path / "hall.wav")).frames >= 0


def test_close_is_quick_and_reports(mouths: MakeMouth, inbox: Inbox) -> None:
    """Close does not wait for an engine that hangs, and nothing is left without its `Spoken`."""
    mouth = mouths()
    for number in (1, 2, 3):
        mouth.say(Utterance(number, "зависни"))
    time.sleep(0.2)
    began = time.monotonic()
    mouth.close()
    assert time.monotonic() - began < 5
    assert sorted(spoken(inbox.until_spoken(1, 2, 3))) == [1, 2, 3]


def test_an_unknown_loudspeaker(
    mouths: MakeMouth, inbox: Inbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A named device must be there; a machine with none is silent and says so once."""

    def nothing(wanted: str | None) -> None:
        raise AudioUnavailable("audio.no_portaudio")

    monkeypatch.setattr("voice_host.voice.mouth.find_output", nothing)
    with pytest.raises(AudioUnavailable):
        mouths(hall="USB")
    mouth = mouths(hall=None)
    assert inbox.get_nowait() == Trouble("hall", Told("audio.no_portaudio"))
    mouth.say(Utterance(1, "строка"))
    inbox.until_spoken(1)


def test_no_loudspeaker_at_all(
    mouths: MakeMouth, inbox: Inbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No device: one Trouble, and the time of speech still passes."""
    monkeypatch.setattr("voice_host.voice.mouth.find_output", lambda wanted: None)
    mouth = mouths(hall=None)
    assert isinstance(inbox.get_nowait(), Trouble)
    began = time.monotonic()
    mouth.say(Utterance(1, "а" * 40))
    inbox.until_spoken(1)
    assert time.monotonic() - began > 0.4


def test_hall_and_ear_take_turns(
    mouths: MakeMouth, inbox: Inbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sentences sound one after the other in the order in which they were given, whichever
    loudspeaker they are for."""
    given: list[tuple[float, float]] = []
    play = Mixer.play

    def noted(self: Mixer, samples: Samples, start: int | None = None) -> object:
        now = time.monotonic()
        given.append((now, now + len(samples) / self.rate))
        return play(self, samples, start)

    monkeypatch.setattr(Mixer, "play", noted)
    mouth = mouths(ear=str(tmp_path / "ear.wav"))
    channels = {1: Channel.HALL, 2: Channel.EAR, 3: Channel.HALL, 4: Channel.EAR}
    for number, channel in channels.items():
        mouth.say(Utterance(number, "двадцать букв ровно.", channel=channel))
    assert spoken(inbox.until_spoken(*channels)) == [*channels]
    assert len(given) == len(channels)
    assert all(ended <= began for (_, ended), (began, _) in itertools.pairwise(given))


def test_what_is_on_a_beat_or_on_its_second_waits_for_no_turn(
    mouths: MakeMouth, inbox: Inbox, tmp_path: Path
) -> None:
    """Nor does a sound without words; and beside a count there is time for a sentence."""
    mouth = mouths(ear=str(tmp_path / "ear.wav"))
    ear_is_busy = Utterance(1, "длинная строка для уха на много букв", channel=Channel.EAR)
    mouth.say(Utterance(2, "счёт", count=("раз", "два", "три"), beat=0.8))
    time.sleep(0.1)
    mouth.say(ear_is_busy)
    mouth.say(Utterance(3, "", channel=Channel.EAR, cue=Cue.TICK))
    assert spoken(inbox.until_spoken(1, 2, 3))[-1] == 2


def test_nobody_waits_for_a_loudspeaker_that_is_lost(
    mouths: MakeMouth, inbox: Inbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the ear cannot hear has no turn; it is over after its time all the same."""
    monkeypatch.setattr(Output, "alive", property(lambda self: self._part != "ear"))
    mouth = mouths(ear=str(tmp_path / "ear.wav"))
    mouth.say(Utterance(1, "длинная строка для уха на много букв", channel=Channel.EAR))
    mouth.say(Utterance(2, "зал"))
    assert spoken(inbox.until_spoken(1, 2)) == [2, 1]


def test_a_line_that_is_dropped_passes_its_turn_on(
    mouths: MakeMouth, inbox: Inbox, tmp_path: Path
) -> None:
    """What waits behind it is said; a hush leaves nobody waiting."""
    mouth = mouths(ear=str(tmp_path / "ear.wav"))
    mouth.say(Utterance(1, "строка сценария тридцать букв"))
    mouth.say(Utterance(2, "строка для уха", channel=Channel.EAR))
    mouth.say(Utterance(3, "и снова зал"))
    mouth.drop(2)
    assert spoken(inbox.until_spoken(1, 2, 3)) == [2, 1, 3]
    for number, channel in ((4, Channel.HALL), (5, Channel.EAR), (6, Channel.HALL)):
        mouth.say(Utterance(number, "строка сценария тридцать букв", channel=channel))
    mouth.hush()
    assert sorted(spoken(inbox.until_spoken(4, 5, 6, within=3.0))) == [4, 5, 6]


def test_an_ear_without_a_loudspeaker_is_heard_softly_in_the_hall_where_it_may(
    mouths: MakeMouth, inbox: Inbox, tmp_path: Path
) -> None:
    """What may not be heard there is silent, and reported all the same."""
    hall = tmp_path / "hall.wav"
    mouth = mouths(hall=str(hall))
    peaks = []
    for number, (channel, aloud) in enumerate(
        ((Channel.HALL, False), (Channel.EAR, True), (Channel.EAR, False)), start=1
    ):
        before = len(soundfile.read(hall)[0])
        mouth.say(Utterance(number, "двадцать букв ровно.", channel=channel, aloud=aloud))
        inbox.until_spoken(number)
        until(lambda before=before: len(soundfile.read(hall)[0]) > before + 4800)  # type: ignore[misc]
        peaks.append(float(np.max(np.abs(soundfile.read(hall)[0][before:]))))
    assert peaks[1] == pytest.approx(SOFTLY * peaks[0], rel=0.1)
    assert peaks[2] == 0.0
