# SPDX-License-Identifier: MIT
"""The screen without a terminal: pipes in and out."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from threading import Thread, Timer

import pytest

from tests.russian import RU
from voice_host.host.inbox import Message, Quit, Typed
from voice_host.text.letters import LONGEST
from voice_host.ui.terminal.plain import Plain


def _write(descriptor: int, data: bytes) -> None:
    with os.fdopen(descriptor, "wb") as pipe:
        pipe.write(data)


def _typed(data: bytes) -> list[Message]:
    """What the host gets for these bytes on a pipe."""
    read, write = os.pipe()
    posted: list[Message] = []
    writer = Thread(target=_write, args=(write, data))
    writer.start()
    Plain(RU.messages, read, io.StringIO()).run(posted.append)
    writer.join()
    os.close(read)
    return posted


@pytest.mark.parametrize(
    ("data", "texts"),
    [
        ("начать игру\nдальше\n".encode(), ["начать игру", "дальше"]),
        ("дальше".encode(), ["дальше"]),
        ("фол\tномер  3\r\n\r\n   \nпас\n".encode(), ["фол номер 3", "пас"]),
        (b"", []),
        (b"\x00\x07\x1b\n", []),
        ("\ufeffда\u200b\n".encode(), ["да"]),
    ],
)
def test_lines_become_what_the_host_is_told(data: bytes, texts: list[str]) -> None:
    """One message a line; empty lines and what is no character are left out."""
    assert _typed(data) == [Typed(text) for text in texts]


def test_the_end_of_input_ends_reading_and_not_the_game() -> None:
    """No `Quit` is posted; the word «выход» posts one."""
    assert _typed("дальше\n".encode()) == [Typed("дальше")]
    assert _typed("Выход\n".encode()) == [Quit()]


@pytest.mark.parametrize("word", ["выход", "Выйти", "exit", "quit"])
def test_a_word_that_leaves(word: str) -> None:
    """As the host would type it, in either language."""
    assert _typed(f"{word}\n".encode()) == [Quit()]


def test_bytes_that_are_no_text_do_no_harm() -> None:
    """They come through as something, and the next line is read."""
    posted = _typed(b"\xff\xfe\xfa\n" + "пас\n".encode())
    assert posted[-1] == Typed("пас")


def test_a_line_without_end_is_cut_and_the_next_one_read() -> None:
    """Memory does not grow with the line."""
    posted = _typed("ф".encode() * 500_000 + "\nпас\n".encode())
    assert posted[1:] == [Typed("пас")]
    assert isinstance(posted[0], Typed)
    assert len(posted[0].text) == LONGEST + 1


def test_captions_say_who_hears_them() -> None:
    """In words, one line each."""
    out = io.StringIO()
    screen = Plain(RU.messages, 0, out)
    screen.caption("Город засыпает", secret=False)
    screen.heard("фол номер три")
    screen.caption("третьему\nвторой фол", secret=True)
    assert out.getvalue() == (
        "зал: Город засыпает\nголос: фол номер три\nухо: третьему второй фол\n"
    )


def test_a_page_of_code_without_russian_letters_raises_nothing() -> None:
    """An ASCII stdout shows question marks."""
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii", newline="\n")
    Plain(RU.messages, 0, out).caption("да, yes", secret=False)
    assert raw.getvalue() == b"???: ??, yes\n"


@pytest.fixture
def nobody_reads() -> Iterator[io.TextIOWrapper]:
    """The writing end of a pipe whose reader has gone."""
    read, write = os.pipe()
    os.close(read)
    with open(write, "w", encoding="utf-8") as out:  # noqa: PTH123 (a descriptor)
        yield out


def test_when_nobody_reads_any_more_the_host_is_asked_to_leave(
    nobody_reads: io.TextIOWrapper,
) -> None:
    """Once, and later captions go nowhere."""
    posted: list[Message] = []
    screen = Plain(RU.messages, os.open(os.devnull, os.O_RDONLY), nobody_reads)
    screen.run(posted.append)
    screen.caption("раз", secret=False)
    screen.caption("два", secret=False)
    assert posted == [Quit()]


def test_a_pipe_that_broke_before_the_start_ends_the_game_at_once(
    nobody_reads: io.TextIOWrapper,
) -> None:
    """Nothing is lost if the first caption came before `run`."""
    posted: list[Message] = []
    screen = Plain(RU.messages, os.open(os.devnull, os.O_RDONLY), nobody_reads)
    screen.caption("раз", secret=False)
    screen.run(posted.append)
    assert posted == [Quit()]


def test_stop_ends_reading_while_input_is_still_open() -> None:
    """The host may leave by himself."""
    read, write = os.pipe()
    screen = Plain(RU.messages, read, io.StringIO())
    timer = Timer(0.05, screen.stop)
    timer.start()
    screen.run(lambda message: None)
    timer.join()
    os.close(write)


PROGRAM = """
import sys, threading
from tests.russian import RU
from voice_host.host.inbox import Quit
from voice_host.ui.terminal.plain import Plain
screen = Plain(RU.messages)
def post(message):
    if message != Quit():
        screen.caption(message.text, secret=False)
screen.run(post)
"""


def test_a_real_process_echoes_and_leaves_quietly_when_the_reader_goes() -> None:
    """No traceback, no «Broken pipe» on stderr, exit code 0."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write("пас\n".encode())
        process.stdin.flush()
        assert process.stdout.readline().decode().strip() == "зал: пас"
        process.stdout.close()
        process.stdin.write("дальше\nдальше\n".encode())
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(5) == 0


def test_a_closed_stdin_is_the_end_of_input() -> None:
    """`voice-host play <&-` goes on with voice alone."""
    code = (
        "from tests.russian import RU; from voice_host.ui.terminal.plain import Plain;"
        " Plain(RU.messages).run(print)"
    )
    done = subprocess.run(
        ["sh", "-c", 'exec "$0" -c "$1" <&-', sys.executable, code],
        capture_output=True,
        timeout=10,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
