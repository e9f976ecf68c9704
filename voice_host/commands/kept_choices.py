# SPDX-License-Identifier: MIT
"""What the command line leaves open is filled in from the settings, and what it says is kept there.

Decides what `--eyes-free` asks for: devices chosen by ear where none is named, kept or still there.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from voice_host import places
from voice_host.audio.devices import find_input, find_output, outputs
from voice_host.commands.devices_by_ear import (
    Devices,
    NobodyAnswers,
    Room,
    choose,
    real_room,
    typed_by_hand,
)
from voice_host.commands.options import PHONE
from voice_host.commands.settings import Kept, Settings, read_settings
from voice_host.commands.setup import Setup, setup
from voice_host.errors import AudioUnavailable
from voice_host.host.service import Remember
from voice_host.language.language import Language
from voice_host.language.requests import Level
from voice_host.ui.command_line import usage

_DEVICES = ("hall", "ear", "mic")


def set_up(language: Language, given: dict[str, Any]) -> Setup:
    """The evening as it is asked for on the command line and was chosen before."""
    settings = read_settings(places.settings_file(), usage.teller(language.messages))
    if given["eyes_free"] is not None:
        settings = settings.keep(eyes_free=given["eyes_free"])
    asked = {**given, "eyes_free": settings.kept.eyes_free, "talk": settings.kept.talk}
    if settings.kept.eyes_free:
        asked |= _devices(language, settings, given, lambda: real_room(language))
        asked["ear"] = _apart(asked["hall"], asked["ear"])
    return setup(**asked, remember=_remembering(settings))


def _remembering(settings: Settings) -> Remember:
    def remember(level: Level) -> None:
        # The file is small and on the host's own disk; what fails is told where errors go.
        settings.keep(talk=level)

    return remember


def _devices(
    language: Language, settings: Settings, given: dict[str, Any], room: Callable[[], Room]
) -> dict[str, str | None]:
    """The devices of a host who sees no list of them."""
    named = {name: given[name] or _there(settings.kept, name) for name in _DEVICES}
    # Lines that are piped in are for the game, and nobody is there who could answer.
    if all(named.values()) or not typed_by_hand():
        return named
    try:
        chosen = asdict(choose(language, room(), Devices(**named)))
    except (NobodyAnswers, AudioUnavailable):
        return named
    found = {name: chosen[name] for name in _DEVICES if not given[name]}
    settings.keep(**found, known=_loudspeakers())
    return chosen


def _apart(hall: str | None, ear: str | None) -> str | None:
    """The earbud, unless it is the loudspeaker that all hear: no secret may sound there."""
    if ear in (None, "none", PHONE) or ear.lower().endswith(".wav"):
        return ear
    with suppress(AudioUnavailable):
        return "none" if find_output(ear) == find_output(hall) else ear
    return ear


def _loudspeakers() -> tuple[str, ...]:
    with suppress(AudioUnavailable):
        return tuple(card.name for card in outputs())
    return ()


def _there(kept: Kept, name: str) -> str | None:
    """The kept device, if it is connected now."""
    device: str | None = getattr(kept, name)
    # Who had no earbud then may have one now: it is a loudspeaker that was not there to be refused.
    if device == "none" and name == "ear" and set(_loudspeakers()) - {*kept.known}:
        return None
    if device in (None, "none"):
        return device
    with suppress(AudioUnavailable):
        (find_input if name == "mic" else find_output)(device)
        return device
    return None
