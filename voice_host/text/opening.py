# SPDX-License-Identifier: MIT
"""Opens what somebody named: a file, and nothing that only has a name like one.

A pipe waits for its other end for ever, and a device may do anything once it is opened, a tape
winds back: so the kind of a thing is asked for before it is opened.
"""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

MOST_OF_A_JOURNAL = 16 << 20
"""Bytes; no journal is larger: that is some 80,000 commands, a hundred evenings in one file."""
BINARY = getattr(os, "O_BINARY", 0)
"""Bytes as they are: Windows would else write a line's end as two."""
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)
"""Should a pipe be put in a file's place after it was asked what it is, it must still not hang."""
_REFUSED: tuple[tuple[Callable[[int], bool], int], ...] = (
    (stat.S_ISDIR, errno.EISDIR),
    (stat.S_ISFIFO, errno.ESPIPE),
    (stat.S_ISSOCK, errno.ENXIO),
    (stat.S_ISCHR, errno.ENODEV),
    (stat.S_ISBLK, errno.ENODEV),
)
"""What is no file, with the answers that the system has for such things."""


def open_file(path: Path, flags: int) -> int:
    """The descriptor of a file, made with mode 0600 where the flags ask for a new one.

    A link is followed. Raises OSError, whose number says so where it is no file.
    """
    try:
        _refuse(path.stat().st_mode)
    except FileNotFoundError:
        # «Not found» would puzzle whoever sees the name in the folder: gone is what the link points
        # to.
        if path.is_symlink():
            raise OSError(errno.ELOOP, "") from None
    file = os.open(path, flags | BINARY | _AT_ONCE, 0o600)
    # Asked again of what has been opened: the name may mean something else by now.
    try:
        _refuse(os.fstat(file).st_mode)
    except OSError:
        os.close(file)
        raise
    return file


def _refuse(mode: int) -> None:
    for is_kind, number in _REFUSED:
        if is_kind(mode):
            raise OSError(number, "")


def read_file(path: Path, most: int = MOST_OF_A_JOURNAL) -> bytes:
    """All of a file. Raises OSError, EFBIG where it has more than so many bytes."""
    with os.fdopen(open_file(path, os.O_RDONLY), "rb") as file:
        # One byte more than may be, so that neither the size that a file claims nor a file that
        # grows is trusted.
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, "")
    return data


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk.

    A file that was synced is still lost if the power goes before the folder has its name: the
    bytes are on the disk, and nothing leads to them. Where a disk cannot do this (Windows, some
    network disks) the file's own sync has to do, and that is no reason not to play.
    """
    try:
        file = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(file)
    except OSError:
        pass
    finally:
        os.close(file)
