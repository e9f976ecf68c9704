# SPDX-License-Identifier: MIT
"""Announcement: something to be told, as a key with its figures, before it becomes words."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from voice_host.game.who import HALL, HOST, Viewer


@dataclass(frozen=True, slots=True)
class Clause:
    """A text that stands inside another one, by its key: «Отменить: фол третьему?»."""

    key: str
    params: "Mapping[str, Param]" = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Clauses:
    """Any number of them; how they are joined is for the text around them to say."""

    clauses: tuple[Clause, ...]


Param = int | str | tuple[int, ...] | Clauses
"""What fills a place of a text: a number, seats, a name or an id, texts of their own."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What is told.

    `key` finds the text in texts.toml, `params` fill it. `audience` is who may know it: only
    the hall's reaches the loudspeaker. `holds_clock`: game time stands
    still until it has been said (a speaker's minute starts when the voice has ended).
    `time_call`: dropped rather than said late. `floor`: gives somebody the floor, and is
    dropped if somebody else has it before this is said. `script`: an assisted host says it himself.
    `cue` names a short sound that goes before.
    `count` are the numbers of a count that follows on the exact `beat` (seconds);
    `closing` is the key of a word said one beat after the text.
    """

    key: str
    params: dict[str, Param] = field(default_factory=dict)
    audience: Viewer = HALL
    holds_clock: bool = False
    time_call: bool = False
    floor: bool = False
    script: bool = True
    cue: str | None = None
    count: tuple[int, ...] = ()
    closing: str | None = None
    beat: float = 0.0


def clause(key: str, **params: Param) -> Clauses:
    """One text inside another."""
    return Clauses((Clause(key, params),))


QUESTION_CUE = "question"


def question(key: str, **params: Param) -> Announcement:
    """For the host's ear, with the sound that says that something waits for his word."""
    return Announcement(key, params, HOST, cue=QUESTION_CUE)


def hall(key: str, **params: Param) -> Announcement:
    """For everybody."""
    return Announcement(key, params)


def host(key: str, **params: Param) -> Announcement:
    """For the host's ear."""
    return Announcement(key, params, HOST)
