# SPDX-License-Identifier: MIT
"""Where the ears get their sound from: a stream of blocks, whatever device or file is behind.

Knows no device: `audio.microphone` and the tests each bring their own source.
"""

from typing import Protocol


class Block(Protocol):
    """Some consecutive samples."""

    @property
    def pcm(self) -> bytes:
        """The samples, oldest first: int16, little-endian, mono."""

    @property
    def ended_at(self) -> float:
        """When the last sample was recorded, `time.monotonic()` seconds."""


class Source(Protocol):
    """A microphone, or something that plays one."""

    @property
    def rate(self) -> int:
        """Samples a second, hertz; never changes."""

    @property
    def finished(self) -> bool:
        """No block will ever come again: a file was read to its end, or it was closed."""

    def read(self, timeout: float) -> Block | None:
        """The next block, or None after `timeout` seconds without one."""

    def close(self) -> None:
        """Let go of the device."""
