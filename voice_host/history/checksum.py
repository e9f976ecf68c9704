# SPDX-License-Identifier: MIT
"""The checksum at the end of every line of a journal, the first one included.

A line is one JSON object, and `"crc32"` is its last field: eight hexadecimal digits of the CRC-32
of all bytes before that field. So a line stays readable for every tool, and a bit that a worn
card has turned is found without asking the rules. It finds accidents; whoever wants to forge a
line can work the sum out too, and is met by `ids.py` and `standing.py`.
"""

from enum import Enum
from zlib import crc32

_FIELD = b',"crc32":"%08x"}'
_LENGTH = len(_FIELD % 0)


class Sum(Enum):
    """What the checksum of a line says."""

    RIGHT = "right"
    WRONG = "wrong"
    NONE = "none"
    """The line has none: a program before format 2 wrote it, or somebody typed it."""


def summed(line: bytes) -> bytes:
    """A line, one JSON object that is not empty, with its checksum."""
    body = line[:-1]
    return body + _FIELD % crc32(body)


def checked(line: bytes) -> Sum:
    """What the checksum at the end of a line says."""
    if not line[-_LENGTH:].startswith(_FIELD[:10]):
        return Sum.NONE
    # Made again and compared whole, so that there is one place that knows how a sum is written.
    return Sum.RIGHT if summed(line[:-_LENGTH] + b"}") == line else Sum.WRONG
