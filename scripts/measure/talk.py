# SPDX-License-Identifier: MIT
"""Speech by an engine no model here was trained on: retro-ru-tts.

Decides the phrases, and hours of ordinary sentences as strangers' talk, from
fixed seeds.  It must not know the recogniser.
"""

import ctypes
import importlib.util
import random
from typing import Any

import numpy as np

from scripts.measure.clips import Clip, Sound
from scripts.train_model.data import at_rate, trimmed
from scripts.train_model.texts import Speaker
from voice_host.game.expected import expected_in
from voice_host.game.state import Phase
from voice_host.language.heard.grammar import PhaseGrammar, grammar
from voice_host.language.language import SHIPPED, Language

RU = Language.read(SHIPPED / "ru")
"""The language that is measured."""

_RATE = 10000
SEATS = 10
PHASES = (Phase.SPEECH, Phase.COUNT, Phase.SHOOTING)


CALL_WORD = "ведущий"


def phase_grammars(call_word: str | None = None) -> list[PhaseGrammar]:
    """What the product listens for by day, at the vote and at night."""
    return [
        grammar(RU.sentences, expected_in(phase), SEATS, call_word=call_word) for phase in PHASES
    ]


class _Settings(ctypes.Structure):
    """ru_tts_conf_t: speech rate, pitch, intonation, eight gap factors, flags."""

    _fields_ = [
        (name, ctypes.c_int) for name in ("rate", "pitch", "intonation", *"abcdefgh", "flags")
    ]


_Sink = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_int8), ctypes.c_size_t, ctypes.c_void_p
)


def _engine() -> ctypes.CDLL:
    """The engine itself: its Python wrapper refuses Python 3.10 and later."""
    found = importlib.util.find_spec("_ru_tts_native")
    if found is None or found.origin is None:
        raise SystemExit("Нет retro-ru-tts: установите дополнения train.")
    return ctypes.CDLL(found.origin)


def spoken(text: str, draw: random.Random) -> Sound:
    """One sentence, int16 scale at 16 kHz."""
    engine, settings = _engine(), _Settings()
    engine.ru_tts_config_init(ctypes.byref(settings))
    settings.rate, settings.pitch = draw.randint(85, 120), draw.randint(85, 125)
    settings.flags = draw.choice([3, 7])
    pieces: list[bytes] = []

    def sink(data: Any, size: int, _: Any) -> int:
        pieces.append(ctypes.string_at(data, size))
        return 0

    buffer = ctypes.create_string_buffer(8192)
    encoded = (text + ".").encode("koi8-r", "replace")
    engine.ru_tts_transfer(
        ctypes.byref(settings), encoded, buffer, ctypes.c_size_t(8192), _Sink(sink), None
    )
    raw = np.frombuffer(b"".join(pieces), np.int8).astype(np.float32)
    return trimmed(at_rate(raw * 200, _RATE))


def retro_phrases(said: PhaseGrammar, count: int) -> list[Clip]:
    """Whole sentences of a phase."""
    draw = random.Random(77)
    texts = draw.sample([phrase for phrase in said.phrases if said.complete(phrase)], count)
    return [Clip(spoken(text, draw), text, "retro-ru-tts", "synthetic") for text in texts]


def retro_talk(count: int) -> list[Sound]:
    """Ordinary sentences, ten to a sound, half a second apart."""
    draw = random.Random(78)
    speaker = Speaker(79)
    noise = np.random.default_rng(1)
    sounds = []
    for _ in range(0, count, 10):
        parts = [np.pad(spoken(speaker.text(ordinary=1.0), draw), (0, 8000)) for _ in range(10)]
        sound = np.concatenate(parts)
        sounds.append(sound + noise.standard_normal(sound.size).astype(np.float32))
    return sounds
