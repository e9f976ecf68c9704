# SPDX-License-Identifier: MIT
"""A recording heard the way a microphone is: in blocks, through the same `Hearing`.

For `voice-host hear` and the measurements. Must not know the game or read files.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voice_host.voice.hearing import Decoder, Hearing, Manner
from voice_host.voice.loudness import end_of_speech
from voice_host.voice.messages import Heard
from voice_host.voice.protocols import Grammar

BLOCK = 0.03
_BEFORE, _AFTER = 0.3, 1.5  # seconds of a quiet room around a recording that is cut tightly
_ROOM = 3.0  # its level, standard deviation in 16-bit steps


@dataclass(frozen=True, slots=True)
class Piece:
    """A `Block` out of a recording; times count from its first sample."""

    pcm: bytes
    ended_at: float


@dataclass(frozen=True, slots=True)
class Decoded:
    """What a recording says.

    `text` is the one whole sentence in it, or "". `heard` is everything that was heard, in
    order, its times counted from the start of the recording. `seconds` is how long after
    the end of speech the sentence was there: by the recording's own time, or by the wall
    clock where it was played in real time; None without a sentence.
    """

    text: str
    confidence: float
    seconds: float | None
    heard: tuple[Heard, ...]


def decode(
    decoder: Decoder,
    pcm: NDArray[np.int16],
    grammar: Grammar,
    *,
    manner: Manner | None = None,
    realtime: bool = False,
) -> Decoded:
    """Hear one recording (int16 mono at the decoder's rate, shape (n,)).

    With push-to-talk the key is held from beginning to end. The answer is a sentence only if
    it is the one thing heard: two utterances, or one that is no whole sentence, give no text.
    """
    hearing = Hearing(decoder, manner or Manner())
    hearing.listen(grammar)
    if hearing.key:
        hearing.key.press(True, -_BEFORE)
    started = time.monotonic() + _BEFORE
    heard: list[tuple[Heard, float]] = []
    piece = Piece(b"", -_BEFORE)
    for piece in pieces(pcm, decoder.rate):
        if realtime:
            time.sleep(max(0.0, started + piece.ended_at - time.monotonic()))
        said = hearing.hear(piece)
        if said:
            heard.append((said, time.monotonic() - started if realtime else piece.ended_at))
    last = hearing.finish(piece.ended_at)
    if last:
        heard.append((last, piece.ended_at))
    return _answer(heard, end_of_speech(pcm, decoder.rate))


def pieces(pcm: NDArray[np.int16], rate: int) -> Iterator[Piece]:
    """The recording in blocks, with a moment of a quiet room before and after it."""
    noise = np.random.default_rng(0)

    def room(seconds: float) -> NDArray[np.int16]:
        return noise.normal(0, _ROOM, int(seconds * rate)).astype(np.int16)

    sound = np.concatenate((room(_BEFORE), pcm, room(_AFTER))).astype("<i2")
    size = int(BLOCK * rate)
    for start in range(0, len(sound), size):
        part = sound[start : start + size]
        yield Piece(part.tobytes(), (start + len(part)) / rate - _BEFORE)


def _answer(heard: list[tuple[Heard, float]], end: float) -> Decoded:
    everything = tuple(said for said, _ in heard)
    if len(heard) != 1 or not heard[0][0].whole:
        return Decoded("", 0.0, None, everything)
    said, at = heard[0]
    return Decoded(said.text, said.confidence, at - end, everything)
