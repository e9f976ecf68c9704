# SPDX-License-Identifier: MIT
"""The child process that renders speech: one request line in, one sound out.

Request: a JSON line {"text", "rate"}. Answer: a JSON line {"count", "rate"} and `count`
float32 samples, or {"error": {"code", "params"}}. The first answer, before any request, says
whether the voice could be made and its names. Nothing else may write to standard output:
engines print, so it is moved away first.
"""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import BinaryIO

from voice_host.errors import AudioUnavailable
from voice_host.voice.speech import Voice
from voice_host.voice.voices import make_voice


def main() -> None:
    """Serve until standard input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    # Kept aside before any engine is imported: one line of its chatter among the answers and the
    # parent would take sound for a header.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    try:
        voice = make_voice(sys.argv[1])
    except AudioUnavailable as error:
        _answer(answers, {"error": asdict(error.told)})
        return
    _answer(answers, {"names": voice.names()})
    for line in sys.stdin.buffer:
        _serve(voice, json.loads(line), answers)


def _serve(voice: Voice, request: dict[str, object], answers: BinaryIO) -> None:
    try:
        speech = voice.render(str(request["text"]), int(str(request["rate"])))
    except AudioUnavailable as error:
        _answer(answers, {"error": asdict(error.told)})
        return
    header = {"count": len(speech.samples), "rate": speech.rate}
    _answer(answers, header, speech.samples.astype("<f4").tobytes())


def _answer(answers: BinaryIO, header: Mapping[str, object], sound: bytes = b"") -> None:
    answers.write(json.dumps(header, default=str).encode() + b"\n" + sound)
    answers.flush()


if __name__ == "__main__":
    main()
