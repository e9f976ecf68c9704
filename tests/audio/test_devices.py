# SPDX-License-Identifier: MIT
"""Finding devices among made-up ones, and files in place of devices."""

import builtins
import errno
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import soundfile

from tests.awaited import until
from tests.russian import RU
from tests.telling import hint, refused
from voice_host.audio.devices import SoundCard, WavFile, find_input, find_output, inputs, outputs
from voice_host.audio.microphone import open_microphone
from voice_host.audio.output import Output
from voice_host.audio.recording import Recording
from voice_host.audio.reports import Trouble
from voice_host.errors import AudioUnavailable, Told
from voice_host.voice.checkup import sound_checks
from voice_host.voice.messages import Message


def card(name: str, ins: int, outs: int) -> dict[str, Any]:
    return {
        "name": name,
        "default_samplerate": 44100.0,
        "max_input_channels": ins,
        "max_output_channels": outs,
    }


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Devices of a made-up system; the default ones are 1 in and 2 out."""
    cards = [card("Динамик HDMI", 0, 2), card("USB Mic", 1, 0), card("Наушник", 0, 1)]
    fake = SimpleNamespace(
        query_devices=lambda: cards,
        default=SimpleNamespace(device={"input": 1, "output": 2}),
        PortAudioError=RuntimeError,
    )
    monkeypatch.setitem(sys.modules, "sounddevice", fake)
    return cards


def test_listing(system: list[dict[str, Any]]) -> None:
    """Outputs and inputs are told apart and keep the system's numbers."""
    assert [found.index for found in outputs()] == [0, 2]
    assert inputs() == [SoundCard(1, "USB Mic", 44100, 1)]


@pytest.mark.parametrize(
    ("wanted", "index"),
    [(None, 2), ("default", 2), ("", 2), ("0", 0), ("hdmi", 0), ("Наушник", 2), ("науш", 2)],
)
def test_an_output_by_any_name(
    system: list[dict[str, Any]], wanted: str | None, index: int
) -> None:
    """A loudspeaker is found by number, by part of its name in any case, or as the default."""
    found = find_output(wanted)
    assert isinstance(found, SoundCard) and found.index == index


def test_an_unknown_name_lists_the_known(system: list[dict[str, Any]]) -> None:
    """The hint names every device there is."""
    with refused(AudioUnavailable, match="саксофон") as caught:
        find_output("саксофон")
    assert "Динамик HDMI" in hint(caught.value) and "Наушник" in hint(caught.value)
    with pytest.raises(AudioUnavailable) as caught:
        find_input("1000")
    assert "USB Mic" in hint(caught.value)


def test_nothing_there(system: list[dict[str, Any]]) -> None:
    """No device, or none wanted, is None and no error; a name is still an error."""
    assert find_output("none") is None
    system.clear()
    assert find_output(None) is None and find_input("default") is None
    with pytest.raises(AudioUnavailable) as caught:
        find_input("USB")
    assert "Устройств нет" in hint(caught.value)


def test_no_default_takes_the_first(system: list[dict[str, Any]]) -> None:
    """A system that names no default device still has a first one."""
    sys.modules["sounddevice"].default.device["output"] = -1
    found = find_output(None)
    assert isinstance(found, SoundCard) and found.index == 0


def test_a_sound_system_that_does_not_answer(
    system: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """PortAudio's own errors become ours, in Russian; what it said is in the log."""

    def fail() -> None:
        raise RuntimeError("host error")

    monkeypatch.setattr(sys.modules["sounddevice"], "query_devices", fail)
    with pytest.raises(AudioUnavailable) as caught:
        outputs()
    assert "host error" not in RU.messages.line(caught.value)
    assert "host error" in caplog.text


class Broken(Exception):
    """The made-up PortAudioError of a library that does not start."""


@pytest.mark.parametrize(
    ("failure", "told", "cure"),
    [
        (OSError("PortAudio library not found"), "PortAudio", "libportaudio2"),
        (Broken("Error initializing PortAudio"), "Звуковая система не отвечает", "Перезапустите"),
    ],
)
def test_portaudio_missing_or_broken(
    monkeypatch: pytest.MonkeyPatch, failure: Exception, told: str, cure: str
) -> None:
    """Without a PortAudio that starts there is a clear error with a hint, no traceback."""
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr("voice_host.audio.devices.publish_endpoints", lambda: None)
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "sounddevice":
            raise failure
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with refused(AudioUnavailable, match=told) as caught:
        find_output(None)
    assert cure in hint(caught.value)
    assert not any(check.ok for check in sound_checks("да", voice="silent")[:4])


def test_files_as_devices(tmp_path: Path) -> None:
    """A wav name is a file: to read it must exist, to write its folder must."""
    assert find_output(str(tmp_path / "hall.WAV")) == WavFile(tmp_path / "hall.WAV")
    with pytest.raises(AudioUnavailable):
        find_input(str(tmp_path / "mic.wav"))
    with pytest.raises(AudioUnavailable):
        find_output(str(tmp_path / "no" / "hall.wav"))


def test_a_recording_is_not_written_over(tmp_path: Path) -> None:
    """Whatever it is, the one that is listened to above all."""
    (tmp_path / "keep.wav").write_bytes(b"kept")
    assert isinstance(find_input(str(tmp_path / "keep.wav")), WavFile)
    with refused(AudioUnavailable, match="уже есть") as caught:
        find_output(str(tmp_path / "keep.wav"))
    assert "другое имя" in hint(caught.value)


@pytest.mark.parametrize(("rate", "channels"), [(44_100, 2), (48_000, 1), (16_000, 1)])
def test_a_file_as_microphone(tmp_path: Path, rate: int, channels: int) -> None:
    """Any rate and stereo are taken; the blocks are the whole file at its own rate."""
    path = tmp_path / "mic.wav"
    wave = np.full((rate // 4, channels), 0.25)
    soundfile.write(path, wave, rate)
    microphone = open_microphone(str(path), lambda _: None, realtime=False)
    assert microphone is not None and microphone.rate == rate
    pcm = b"".join(block.pcm for block in iter(lambda: microphone.read(0.1), None))
    np.testing.assert_array_equal(np.frombuffer(pcm, "<i2"), round(0.25 * 32768))
    assert len(pcm) == 2 * len(wave) and microphone.finished


def test_a_file_is_heard_in_real_time(tmp_path: Path) -> None:
    """Half a second of file takes half a second, and blocks carry the time they ended."""
    path = tmp_path / "mic.wav"
    soundfile.write(path, np.zeros(8000), 16_000)
    microphone = open_microphone(str(path), lambda _: None)
    assert microphone is not None
    began, ends = time.monotonic(), []
    while not microphone.finished:
        block = microphone.read(0.01)
        if block is not None:
            assert time.monotonic() >= block.ended_at
            ends.append(block.ended_at - began)
    assert ends[-1] == pytest.approx(0.5, abs=0.02)
    assert microphone.read(0.01) is None


def test_no_microphone() -> None:
    """None when no microphone is wanted."""
    assert open_microphone("none", lambda _: None) is None


def test_a_file_as_loudspeaker_keeps_real_time(tmp_path: Path) -> None:
    """The file holds every sample, and a clip is over when its time has passed, not before."""
    messages: list[Message] = []
    output = Output(WavFile(tmp_path / "hall.wav"), "hall", messages.append)
    rate = output.mixer.rate
    until(lambda: output.mixer.position)
    began = time.monotonic()
    clip = output.mixer.play(np.full(rate // 4, 0.5, np.float32))
    until(lambda: output.is_over(clip))
    took = time.monotonic() - began
    output.close()
    samples, _ = soundfile.read(tmp_path / "hall.wav")
    assert took > 0.2
    assert np.count_nonzero(samples > 0.4) == rate // 4
    assert messages == []


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    """A folder in place of the file is a clear error."""
    (tmp_path / "hall.wav").mkdir()
    with pytest.raises(AudioUnavailable):
        Output(WavFile(tmp_path / "hall.wav"), "hall", lambda _: None)


def test_a_file_that_cannot_be_written_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk costs the recording, not the evening: one Trouble, and clips still end."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "")

    monkeypatch.setattr(Recording, "write", full)
    messages: list[Message] = []
    output = Output(WavFile(tmp_path / "hall.wav"), "hall", messages.append)
    clip = output.mixer.play(np.full(4800, 0.5, np.float32))
    until(lambda: output.is_over(clip))
    output.close()
    (told,) = messages
    assert isinstance(told, Trouble) and told.part == "hall"
    assert told.what == Told("audio.file_broke_off")
