# SPDX-License-Identifier: MIT
"""A screen that nobody looks at, for measurements of the host without a terminal."""

from voice_host.game.state import Phase
from voice_host.host.screen import Picture


class Unseen:
    """A `Screen` that shows nothing; keeps the captions."""

    def __init__(self) -> None:
        self.captions: list[str] = []

    def caption(self, text: str, secret: bool) -> None:
        """See `Screen`."""
        self.captions.append(text)

    def whisper(self, seat: int, text: str) -> None:
        """See `Screen`."""

    def heard(self, text: str) -> None:
        """See `Screen`."""

    def glimpse(self, text: str) -> None:
        """See `Screen`."""

    def show(self, picture: Picture) -> None:
        """See `Screen`."""

    def keys_help(self, phase: Phase) -> str:
        """See `Screen`."""
        return ""
