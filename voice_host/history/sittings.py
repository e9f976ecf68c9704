# SPDX-License-Identifier: MIT
"""In which order the games of a folder were played: by numbers of their own, never by a clock.

A sitting is from opening a game to leaving it; each line of a journal bears the number of the one
in which it was written, higher than any that the folder knew before. So the order stands in the
journals themselves: copying them, or a computer that thinks it is 1970, changes nothing. Knows
nothing else of what stands in a line.
"""

import os
import re
from collections.abc import Iterable
from pathlib import Path

from voice_host.text.opening import open_file

_TAIL = 1 << 16
"""Bytes, as much as the longest line: the last one that is whole lies within two of them."""
_NUMBER = re.compile(rb'"sitting":(\d{1,9})[,}]')


def sitting_of(journal: Path) -> int:
    """The sitting in which it was last written; 0 where nothing tells, as in older journals."""
    try:
        file = open_file(journal, os.O_RDONLY)
    except OSError:
        return 0
    try:
        size = os.fstat(file).st_size
        os.lseek(file, max(0, size - 2 * _TAIL), os.SEEK_SET)
        found = _NUMBER.findall(os.read(file, 2 * _TAIL))
    except OSError:
        return 0
    finally:
        os.close(file)
    return int(found[-1]) if found else 0


def next_sitting(folder: Path) -> int:
    """A number higher than any of the folder's games has."""
    try:
        return 1 + max(map(sitting_of, folder.glob("*.jsonl")), default=0)
    except OSError:
        return 1


def last_played_first(journals: Iterable[Path]) -> tuple[Path, ...]:
    """The one last written first; of those without numbers the one whose name comes last."""
    return tuple(sorted(journals, key=lambda one: (sitting_of(one), one.name), reverse=True))
