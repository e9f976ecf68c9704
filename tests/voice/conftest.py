# SPDX-License-Identifier: MIT
"""A mouth that speaks tones into a file, with a child that fails on demand."""

import queue
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from voice_host.voice.child import RenderingChild
from voice_host.voice.messages import Message, Sounds, Spoken
from voice_host.voice.mouth import MouthOptions, SpeakingMouth, open_mouth

FAKE = (sys.executable, str(Path(__file__).with_name("fake_worker.py")))


class Inbox(queue.Queue[Message]):
    """What was posted, in order. What the hall sounds comes between at its own time; the tests that
    mean it read the queue itself, the rest is told without it."""

    def told(self, within: float = 20.0) -> Message:
        """The next message but `Sounds`; raises `queue.Empty` when it does not come in seconds."""
        end = time.monotonic() + within
        while True:
            message = self.get(timeout=max(0.01, end - time.monotonic()))
            if not isinstance(message, Sounds):
                return message

    def until_spoken(self, *ids: int, within: float = 30.0) -> list[Message]:
        """Everything told up to the last of these `Spoken`; fails when it does not come."""
        left, got, end = set(ids), [], time.monotonic() + within
        while left:
            message = self.told(end - time.monotonic())
            got.append(message)
            if isinstance(message, Spoken):
                left.discard(message.id)
        return got


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def child() -> RenderingChild:
    return RenderingChild("", limit=2.0, command=FAKE)


MakeMouth = Callable[..., SpeakingMouth]


@pytest.fixture
def mouths(inbox: Inbox, child: RenderingChild) -> Iterator[MakeMouth]:
    """Makes mouths on the fake child, without devices unless named, and closes them."""
    made: list[SpeakingMouth] = []

    def make(**options: object) -> SpeakingMouth:
        settings = {"hall": "none", "child": child} | options
        made.append(open_mouth(inbox.put, MouthOptions(**settings)))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for mouth in made:
        mouth.close()
