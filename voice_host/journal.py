"""The journal: one game as JSON lines that survive a crash at any byte.

Line 1 is the header (format, program, full rules, seats, names, language); then one line per
accepted command with its events, or per undo, each with its number, so that one that has
gone is missed. A line is written and synced before anyone acts on it. This file knows the
shape of lines, not what they mean in a game.
"""

import errno
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import msgspec

from voice_host import __version__
from voice_host.errors import GameRunning, JournalDamaged, JournalUnopened, reason
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
    `whole` is the size of the file, with what is past its sound bytes.
    """

    header: Header
    lines: tuple[Line, ...]
    size: int
    last: int
    whole: int
    gap: int | None = None


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
        self._size = size
        self._last = last
        self._waiting: list[bytes] = [] if header is None else [_encoded(header)]
        flags = os.O_WRONLY | os.O_CREAT | (os.O_EXCL if header else 0) | _BINARY
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, flags, 0o600)
        except OSError as error:
            raise JournalUnopened(
                f"Журнал «{path}» не открыть: {reason(error)}.",
                "Укажите другое место: --journal." if header else "Скопируйте его в другую папку.",
                reason(error),
            ) from None
        if not _locked(self._file):
            os.close(self._file)
            raise _running(path)

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

    def _append(self, line: bytes) -> None:
        """A line cut short by an error is cut off again before the next try."""
        os.ftruncate(self._file, self._size)
        os.lseek(self._file, self._size, os.SEEK_SET)
        written = os.write(self._file, line)
        if written < len(line):
            raise OSError(errno.ENOSPC, "")
        os.fsync(self._file)
        self._size += len(line)


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


def read(path: Path) -> Found:
    """The header and the lines; a torn last line is left out.

    Raises `JournalDamaged` with the line's number when another line cannot be read.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise JournalDamaged(
            f"Журнал «{path}» не прочесть: {reason(error)}.", "Проверьте имя файла."
        ) from None
    sound = data[: data.rfind(b"\n") + 1]
    lines = sound.split(b"\n")[:-1]
    if not lines:
        raise JournalDamaged(f"Журнал «{path}» пуст.", "Начните новую игру: voice-host play.")
    header = _header(path, lines[0])
    numbered = tuple(_lines(path, lines[1:]))
    last, gap = _numbers([number for number, _ in numbered])
    kept = tuple(line for _, line in numbered)
    return Found(header, kept, len(sound), last, len(data), gap)


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

    Raises `GameRunning` if another copy plays the game, or went on with it since it was `found`.
    """
    journal = Journal(path, size=found.size, last=found.last)
    if path.stat().st_size != found.whole:
        journal.close()
        raise _running(path)
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


def _lines(path: Path, lines: Iterable[bytes]) -> Iterator[tuple[int | None, Line]]:
    """Every line with the number it was given; journals of older programs have none."""
    for number, line in enumerate(lines, start=2):
        try:
            data = _record(line)
            yield msgspec.convert(data.get("line"), int | None), _decoded(data)
        except _MALFORMED as error:
            raise damaged(path, number, error) from None


def damaged(path: Path, number: int, error: Exception) -> JournalDamaged:
    """Also for lines that can be read but cannot have happened (see `session.recover`)."""
    return JournalDamaged(
        f"Журнал «{path}» испорчен в строке {number}: {_what(error)}.",
        f"Строки до {number}-й целы: сохраните их в новый файл и продолжите с него: "
        f"voice-host resume ФАЙЛ.",
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
            return f"поле не то ({error})"
        case msgspec.DecodeError():
            return "она не читается как JSON"
        case KeyError():
            return f"не хватает или неизвестно {error}"
        case TypeError() | ValueError():
            return "она не того вида"
        case _:
            return str(error)


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
