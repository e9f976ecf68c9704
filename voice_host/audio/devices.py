# SPDX-License-Identifier: MIT
"""Which microphone and which loudspeakers there are, and which one a host means by a word.

A device is a sound card (by part of its name, by number, or the default one) or a wav
file that stands for one. This file opens nothing and knows no stream.
"""

import logging
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from voice_host.audio.files import check_is_file
from voice_host.audio.pulse import publish_endpoints
from voice_host.errors import AudioUnavailable, Told


@dataclass(frozen=True, slots=True)
class SoundCard:
    """A device of the system; `rate` (hertz) is its own, `channels` the most it takes."""

    index: int
    name: str
    rate: int
    channels: int


@dataclass(frozen=True, slots=True)
class WavFile:
    """A wav file in place of a device: read as a microphone, written as a loudspeaker."""

    path: Path


Device = SoundCard | WavFile


def portaudio() -> Any:
    """The sounddevice module, ready for use.

    Raises AudioUnavailable when the PortAudio library is missing or does not start.
    """
    # PortAudio lists the devices once, when it is loaded: names that come later are never seen.
    if "sounddevice" not in sys.modules:
        publish_endpoints()
    try:
        import sounddevice
    except (ImportError, OSError) as error:
        raise AudioUnavailable("audio.no_portaudio") from error
    except Exception as error:  # its PortAudioError cannot be named while it is not imported
        logging.getLogger(__name__).exception("PortAudio")
        raise AudioUnavailable("audio.no_answer") from error
    return sounddevice


def outputs() -> list[SoundCard]:
    """Loudspeakers, in the order of the system; empty when there are none."""
    return _cards("output")


def inputs() -> list[SoundCard]:
    """Microphones, in the order of the system; empty when there are none."""
    return _cards("input")


def find_output(wanted: str | None) -> Device | None:
    """The loudspeaker meant by `wanted`: part of a name, a number, a wav file, "none".

    None, "" and "default" mean the default one. Returns None when nothing is wanted or
    there is no loudspeaker at all. Raises AudioUnavailable when the name fits nothing, or a
    file that is there already.
    """
    if wanted is not None and wanted.lower().endswith(".wav"):
        return _writable(Path(wanted))
    return _find(wanted, "output")


def find_input(wanted: str | None) -> Device | None:
    """The microphone meant by `wanted`, by the rules of `find_output`."""
    if wanted is not None and wanted.lower().endswith(".wav"):
        check_is_file(path := Path(wanted))
        return WavFile(path)
    return _find(wanted, "input")


def _writable(path: Path) -> WavFile:
    if not path.parent.is_dir():
        raise AudioUnavailable("audio.no_folder", parent=path.parent)
    with suppress(OSError):  # what may not be looked at cannot be written either
        # A game must not cost a recording: a path typed twice would begin it anew.
        if path.is_file():
            raise AudioUnavailable(
                "audio.would_overwrite",
                path=path,
            )
        if path.exists():
            check_is_file(path)
    return WavFile(path)


def _find(wanted: str | None, kind: str) -> SoundCard | None:
    if wanted == "none":
        return None
    cards = _cards(kind)
    if wanted is None or wanted in ("", "default"):
        return _default(cards, kind)
    # First a whole name or number, then a part of one: «USB» must not win over a card called so.
    for card in cards:
        if wanted == str(card.index) or wanted == card.name:
            return card
    for card in cards:
        if wanted.casefold() in card.name.casefold():
            return card
    there = Told("audio.devices", names=listed(cards)) if cards else Told("audio.no_devices")
    code = "audio.no_such_output" if kind == "output" else "audio.no_such_input"
    raise AudioUnavailable(code, wanted=wanted, there=there)


def listed(cards: list[SoundCard]) -> str:
    """The cards as numbers and names; "" for none."""
    return "; ".join(f"{card.index} — {card.name}" for card in cards)


def _default(cards: list[SoundCard], kind: str) -> SoundCard | None:
    if not cards:
        return None
    index = portaudio().default.device[kind]
    # Some systems name no default, or one of the other direction: any device is better than none.
    return next((card for card in cards if card.index == index), cards[0])


def _cards(kind: str) -> list[SoundCard]:
    library = portaudio()
    try:
        found = list(library.query_devices())
    except library.PortAudioError as error:
        logging.getLogger(__name__).exception("PortAudio")
        raise AudioUnavailable("audio.no_answer") from error
    return [
        SoundCard(
            index,
            str(device["name"]),
            int(device["default_samplerate"]),
            int(device[f"max_{kind}_channels"]),
        )
        for index, device in enumerate(found)
        if device[f"max_{kind}_channels"] > 0
    ]
