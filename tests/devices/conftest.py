# SPDX-License-Identifier: MIT
"""A mouth on the virtual loudspeakers."""

from collections.abc import Iterator

import pytest

from tests.virtual_sound import VirtualSound
from tests.voice.conftest import Inbox
from voice_host.voice.mouth import MouthOptions, SpeakingMouth, open_mouth


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture
def mouth(sound: VirtualSound, inbox: Inbox) -> Iterator[SpeakingMouth]:
    """The default voice in `hall` and `ear`."""
    mouth = open_mouth(inbox.put, MouthOptions(hall="hall", ear="ear"))
    yield mouth
    mouth.close()
