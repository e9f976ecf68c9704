# SPDX-License-Identifier: MIT
"""A real (virtual) microphone: sound in, loss, return."""

import queue
import time
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.telling import hint
from tests.virtual_sound import VirtualSound
from voice_host.audio.devices import SoundCard, find_input
from voice_host.audio.microphone import CardMicrophone, Microphone, open_microphone
from voice_host.audio.reports import Recovered, Trouble
from voice_host.voice.messages import Message

pytestmark = pytest.mark.devices


@pytest.fixture
def tone(tmp_path: Path) -> Path:
    path = tmp_path / "tone.wav"
    wave = 0.3 * np.sin(2 * np.pi * 440 * np.arange(16000) / 16000)
    soundfile.write(path, wave, 16000)
    return path


def heard(microphone: Microphone, seconds: float) -> np.ndarray:
    blocks = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        block = microphone.read(0.05)
        if block is not None:
            blocks.append(np.frombuffer(block.pcm, "<i2"))
    return np.concatenate(blocks) if blocks else np.zeros(0, np.int16)


def test_it_hears_what_is_played_into_it(sound: VirtualSound, tone: Path) -> None:
    """A tone played into the microphone arrives whole, at 16 kHz, at once."""
    messages: list[Message] = []
    microphone = open_microphone("mic", messages.append)
    assert microphone is not None and microphone.rate == 16000
    player = sound.speak(tone)
    pcm = heard(microphone, 1.8)
    player.wait()
    microphone.close()
    loud = np.flatnonzero(np.abs(pcm) > 3000)
    assert 0.9 < (loud[-1] - loud[0]) / 16000 < 1.1
    assert messages == []


def test_block_times_are_true(sound: VirtualSound, tone: Path) -> None:
    """The time of a block is when it ended: never in the future, and not long ago."""
    microphone = open_microphone("mic", lambda _: None)
    assert microphone is not None
    ages = []
    for _ in range(30):
        block = microphone.read(1.0)
        assert block is not None
        ages.append(time.monotonic() - block.ended_at)
    microphone.close()
    assert min(ages) >= -0.001 and max(ages[5:]) < 2.0


def test_lost_and_back(sound: VirtualSound, tone: Path) -> None:
    """A microphone taken away gives Trouble; given back, Recovered, and it hears again."""
    messages: queue.Queue[Message] = queue.Queue()
    microphone = open_microphone("mic", messages.put)
    assert microphone is not None
    heard(microphone, 0.3)
    sound.unplug("mic")
    try:
        trouble = messages.get(timeout=20)
    finally:
        sound.plug("mic")
    assert isinstance(trouble, Trouble) and trouble.part == "microphone" and hint(trouble.what)
    assert messages.get(timeout=20) == Recovered("microphone")
    player = sound.speak(tone)
    pcm = heard(microphone, 1.5)
    player.wait()
    microphone.close()
    assert np.abs(pcm).max() > 3000


def test_digital_silence_is_noticed(sound: VirtualSound, tone: Path) -> None:
    """Nothing but zeros is a dead microphone; the first sound is its return."""
    messages: queue.Queue[Message] = queue.Queue()
    card = find_input("mic")
    assert isinstance(card, SoundCard)
    microphone = CardMicrophone(card, messages.put, silence_seconds=0.6)
    assert isinstance(messages.get(timeout=20), Trouble)
    player = sound.speak(tone)
    assert messages.get(timeout=20) == Recovered("microphone")
    player.wait()
    microphone.close()
