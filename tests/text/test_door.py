# SPDX-License-Identifier: MIT
"""Bytes from outside: which encoding they are in, and that none of them is lost."""

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.russian import RU
from voice_host.text.door import MOST_BYTES, TABLES, decoded, lines, read_text
from voice_host.text.letters import LONGEST

COMMANDS = sorted({sentence.example() for sentence in RU.sentences.sentences})


@pytest.mark.parametrize("encoding", [*TABLES, "utf-8", "utf-8-sig", "utf-16"])
def test_every_command_is_read_in_every_encoding(encoding: str) -> None:
    """As it is written, with a capital, and with digits after it."""
    for said in COMMANDS:
        for text in (said, said.capitalize(), f"{said} 3"):
            assert decoded(text.encode(encoding)) == text, text


@pytest.mark.parametrize("encoding", TABLES)
def test_short_lines(encoding: str) -> None:
    """The fewer letters, the less there is to tell by."""
    for text in ("фол 3", "да", "нет", "Да", "пас", "стоп", "ФОЛ 3", "4-му фол", "№ 3 фол", "3"):
        if text.encode(encoding, "ignore").decode(encoding) == text:
            assert decoded(text.encode(encoding)) == text, text


@given(st.binary(max_size=60))
def test_no_byte_is_left_out(data: bytes) -> None:
    """Whatever comes becomes some text, a sign at least for what is no character."""
    assert bool(decoded(data)) == bool(data.removeprefix(b"\xef\xbb\xbf")) or data[:2] in (
        b"\xff\xfe",
        b"\xfe\xff",
    )


def in_blocks(data: bytes, size: int) -> Iterator[bytes]:
    yield from (data[at : at + size] for at in range(0, len(data), size))
    while True:
        yield b""


@pytest.mark.parametrize("encoding", [*TABLES, "utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("size", [5, 7, 4096])
def test_lines_of_a_pipe(encoding: str, size: int) -> None:
    """However the blocks fall, whatever ends the lines."""
    blocks = in_blocks("фол 3\r\nспасибо\nвыставлен пятый\n".encode(encoding), size)
    told = list(filter(None, lines(lambda: next(blocks))))
    assert told == ["фол 3", "спасибо", "выставлен пятый"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp866"])
def test_a_long_line_stays_too_long(encoding: str) -> None:
    """In any encoding; the next one is read."""
    blocks = in_blocks(("я" * 100_000 + "\nпас").encode(encoding), 4096)
    long, short = lines(lambda: next(blocks))
    assert LONGEST < len(long) < 10 * LONGEST
    assert short == "пас"


def test_a_file_has_a_limit(tmp_path: Path) -> None:
    """One byte more than anybody writes is refused."""
    path = tmp_path / "names"
    path.write_bytes(b"\xff\xfe" + "Яна".encode("utf-16-le"))
    assert read_text(path) == "Яна"
    path.write_bytes(b" " * (MOST_BYTES + 1))
    with pytest.raises(OSError) as refused:
        read_text(path)
    assert refused.value.errno == errno.EFBIG
