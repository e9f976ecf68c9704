# SPDX-License-Identifier: MIT
"""The mouth on real (virtual) loudspeakers, recorded."""

import os
import subprocess
import sys
import time

import numpy as np
import pytest

from scripts.measure.cadence import onsets
from tests.telling import hint
from tests.virtual_sound import RATE, Recording, VirtualSound
from tests.voice.conftest import Inbox
from voice_host.audio.cues import Cue, cue_sound
from voice_host.audio.devices import find_output, outputs
from voice_host.audio.reports import Recovered, Trouble
from voice_host.voice.messages import Spoken
from voice_host.voice.mouth import SpeakingMouth
from voice_host.voice.protocols import Channel, Utterance

pytestmark = pytest.mark.devices


def test_the_virtual_devices_are_found(sound: VirtualSound) -> None:
    """Loudspeakers of the sound server are found by name, and there is a default."""
    assert {"hall", "ear"} <= {card.name for card in outputs()}
    assert find_output("ear") != find_output("hall")
    assert find_output(None) is not None


@pytest.mark.speech
def test_a_count_in_the_hall(sound: VirtualSound, mouth: SpeakingMouth, inbox: Inbox) -> None:
    """Every number of a count begins on the beat, in the recording of the loudspeaker."""
    numbers = ("один", "два", "три", "девять", "десять")
    mouth.prepare(numbers)
    with sound.recording("hall") as recording:
        mouth.say(Utterance(1, "", count=numbers, beat=0.8))
        inbox.until_spoken(1, within=15)
    found = onsets(recording.samples, pause=0.15)
    np.testing.assert_allclose(np.diff(found), 0.8, atol=0.05)
    assert len(found) == len(numbers)


def test_spoken_comes_when_sound_is_over(
    sound: VirtualSound, mouth: SpeakingMouth, inbox: Inbox
) -> None:
    """`Spoken` is posted after the last sound has left the loudspeaker, and soon after."""
    with sound.recording("hall") as recording:
        mouth.say(Utterance(1, "", cue=Cue.MICROPHONE_LOST))
        inbox.until_spoken(1)
        over = time.monotonic()
        time.sleep(0.2)
        after = time.monotonic() - over + 0.15
    loud = np.flatnonzero(np.abs(recording.samples) > 0.005)
    silent_after = (len(recording.samples) - loud[-1]) / RATE
    assert after < silent_after + 0.1 and silent_after < after + 0.4


def test_hall_and_ear_are_apart(sound: VirtualSound, mouth: SpeakingMouth, inbox: Inbox) -> None:
    """What is for the ear never reaches the hall, and the other way round."""
    with sound.recording("hall") as hall, sound.recording("ear") as ear:
        mouth.say(Utterance(1, "", cue=Cue.FOUL))
        inbox.until_spoken(1)
        time.sleep(0.3)
        mouth.say(Utterance(2, "", cue=Cue.ACCEPTED, channel=Channel.EAR))
        inbox.until_spoken(2)
    assert _holds(hall, Cue.FOUL) and not _holds(hall, Cue.ACCEPTED)
    assert _holds(ear, Cue.ACCEPTED) and not _holds(ear, Cue.FOUL)


def _holds(recording: Recording, cue: Cue) -> bool:
    """Whether the recording holds nearly all of the cue's sound (matched filter)."""
    wanted = cue_sound(cue, RATE)
    size = len(recording.samples) + len(wanted)
    match = np.fft.irfft(
        np.fft.rfft(recording.samples, size) * np.conj(np.fft.rfft(wanted, size)), size
    )
    return bool(np.abs(match).max() > 0.5 * np.vdot(wanted, wanted))


def test_hush_silences_the_hall(sound: VirtualSound, mouth: SpeakingMouth, inbox: Inbox) -> None:
    """After hush the loudspeaker is silent within its latency, and stays so."""
    with sound.recording("hall") as recording:
        mouth.say(Utterance(1, "", cue=Cue.MICROPHONE_LOST, count=("раз",) * 20, beat=0.3))
        time.sleep(1.0)
        mouth.hush()
        inbox.until_spoken(1, within=0.5)
        time.sleep(0.5)
    assert np.abs(recording.samples[-int(0.5 * RATE) :]).max() == 0
    assert np.abs(recording.samples).max() > 0.1


def test_a_loudspeaker_lost_and_back(
    sound: VirtualSound, mouth: SpeakingMouth, inbox: Inbox
) -> None:
    """An earbud that vanishes is told; the hall goes on, captions go on, and it comes back: once,
    though a null sink that has just been plugged in may stall for its first block of 2 s."""
    sound.unplug("ear")
    try:
        trouble = inbox.told()
        assert isinstance(trouble, Trouble) and trouble.part == "ear" and hint(trouble.what)
        with sound.recording("hall") as hall:
            mouth.say(Utterance(1, "", cue=Cue.REFUSED, channel=Channel.EAR))
            mouth.say(Utterance(10, "", cue=Cue.FOUL))
            assert set(inbox.until_spoken(1, 10)) == {Spoken(1), Spoken(10)}
        assert _holds(hall, Cue.FOUL) and not _holds(hall, Cue.REFUSED)
    finally:
        sound.plug("ear")
    assert inbox.told() == Recovered("ear")
    with sound.recording("ear") as ear:
        mouth.say(Utterance(2, "", cue=Cue.REFUSED, channel=Channel.EAR))
        inbox.until_spoken(2)
        time.sleep(0.3)
    assert np.abs(ear.samples).max() > 0.1


def test_a_vanished_ear_is_not_heard_elsewhere(
    sound: VirtualSound, mouth: SpeakingMouth, inbox: Inbox
) -> None:
    """The sound server moves the stream of an earbud that is switched off to its default
    loudspeaker: what was being said in the ear stops there within the latency."""
    with sound.recording("nowhere") as elsewhere:
        mouth.say(
            Utterance(1, "", channel=Channel.EAR, cue=Cue.TICK, count=("мафия",) * 9, beat=0.8)
        )
        time.sleep(1.2)
        sound.unplug("ear")
        time.sleep(2.0)
    sound.plug("ear")
    mouth.hush()
    loud = np.flatnonzero(np.abs(elsewhere.samples) > 0.001)
    assert len(loud) == 0 or (loud[-1] - loud[0]) / RATE < 0.3
    assert isinstance(inbox.told(), Trouble)
    assert set(inbox.until_spoken(1)) <= {Spoken(1), Recovered("ear")}


def test_a_stream_that_stalls(sound: VirtualSound, mouth: SpeakingMouth, inbox: Inbox) -> None:
    """A sound server that stops taking samples says nothing: it is noticed all the same."""
    sound.suspend("hall", True)
    try:
        trouble = inbox.told()
        mouth.say(Utterance(1, "", cue=Cue.FOUL))
        inbox.until_spoken(1, within=3)
    finally:
        sound.suspend("hall", False)
    assert isinstance(trouble, Trouble) and trouble.part == "hall"
    assert inbox.told() == Recovered("hall")


def test_loudspeakers_of_the_server_can_be_named(sound: VirtualSound) -> None:
    """With no ALSA configuration of the host's, PortAudio lists the server's loudspeakers,
    and takes none of them for a microphone."""
    program = """
from voice_host.audio.devices import inputs, outputs
print(*(card.name for card in outputs()))
print(*(card.name for card in inputs()))
"""
    environment = {name: value for name, value in os.environ.items() if name != "ALSA_CONFIG_PATH"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    loudspeakers, microphones = (set(line.split()) for line in done.stdout.splitlines())
    assert {"ear", "hall"} <= loudspeakers
    assert not {"ear", "hall", "mic"} & microphones
