# SPDX-License-Identifier: MIT
"""Speech synthesisers behind one protocol, chosen by name; each has its own file.

To add one: write its file and a line in `VOICES`; the contract test runs over it by
itself. Nothing here plays a sound or knows a device.
"""

from collections.abc import Callable

from voice_host.errors import AudioUnavailable
from voice_host.voice.speech import Voice


def _pyttsx(name: str) -> Voice:
    from voice_host.voice.pyttsx import PyttsxVoice

    return PyttsxVoice(name)


def _espeak(name: str) -> Voice:
    from voice_host.voice.espeak import EspeakVoice

    return EspeakVoice(name)


def _recorded(name: str) -> Voice:
    from voice_host.voice.recorded import RecordedVoice

    return RecordedVoice(name, otherwise=lambda: make_voice(""))


def _silent(_name: str) -> Voice:
    from voice_host.voice.silent import SilentVoice

    return SilentVoice()


VOICES: dict[str, Callable[[str], Voice]] = {
    "pyttsx": _pyttsx,
    "espeak": _espeak,
    "recorded": _recorded,
    "silent": _silent,
}


def make_voice(name: str) -> Voice:
    """The voice called `backend`, `backend:voice` or, for the default backend, `voice`.

    "" is the default voice. Raises AudioUnavailable when it is not there.
    """
    backend, _, voice = name.partition(":")
    if backend in VOICES:
        return VOICES[backend](voice)
    if voice:
        raise AudioUnavailable("voice.unknown_kind", name=name, kinds=", ".join(VOICES))
    return VOICES["pyttsx"](name)
