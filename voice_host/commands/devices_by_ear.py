# SPDX-License-Identifier: MIT
"""Choosing loudspeaker, earbud and microphone by ear, for a host who sees no list of them.

Decides the order of the questions and what an answer means. Each device asks for itself: who hears
«слышите меня?» answers «да», and whoever hears nothing is asked by the next one after a while.
"""

import math
import os
import select
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import SimpleQueue

import click
import numpy as np

from voice_host.audio.devices import SoundCard, inputs, outputs
from voice_host.audio.microphone import open_microphone
from voice_host.enrol.dialogue import Voice
from voice_host.errors import AudioUnavailable
from voice_host.language.heard.hear import Understood, understand
from voice_host.language.language import Language
from voice_host.language.requests import Yes
from voice_host.voice.messages import Message

PATIENCE_SECONDS = 8.0
"""Who has not answered by then has not heard the question."""
LISTEN_SECONDS = 3.0
LOUD, GOOD, FAINT = -9.0, -38.0, -58.0
"""Of a voice, in dB of full scale: above the first it is cut off, below the last absent."""
_DOUBLES = ("default", "sysdefault", "pulse", "dmix", "front", "pipewire", "spdif", "jack")
"""Names that ALSA has for devices which have names of their own, too."""


class NobodyAnswers(Exception):
    """The input has ended."""


@dataclass(frozen=True, slots=True)
class Room:
    """What is there, and how it is worked; devices by name.

    `say` returns when the device has said the text. `answer` is a typed line, "" where none came
    in time; raises `NobodyAnswers`. `level` is how loud a voice comes in, in dB of full scale.
    """

    loudspeakers: Sequence[str]
    microphones: Sequence[str]
    say: Callable[[str, str], None]
    answer: Callable[[], str]
    level: Callable[[str], float]


@dataclass(frozen=True, slots=True)
class Devices:
    """What was chosen: names as options take them, None for the default one."""

    hall: str | None = None
    ear: str | None = None
    mic: str | None = None


def choose(language: Language, room: Room, given: Devices) -> Devices:
    """Ask for what is not `given`. Raises `NobodyAnswers`."""
    hall, ear, mic = given.hall, given.ear, given.mic
    if hall is None:
        hall = _loudspeaker(language, room, "eyes.hall", [n for n in room.loudspeakers if n != ear])
    if ear is None:
        # Where nobody knows which loudspeaker all will hear, no other one is surely his alone.
        left = [name for name in room.loudspeakers if hall not in (None, name)]
        ear = _loudspeaker(language, room, "eyes.ear", left) or "none"
    if mic is None:
        mic = _microphone(language, room, hall if ear == "none" else ear)
    return Devices(hall, ear, mic)


def _loudspeaker(language: Language, room: Room, key: str, names: Sequence[str]) -> str | None:
    """The first that somebody says to have heard; None where there is none."""
    if len(names) == 1 and key == "eyes.hall":
        return names[0]
    for name in names:
        room.say(name, language.texts.wording(key, {}))
        if _yes(language, room.answer()):
            return name
    return None


def _microphone(language: Language, room: Room, through: str | None) -> str | None:
    """The first whose level, told in words, was found good."""
    for name in room.microphones:
        room.say(through or "", language.texts.wording("eyes.speak", {}))
        told = language.texts.wording(f"eyes.{level_in_words(room.level(name))}", {})
        room.say(through or "", told)
        if _yes(language, room.answer()):
            return name
    return None


def level_in_words(level: float) -> str:
    """The key of how loud a voice comes in."""
    return (
        "mic_loud" if level > LOUD else "mic_good" if level > GOOD
        else "mic_faint" if level > FAINT else "mic_nothing"
    )  # fmt: skip


def _yes(language: Language, line: str) -> bool:
    heard = understand(language.sentences, line, frozenset(), 10)
    return isinstance(heard, Understood) and isinstance(heard.command, Yes)


def real_room(language: Language) -> Room:
    """The devices of this machine, and whoever types at it. Raises `AudioUnavailable`."""

    def say(name: str, text: str) -> None:
        voice = Voice(name or None, click.echo, SimpleQueue[Message](), language)
        try:
            voice.say(text)
        finally:
            voice.close()

    return Room(_names(outputs()), _names(inputs()), say, typed_line, voice_level)


def _names(cards: list[SoundCard]) -> list[str]:
    own = [card.name for card in cards if not card.name.lower().startswith(_DOUBLES)]
    return own or [card.name for card in cards[:1]]


def typed_by_hand() -> bool:
    """Does somebody sit at the keyboard?"""
    try:
        return sys.stdin.isatty()
    except (AttributeError, ValueError):
        return False


def typed_now() -> str:
    """A line that has been typed already; "" where none has, and at the end of the input."""
    try:
        return typed_line(0.0) if os.name == "posix" else ""
    except NobodyAnswers:
        return ""


def typed_line(within: float = PATIENCE_SECONDS) -> str:
    """A line from the keyboard, "" after so many seconds without one; no byte after it is taken.

    (Elsewhere than under POSIX it is waited for.) Raises `NobodyAnswers` at the end of the input.
    """
    try:
        source = sys.stdin.fileno()
        if os.name == "posix" and not select.select([source], [], [], within)[0]:
            return ""
        line = bytearray()
        # Byte by byte: what has been typed ahead is for the game.
        while not line.endswith(b"\n"):
            byte = os.read(source, 1)
            if not byte:
                raise NobodyAnswers
            line += byte
    except (OSError, ValueError, AttributeError):
        raise NobodyAnswers from None
    return line.decode("utf-8", "replace").strip()


def voice_level(name: str) -> float:
    """The loudest quarter of a second that this microphone brings now; -inf where none comes."""
    try:
        microphone = open_microphone(name, lambda _report: None)
    except AudioUnavailable:
        return -math.inf
    if microphone is None:
        return -math.inf
    loudest, window, ends = 0.0, bytearray(), time.monotonic() + LISTEN_SECONDS
    try:
        while (left := ends - time.monotonic()) > 0:
            if (block := microphone.read(left)) is None:
                continue
            window += block.pcm
            if len(window) >= microphone.rate // 2:  # two bytes a sample
                samples = np.frombuffer(bytes(window), "<i2").astype(np.float64) / 32768
                loudest = max(loudest, float(np.sqrt(np.mean(np.square(samples)))))
                window.clear()
    finally:
        microphone.close()
    return 20 * math.log10(loudest) if loudest > 0 else -math.inf
