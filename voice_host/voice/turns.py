# SPDX-License-Identifier: MIT
"""Whose turn it is to speak, the hall's loudspeaker or the earbud: never both at once.

The host cannot follow two voices, so sentences go out in the order in which they were given,
whichever loudspeaker they are for. What is short or must be on its second has no turn to wait for:
sounds without words, calls of the time, numbers on a beat. Knows no words and no device.
"""

import threading
from collections import deque

from voice_host.voice.protocols import Rank, Utterance


class Turns:
    """The sentences that have been given and are not over, in order; shared by the lanes.

    Every lane waits on `changed`, which is also the lock of what it keeps.
    """

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self._waiting: deque[int] = deque()

    def take(self, utterance: Utterance) -> None:
        """It is to be said after all that was given before it."""
        if utterance.text and utterance.rank is not Rank.TIME:
            with self.changed:
                self._waiting.append(utterance.id)

    def due(self, utterance: Utterance) -> bool:
        """May it be said now?"""
        # One that never took a turn is not in the list, and waits for nobody.
        with self.changed:
            return utterance.id not in self._waiting or self._waiting[0] == utterance.id

    def over(self, utterance_id: int) -> None:
        """It has been said, or will not be; asked of an id that has no turn it does nothing."""
        with self.changed:
            if utterance_id in self._waiting:
                self._waiting.remove(utterance_id)
            self.changed.notify_all()
