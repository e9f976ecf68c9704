# SPDX-License-Identifier: MIT
"""Reading: a long answer in pieces, and how far it has been read. Owner thread only.

What is read is an aside: whatever the host says next cuts it, and it is never in the way.
"""

from collections.abc import Sequence
from math import inf

from voice_host.audio.cues import Cue
from voice_host.host.narrator import Narrator
from voice_host.language.announcement import Announcement, host

LATER_SECONDS = 1.2
"""So long it takes to say that something is for later."""


class Reading:
    """The pieces of the last long answer that have not been read."""

    def __init__(self, narrator: Narrator) -> None:
        self._narrator = narrator
        self._rest: list[Announcement] = []
        self._shown = True

    def read(
        self, pieces: Sequence[Announcement], *, shown: bool = True, most: float = inf
    ) -> None:
        """The first piece now, the others one by one when asked for.

        `shown` False: to the ear alone, on no screen. `most`: so many seconds are there for it.
        """
        self._rest, self._shown = list(pieces), shown
        self.more(most)

    def more(self, most: float = inf) -> None:
        """The next piece; a sound where there is none, for «ещё» is said at every table.

        What would outlast somebody's time is kept for later, and he is told so if there is time
        for that.
        """
        if not self._rest or most < LATER_SECONDS:
            self._narrator.cue(Cue.TICK)
        elif self._narrator.lasts(self._rest[0]) > most:
            self._narrator.aside(host("host.later"), shown=True)
        else:
            self._narrator.aside(self._rest.pop(0), shown=self._shown)
