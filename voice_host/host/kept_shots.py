# SPDX-License-Identifier: MIT
"""What the host has said of the shots of this night before anybody asked, kept until somebody does.

Knows commands and the night they were said in; asks and tells nothing. Owner thread only.
"""

from dataclasses import dataclass

from voice_host.game import commands as c
from voice_host.game.expected import early
from voice_host.game.state import State
from voice_host.host.inbox import By
from voice_host.language import requests as r
from voice_host.language.acts import Act


@dataclass(frozen=True, slots=True)
class Kept:
    """One such word, and the night it is of."""

    command: c.Command
    by: By
    night: int


class KeptShots:
    """At most one; a later word takes the place of the one before."""

    def __init__(self) -> None:
        self._kept: Kept | None = None

    def keep(self, act: Act, by: By, state: State) -> bool:
        """Keep it, if it is too early now but may be true already."""
        if type(act) not in early(state) or isinstance(act, r.Request):
            return False
        self._kept = Kept(act, by, state.night)
        return True

    def take(self, state: State) -> Kept | None:
        """What was kept this night; of another night, or taken back since, nothing."""
        kept, self._kept = self._kept, None
        return kept if kept is not None and kept.night == state.night else None

    def forget(self) -> None:
        """It was taken back."""
        self._kept = None
