# SPDX-License-Identifier: MIT
"""Microphone and loudspeaker on a made-up PortAudio that refuses, stalls and comes back."""

import queue
import sys
import threading
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.telling import hint, refused, says
from voice_host.audio import microphone as microphone_file
from voice_host.audio import output as output_file
from voice_host.audio.devices import SoundCard
from voice_host.audio.microphone import QUEUE_SECONDS, CardMicrophone
from voice_host.audio.output import Output
from voice_host.audio.pulse import EndpointWatch
from voice_host.audio.reports import Recovered, Trouble
from voice_host.errors import AudioUnavailable
from voice_host.voice import checkup
from voice_host.voice.messages import Message

pytestmark = pytest.mark.devices

CARD = SoundCard(0, "card of no server", 44_100, 2)
NOW = SimpleNamespace(currentTime=0.0, inputBufferAdcTime=0.0, outputBufferDacTime=0.05)


class Refused(Exception):
    """The made-up PortAudioError."""


class Stream:
    """A stream that is called every 20 ms by a thread while the card is well."""

    def __init__(self, system: "System", callback: Any, samplerate: int, **_: Any) -> None:
        if not system.well or samplerate in system.refused:
            raise Refused("invalid sample rate")
        self._system, self._callback, self._frames = system, callback, samplerate // 50
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        if not self._system.starts:
            raise Refused("cannot start")
        self._thread.start()

    def close(self, ignore_errors: bool = True) -> None:
        self._ended.set()

    def _run(self) -> None:
        while not self._ended.wait(0.02):
            if self._system.well and self._system.calls:
                self._system.call(self._callback, self._frames)


class System:
    """What the made-up PortAudio does; tests turn its properties."""

    def __init__(self) -> None:
        self.well = self.starts = self.calls = True
        self.refused: set[int] = set()
        self.level = 7
        self.share = 1.0
        self.heard: list[np.ndarray] = []

    def call(self, callback: Any, frames: int) -> None:
        frames = round(self.share * frames)
        callback(np.full(frames, self.level, "<i2").tobytes(), frames, NOW, None)

    def module(self) -> Any:
        def stream(**settings: Any) -> Stream:
            return Stream(self, **settings)

        return SimpleNamespace(PortAudioError=Refused, RawInputStream=stream, OutputStream=stream)


class Loudspeakers(System):
    def call(self, callback: Any, frames: int) -> None:
        block = np.zeros((frames, 2), np.float32)
        callback(block, frames, NOW, None)
        self.heard.append(block)


@pytest.fixture
def inputs(monkeypatch: pytest.MonkeyPatch) -> System:
    return _install(System(), monkeypatch)


@pytest.fixture
def speakers(monkeypatch: pytest.MonkeyPatch) -> System:
    return _install(Loudspeakers(), monkeypatch)


def _install(system: System, monkeypatch: pytest.MonkeyPatch) -> System:
    monkeypatch.setitem(sys.modules, "sounddevice", system.module())
    for name, seconds in (("STALL", 0.2), ("GRACE", 0.6), ("SETTLED", 0.6)):
        monkeypatch.setattr(microphone_file, f"{name}_SECONDS", seconds)
    for name, seconds in (
        *(("STALL", 0.2), ("START", 0.2), ("ALARM", 0.8), ("SETTLED", 0.3), ("RETRY", 0.2)),
    ):
        monkeypatch.setattr(output_file, f"{name}_SECONDS", seconds)
    every = dict.fromkeys(microphone_file.PATIENCE, 0.3)
    monkeypatch.setattr(microphone_file, "PATIENCE", every)
    return system


def test_a_card_that_refuses_16_khz(inputs: System) -> None:
    """The microphone is opened at the card's own rate, and says so."""
    inputs.refused = {16_000}
    microphone = CardMicrophone(CARD, lambda _: None)
    assert microphone.rate == 44_100
    block = microphone.read(1.0)
    assert block is not None and len(block.pcm) == 2 * 882
    microphone.close()
    assert microphone.finished


def test_a_card_that_refuses_everything(inputs: System) -> None:
    """A clear error that names the card, whether it does not open or does not start."""
    inputs.starts = False
    with refused(AudioUnavailable, match="card of no server") as caught:
        CardMicrophone(CARD, lambda _: None)
    assert "команды можно печатать" in hint(caught.value)
    inputs.refused = {16_000, 44_100}
    with refused(AudioUnavailable, match="card of no server"):
        CardMicrophone(CARD, lambda _: None)


def test_a_microphone_that_stalls(inputs: System) -> None:
    """No calls is Trouble, told once; it is opened again until it lives."""
    messages: queue.Queue[Message] = queue.Queue()
    microphone = CardMicrophone(CARD, messages.put)
    inputs.well = False
    assert isinstance(messages.get(timeout=20), Trouble)
    time.sleep(0.8)
    assert messages.empty()
    inputs.well = True
    assert messages.get(timeout=20) == Recovered("microphone")
    microphone.close()


def test_a_microphone_that_stumbles(inputs: System) -> None:
    """What is over before the host could do anything is not told, however often it happens."""
    messages: queue.Queue[Message] = queue.Queue()
    microphone = CardMicrophone(CARD, messages.put)
    for _ in range(3):
        inputs.calls = False
        time.sleep(0.4)
        inputs.calls = True
        time.sleep(0.4)
    microphone.close()
    assert messages.empty()


def test_a_microphone_that_comes_and_goes(inputs: System) -> None:
    """It works again when it has stopped to stumble."""
    messages: queue.Queue[Message] = queue.Queue()
    microphone = CardMicrophone(CARD, messages.put)
    inputs.calls = False
    assert isinstance(messages.get(timeout=20), Trouble)
    _stumble(inputs)
    assert list(messages.queue) == []
    assert messages.get(timeout=20) == Recovered("microphone")
    microphone.close()


def _stumble(system: System) -> None:
    """Too short to be well again, three times; then it is well."""
    for _ in range(3):
        system.calls = True
        time.sleep(0.1)
        system.calls = False
        time.sleep(0.5)
    system.calls = True


def test_nothing_but_zeros(inputs: System) -> None:
    """Digital silence is Trouble, however often the card calls; the first sound ends it."""
    messages: queue.Queue[Message] = queue.Queue()
    inputs.level = 0
    microphone = CardMicrophone(CARD, messages.put, silence_seconds=0.3)
    trouble = messages.get(timeout=20)
    assert isinstance(trouble, Trouble) and "ни звука" in says(trouble.what)
    time.sleep(0.5)
    inputs.level = 7
    assert messages.get(timeout=20) == Recovered("microphone")
    microphone.close()


def test_zeros_between_words(inputs: System) -> None:
    """A noise gate is no fault: what has been heard once may be silent for minutes."""
    messages: queue.Queue[Message] = queue.Queue()
    microphone = CardMicrophone(CARD, messages.put, silence_seconds=0.2)
    for level in (7, 0, 7, 0):
        inputs.level = level
        time.sleep(0.5)
    microphone.close()
    assert messages.empty()


def test_zeros_for_ever(inputs: System) -> None:
    """In the end even a microphone that was heard is told of, once."""
    messages: queue.Queue[Message] = queue.Queue()
    microphone = CardMicrophone(CARD, messages.put, silence_seconds=0.1, gated_seconds=0.5)
    time.sleep(0.2)
    inputs.level = 0
    time.sleep(0.3)
    assert messages.empty()
    assert isinstance(messages.get(timeout=20), Trouble)
    time.sleep(0.8)
    assert messages.empty()
    inputs.level = 7
    assert messages.get(timeout=20) == Recovered("microphone")
    microphone.close()


def test_lag(inputs: System, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half as many samples as time has passed is Trouble, though the card goes on calling."""
    monkeypatch.setattr(microphone_file, "LAG_SECONDS", 0.05)
    messages: queue.Queue[Message] = queue.Queue()
    inputs.share = 0.5
    microphone = CardMicrophone(CARD, messages.put)
    trouble = messages.get(timeout=20)
    assert isinstance(trouble, Trouble) and "отстаёт" in says(trouble.what)
    microphone.close()


def test_a_slow_listener_gets_the_newest(inputs: System, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full queue loses its oldest block, and the callback never waits."""
    monkeypatch.setattr(microphone_file, "BLOCK_SECONDS", QUEUE_SECONDS / 3)
    microphone = CardMicrophone(CARD, lambda _: None)
    time.sleep(0.3)
    now = time.monotonic()
    block = microphone.read(0)
    microphone.close()
    assert block is not None and now - block.ended_at < 0.15


def test_a_loudspeaker_that_does_not_open(speakers: System) -> None:
    """Trouble, and time passes without it; when it opens at last its sound is heard."""
    speakers.well = False
    messages: queue.Queue[Message] = queue.Queue()
    output = Output(CARD, "hall", messages.put)
    assert isinstance(messages.get(timeout=20), Trouble)
    clip = output.mixer.play(np.full(4410, 0.5, np.float32))
    _until_over(output, clip)
    speakers.well = True
    assert messages.get(timeout=20) == Recovered("hall")
    speakers.heard.clear()
    _until_over(output, output.mixer.play(np.full(4410, 0.25, np.float32)))
    output.close()
    sound = np.concatenate(speakers.heard)
    assert np.count_nonzero(sound[:, 0] == 0.25) == 4410
    np.testing.assert_array_equal(sound[:, 0], sound[:, 1])


def test_the_doctor_waits_for_a_loudspeaker(
    speakers: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dead one is not called well because nobody has told of it yet."""
    monkeypatch.setattr(checkup, "find_output", lambda _: CARD)
    monkeypatch.setattr(output_file, "ALARM_SECONDS", 2.0)
    speakers.well = False
    with refused(AudioUnavailable, match="Колонка не отвечает"):
        checkup._loudspeaker("card of no server")


@pytest.mark.parametrize("fault", ["starts", "calls"])
def test_a_stream_that_opens_and_does_nothing(speakers: System, fault: str) -> None:
    """A stream that does not start, or is never called, counts as dead."""
    setattr(speakers, fault, False)
    messages: queue.Queue[Message] = queue.Queue()
    output = Output(CARD, "hall", messages.put)
    assert isinstance(messages.get(timeout=20), Trouble)
    _until_over(output, output.mixer.play(np.ones(441, np.float32)))
    setattr(speakers, fault, True)
    assert messages.get(timeout=20) == Recovered("hall")
    output.close()


def test_a_loudspeaker_that_stumbles(speakers: System) -> None:
    """Nothing is told and nothing is lost of what was being said: it goes on."""
    messages: queue.Queue[Message] = queue.Queue()
    output = Output(CARD, "hall", messages.put)
    time.sleep(0.4)
    clip = output.mixer.play(np.full(22_050, 0.5, np.float32))
    time.sleep(0.2)
    speakers.calls = False
    time.sleep(0.4)
    speakers.calls = True
    _until_over(output, clip)
    output.close()
    assert messages.empty()
    assert np.count_nonzero(np.concatenate(speakers.heard)[:, 0] == 0.5) == 22_050


def test_a_loudspeaker_that_comes_and_goes(speakers: System) -> None:
    """It works again when it has stopped to stumble."""
    messages: queue.Queue[Message] = queue.Queue()
    output = Output(CARD, "hall", messages.put)
    speakers.calls = False
    assert isinstance(messages.get(timeout=20), Trouble)
    _stumble(speakers)
    assert messages.empty()
    assert messages.get(timeout=20) == Recovered("hall")
    output.close()


def test_a_device_that_the_server_has_lost_is_told_at_once(
    speakers: System, inputs: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody need wait for it to answer."""
    monkeypatch.setattr(EndpointWatch, "is_gone", lambda _: True)
    for file, name in ((microphone_file, "GRACE_SECONDS"), (output_file, "ALARM_SECONDS")):
        monkeypatch.setattr(file, name, 60.0)
    messages: queue.Queue[Message] = queue.Queue()
    inputs.calls = False
    microphone = CardMicrophone(CARD, messages.put)
    output = Output(CARD, "hall", messages.put)
    told = {messages.get(timeout=20) for _ in range(2)}
    assert {each.part for each in told if isinstance(each, Trouble)} == {"microphone", "hall"}
    output.close()
    microphone.close()


def test_time_and_samples(speakers: System) -> None:
    """The sample heard at a time is heard at that time; latency is what the card says."""
    output = Output(CARD, "hall", lambda _: None)
    time.sleep(0.1)
    sample = output.sample_at(time.monotonic() + 1)
    assert output.sounds_at(sample) - time.monotonic() == pytest.approx(1, abs=0.05)
    assert 0 < output.latency < 0.12
    output.close()


def _until_over(output: Output, clip: Any) -> None:
    end = time.monotonic() + 3
    while not output.is_over(clip):
        assert time.monotonic() < end
        time.sleep(0.005)
