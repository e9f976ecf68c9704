# SPDX-License-Identifier: MIT
"""The door for text: bytes from outside become characters, in whatever encoding they came.

Decides which encoding it was, and how much is read at once. What the words mean, and how one
letter is written in many ways (see `letters`), is not known here.

A program of the last century writes Russian in one of three tables of 256 signs, and no mark says
which. Each reads the others' bytes as letters too, though seldom as neighbours that occur in
Russian words: so the table is taken whose letters stand beside each other as they should.
"""

import codecs
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

from voice_host.text.letters import LONGEST, looks_russian, tidy
from voice_host.text.opening import read_file

MOST_BYTES = 1 << 20
"""No list, rules or scenario that somebody writes by hand is longer."""
TABLES = ("cp1251", "cp866", "koi8-r")
_FOR_UTF8 = 2
_MOST_OF_A_LINE = (LONGEST + 1) * 4
"""Bytes; UTF-8 has none longer for a character."""
_MARKS = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_HIGH_BYTES = frozenset(b"\x00\x04\x20\x21")
"""Of the characters of UTF-16 that a Russian line begins with."""


def decoded(data: bytes) -> str:
    """The text of bytes; never fails, and leaves no byte out.

    A byte that is no character in any encoding stands as the sign of what cannot be read.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    tables = ((data.decode(table, "replace"), 0) for table in TABLES)
    # Bytes of the tables are seldom UTF-8, but «фол» of cp866 is one Chinese sign in it.
    read = [*_in_utf8(data), *tables]
    return max(read, key=lambda one: looks_russian(one[0]) + one[1])[0]


def _in_utf8(data: bytes) -> list[tuple[str, int]]:
    """The text with what speaks for it; none where it is not UTF-8."""
    try:
        return [(data.decode("utf-8-sig"), _FOR_UTF8)]
    except UnicodeDecodeError:
        return []


def read_text(path: Path) -> str:
    """All of a file, each letter one character.

    Raises OSError: EFBIG where it is larger than anybody writes by hand, another number where it
    is no file at all.
    """
    return unicodedata.normalize("NFC", decoded(read_file(path, MOST_BYTES)))


def tidy_lines(path: Path) -> list[str]:
    """The lines of a file, one spelling of each letter. Raises what `read_text` does."""
    return [tidy(line) for line in read_text(path).splitlines()]


def lines(read: Callable[[], bytes]) -> Iterator[str]:
    """Lines as they come, without their ends; each may be in an encoding of its own.

    Of a line too long to be read so much is given that it is seen to be too long.
    """
    first = read()
    mark = next((e for m, e in _MARKS if first.startswith(m) and first[3:4] != b""), None)
    at = 3 if mark == "utf-16-le" else 2
    if mark and first[at] in _HIGH_BYTES:
        yield from _wide_lines(first[2:], read, mark)
        return
    rest, block = b"", first
    while block:
        *whole, last = block.replace(b"\r", b"\n").split(b"\n")
        for part in whole:
            yield decoded((rest + part)[:_MOST_OF_A_LINE])
            rest = b""
        rest = (rest + last)[:_MOST_OF_A_LINE]
        block = read()
    yield decoded(rest)


def _wide_lines(block: bytes, read: Callable[[], bytes], encoding: str) -> Iterator[str]:
    """Lines of UTF-16, where the bytes of a line's end also stand in letters."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    rest = ""
    while True:
        *whole, last = decoder.decode(block, final=not block).replace("\r", "\n").split("\n")
        for part in whole:
            yield (rest + part)[: LONGEST + 1]
            rest = ""
        rest = (rest + last)[: LONGEST + 1]
        if not block:
            break
        block = read()
    yield rest
