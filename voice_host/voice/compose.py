# SPDX-License-Identifier: MIT
"""One utterance as one sound: cue, text and count laid out by sample index."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from voice_host.audio.cues import cue_sound
from voice_host.audio.samples import Samples, fade, resample, silence
from voice_host.voice.protocols import Utterance
from voice_host.voice.silent import reading_seconds
from voice_host.voice.speech import Speech

CUE_PAUSE_SECONDS = 0.12
BREATH_SECONDS = 0.02

Say = Callable[[str], Speech | None]
"""The sound of a text, beginning with its onset; None when it cannot be spoken."""


@dataclass(frozen=True, slots=True)
class Sound:
    """What an utterance sounds like: mono samples, `words` of them before its count begins."""

    samples: Samples
    words: int


def compose(utterance: Utterance, say: Say, rate: int) -> Sound:
    """The whole utterance at `rate` hertz; what cannot be spoken is silence as long.

    Onset number k of the count lies exactly `beat * (k + 1)` seconds after the text.
    """
    pieces: list[Samples] = [silence(0, rate)]
    if utterance.cue is not None:
        pieces += [cue_sound(utterance.cue, rate), silence(CUE_PAUSE_SECONDS, rate)]
    if utterance.text:
        pieces.append(_spoken(utterance.text, say, rate))
    words = sum(map(len, pieces))
    if utterance.count:
        pieces.append(_count(utterance, say, rate))
    return Sound(np.concatenate(pieces), words)


_FLOOR = 10 ** (-50 / 20)
"""A room's loudspeaker 50 dB below full scale is not heard by any microphone."""
_PAUSE = 0.3
"""Seconds; a shorter silence is a part of speech, and the room's echo fills it."""
_FRAME = 0.01


def stretches(sound: Samples, rate: int) -> tuple[tuple[float, float], ...]:
    """When a sound really sounds, seconds from its beginning; pauses of 0.3 s part them."""
    size = round(_FRAME * rate)
    frames = np.pad(sound, (0, -len(sound) % size)).reshape(-1, size)
    loud = np.flatnonzero(np.abs(frames).max(axis=1) > _FLOOR)
    if not len(loud):
        return ()
    parted = np.flatnonzero(np.diff(loud) * _FRAME > _PAUSE)
    first, last = loud[np.append(0, parted + 1)], loud[np.append(parted, len(loud) - 1)]
    return tuple(
        (float(began) * _FRAME, float(ended + 1) * _FRAME)
        for began, ended in zip(first, last, strict=True)
    )


def _count(utterance: Utterance, say: Say, rate: int) -> Samples:
    """Beats of samples; a number longer than the beat gives way to the next."""
    items = [_spoken(item, say, rate) for item in utterance.count]
    onsets = [round(utterance.beat * rate * (number + 1)) for number in range(len(items))]
    room = max(0, round((utterance.beat - BREATH_SECONDS) * rate))
    # The last number may ring out, as nothing follows that it could cover.
    items[:-1] = [item if len(item) <= room else _cut(item, room) for item in items[:-1]]
    out = silence((onsets[-1] + len(items[-1])) / rate, rate)
    for onset, item in zip(onsets, items, strict=True):
        out[onset : onset + len(item)] = item[: len(out) - onset]
    return out


def _cut(item: Samples, count: int) -> Samples:
    return fade(item[:count].copy(), count // 20)


def _spoken(text: str, say: Say, rate: int) -> Samples:
    speech = say(text)
    if speech is None:
        # As long as it would have been: the clock waits for it, and the captions are read
        # meanwhile.
        return silence(reading_seconds(text), rate)
    return resample(speech.samples, speech.rate, rate)
