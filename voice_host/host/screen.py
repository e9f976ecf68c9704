# SPDX-License-Identifier: MIT
"""The seam of the screens: what the host thread shows, whoever draws it."""

from dataclasses import dataclass
from typing import Protocol

from voice_host.game.state import Phase, State
from voice_host.game.view import View


@dataclass(frozen=True, slots=True)
class Picture:
    """One moment for a screen.

    `view` is the host's. `seconds_left` of the timer (None: no timer), `running` is False on
    pause, `asks` tells that a «да» or «нет» is awaited. `state` is what `view` and `expected`
    are asked about for other viewers and actors, `number` the one by which an act may aim at it.
    `ticking`: do the seconds run down now? Not while a prompt holds the clock.
    """

    view: View
    seconds_left: float | None
    running: bool
    asks: bool
    state: State
    number: int = 0
    ticking: bool = True


class Screen(Protocol):
    """Shows captions of everything that is said, and the table."""

    def caption(self, text: str, secret: bool) -> None:
        """A line that was said: in the hall, or (`secret`) to the host alone."""

    def whisper(self, seat: int, text: str) -> None:
        """A line for the player of this seat alone, for a screen that only he looks at."""

    def heard(self, text: str) -> None:
        """A sentence that came by voice and means something, as a typed one would be shown."""

    def glimpse(self, text: str) -> None:
        """A line for who looks now; gone with what is typed next, or with an empty one."""

    def show(self, picture: Picture) -> None:
        """The table as it is now; called often, returns at once."""

    def keys_help(self, phase: Phase) -> str:
        """The keys that act in this phase, in words to be read aloud."""
