# SPDX-License-Identifier: MIT
"""Reading: a long answer in pieces, and how far it has been read. Owner thread only.

What is read is an aside: whatever the host says next cuts it, and it is never in the way.
"""

from collections.abc import Sequence

from voice_host.audio.cues import Cue
from voice_host.host.narrator import Narrator
from voice_host.language.announcement import Announcement


class Reading:
    """The pieces of the last long answer that have not been read."""

    def __init__(self, narrator: Narrator) -> None:
        self._narrator = narrator
        self._rest: list[Announcement] = []
        self._shown = True

    def read(self, pieces: Sequence[Announcement], *, shown: bool = True) -> None:
        """The first piece now, the others one by one when asked for.

        `shown` False: to the ear alone, on no screen.
        """
        self._rest, self._shown = list(pieces), shown
        self.more()

    def put_off(self, pieces: Sequence[Announcement]) -> None:
        """Keep them all for later: now is somebody's time."""
        self._rest, self._shown = list(pieces), True

    def more(self) -> None:
        """The next piece; a sound where there is none, for «ещё» is said at every table."""
        if self._rest:
            self._narrator.aside(self._rest.pop(0), shown=self._shown)
        else:
            self._narrator.cue(Cue.TICK)
