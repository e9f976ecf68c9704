# SPDX-License-Identifier: MIT
"""Several screens as one: everything is shown on each of them.

The first is the companion's own; its keys are the ones that are read aloud.
"""

from voice_host.game.state import Phase
from voice_host.host.screen import Picture, Screen


class Screens:
    """A `Screen` over others; each of them returns at once, so this one does too."""

    def __init__(self, own: Screen, *others: Screen) -> None:
        self._own = own
        self._all = (own, *others)

    def caption(self, text: str, secret: bool) -> None:
        """See `Screen`."""
        # In the order given, the companion's own first: what he relies on does not wait for phones.
        for screen in self._all:
            screen.caption(text, secret)

    def whisper(self, seat: int, text: str) -> None:
        """See `Screen`."""
        for screen in self._all:
            screen.whisper(seat, text)

    def heard(self, text: str) -> None:
        """See `Screen`."""
        for screen in self._all:
            screen.heard(text)

    def glimpse(self, text: str) -> None:
        """See `Screen`."""
        for screen in self._all:
            screen.glimpse(text)

    def show(self, picture: Picture) -> None:
        """See `Screen`."""
        for screen in self._all:
            screen.show(picture)

    def keys_help(self, phase: Phase) -> str:
        """See `Screen`."""
        return self._own.keys_help(phase)
