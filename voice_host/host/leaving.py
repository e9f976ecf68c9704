# SPDX-License-Identifier: MIT
"""Leaving: «выход» is asked about once, and whoever leaves is told where all is kept.

Decides when the owner may stop, and that a lesson is asked for in the lobby; who closes what, and
gives the lesson, is for whoever put the evening together. Owner thread only.
"""

from collections.abc import Callable

from voice_host.game.state import Phase, State
from voice_host.history.session import Session
from voice_host.host.confirmation import Confirmation
from voice_host.host.inbox import By, Message, Quit
from voice_host.host.narrator import Narrator
from voice_host.language import requests as r
from voice_host.language.announcement import question
from voice_host.language.said.whereabouts import farewell


class Leaving:
    """The end of the evening: `begun` once it is left, `lesson_wanted` where it is gone on with."""

    def __init__(
        self, narrator: Narrator, confirmation: Confirmation, post: Callable[[Message], None]
    ) -> None:
        self._narrator = narrator
        self._confirmation = confirmation
        self._post = post
        self._bidden = False
        self.begun = self.lesson_wanted = self.may_learn = False

    def ask(self, by: By) -> None:
        """A word at the table must not end an evening: «да» does."""
        self._confirmation.ask(r.Leave(), by)
        self._narrator.ask(question("confirm.leave"))

    def leave(self, session: Session) -> None:
        """«Да»: goodbye, and the end when it has been said."""
        self._bid(session)
        self._post(Quit(politely=True))

    def quit(self, session: Session, politely: bool) -> bool:
        """Leave, now or after what is being said; is there something to be heard out first?"""
        # Whatever ends the program posts this once more, so only the first one is answered.
        bids = self._narrator.eyes_free and not self.begun and not self.lesson_wanted
        if bids:
            self._bid(session)
        # A polite end is not waited for here: `Spoken` of the last line closes the loop.
        self.begun = True
        return (politely or bids) and self._narrator.speaks

    def learn(self, state: State) -> bool:
        """Before a game begins there is time for a lesson; is there one now?"""
        if state.phase is not Phase.LOBBY or not self.may_learn:
            return False
        self.lesson_wanted = True
        self._post(Quit())
        return True

    def _bid(self, session: Session) -> None:
        """Where the game stands, and where what has been played lies; told once, at once."""
        if not self._bidden:
            self._bidden = True
            self._narrator.hush()
            self._narrator.tell(farewell(session.state, kept=session.kept_in is not None))
