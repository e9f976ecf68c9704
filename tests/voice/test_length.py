# SPDX-License-Identifier: MIT
"""How long the default voice takes to say what the ear is told, against what it is given."""

import pytest

from tests.game.every_phase import RULES, states
from tests.language.said.test_whereabouts import MOST_SECONDS, moments
from tests.russian import RU
from voice_host.audio.samples import trim
from voice_host.language.said.pieces import seconds
from voice_host.language.said.speak import speak
from voice_host.language.said.whereabouts import where
from voice_host.voice.speech import NORMAL_RATE
from voice_host.voice.voices import make_voice

pytestmark = pytest.mark.speech


def test_a_sentence_lasts_no_longer_than_it_is_taken_for() -> None:
    """«Где мы» of every phase is over within four seconds, at the pace a host begins with."""
    said = {
        speak(RU.texts, where(state, moment))
        for name in RULES
        for state in states(name)
        for moment in moments(state)
    }
    longest = sorted(said, key=lambda text: seconds(RU.texts, text))[-40:]
    voice = make_voice("")
    for text in longest:
        spoken = voice.render(text, NORMAL_RATE)
        lasts = len(trim(spoken.samples, spoken.rate)) / spoken.rate
        assert lasts <= min(MOST_SECONDS, seconds(RU.texts, text) + 0.5), text
