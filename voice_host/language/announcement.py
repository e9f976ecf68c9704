"""Announcement: something to be told, as a key with its figures, before it becomes words."""

from dataclasses import dataclass, field

from voice_host.game.who import HALL, HOST, Viewer

Param = int | str | tuple[int, ...]


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


def hall(key: str, **params: Param) -> Announcement:
    """For everybody."""
    return Announcement(key, params)


def host(key: str, **params: Param) -> Announcement:
    """For the host's ear."""
    return Announcement(key, params, HOST)
