# SPDX-License-Identifier: MIT
"""What the ears and the mouth tell the owner thread.

Plain values that are put on the host's inbox from other threads. This file knows
no device and no rule; times are `time.monotonic()` seconds.
"""

from dataclasses import dataclass

from voice_host.audio.reports import Recovered, Trouble


@dataclass(frozen=True, slots=True)
class Heard:
    """One finished utterance.

    `text` is what the recogniser gave, `[unk]` included: single spaces, lower case.
    `confidence` is the lowest word confidence (0–1). `ended_at` is when the
    speech ended, `seconds` how long it lasted. `whole`: it is a sentence of what was listened
    for; anything else has not been proven, and nothing may happen by it. `drowned`: the hall
    spoke into it, so that it could not be heard to its end, or not as anything may be said.
    """

    text: str
    confidence: float
    ended_at: float
    seconds: float
    whole: bool
    drowned: bool = False


@dataclass(frozen=True, slots=True)
class Spoken:
    """The mouth has finished (or dropped) the utterance with this id; sound is over."""

    id: int


@dataclass(frozen=True, slots=True)
class Sounds:
    """When the hall's loudspeaker sounds from the moment `at` on: from and until, seconds.

    Told as a sound begins and as one is cut off; it stands in place of all that was told of
    later moments before. Silence within what is said (a vote's window) is in none of them.
    """

    at: float
    stretches: tuple[tuple[float, float], ...]


Message = Heard | Spoken | Sounds | Trouble | Recovered
