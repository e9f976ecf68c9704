# SPDX-License-Identifier: MIT
"""The journal's file: lines that survive a crash at any byte, written by one copy at a time.

A line is written and synced before anyone acts on it. What stands in a line: `record.py`.
"""

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from voice_host.errors import (
    GameRunning,
    JournalDamaged,
    JournalUnopened,
    Told,
    VoiceHostError,
    reason,
)
from voice_host.history.record import LONGEST_LINE, Found, Header, Line, encoded
from voice_host.history.sittings import next_sitting
from voice_host.text.opening import BINARY, open_file, read_file, sync_folder

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_CLOSED = -1
_LOCKED_BYTE = 1 << 30
"""Windows locks bytes against reading too, so the lock lies where no journal ever gets to."""


class Journal:
    """Appends lines to a file that no other copy of the program may write meanwhile.

    A line that cannot be written is kept and tried again.
    """

    def __init__(
        self,
        path: Path,
        header: Header | None = None,
        *,
        size: int = 0,
        last: int = 1,
        sitting: int = 0,
    ) -> None:
        """Start a new file with `header`, or append to one of `size` sound bytes.

        `last` is the number of the last line that is there, the header being line 1; `sitting`
        stands in every line that is written now (see `sittings.py`), 0 in none.
        Raises `JournalUnopened` if the file cannot be opened or, when new, exists already,
        `GameRunning` if another copy has it open.
        The header is written by the first `flush` or `write`.
        """
        self.path = path
        self.aside: Path | None = None
        """Where the whole content of a damaged file has been put."""
        self._size = size
        self._last = last
        self._sitting = sitting
        self._waiting = [] if header is None else [_first_line(path, header, sitting)]
        self._named = header is None
        """Does the disk have the file's name, so that its bytes are found again?"""
        # O_EXCL: of two copies of the program that want the same name only one gets it.
        flags = os.O_WRONLY | (os.O_CREAT | os.O_EXCL if header else 0)
        try:
            self._file = open_file(path, flags)
        except OSError as error:
            raise _unopened(path, error, new=header is not None) from None
        # Locked once it is open, so the lock is on this very file, whatever its name means later.
        if not _locked(self._file):
            os.close(self._file)
            raise _running(path)

    @property
    def lags(self) -> bool:
        """Do lines wait to be written?"""
        return bool(self._waiting)

    @property
    def written(self) -> int:
        """The number of the last line that is in the file; 0: not even the header is."""
        return self._last - len(self._waiting)

    def write(self, line: Line) -> None:
        """Append and sync. Raises `JournalDamaged`; the line is then kept for the next write."""
        self._last += 1
        self._waiting.append(encoded(line, self._last, self._sitting))
        self.flush()

    def close(self) -> None:
        """Let go of the file, after a last try to write what waits; a second time does nothing."""
        if self._file == _CLOSED:
            return
        with suppress(JournalDamaged):
            self.flush()
        os.close(self._file)
        self._file = _CLOSED

    def flush(self) -> None:
        """Write what waits. Raises `JournalDamaged`; nothing is lost then."""
        try:
            # In their order and from the oldest on: a file with a hole in it would end at the hole.
            while self._waiting:
                self._append(self._waiting[0])
                self._waiting.pop(0)
            if not self._named:
                sync_folder(self.path.parent)
                self._named = True
        except OSError as error:
            raise JournalDamaged("journal.lags", why=reason(error), path=self.path) from None

    def set_aside(self) -> None:
        """Copy the file as it is, then cut off all but its sound bytes. Raises `JournalUnopened`.

        The copy is no journal by its name, so that it is not resumed.
        """
        try:
            self.aside = self._copy()
            # Only now: cut before the copy is safe, the power could take both.
            os.ftruncate(self._file, self._size)
        except OSError as error:
            raise JournalUnopened(
                "journal.not_set_aside", path=self.path, why=reason(error)
            ) from None

    def _copy(self) -> Path:
        """A copy of the whole file under a name that is free, synced with its name."""
        whole = read_file(self.path)
        file, path = _beside(self.path)
        try:
            with os.fdopen(file, "wb") as copy:
                copy.write(whole)
                copy.flush()
                os.fsync(file)
        except OSError:
            # Half a copy tells nothing, and takes the room that the disk lacks.
            path.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)
        return path

    def _append(self, line: bytes) -> None:
        """A line cut short by an error is cut off again before the next try.

        Nothing is left to the system's own time: what the table has heard is on the disk when
        the power goes.
        """
        # What half a line may be left of the last try, or of a crash, ends here.
        os.ftruncate(self._file, self._size)
        os.lseek(self._file, self._size, os.SEEK_SET)
        written = os.write(self._file, line)
        if written < len(line):
            raise OSError(errno.ENOSPC, "")
        # Counted only when synced: until then the next try must cut it off and write it again.
        os.fsync(self._file)
        self._size += len(line)


def _beside(journal: Path) -> tuple[int, Path]:
    """A new file, FILE.damaged or the first FILE.damagedN that is free; no journal by its name."""
    number = 0
    while True:
        path = journal.with_name(f"{journal.name}.damaged{number or ''}")
        # Not asked first whether the name is free: another could take it meanwhile.
        try:
            return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o600), path
        except FileExistsError:
            number += 1


def _first_line(path: Path, header: Header, sitting: int) -> bytes:
    """The header, if it is one that will be read again: nobody finds out later that it is not."""
    line = encoded(header, sitting=sitting)
    if len(line) > LONGEST_LINE:
        why = Told("reason.long_rules", most=LONGEST_LINE)
        raise JournalUnopened("journal.not_begun", path=path, why=why)
    return line


def make_folder(path: Path) -> None:
    """The folder of a new journal, and those on the way to it. Raises `JournalUnopened`."""
    new = [folder for folder in (path.parent, *path.parent.parents) if not folder.exists()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unopened(path, error, new=True) from None
    # The name of a new folder, too, is lost with the power until the one above it has it.
    for folder in new:
        sync_folder(folder.parent)


def _unopened(path: Path, error: OSError, *, new: bool) -> JournalUnopened:
    why = _why(path, error, new=new)
    code = "journal.not_created" if new else "journal.not_opened"
    return JournalUnopened(code, path=path, why=why)


def _why(path: Path, error: OSError, *, new: bool) -> Told:
    """Why it cannot be opened; the system answers the same to a place like /proc as to files."""
    there = path.parent.is_dir()
    # mkdir says «exists» of a file that stands where a folder should be.
    if error.errno == errno.EEXIST and not there:
        return Told("reason.no_folder_on_the_way")
    if error.errno == errno.ENOENT and new:
        return Told("reason.no_file_there" if there else "reason.no_such_folder")
    return reason(error)


def _locked(file: int) -> bool:
    """Lock it until it is closed or the process dies; False: another copy has locked it.

    Each copy writes where it knows the end to be, so two would write over each other's lines.
    Where the disk knows no locks the game is played without one.
    """
    try:
        if sys.platform == "win32":
            os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)
    return True


def _running(path: Path) -> GameRunning:
    return GameRunning("journal.game_running", path=path)


def reopen(path: Path, found: Found) -> Journal:
    """The journal, ready for more lines; what is past its sound bytes goes before the next one.

    A damaged file is first copied beside itself. Raises `JournalUnopened`, and `GameRunning` if
    another copy plays the game, or went on with it since it was `found`.
    """
    sitting = next_sitting(path.parent)
    journal = Journal(path, size=found.size, last=found.last, sitting=sitting)
    try:
        # Between reading and locking another copy may have gone on with the game and ended: what
        # was found is then no longer all there is.
        if path.stat().st_size != found.whole:
            raise _running(path)
        if found.damage is not None:
            journal.set_aside()
    except VoiceHostError:
        journal.close()
        raise
    return journal
