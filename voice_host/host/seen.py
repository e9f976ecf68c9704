"""Seen: the states that screens were shown, by number, so that an act can say what it aimed at.

A thumb is slower than a vote: when an act arrives, the game may have gone on. Its number finds
the state that the page had drawn; whether that still holds is `aim`'s to say. Owner thread only.
"""

from collections import deque

from voice_host.game.state import State

KEPT = 64
"""States that can still be aimed at; a page that is further behind draws anew first."""


class Seen:
    """Numbers count from `first` and never fall, not by an undo and not by the next game."""

    def __init__(self, first: int = 1) -> None:
        self._number = first - 1
        self._states: deque[State] = deque(maxlen=KEPT)

    def note(self, state: State) -> int:
        """The number of the state that is shown now: the last one's, if it is still that one."""
        if not self._states or self._states[-1] is not state:
            self._states.append(state)
            self._number += 1
        return self._number

    def was(self, number: int) -> State | None:
        """The state of this number, None if it is forgotten or has never been."""
        at = len(self._states) - 1 - (self._number - number)
        return self._states[at] if 0 <= at < len(self._states) else None
