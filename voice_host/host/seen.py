# SPDX-License-Identifier: MIT
"""What pages have been shown and have sent: which state an act aimed at, and did it come before?

A thumb is slower than a vote: when an act arrives, the game may have gone on. Its number finds
the state that the page had drawn; whether that still holds is `aim`'s to say. Owner thread only.
"""

import time
from collections import deque
from dataclasses import replace

from voice_host.game.aim import still_holds
from voice_host.game.state import State
from voice_host.game.who import Actor
from voice_host.language.acts import Act
from voice_host.language.requests import Request, Undo

KEPT = 64
"""States that can still be aimed at; a page that is further behind draws anew first."""
_EPOCH = 1_577_836_800
"""The second in which 2020 began: numbers in journals stay below 10⁹ until 2051."""
REMEMBERED = 256
"""Acts whose ids are known: some minutes of a whole table's thumbs."""


class Seen:
    """Numbers never fall: not by an undo, not by the next game, not when the program is restarted.

    So they begin at the second of its start: a game has fewer states than seconds, and a page from
    before a crash names a number that nothing here answers to.
    """

    def __init__(self, first: int | None = None) -> None:
        since = max(1, int(time.time()) - _EPOCH)
        self._number = (since if first is None else first) - 1
        self._states: deque[State] = deque(maxlen=KEPT)
        self._game: object = None

    def note(self, state: State, game: object = None) -> int:
        """The number of the state that is shown now: the last one's, if it is still that one.

        `game` is the one that is played: what a page has shown of another one is aimed at no more.
        """
        if game is not self._game:
            self._game = game
            self._states.clear()
        # Identity is enough: states are frozen, so each move brings another object, and an undo
        # brings back an older one, which gets a number of its own.
        if not self._states or self._states[-1] is not state:
            self._states.append(state)
            self._number += 1
        return self._number

    def holds(self, act: Act, number: int, now: State) -> bool:
        """Is what the page showed still so, as far as the act touches it?

        An undo touches all that has been done; other requests change no game.
        """
        then = self.was(number)
        if then is None:
            return False
        if isinstance(act, Undo):
            # But for the timer, which runs while a thumb comes down: the game as a whole must be
            # the same, or another move than the one he saw would go.
            return replace(then, timer=None) == replace(now, timer=None)
        return isinstance(act, Request) or still_holds(act, then, now)

    def was(self, number: int) -> State | None:
        """The state of this number, None if it is forgotten or has never been."""
        at = len(self._states) - 1 - (self._number - number)
        return self._states[at] if 0 <= at < len(self._states) else None


class Once:
    """The last acts, so that one that arrives twice counts once.

    A page that has had no answer sends again, and a phone's browser may do so by itself.
    """

    def __init__(self) -> None:
        self._acts: deque[tuple[Actor, str]] = deque(maxlen=REMEMBERED)

    def again(self, actor: Actor, act: str) -> bool:
        """Has this actor sent this act before? One without an id never has."""
        if not act or (actor, act) in self._acts:
            return bool(act)
        self._acts.append((actor, act))
        return False
