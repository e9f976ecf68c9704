# SPDX-License-Identifier: MIT
"""Whether this machine can hear and speak: one line for each thing a game needs of sound.

For `voice-host doctor`. Nothing is played and no game is known.
"""

import time
from collections.abc import Callable

from voice_host.audio.devices import SoundCard, find_output, inputs, listed, outputs
from voice_host.audio.microphone import Microphone, open_microphone
from voice_host.audio.output import Output
from voice_host.audio.reports import Trouble
from voice_host.errors import AudioUnavailable, Told
from voice_host.voice.child import RenderingChild
from voice_host.voice.finding import Check
from voice_host.voice.messages import Message
from voice_host.voice.speech import NORMAL_RATE

SLOW_LATENCY_SECONDS = 0.5
SOUND_SECONDS = 3.0
"""For so long a microphone may take to bring its first sound, on a busy machine."""


def sound_checks(
    sample: str, hall: str | None = None, mic: str | None = None, voice: str = ""
) -> list[Check]:
    """Loudspeakers, microphones, latency and the voice, in this order; never raises.

    `sample` is a text that the voice must be able to say.
    """
    return [
        _check(Told("check.outputs"), lambda: _names(outputs())),
        _check(Told("check.inputs"), lambda: _names(inputs())),
        _check(Told("check.loudspeaker"), lambda: _loudspeaker(hall)),
        _check(Told("check.microphone"), lambda: _microphone(mic)),
        _check(Told("check.voice"), lambda: _voice(voice, sample)),
    ]


def _check(name: Told, look: Callable[[], Told]) -> Check:
    try:
        return Check(name, True, look())
    except AudioUnavailable as error:
        return Check(name, False, error.told)


def _names(cards: list[SoundCard]) -> Told:
    if not cards:
        raise AudioUnavailable("check.no_devices")
    return Told("check.devices", names=listed(cards))


def _loudspeaker(wanted: str | None) -> Told:
    device = find_output(wanted)
    if device is None:
        raise AudioUnavailable("check.no_loudspeaker")
    troubles: list[Message] = []
    output = Output(device, "hall", troubles.append)
    while not (output.alive or troubles):
        time.sleep(0.05)
    time.sleep(0.5)
    latency = output.latency
    output.close()
    _raise_first(troubles)
    if latency > SLOW_LATENCY_SECONDS:
        raise AudioUnavailable("check.slow", latency=latency)
    return Told("check.opens", latency=latency)


def _microphone(wanted: str | None) -> Told:
    troubles: list[Message] = []
    microphone = open_microphone(wanted, troubles.append)
    if microphone is None:
        raise AudioUnavailable("check.no_microphone")
    try:
        _wait_for_sound(microphone, troubles)
    finally:
        microphone.close()
    return Told("check.hears", rate=microphone.rate)


def _wait_for_sound(microphone: Microphone, troubles: list[Message]) -> None:
    """No room is so quiet that its samples are all zero: such a microphone is switched off."""
    came, ends = False, time.monotonic() + SOUND_SECONDS
    while (left := ends - time.monotonic()) > 0:
        block = microphone.read(left)
        _raise_first(troubles)
        came = came or block is not None
        if block is not None and any(block.pcm):
            return
    if came:
        raise AudioUnavailable(
            "check.digital_silence",
        )
    raise AudioUnavailable(
        "check.microphone_no_sound",
    )


def _raise_first(troubles: list[Message]) -> None:
    for trouble in troubles:
        if isinstance(trouble, Trouble):
            raise AudioUnavailable(trouble.what)


def _voice(name: str, sample: str) -> Told:
    child = RenderingChild(name)
    try:
        names = child.start()
        began = time.monotonic()
        speech = child.render(sample, NORMAL_RATE)
        took = time.monotonic() - began
    finally:
        child.kill()
    if len(speech.samples) == 0:
        raise AudioUnavailable("check.voice_silent")
    return Told("check.speaks", names=", ".join(names), took=took)
