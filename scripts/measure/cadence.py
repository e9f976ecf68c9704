# SPDX-License-Identifier: MIT
"""How exactly the mouth speaks, recorded from a virtual loudspeaker.

Counts on the beat, time calls given ahead, and how soon silence comes after hush.
Run: python -m scripts.measure.cadence [--counts N] [--voice NAME] [--latency SECONDS]
"""

import argparse
import queue
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from scripts.measure.report import Figure, print_report
from tests.virtual_sound import RATE, Recording, VirtualSound
from voice_host.audio.microphone import Block, Microphone, open_microphone
from voice_host.audio.samples import Samples, envelope
from voice_host.voice.messages import Message, Spoken
from voice_host.voice.mouth import MouthOptions, SpeakingMouth, open_mouth
from voice_host.voice.protocols import Rank, Utterance

NUMBERS = ("один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять")
BEATS = (0.8, 1.0, 1.5)
HOP = RATE // 1000
ONSET = 0.01
LOUD = 60
LEAD_SECONDS = 0.6


def onsets(samples: Samples, pause: float = 0.12) -> list[float]:
    """Seconds at which sound sets in after at least `pause` seconds of silence."""
    level = envelope(samples, HOP)
    loud = np.flatnonzero(level > ONSET * level.max(initial=1e-6))
    if len(loud) == 0:
        return []
    first = np.concatenate([[True], np.diff(loud) > pause * 1000])
    return [_refined(samples, int(hop) * HOP) for hop in loud[first]]


def _refined(samples: Samples, start: int) -> float:
    """The first sample of the onset's hop that stands out, in seconds."""
    part = np.abs(samples[start : start + HOP])
    return (start + int(np.argmax(part > part.max() / 4))) / RATE


class Session:
    """One mouth on the virtual hall, and what it has posted."""

    def __init__(self, sound: VirtualSound, voice: str, latency: float) -> None:
        self.sound = sound
        self.inbox: queue.Queue[Message] = queue.Queue()
        options = MouthOptions(hall="hall", voice=voice, latency=latency)
        self.mouth: SpeakingMouth = open_mouth(self.inbox.put, options)
        self._number = 0

    def say(self, text: str, **more: object) -> int:
        self._number += 1
        self.mouth.say(Utterance(self._number, text, **more))  # type: ignore[arg-type]
        return self._number

    def wait(self, number: int) -> None:
        while self.inbox.get(timeout=60) != Spoken(number):
            continue

    def counted(self, beat: float) -> Recording:
        return self.recorded(lambda: self.say("", count=NUMBERS, beat=beat))

    def recorded(self, act: Callable[[], int]) -> Recording:
        with self.sound.recording("hall") as recording:
            self.wait(act())
        return recording


def count_errors(session: Session, counts: int) -> list[float]:
    """Milliseconds by which each gap between numbers missed the beat."""
    errors = []
    for number in range(counts):
        beat = BEATS[number % len(BEATS)]
        found = _beats(session.counted(beat).samples, beat)
        errors += [1000 * (float(gap) - beat) for gap in np.diff(found)]
    return errors


def _beats(samples: Samples, beat: float) -> list[float]:
    """The onsets of the numbers: a pause inside a word is no onset."""
    found = onsets(samples)
    kept = found[:1]
    for onset in found[1:]:
        if onset - kept[-1] > 0.7 * beat:
            kept.append(onset)
    if len(kept) != len(NUMBERS):
        raise RuntimeError(f"{len(kept)} numbers found in the recording, not {len(NUMBERS)}")
    return kept


class Listener:
    """Hears the hall through its monitor: what sounded, and at which monotonic time."""

    def __init__(self) -> None:
        microphone = open_microphone("hall_monitor", lambda _: None)
        if microphone is None:
            raise RuntimeError("the hall cannot be listened to")
        self._microphone: Microphone = microphone

    def hear(self, seconds: float) -> tuple[float, float]:
        """Listen so long; returns when the first sound set in and the last one ended."""
        self._empty()
        end = time.monotonic() + seconds
        blocks: list[Block] = []
        while time.monotonic() < end:
            block = self._microphone.read(0.1)
            if block is not None:
                blocks.append(block)
        samples = np.frombuffer(b"".join(block.pcm for block in blocks), "<i2")
        loud = np.flatnonzero(np.abs(samples.astype(np.int32)) > LOUD)
        if len(loud) == 0:
            raise RuntimeError("nothing was heard in the hall")
        began = blocks[-1].ended_at - len(samples) / self._microphone.rate
        first, last = (began + float(at) / self._microphone.rate for at in loud[[0, -1]])
        return first, last

    def close(self) -> None:
        self._microphone.close()

    def _empty(self) -> None:
        while self._microphone.read(0) is not None:
            continue


def call_errors(session: Session, listener: Listener, calls: int) -> list[float]:
    """Milliseconds from the moment a time call should be heard to when it was."""
    errors = []
    for _ in range(calls):
        at = time.monotonic() + LEAD_SECONDS
        session.say("десять секунд", rank=Rank.TIME, at=at)
        errors.append(1000 * (listener.hear(1.5 + LEAD_SECONDS)[0] - at))
    return errors


def hush_times(session: Session, listener: Listener, times: int) -> list[float]:
    """Milliseconds from hush to silence in the hall, while a sound is going on."""
    silences = []
    for number in range(times):
        session.say("а" * 400)
        time.sleep(1.0 + number * 0.017)
        hushed = time.monotonic()
        session.mouth.hush()
        silences.append(1000 * (listener.hear(1.0)[1] - hushed))
    return silences


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--counts", type=int, default=9)
    parser.add_argument("--calls", type=int, default=10)
    parser.add_argument("--voice", default="")
    parser.add_argument("--latency", type=float, default=0.2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vh-") as folder:
        sound = VirtualSound(Path(folder))
        sound.start()
        try:
            figures = measure(Session(sound, options.voice, options.latency), options)
        finally:
            sound.stop()
    notes = [f"voice {options.voice or 'default'}, latency {options.latency} s, no random seed"]
    return 0 if print_report("Cadence of the mouth", figures, notes) else 1


def measure(session: Session, options: argparse.Namespace) -> list[Figure]:
    errors = np.array(count_errors(session, options.counts))
    listener = Listener()
    calls = np.array(call_errors(session, listener, options.calls))
    hushes = np.array(hush_times(session, listener, options.calls))
    listener.close()
    session.mouth.close()
    worst_call = float(np.abs(calls).max())
    return [
        Figure("count, SD of the gaps", float(errors.std()), "ms", 2, len(errors)),
        Figure("count, worst gap", float(np.abs(errors).max()), "ms", 10, len(errors)),
        Figure("time call given ahead, worst", worst_call, "ms", 50, len(calls)),
        Figure("hush to silence, median", float(np.median(hushes)), "ms", None, len(hushes)),
        Figure("hush to silence, worst", float(hushes.max()), "ms", None, len(hushes)),
    ]


if __name__ == "__main__":
    sys.exit(main())
