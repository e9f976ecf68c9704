# SPDX-License-Identifier: MIT
"""Time calls against the game clock, recorded from the hall, beside the cadence of the mouth.

The real host runs real speeches with a short timer on a virtual hall. A tick given to the
mouth for a known moment shows how late the recorder is; that much is taken off. No seed.
"""

import argparse
import sys
import tempfile
import threading
import time
from pathlib import Path
from queue import SimpleQueue

import numpy as np

from scripts.measure import cadence
from scripts.measure.report import Figure, print_report
from scripts.measure.self_hearing import Quiet
from scripts.measure.unseen import Unseen
from tests.at_the_table import Listener, wait_for
from tests.virtual_sound import VirtualSound
from voice_host import rulesets
from voice_host.audio.cues import Cue
from voice_host.game.state import Phase
from voice_host.history.session import Session
from voice_host.host.clock import SystemClock
from voice_host.host.inbox import Message, Options, Quit, Typed
from voice_host.host.owner import Host
from voice_host.language.language import SHIPPED, Language
from voice_host.voice.mouth import MouthOptions, open_mouth
from voice_host.voice.protocols import Mouth, Rank, Utterance

RU = Language.read(SHIPPED / "ru")
"""The language that is measured."""


def main() -> int:
    """Measure and print; exit code 1 if a gate is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--counts", type=int, default=9)
    parser.add_argument("--calls", type=int, default=6)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vh-") as folder:
        sound = VirtualSound(Path(folder))
        sound.start()
        try:
            figures = cadence.measure(cadence.Session(sound, "espeak", 0.2), options)
            late = game_calls(sound, options.calls)
        finally:
            sound.stop()
    worst = float(np.abs(late).max()) if late else 9999.0
    figures.append(Figure("time call in a game, worst", worst, "ms", 50, len(late)))
    notes = ["voice espeak, latency 0.2 s", f"calls in a game, ms: {np.round(late, 1).tolist()}"]
    return 0 if print_report("Timing", figures, notes) else 1


def game_calls(sound: VirtualSound, calls: int) -> list[float]:
    """Milliseconds from the end of a timer on the game clock to the sound of «время»."""
    inbox: SimpleQueue[Message] = SimpleQueue()
    options = MouthOptions(hall="hall", voice="espeak", words_per_minute=300)
    mouth = open_mouth(inbox.put, options)
    rules = rulesets.load("wma")
    host = Host(
        Session(rules, rules.table.seats), inbox, mouth, Unseen(), SystemClock(), Options(), RU
    )
    host.begin()
    owner = threading.Thread(target=host.run, daemon=True)
    owner.start()
    hall = Listener(sound, "hall")
    try:
        offset = _tick_offset(mouth, hall)
        for words in ("начать игру", *("дальше",) * 4):
            host.post(Typed(words))
        wait_for(lambda: host.state.phase is Phase.SPEECH, 30, "day")
        return [_call(host, hall) - offset for _ in range(calls)]
    finally:
        host.post(Quit())
        owner.join(5)
        hall.close()
        mouth.close()


def _tick_offset(mouth: Mouth, hall: Listener) -> float:
    """Milliseconds by which the listener hears later than the mouth says."""
    late = []
    for number in range(5):
        at = time.monotonic() + 0.8
        mouth.say(Utterance(-1 - number, "", cue=Cue.TICK, rank=Rank.TIME, at=at))
        time.sleep(1.6)
        late.append(1000 * (hall.onset_after(at - 0.3) - at))
    return float(np.median(late))


def _call(host: Host, hall: Listener) -> float:
    wait_for(Quiet(host), 60, "quiet hall")
    host.post(Typed("пять секунд"))
    wait_for(lambda: host.state.next_wakeup is not None, 5, "timer")
    time.sleep(0.5)
    wake = host.state.next_wakeup
    assert wake is not None
    until = host.clock.until(wake)
    assert until is not None
    at = time.monotonic() + until
    time.sleep(until + 1.0)
    return 1000 * (hall.onset_after(at - 0.3) - at)


if __name__ == "__main__":
    sys.exit(main())
