# SPDX-License-Identifier: MIT
"""What may be put on the host's inbox, what words get for an answer, how the host is to work.

One queue for everything, in the order of arrival: a foul that was said before the timer ran out
is a foul before the timer ran out, whichever thread was quicker, and no part needs a lock.
"""

from dataclasses import dataclass
from enum import StrEnum

from voice_host.audio.reports import Recovered, Trouble
from voice_host.game.who import HOST, Actor
from voice_host.language.acts import Act
from voice_host.language.requests import Level
from voice_host.voice.messages import Heard, Sounds, Spoken

VOICE = "voice"
KEYBOARD = "keyboard"
PAGE = "page"


@dataclass(frozen=True, slots=True)
class Typed:
    """A typed line."""

    text: str
    channel: str = KEYBOARD


@dataclass(frozen=True, slots=True)
class Tapped:
    """A button of a page: a command or request as a value, where words would have to be heard.

    `saw` is the number of the picture that the page showed (None: it aims at no moment).
    `id` is the page's own for this press: the same press may arrive twice. Empty: it has none.
    """

    act: Act
    actor: Actor = HOST
    channel: str = PAGE
    saw: int | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class By:
    """Who gave a command, through what, and in sight of which picture where that is known."""

    actor: Actor = HOST
    channel: str = KEYBOARD
    saw: int | None = None


@dataclass(frozen=True, slots=True)
class Push:
    """The push-to-talk key went down or up."""

    held: bool


@dataclass(frozen=True, slots=True)
class Pressed:
    """One press of a key, pedal or button that counts by night."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """A line that a screen would show beside the game, in the words of the language."""

    text: str


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave; the game can be resumed from its journal. `politely`: after what is being said."""

    politely: bool = False


Message = (
    Heard | Spoken | Sounds | Trouble | Recovered | Typed | Tapped | Push | Pressed | Noticed | Quit
)


class Refusal(StrEnum):
    """Why words did nothing."""

    UNKNOWN = "unknown"
    NOT_NOW = "not_now"
    AMBIGUOUS = "ambiguous"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Options:
    """How the host was told to work.

    `assist`: the host speaks the script himself. `listen` is open, call (every sentence begins
    with a call word of the language) or push. `talk`: how much the ear is told unasked.
    `pace`: that of the voice, beside its usual one.
    `eyes_free`: he sees no screen; `earbud`: he has a loudspeaker that nobody else hears.
    """

    assist: bool = False
    listen: str = "open"
    talk: Level = Level.FULL
    pace: float = 1.0
    eyes_free: bool = False
    earbud: bool = True
