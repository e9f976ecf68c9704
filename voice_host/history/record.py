# SPDX-License-Identifier: MIT
"""What a journal holds: the game's header and its lines, coded as JSON, and how they are read.

Line 1 is the header (format, program, full rules, seats, names, language); then one line per
accepted command with its events, or per undo, each with its number, so that one that has
gone is missed, and every line with its checksum (`checksum.py`). This file knows the shape of
lines, not what they mean in a game, and writes nothing: `journal.py` does.

Formats. 1: lines without checksums; the oldest have no numbers either. 2: checksums; an entry says
who gave it and, where it was known, the state it was aimed at.

The rule for the next change. What an older program may pass over needs no new number: a
field with a default, so that lines without it are read as they are now. What it would misread
takes the next number, and such a line must be told from an older one by itself, as one with a
checksum is from one without: an old journal is gone on with by appending to it, never by writing
it anew. Before the change real journals are put into tests/journals/formatN with what is
told of them, and they are read for ever.
"""

import errno
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, get_args

import msgspec

from voice_host import __version__
from voice_host.errors import JournalDamaged, JournalEmpty, Told, reason
from voice_host.game.commands import Command
from voice_host.game.events import Event
from voice_host.game.rules import Rules
from voice_host.game.who import CLOCK, HOST, Actor, actor
from voice_host.history.checksum import Sum, checked, summed
from voice_host.text.opening import MOST_OF_A_JOURNAL, read_file

FORMAT = 2
LONGEST_LINE = 1 << 16
"""Bytes. Thirty seats with every name and all rules take a tenth of it."""
_LONGEST_NAME = 40
"""Letters of a name that is shown as it stands in a damaged line."""
_Kinds = dict[str, type[Any]]
_COMMANDS: _Kinds = {kind.__name__: kind for kind in get_args(Command)}
_EVENTS: _Kinds = {kind.__name__: kind for kind in get_args(Event)}
_MALFORMED = (ValueError, KeyError, TypeError, RecursionError)
"""What a line that is not of our making raises; msgspec's and UTF-8 errors are ValueErrors, and
brackets in brackets are followed only so deep."""


@dataclass(frozen=True, slots=True)
class Previous:
    """What the table remembers of the game before: its first victim, and who misses this one."""

    first_killed: int | None = None
    missing: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Evening:
    """Of which evening a game is, by the sitting in which that began (0: not known).

    `winners` are those of the games before it, None where nobody was declared. `game` is the
    game's own id, which no other game of any computer has.
    """

    began: int = 0
    winners: tuple[str | None, ...] = ()
    game: str = ""


@dataclass(frozen=True, slots=True)
class Header:
    """How the game began; `names` are the seats whose players have been named.

    `previous` is empty where no other game of the same evening went before.
    """

    rules: Rules
    seats: int
    names: tuple[tuple[int, str], ...] = ()
    previous: Previous = Previous()
    evening: Evening = Evening()
    language: str = "ru"
    program: str = __version__
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted command with its events; `at` is the game second, `channel` how it was given.

    `actor` is who gave it. `aimed_at` is the number of the state that he had seen when he did,
    where that is known: acts from pages are aimed, spoken ones are not.
    """

    at: float
    channel: str
    command: Command
    events: tuple[Event, ...]
    actor: Actor = HOST
    aimed_at: int | None = None


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
    `altered` is the first line that is not as its checksum says; `unsummed` are those that have
    none, as all of format 1.
    `whole` is the size of the file, with what is past its sound bytes. `damage` is a line that
    cannot be read; it and all after it are left out.
    """

    header: Header
    lines: tuple[Line, ...]
    size: int
    last: int
    whole: int
    gap: int | None = None
    altered: int | None = None
    unsummed: frozenset[int] = frozenset()
    damage: JournalDamaged | None = None


def read(path: Path, before: int | None = None) -> Found:
    """The header and the lines, those `before` a number; a torn last line is left out.

    Raises `JournalDamaged` when no game can be made of it.
    """
    data = _content(path)
    # What follows the last line's end was being written when the power went: nobody has heard it.
    lines = data[: data.rfind(b"\n") + 1].split(b"\n")[:-1]
    if not lines:
        raise JournalEmpty("journal.torn_at_once" if data else "journal.empty", path=path)
    header = _header(path, lines[0])
    numbered: list[tuple[int | None, Line]] = []
    damage = None
    try:
        numbered.extend(map(_line, lines[1 : before and before - 1]))
    except _MALFORMED as error:
        damage = damaged(path, len(numbered) + 2, _what(error))
    # Everything after a line that cannot be read is left out, though it may look sound: it was
    # decided in a state that nobody knows any more.
    kept = tuple(line for _, line in numbered)
    sound = lines[: len(kept) + 1]
    size = sum(len(line) + 1 for line in sound)
    last, gap = _numbers([number for number, _ in numbered])
    altered, unsummed = _sums(sound, header.format)
    return Found(header, kept, size, last, len(data), gap, altered, unsummed, damage)


def _content(path: Path) -> bytes:
    try:
        return read_file(path)
    except OSError as error:
        if error.errno == errno.EFBIG:
            most = MOST_OF_A_JOURNAL >> 20
            raise JournalDamaged("journal.too_large", path=path, megabytes=most) from None
        raise JournalDamaged("journal.not_read", path=path, why=reason(error)) from None


def _sums(lines: list[bytes], format_: int) -> tuple[int | None, frozenset[int]]:
    """The first line that was altered, and those that nobody can tell of by their checksums.

    In format 2 a line without a checksum is one whose end was altered.
    """
    sums = {number: checked(line) for number, line in enumerate(lines, start=1)}
    bare = frozenset(number for number, found in sums.items() if found is Sum.NONE)
    wrong = {number for number, found in sums.items() if found is Sum.WRONG}
    # Else cutting the checksum off would be the way to alter a line unseen.
    if format_ > 1:
        wrong, bare = wrong | bare, frozenset()
    return min(wrong, default=None), bare


def _numbers(numbers: Iterable[int | None]) -> tuple[int, int | None]:
    """The number of the last line, and the first line that does not follow; None: unnumbered."""
    last, gap = 1, None
    for place, number in enumerate(numbers, start=2):
        # The first gap is enough: after one the numbers have been off all the way.
        if number not in (None, last + 1) and gap is None:
            gap = place
        last = last + 1 if number is None else number
    return last, gap


def _record(line: bytes) -> dict[str, Any]:
    # Before it is decoded: the decoder would take the memory that a forged line asks for.
    if len(line) > LONGEST_LINE:
        raise _TooLong
    data = msgspec.json.decode(line)
    if not isinstance(data, dict):
        raise TypeError
    return data


class _TooLong(ValueError):
    """A line is longer than any of a game."""


def _header(path: Path, line: bytes) -> Header:
    try:
        data = _record(line)
        # A move in place of the header: the beginning of the file is gone, and with it the rules.
        if "format" not in data and not data.keys().isdisjoint(("events", "undo")):
            raise JournalDamaged("journal.no_header", path=path)
        if msgspec.convert(data["format"], Annotated[int, msgspec.Meta(ge=1, le=999)]) > FORMAT:
            number = data["format"]
            raise JournalDamaged("journal.format", path=path, number=number, known=FORMAT)
        return msgspec.convert(data, Header)
    except _MALFORMED as error:
        raise damaged_header(path, _what(error)) from None


def _line(line: bytes) -> tuple[int | None, Line]:
    """A line with the number it was given; the oldest of format 1 have none."""
    data = _record(line)
    return msgspec.convert(data.get("line"), int | None), _decoded(data)


def damaged(path: Path, number: int, what: Told) -> JournalDamaged:
    """Also for lines that can be read but cannot have happened (see `recovery.py`)."""
    return JournalDamaged("journal.damaged", path=path, number=number, what=what)


def damaged_header(path: Path, what: Told) -> JournalDamaged:
    """Line 1 is not how a game begins."""
    return JournalDamaged("journal.header_damaged", path=path, what=what)


def _what(error: Exception) -> Told:
    """What is wrong with a line, as far as it is ours to say."""
    match error:
        case msgspec.ValidationError():
            return Told("line.field")
        case msgspec.DecodeError():
            return Told("line.no_json")
        case RecursionError():
            return Told("line.too_deep")
        case _TooLong():
            return Told("line.too_long", most=LONGEST_LINE)
        case KeyError(args=(str(name),)) if name.isidentifier() and len(name) <= _LONGEST_NAME:
            return Told("line.key", name=name)
        case _:
            return Told("line.kind")


def encoded(line: Header | Line, number: int | None = None, sitting: int = 0) -> bytes:
    """One line of the file, its end, its `number`, its `sitting` and its checksum included."""
    data = _entry_data(line) if isinstance(line, Entry) else msgspec.to_builtins(line)
    # The number comes behind the content and the checksum behind all of it, as it covers both.
    if number is not None:
        data["line"] = number
    if sitting:
        data["sitting"] = sitting
    return summed(msgspec.json.encode(data)) + b"\n"


def _entry_data(entry: Entry) -> dict[str, Any]:
    data = {
        "at": entry.at,
        "channel": entry.channel,
        "actor": str(entry.actor),
        "command": _tagged(entry.command),
        "events": [_tagged(event) for event in entry.events],
    }
    # Left out rather than null: lines of spoken games stay as short as they were before pages came.
    return data if entry.aimed_at is None else {**data, "aimed_at": entry.aimed_at}


def _tagged(value: Command | Event) -> dict[str, Any]:
    return {"kind": type(value).__name__, **msgspec.to_builtins(value)}


def _decoded(data: dict[str, Any]) -> Line:
    if "undo" in data:
        return msgspec.convert(data, UndoEntry)
    events = tuple(_untagged(event, _EVENTS) for event in data["events"])
    at = msgspec.convert(data["at"], float)
    channel = msgspec.convert(data["channel"], str)
    by = actor(msgspec.convert(data["actor"], str)) if "actor" in data else _giver(channel)
    aimed_at = msgspec.convert(data.get("aimed_at"), int | None)
    return Entry(at, channel, _untagged(data["command"], _COMMANDS), events, by, aimed_at)


def _giver(channel: str) -> Actor:
    """Who gave what came through a channel in format 1, which named nobody."""
    return CLOCK if channel == str(CLOCK) else HOST


def _untagged(data: dict[str, Any], kinds: _Kinds) -> Any:
    fields = dict(data)
    return msgspec.convert(fields, kinds[fields.pop("kind")])
