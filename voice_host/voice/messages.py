"""What the ears, the mouth and the devices tell the owner thread.

Plain values that are put on the host's inbox from other threads. This file knows
no device and no rule; times are `time.monotonic()` seconds.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heard:
    """One finished utterance.

    `text` is what the recogniser gave, `[unk]` included: single spaces, lower case.
    `confidence` is the lowest word confidence (0–1). `ended_at` is when the
    speech ended, `seconds` how long it lasted. `whole`: it is a sentence of what was listened
    for; anything else has not been proven, and nothing may happen by it.
    """

    text: str
    confidence: float
    ended_at: float
    seconds: float
    whole: bool


@dataclass(frozen=True, slots=True)
class Spoken:
    """The mouth has finished (or dropped) the utterance with this id; sound is over."""

    id: int


@dataclass(frozen=True, slots=True)
class Trouble:
    """A part stopped working; the game goes on without it.

    `part` is "ears", "mouth", "hall", "ear" or "microphone"; `what` says what happened and
    `hint` what to do, both in Russian.
    """

    part: str
    what: str
    hint: str


@dataclass(frozen=True, slots=True)
class Recovered:
    """A part that had given `Trouble` works again."""

    part: str


Message = Heard | Spoken | Trouble | Recovered
