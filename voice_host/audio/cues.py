# SPDX-License-Identifier: MIT
"""The short sounds that mean one thing each, made of notes; no files, no device."""

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from voice_host.audio.samples import Samples

Note = tuple[float, float]
"""Pitch in hertz (0 is a rest) and length in seconds."""


class Cue(StrEnum):
    """Short sounds that mean one thing each."""

    FOUL = "foul"
    REFUSED = "refused"
    ACCEPTED = "accepted"
    QUESTION = "question"
    MICROPHONE_LOST = "microphone_lost"
    MICROPHONE_BACK = "microphone_back"
    TICK = "tick"
    DEAF = "deaf"


# Falling means refused or lost, rising accepted or back, down and up a question, the same twice
# that nothing was heard; a foul is low and sounds twice.
NOTES: dict[Cue, tuple[Note, ...]] = {
    Cue.FOUL: ((196, 0.12), (0, 0.05), (196, 0.22)),
    Cue.REFUSED: ((415, 0.11), (311, 0.19)),
    Cue.ACCEPTED: ((784, 0.07), (1175, 0.12)),
    Cue.QUESTION: ((740, 0.09), (587, 0.09), (880, 0.16)),
    Cue.MICROPHONE_LOST: ((880, 0.14), (659, 0.14), (440, 0.30)),
    Cue.MICROPHONE_BACK: ((440, 0.14), (659, 0.14), (880, 0.30)),
    Cue.TICK: ((1568, 0.025),),
    Cue.DEAF: ((523, 0.08), (0, 0.07), (523, 0.08)),
}
OVERTONES: dict[Cue, tuple[float, ...]] = {
    Cue.FOUL: (1.0, 0.0, 0.5, 0.0, 0.35, 0.0, 0.2),
    Cue.REFUSED: (1.0, 0.4, 0.2),
}
LEVEL = 0.35


def cue_sound(cue: Cue, rate: int) -> "Samples":
    """The sound of the cue at `rate` hertz.

    numpy is imported here: the names of the cues are needed where no sound is made.
    """
    import numpy as np

    overtones = OVERTONES.get(cue, (1.0, 0.15))
    return np.concatenate([_note(note, overtones, rate) for note in NOTES[cue]])


def _note(note: Note, overtones: tuple[float, ...], rate: int) -> "Samples":
    import numpy as np

    from voice_host.audio.samples import fade

    pitch, seconds = note
    times = np.arange(round(seconds * rate), dtype=np.float32) / np.float32(rate)
    sound = np.zeros(len(times), np.float32)
    for number, weight in enumerate(overtones, 1):
        sound += np.float32(weight) * np.sin(np.float32(2 * np.pi * pitch * number) * times)
    sound *= np.float32(LEVEL / sum(overtones))
    return fade(sound, round(0.008 * rate))
