# SPDX-License-Identifier: MIT
"""A game's story spoken into a sound file, one sentence after the other or at the game's own pace.

Each sentence is rendered as in a game; between two there is a short pause or, if it is asked for,
as long a silence as there was.
"""

from pathlib import Path

import numpy as np

from voice_host.audio.samples import Samples, resample
from voice_host.audio.sound_files import SOUNDS, write_sound_as
from voice_host.commands.story import Line, story
from voice_host.errors import AudioUnavailable, VoiceHostError, reason
from voice_host.history.session import Session
from voice_host.language.language import Language
from voice_host.voice.render import Renderer

RATE = 24_000
PAUSE, BETWEEN_PARTS = 0.4, 1.5
"""Seconds of silence after a sentence, and after a night or a day."""
_WAIT_SECONDS = 30.0


def tell_aloud(
    language: Language, session: Session, path: Path, voice: str = "", real: bool = False
) -> None:
    """Write the story into a new file. Raises `VoiceHostError` where it cannot be told or kept."""
    if path.suffix.lower() not in SOUNDS:
        known = ", ".join(SOUNDS)
        raise VoiceHostError("story.no_format", suffix=path.suffix, known=known)
    if path.exists():
        raise VoiceHostError("export.not_written", path=path, why=reason(FileExistsError(17, "")))
    parts = story(language, session)
    if not parts:
        raise VoiceHostError("story.nothing")
    renderer = Renderer(voice)
    try:
        spoken = [
            piece
            for part in parts
            for piece in (*_sentences(renderer, part.lines, real), _silence(BETWEEN_PARTS))
        ]
    finally:
        renderer.close()
    try:
        write_sound_as(path, np.concatenate(spoken), RATE)
    except OSError as error:
        raise VoiceHostError("export.not_written", path=path, why=reason(error)) from None


def _sentences(renderer: Renderer, lines: tuple[Line, ...], real: bool) -> list[Samples]:
    """Each with the silence after it."""
    found: list[Samples] = []
    for line, after in zip(lines, (*lines[1:], None), strict=True):
        sound = _rendered(renderer, line.spoken)
        waited = after.at - line.at - len(sound) / RATE if after and real else 0.0
        found += [sound, _silence(max(PAUSE, waited))]
    return found


def _silence(seconds: float) -> Samples:
    return np.zeros(round(seconds * RATE), np.float32)


def _rendered(renderer: Renderer, text: str) -> Samples:
    speech = renderer.request(text).result(_WAIT_SECONDS)
    if speech is None:
        raise AudioUnavailable("voice.no_phrase")
    return resample(speech.samples, speech.rate, RATE)
