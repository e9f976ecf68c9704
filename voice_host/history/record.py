"""What a journal holds: the game's header and its lines, coded as JSON, and how they are read.

Line 1 is the header (format, program, full rules, seats, names, language); then one line per
accepted command with its events, or per undo, each with its number, so that one that has
gone is missed. This file knows the shape of lines, not what they mean in a game, and writes
nothing: `journal.py` does.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import msgspec

from voice_host import __version__
from voice_host.errors import JournalDamaged, JournalEmpty, reason
from voice_host.game.commands import Command
from voice_host.game.events import Event
from voice_host.game.rules import Rules

FORMAT = 1
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
        what = "испорчен в начале: первая строка не дописана" if data else "пуст"
        raise JournalEmpty(f"Журнал «{path}» {what}.", "Начните новую игру: voice-host play.")
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
    """Also for lines that can be read but cannot have happened (see `recovery.py`)."""
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


def encoded(line: Header | Line, number: int | None = None) -> bytes:
    """One line of the file, its end and `number` included."""
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
