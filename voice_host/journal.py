"""The journal: one game as JSON lines that survive a crash at any byte.

Line 1 is the header (format, program, full rules, seats, names, language); then one line per
accepted command with its events, or per undo, each with its number, so that one that has
gone is missed. A line is written and synced before anyone acts on it. This file knows the
shape of lines, not what they mean in a game.
"""

import errno
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, get_args

import msgspec

from voice_host import __version__
from voice_host.errors import (
    GameRunning,
    JournalDamaged,
    JournalEmpty,
    JournalUnopened,
    VoiceHostError,
    reason,
)
from voice_host.game.commands import Command
from voice_host.game.events import Event
from voice_host.game.rules import Rules

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FORMAT = 1
_BINARY = getattr(os, "O_BINARY", 0)
_LOCKED_BYTE = 1 << 30
"""Windows locks bytes against reading too, so the lock lies where no journal ever gets to."""
_Kinds = dict[str, type[Any]]
_COMMANDS: _Kinds = {kind.__name__: kind for kind in get_args(Command)}
_EVENTS: _Kinds = {kind.__name__: kind for kind in get_args(Event)}
_MALFORMED = (ValueError, KeyError, TypeError)
"""What a line that is not of our making raises; msgspec's and UTF-8 errors are ValueErrors."""


@dataclass(frozen=True, slots=True)
class Previous:
    """What the table remembers of the game before: its first victim, and who misses this one."""

    first_killed: int | None = None
    missing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Header:
    """How the game began; `names` are the seats whose players have been named.

    `previous` is empty where no other game of the same evening went before.
    """

    rules: Rules
    seats: int
    names: tuple[tuple[int, str], ...] = ()
    previous: Previous = Previous()
    language: str = "ru"
    program: str = __version__
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted command with its events; `at` is the game second, `channel` who gave it."""

    at: float
    channel: str
    command: Command
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class UndoEntry:
    """The last `undo` entries that still stood were taken back."""

    undo: int


Line = Entry | UndoEntry


@dataclass(frozen=True, slots=True)
class Found:
    """What a journal holds: `size` sound bytes, the `last` line's number.

    `gap` is the first line that does not follow the one before it by its number: lines are
    gone there, or stand where they do not belong. It counts the lines of the file, from 1.
    `whole` is the size of the file, with what is past its sound bytes. `damage` is a line that
    cannot be read; it and all after it are left out.
    """

    header: Header
    lines: tuple[Line, ...]
    size: int
    last: int
    whole: int
    gap: int | None = None
    damage: JournalDamaged | None = None


class Journal:
    """Appends lines to a file that no other copy of the program may write meanwhile.

    A line that cannot be written is kept and tried again.
    """

    def __init__(
        self, path: Path, header: Header | None = None, *, size: int = 0, last: int = 1
    ) -> None:
        """Start a new file with `header`, or append to one of `size` sound bytes.

        `last` is the number of the last line that is there, the header being line 1.
        Raises `JournalUnopened` if the file cannot be opened or, when new, exists already,
        `GameRunning` if another copy has it open.
        The header is written by the first `flush` or `write`.
        """
        self.path = path
        self.aside: Path | None = None
        """Where the whole content of a damaged file has been put."""
        self._size = size
        self._last = last
        self._waiting: list[bytes] = [] if header is None else [_encoded(header)]
        flags = os.O_WRONLY | os.O_CREAT | (os.O_EXCL if header else 0) | _BINARY
        try:
            self._file = os.open(path, flags, 0o600)
        except OSError as error:
            raise _unopened(path, error, new=header is not None) from None
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
        self._waiting.append(_encoded(line, self._last))
        self.flush()

    def close(self) -> None:
        """Let go of the file, after a last try to write what waits."""
        with suppress(JournalDamaged):
            self.flush()
        os.close(self._file)

    def flush(self) -> None:
        """Write what waits. Raises `JournalDamaged`; nothing is lost then."""
        try:
            while self._waiting:
                self._append(self._waiting[0])
                self._waiting.pop(0)
        except OSError as error:
            raise JournalDamaged(
                f"Журнал не пишется: {reason(error)}. Игра идёт дальше, но запись отстаёт.",
                f"Освободите место или проверьте диск, где лежит «{self.path}».",
            ) from None

    def set_aside(self) -> None:
        """Copy the file as it is, then cut off all but its sound bytes. Raises `JournalUnopened`.

        The copy is no journal by its name, so that it is not resumed.
        """
        names = (f"{self.path.name}.damaged{number or ''}" for number in count())
        aside = next(path for path in map(self.path.with_name, names) if not path.exists())
        try:
            with aside.open("xb") as copy:
                copy.write(self.path.read_bytes())
                copy.flush()
                os.fsync(copy.fileno())
            os.ftruncate(self._file, self._size)
        except OSError as error:
            raise JournalUnopened(
                f"Испорченный журнал «{self.path}» не скопировать: {reason(error)}.",
                "Освободите место на диске.",
                reason(error),
            ) from None
        self.aside = aside

    def _append(self, line: bytes) -> None:
        """A line cut short by an error is cut off again before the next try."""
        os.ftruncate(self._file, self._size)
        os.lseek(self._file, self._size, os.SEEK_SET)
        written = os.write(self._file, line)
        if written < len(line):
            raise OSError(errno.ENOSPC, "")
        os.fsync(self._file)
        self._size += len(line)


def make_folder(path: Path) -> None:
    """The folder of a new journal, and those on the way to it. Raises `JournalUnopened`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unopened(path, error, new=True) from None


def _unopened(path: Path, error: OSError, *, new: bool) -> JournalUnopened:
    why = _why(path, error, new=new)
    hint = "Укажите другое место: --journal." if new else "Скопируйте его в другую папку."
    return JournalUnopened(f"Журнал «{path}» не открыть: {why}.", hint, why)


def _why(path: Path, error: OSError, *, new: bool) -> str:
    """Why it cannot be opened; the system answers the same to a folder, and to a place like /proc,
    as it does to files."""
    there = path.parent.is_dir()
    if error.errno == errno.EEXIST and (path.is_dir() or not there):
        return "это папка" if there else "на пути к нему не папка"
    if error.errno == errno.ENOENT and new:
        return "файл там не создать" if there else "такой папки нет"
    return reason(error)


def _locked(file: int) -> bool:
    """Lock it until it is closed or the process dies; False: another copy has locked it.

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
    return GameRunning(
        f"Эта игра уже идёт в другом окне (журнал «{path}»).",
        "Вернитесь в то окно или закройте его. Другую игру продолжит voice-host resume ФАЙЛ.",
    )


def read(path: Path, before: int | None = None) -> Found:
    """The header and the lines, those `before` a number; a torn last line is left out.

    Raises `JournalDamaged` when no game can be made of it.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise JournalDamaged(
            f"Журнал «{path}» не прочесть: {reason(error)}.", "Проверьте имя файла."
        ) from None
    lines = data[: data.rfind(b"\n") + 1].split(b"\n")[:-1]
    if not lines:
        raise JournalEmpty(f"Журнал «{path}» пуст.", "Начните новую игру: voice-host play.")
    header = _header(path, lines[0])
    numbered: list[tuple[int | None, Line]] = []
    damage = None
    try:
        numbered.extend(map(_line, lines[1 : before and before - 1]))
    except _MALFORMED as error:
        damage = damaged(path, len(numbered) + 2, _what(error))
    kept = tuple(line for _, line in numbered)
    size = sum(len(line) + 1 for line in lines[: len(kept) + 1])
    last, gap = _numbers([number for number, _ in numbered])
    return Found(header, kept, size, last, len(data), gap, damage)


def _numbers(numbers: Iterable[int | None]) -> tuple[int, int | None]:
    """The number of the last line, and the first line that does not follow; None: unnumbered."""
    last, gap = 1, None
    for place, number in enumerate(numbers, start=2):
        if number not in (None, last + 1) and gap is None:
            gap = place
        last = last + 1 if number is None else number
    return last, gap


def reopen(path: Path, found: Found) -> Journal:
    """The journal, ready for more lines; what is past its sound bytes goes before the next one.

    A damaged file is first copied beside itself. Raises `JournalUnopened`, and `GameRunning` if
    another copy plays the game, or went on with it since it was `found`.
    """
    journal = Journal(path, size=found.size, last=found.last)
    try:
        if path.stat().st_size != found.whole:
            raise _running(path)
        if found.damage is not None:
            journal.set_aside()
    except VoiceHostError:
        journal.close()
        raise
    return journal


def _record(line: bytes) -> dict[str, Any]:
    data = msgspec.json.decode(line)
    if not isinstance(data, dict):
        raise TypeError
    return data


def _header(path: Path, line: bytes) -> Header:
    try:
        data = _record(line)
        if "format" not in data and not data.keys().isdisjoint(("events", "undo")):
            what = "начала игры нет, сразу идёт ход"
            raise damaged_header(path, what, "Поставьте перед ней первую строку")
        if data["format"] != FORMAT:
            raise JournalDamaged(
                f"Журнал «{path}»: формат {data['format']}, а эта программа знает {FORMAT}.",
                "Обновите программу.",
            )
        return msgspec.convert(data, Header)
    except _MALFORMED as error:
        raise damaged_header(path, _what(error)) from None


def _line(line: bytes) -> tuple[int | None, Line]:
    """A line with the number it was given; journals of older programs have none."""
    data = _record(line)
    return msgspec.convert(data.get("line"), int | None), _decoded(data)


def damaged(path: Path, number: int, what: str) -> JournalDamaged:
    """Also for lines that can be read but cannot have happened (see `session.recover`)."""
    return JournalDamaged(
        f"Журнал «{path}» испорчен в строке {number}: {what}.",
        f"Строки до {number}-й целы, игру продолжит с них voice-host resume ФАЙЛ.",
    )


def damaged_header(
    path: Path, what: str, cure: str = "Замените её первой строкой"
) -> JournalDamaged:
    """Line 1 is not how a game begins; `cure` begins what to do with that of another journal."""
    return JournalDamaged(
        f"Журнал «{path}» испорчен в строке 1: {what}.",
        f"В первой строке правила и места, без неё игру не восстановить. {cure} другого журнала "
        f"с теми же правилами и местами и проверьте: voice-host replay ФАЙЛ. Нет такого — "
        f"начните новую игру: voice-host play.",
    )


def _what(error: Exception) -> str:
    """What is wrong with a line, in Russian as far as it is ours to say."""
    match error:
        case msgspec.ValidationError():
            return "поле в ней не того вида"
        case msgspec.DecodeError():
            return "она не читается как JSON"
        case KeyError(args=(str(name),)):
            return f"в ней нет нужного или стоит незнакомое: «{name}»"
        case _:
            return "она не того вида"


def _encoded(line: Header | Line, number: int | None = None) -> bytes:
    data: Any = msgspec.to_builtins(line)
    if number is not None:
        data["line"] = number
    if isinstance(line, Entry):
        data["command"] = _tagged(line.command)
        data["events"] = [_tagged(event) for event in line.events]
    return msgspec.json.encode(data) + b"\n"


def _tagged(value: Command | Event) -> dict[str, Any]:
    return {"kind": type(value).__name__, **msgspec.to_builtins(value)}


def _decoded(data: dict[str, Any]) -> Line:
    if "undo" in data:
        return msgspec.convert(data, UndoEntry)
    events = tuple(_untagged(event, _EVENTS) for event in data["events"])
    at = msgspec.convert(data["at"], float)
    channel = msgspec.convert(data["channel"], str)
    return Entry(at, channel, _untagged(data["command"], _COMMANDS), events)


def _untagged(data: dict[str, Any], kinds: _Kinds) -> Any:
    fields = dict(data)
    return msgspec.convert(fields, kinds[fields.pop("kind")])
