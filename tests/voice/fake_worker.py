# SPDX-License-Identifier: MIT
"""A rendering child for tests: a tone for every text, and every way to fail.

«зависни» hangs, «умри» ends the process, «сломайся» is an error, anything else is a tone
of 10 ms a letter after a little silence.
"""

import json
import sys
from threading import Event

import numpy as np

RATE = 8000


def answer(header: dict[str, object], sound: bytes = b"") -> None:
    sys.stdout.buffer.write(json.dumps(header).encode() + b"\n" + sound)
    sys.stdout.buffer.flush()


answer(
    {"names": ["fake"]}
    if "missing" not in sys.argv
    else {"error": {"code": "voice.no_russian", "params": {}}}
)
for line in sys.stdin:
    text = json.loads(line)["text"]
    if text == "зависни":
        Event().wait()
    if text == "умри":
        sys.exit(1)
    if text == "сломайся":
        answer({"error": {"code": "voice.not_written", "params": {}}})
        continue
    times = np.arange(len(text) * RATE // 100) / RATE
    tone = 0.4 * np.sin(2 * np.pi * 500 * times)
    sound = np.concatenate([np.zeros(400), tone, np.zeros(400)]).astype("<f4")
    answer({"count": len(sound), "rate": RATE}, sound.tobytes())
