# SPDX-License-Identifier: MIT
"""A host without a room: mouth and screen that only listen, and time made by hand.

For scenarios, the demo and tests; nothing here waits or sounds.
"""

from voice_host.game.state import Phase
from voice_host.host.clock import ROUNDING, ManualClock
from voice_host.host.owner import Host
from voice_host.host.screen import Picture
from voice_host.voice.protocols import Channel, Utterance


class Rehearsal:
    """A `Mouth` and a `Screen` in one that do nothing; override what is to be noticed."""

    def say(self, utterance: Utterance) -> None:
        """See `Mouth`."""

    def prepare(self, texts: tuple[str, ...]) -> None:
        """See `Mouth`."""

    def hush(self) -> None:
        """See `Mouth`."""

    def drop(self, utterance_id: int) -> None:
        """See `Mouth`."""

    def volume(self, step: int) -> None:
        """See `Mouth`."""

    def rate(self, step: int, channel: Channel | None = None) -> None:
        """See `Mouth`."""

    def music(self, on: bool) -> None:
        """See `Mouth`."""

    def close(self) -> None:
        """See `Mouth`."""

    def caption(self, text: str, secret: bool) -> None:
        """See `Screen`."""

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


def let_pass(host: Host, seconds: float, clock: ManualClock) -> None:
    """Let real seconds pass on the clock that the host was given.

    From wake-up to wake-up, so that everything happens at its second.
    """
    end = clock.now() + seconds
    host.pump()
    while (left := end - clock.now()) > ROUNDING:
        # At least a little each time: what is due at this very second must not stop the clock.
        clock.advance(min(left, max(host.due_in(), ROUNDING)))
        host.pump()
