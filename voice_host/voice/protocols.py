# SPDX-License-Identifier: MIT
"""The seams of the voice: what the host asks of ears and of a mouth, whatever is behind them.

Backends are chosen by name in the command line; a contract test runs over each.
Nothing here knows the game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Protocol

from voice_host.audio.cues import Cue
from voice_host.voice.messages import Message, Sounds

SLOWEST, FASTEST = 80, 360
"""The bounds of `Mouth.rate`, words a minute."""

Post = Callable[[Message], None]
"""Puts a message on the host's inbox; safe to call from any thread, never blocks."""


class Channel(StrEnum):
    """Where a sound goes: the loudspeaker everybody hears, or the host's own ear."""

    HALL = "hall"
    EAR = "ear"


class Rank(IntEnum):
    """What happens to an utterance that cannot sound at once.

    SCRIPT waits its turn and is never dropped; FLOOR (who speaks now) waits too, and is
    dropped for the next of its kind; TIME (a time call) is dropped when it would be late by
    more than 0.5 s and goes before waiting script lines.
    """

    SCRIPT = 0
    FLOOR = 1
    TIME = 2


@dataclass(frozen=True, slots=True)
class Utterance:
    """Something to be said once.

    `text` is spoken as one clip (U+0301 stress marks allowed); an empty text says nothing.
    `cue` sounds first. `count` is spoken after the text, each item's onset exactly `beat`
    seconds after the one before (the first onset `beat` seconds after the text has ended).
    `at` is when it should be heard (`time.monotonic()` seconds, latency of the loudspeaker
    included); None means as soon as possible. A time call given ahead with `at` is exact.
    `aloud`: where the host's ear has no loudspeaker it may be heard, softly, in the hall.
    """

    id: int
    text: str
    channel: Channel = Channel.HALL
    rank: Rank = Rank.SCRIPT
    cue: Cue | None = None
    count: tuple[str, ...] = ()
    beat: float = 0.0
    at: float | None = None
    aloud: bool = False


class Mouth(Protocol):
    """Says utterances, one at a time per channel, and posts `Spoken(id)` for every one.

    Where a loudspeaker sounds in the hall it posts `Sounds` too, ahead of the sound.
    """

    def say(self, utterance: Utterance) -> None:
        """Queue it; returns at once. `Spoken` follows even if the voice fails."""

    def prepare(self, texts: tuple[str, ...]) -> None:
        """Render these texts in the background, so that they start without delay."""

    def hush(self) -> None:
        """Silence at once: stop what sounds and drop what waits (each gets its `Spoken`)."""

    def drop(self, utterance_id: int) -> None:
        """Cut this utterance, or forget it if it waits; `Spoken` follows."""

    def volume(self, step: int) -> None:
        """One step (+1 or -1, about 3 dB) louder or quieter."""

    def rate(self, step: int, channel: Channel | None = None) -> None:
        """About 10 % faster (+1) or slower (-1), within bounds, from the next rendering on.

        On one channel, where it has a device of its own, or (None) on both.
        """

    def music(self, on: bool) -> None:
        """Start or fade out the one music track of the hall."""

    def close(self) -> None:
        """Let go of the devices; returns within about 3 seconds."""


class Grammar(Protocol):
    """What may be said now, for the recogniser; made by `language` out of the sentences."""

    @property
    def phrases(self) -> tuple[str, ...]:
        """Phrases that cover every word pair of the grammar, decoys included."""

    def complete(self, words: str) -> bool:
        """Is this exactly one whole sentence?"""

    def possible(self, words: str) -> bool:
        """Can this be said at all: a whole sentence, or talk that means nothing?"""

    def extendable(self, words: str) -> bool:
        """Could more words follow, so that a longer sentence, or table talk, comes out?"""

    def begun(self, words: str) -> bool:
        """Could more words follow, so that a longer sentence comes out?"""

    def listing(self, words: str) -> bool:
        """Is this a whole sentence that ends with a list, which may go on?"""

    def instead(self, words: str) -> frozenset[str]:
        """The words that could be said in the place of the last one."""


class Ears(Protocol):
    """Listens and posts `Heard` for every utterance with at least one word in it.

    The utterance need not be a whole sentence: what it means is for the host to say.
    """

    def listen(self, grammar: Grammar, over_hall: Grammar | None = None) -> None:
        """Use this grammar from the next utterance on; returns at once.

        While the hall sounds `over_hall` is used; without it the ears are closed then.
        """

    def hall(self, sounds: Sounds) -> None:
        """When the hall's loudspeaker sounds, which the microphone hears too; at once."""

    def push(self, held: bool) -> None:
        """The push-to-talk key or pedal is down (True) or up; ignored in other modes."""

    def close(self) -> None:
        """Stop listening and let go of the microphone; returns within about 3 seconds."""
