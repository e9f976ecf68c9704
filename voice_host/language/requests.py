# SPDX-License-Identifier: MIT
"""Requests: what the host asks of the companion that is no move of the game.

They change no game state and are never in the journal (`Undo` is, as an undo line). The
rules know nothing of them; the host file carries them out.
"""

from dataclasses import dataclass
from enum import StrEnum


class Question(StrEnum):
    """What the host may ask; the answer goes to the ear only."""

    ALIVE = "alive"
    FOULS = "fouls"
    NOMINEES = "nominees"
    SPEAKER = "speaker"
    NEXT_SPEAKER = "next_speaker"
    DAY = "day"
    PHASE = "phase"
    TIME_LEFT = "time_left"
    VOTES = "votes"
    TABLE = "table"
    ROLES = "roles"
    SCORE = "score"
    LAST_WINNER = "last_winner"
    AHEAD = "ahead"


@dataclass(frozen=True, slots=True)
class Ask:
    """A question; `seat` where it is about one («сколько фолов у третьего»)."""

    question: Question
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class ShowRole:
    """Show the role of a seat on the host's screen, silently: the player comes and looks."""

    seat: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Hold the game clock and fall silent."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Let the clock run again."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last thing said and what followed from it."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """Play again at the same table, once the game is over."""


@dataclass(frozen=True, slots=True)
class Leave:
    """End the evening; asked about once."""


@dataclass(frozen=True, slots=True)
class Protocol:
    """Read what has been played, once the game is over."""


@dataclass(frozen=True, slots=True)
class Learn:
    """Have the companion learn the host's voice, before the game begins."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """Say the last announcement again, to whom it was said."""


@dataclass(frozen=True, slots=True)
class Help:
    """Say what can be said now."""


@dataclass(frozen=True, slots=True)
class HelpAbout:
    """Say what can be said at the vote or by night (`topic`: vote, night), whatever is on now."""

    topic: str


@dataclass(frozen=True, slots=True)
class More:
    """Go on with the long answer that was broken off after a piece."""


@dataclass(frozen=True, slots=True)
class Keys:
    """Read the keys of this phase."""


@dataclass(frozen=True, slots=True)
class Hush:
    """Be silent at once; the game goes on."""


@dataclass(frozen=True, slots=True)
class Volume:
    """One step louder (+1) or quieter (-1)."""

    step: int


@dataclass(frozen=True, slots=True)
class Rate:
    """One step faster (+1) or slower (-1)."""

    step: int


class Level(StrEnum):
    """How much the ear is told unasked, the most first."""

    FULL = "full"
    BRIEF = "brief"
    VITAL = "vital"


@dataclass(frozen=True, slots=True)
class Talk:
    """Tell the ear so much from now on."""

    level: Level


@dataclass(frozen=True, slots=True)
class EarRate:
    """The ear alone one step faster (+1) or slower (-1)."""

    step: int


@dataclass(frozen=True, slots=True)
class Yes:
    """Confirms what was asked about."""


@dataclass(frozen=True, slots=True)
class No:
    """Drops what was asked about."""


Request = (
    Ask | ShowRole | Pause | Resume | Undo | NewGame | Leave | Protocol | Learn | Repeat | Help
    | HelpAbout | More | Keys | Hush | Volume | Rate | EarRate | Talk | Yes | No
)  # fmt: skip
