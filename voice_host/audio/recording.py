# SPDX-License-Identifier: MIT
"""A wav file that grows all evening, and is whole at each moment.

Its header is brought up to date with every block: what a crash leaves can be played to its last
block. Only its owner may read it, for an ear's recording holds what nobody else may know. What is
said in it is not known here.
"""

import errno
import os
import struct
from pathlib import Path

from voice_host.audio.files import to_int16
from voice_host.audio.samples import Samples

_BINARY: int = getattr(os, "O_BINARY", 0)
_HEADER = struct.Struct("<4sI4s4sIHHIIHH4sI")
_MOST = 2**32 - 1 - _HEADER.size
"""Bytes of sound whose number still fits into the header: half a day at 48 kHz."""


class Recording:
    """A mono 16-bit wav file, begun anew. Raises OSError where it cannot be opened or written."""

    def __init__(self, path: Path, rate: int) -> None:
        self._rate = rate
        self._bytes = 0
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, 0o600)
        self._count()

    def write(self, samples: Samples) -> None:
        """Add samples (float, ±1, shape (n,)); the header counts them when this returns."""
        data = to_int16(samples).astype("<i2").tobytes()
        if self._bytes + len(data) > _MOST:
            raise OSError(errno.EFBIG, "")
        # A disk that fills up takes a part, and refuses the next: what it took is counted.
        try:
            while data:
                taken = os.write(self._file, data)
                self._bytes += taken
                data = data[taken:]
        finally:
            self._count()

    def close(self) -> None:
        """Let go of the file; without a single block it is a recording of nothing."""
        os.close(self._file)

    def _count(self) -> None:
        rate, sound = self._rate, self._bytes - self._bytes % 2
        header = (b"RIFF", _HEADER.size - 8 + sound, b"WAVE", b"fmt ", 16, 1, 1)
        format_ = (rate, rate * 2, 2, 16, b"data", sound)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, _HEADER.pack(*header, *format_))
        os.lseek(self._file, 0, os.SEEK_END)
