# SPDX-License-Identifier: MIT
"""When the hall sounds: told ahead of the sound, to the sample, without the pauses in it."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from typing import cast

import numpy as np
import pytest

from tests.awaited import until
from voice_host.audio.mixer import Clip, Mixer
from voice_host.audio.output import Output
from voice_host.voice.compose import stretches
from voice_host.voice.lane import Lane
from voice_host.voice.messages import Message, Sounds, Spoken
from voice_host.voice.protocols import Utterance
from voice_host.voice.render import Renderer
from voice_host.voice.speech import Speech

RATE = 1000
LATENCY = 0.2


class Loudspeaker:
    """An output whose samples are heard so much later than the mixer gives them."""

    def __init__(self, audible: bool) -> None:
        self.mixer = Mixer(RATE)
        self.audible = audible
        self.alive = True
        self.began = time.monotonic()
        self.closing = threading.Event()
        threading.Thread(target=self._play, daemon=True).start()

    def _play(self) -> None:
        while not self.closing.wait(0.01):
            due = round((time.monotonic() - self.began) * RATE) - self.mixer.position
            if due > 0:
                self.mixer.fill(due)

    def sounds_at(self, sample: int) -> float:
        return self.began + LATENCY + sample / RATE

    def is_over(self, clip: Clip) -> bool:
        return clip.end is not None and time.monotonic() >= self.sounds_at(clip.end)


class Tones:
    """A renderer for which every text is 0.4 s of a tone."""

    def request(self, text: str, faster: int = 0) -> Future[Speech | None]:
        done: Future[Speech | None] = Future()
        done.set_result(Speech(np.full(round(0.4 * RATE), 0.5, np.float32), RATE))
        return done


def lane(heard: list[Message], *, audible: bool, in_hall: bool) -> Lane:
    output = cast("Output", Loudspeaker(audible))
    return Lane(output, cast("Renderer", Tones()), heard.append, in_hall=in_hall)


@pytest.fixture
def lanes() -> Iterator[list[Lane]]:
    """Lanes to be closed."""
    made: list[Lane] = []
    yield made
    for one in made:
        one.close()


def until_spoken(heard: list[Message]) -> list[Message]:
    until(lambda: any(isinstance(one, Spoken) for one in heard))
    return heard


def test_a_vote_is_told_with_its_window(lanes: list[Lane]) -> None:
    """«Голосуем за пятого», a silence of 1.1 s, a closing sound: the silence is none of it."""
    heard: list[Message] = []
    lanes.append(lane(heard, audible=True, in_hall=True))
    asked = time.monotonic()
    lanes[0].say(Utterance(1, "голосуем", count=("стоп",), beat=1.1))
    first, last, _ = until_spoken(heard)
    assert isinstance(first, Sounds) and isinstance(last, Sounds)
    assert first.at < first.stretches[0][0], "told before it sounds"
    assert first.stretches[0][0] - asked == pytest.approx(LATENCY, abs=0.1)
    lengths = [ended - began for began, ended in first.stretches]
    assert lengths == pytest.approx([0.4, 0.4], abs=0.02)
    assert first.stretches[1][0] - first.stretches[0][1] == pytest.approx(1.1, abs=0.02)
    assert last.stretches == ()
    assert last.at >= first.stretches[1][1]


def test_what_is_cut_off_is_told_to_be_over(lanes: list[Lane]) -> None:
    """So that the ears open at once."""
    heard: list[Message] = []
    lanes.append(lane(heard, audible=True, in_hall=True))
    lanes[0].say(Utterance(1, "голосуем", count=("стоп",), beat=9.0))
    until(lambda: heard)
    lanes[0].hush()
    first, last, _ = until_spoken(heard)
    assert isinstance(first, Sounds) and isinstance(last, Sounds)
    assert last.stretches == () and last.at < first.stretches[-1][0]


@pytest.mark.parametrize(("audible", "in_hall"), [(False, True), (True, False)])
def test_what_no_microphone_hears_is_not_told(
    lanes: list[Lane], audible: bool, in_hall: bool
) -> None:
    """No loudspeaker in the hall (`--hall none`, a file), or one at the host's ear."""
    heard: list[Message] = []
    lanes.append(lane(heard, audible=audible, in_hall=in_hall))
    lanes[0].say(Utterance(1, "голосуем"))
    assert until_spoken(heard) == [Spoken(1)]


def test_short_silences_are_part_of_speech() -> None:
    """What is shorter than 0.3 s parts nothing; faint noise is silence, and silence no sound."""
    tone, gap = np.full(200, 0.1, np.float32), np.full(250, 0.001, np.float32)
    sound = np.concatenate((gap, tone, gap, tone, gap, gap, tone))
    found = np.round(stretches(sound, RATE), 2).tolist()
    assert found == [[0.25, 0.9], [1.4, 1.6]]
    assert stretches(gap, RATE) == stretches(gap[:0], RATE) == ()
