# SPDX-License-Identifier: MIT
"""What an evening is asked to be: made of the options, read by all who put its parts together."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from voice_host import places
from voice_host.audio.phone_speaker import PhoneSpeaker
from voice_host.commands.options import PHONE
from voice_host.errors import Told, VoiceHostError
from voice_host.host.inbox import Options
from voice_host.host.service import Remember, forget
from voice_host.language.requests import Level
from voice_host.voice.child import RenderingChild
from voice_host.voice.mouth import MouthOptions
from voice_host.voice.speech import NORMAL_RATE


@dataclass(frozen=True, slots=True)
class Setup:
    """What the command line asked for; devices are names, numbers or `.wav` files.

    `plain` spares a screen reader the table and the running seconds. `chance` deals the next
    games of an evening whose first one was dealt by the program. `phones` is the port of the
    pages, None for an evening without. `by_phones`: nobody leads, so that it cannot be without.
    `tells`: what the host is told when he has been greeted.
    """

    options: Options = field(default_factory=Options)
    mouth: MouthOptions = field(default_factory=MouthOptions)
    microphone: str | None = None
    model: Path | None = None
    keys: bool = False
    plain: bool = False
    chance: Random = field(default_factory=SystemRandom)
    phones: int | None = None
    by_phones: bool = False
    remember: Remember = forget
    tells: tuple[Told, ...] = ()


def started(voice: str) -> RenderingChild:
    """A voice that was asked for must be there. Raises `AudioUnavailable`."""
    child = RenderingChild(voice)
    child.start()
    return child


def setup(remember: Remember = forget, **given: Any) -> Setup:
    """What the options that `play` and `resume` share ask for."""

    if given["phones"] is None and PHONE in (given["ear"], (given["mic"] or "").partition(":")[0]):
        raise VoiceHostError("phones.not_asked_for")
    ear = {"none": None, PHONE: PhoneSpeaker()}.get(given["ear"], given["ear"])
    cache, voice = places.speech_folder(), given["voice"]
    child = started(voice) if voice else None
    mouth = MouthOptions(hall=given["hall"], ear=ear, voice=voice, cache=cache, child=child)
    if given["rate"]:
        mouth = replace(mouth, words_per_minute=given["rate"])
    eyes_free = bool(given["eyes_free"])
    options = Options(
        assist=given["assist"],
        listen=given["listen"],
        talk=given.get("talk", Level.FULL),
        pace=(given["rate"] or NORMAL_RATE) / NORMAL_RATE,
        eyes_free=eyes_free,
        earbud=ear is not None,
    )
    return Setup(
        options,
        mouth,
        given["mic"],
        given["model"],
        given["keys"],
        # A table that is drawn is in the way of whoever has the screen read to him.
        given["plain"] or eyes_free,
        phones=given["phones"],
        remember=remember,
    )
