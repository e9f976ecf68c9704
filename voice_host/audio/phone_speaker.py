# SPDX-License-Identifier: MIT
"""A phone as the host's loudspeaker: what would go to an earbud is handed to whoever sends it.

It paces nothing: `Output` pulls the mixer as for a file. Silence is not sent, so that a phone that
is told nothing gets nothing. Knows no page and no protocol.
"""

from collections.abc import Callable

import numpy as np

from voice_host.audio.samples import Samples, rounded

RATE = 24_000
"""Hertz: enough for a voice, and half the bytes."""
_QUIET = 1e-4

Send = Callable[[bytes], None]


class PhoneSpeaker:
    """A `Device` whose sound is int16 mono little-endian at `RATE`; `send` is set by the server."""

    rate = RATE

    def __init__(self) -> None:
        self.send: Send = lambda pcm: None

    def write(self, block: Samples) -> None:
        """Hand on what sounds; called by the output's thread, never waits."""
        # A radio that sends zeros all evening empties a phone's battery for nothing.
        if len(block) and float(np.max(np.abs(block))) > _QUIET:
            self.send(rounded(block * 32767).astype("<i2").tobytes())

    def close(self) -> None:
        """Nothing more will be sent."""
        self.send = lambda pcm: None
