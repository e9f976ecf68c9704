# SPDX-License-Identifier: MIT
"""The journal on disks that fill up and fail, and in places where none can be."""

import errno
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import games
from tests.parlour import WMA
from tests.telling import hint, refused, says
from voice_host.errors import JournalDamaged, JournalUnopened
from voice_host.game import commands as c
from voice_host.history.recovery import load, recover
from voice_host.history.session import begin, begin_anyhow


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


# --- disks that fail ---

DISK = {
    "full": (errno.ENOSPC, "диск заполнен"),
    "failing": (errno.EIO, "ошибка диска"),
    "read_only": (errno.EROFS, "диск только для чтения"),
}


@contextmanager
def broken(
    monkeypatch: pytest.MonkeyPatch, name: str, instead: Callable[..., int]
) -> Iterator[None]:
    with monkeypatch.context() as patched:
        patched.setattr(os, name, instead)
        yield


def failing(number: int) -> Callable[..., int]:
    def fail(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    return fail


def unwritable(number: int) -> Callable[..., int]:
    """`os.open` on a disk that can still be read."""
    real = os.open

    def fail(path: Path, flags: int, *mode: int) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise OSError(number, os.strerror(number))
        return real(path, flags, *mode)

    return fail


@pytest.mark.parametrize("call", ["write", "fsync", "ftruncate"])
@pytest.mark.parametrize(("number", "words"), DISK.values(), ids=DISK)
def test_lines_wait_while_the_disk_fails_and_are_written_after(
    path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, words: str
) -> None:
    """The game goes on, every line is kept, the first write that works brings all of them."""
    session = begin(WMA, 10, path)
    session.submit(c.Next(), 0.0, "voice")
    with broken(monkeypatch, call, failing(number)):
        for at in range(1, 5):
            session.submit(c.Next(), float(at), "voice")
            assert session.trouble is not None
            assert words in says(session.trouble)
        session.undo()
    assert load(path).state in [*(step.before for step in session.steps), session.state]
    session.submit(c.Foul(3), 5.0, "voice")
    assert session.trouble is None
    session.close()
    assert load(path).state == session.state


def test_half_a_line_is_taken_back_before_it_is_tried_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write that ends in the middle leaves a torn tail, and no trace once there is room."""
    session = begin(WMA, 10, path)
    write = os.write

    def half(file: int, data: bytes) -> int:
        return write(file, data[: len(data) // 2])

    with broken(monkeypatch, "write", half):
        session.submit(c.Next(), 0.0, "voice")
        assert session.trouble is not None
    assert not path.read_bytes().endswith(b"\n")
    assert load(path).steps == []
    session.submit(c.Next(), 1.0, "voice")
    session.close()
    assert load(path).state == session.state


def test_a_real_limit_of_the_system_costs_no_line(path: Path) -> None:
    """The kernel itself refuses to let the file grow in the middle of a line, then lets it."""
    resource = pytest.importorskip("resource")
    session = begin(WMA, 10, path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 50, hard))
    try:
        session.submit(c.Next(), 0.0, "voice")
        session.submit(c.Next(), 1.0, "voice")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert session.trouble is not None
    assert load(path).steps == []
    session.submit(c.Next(), 2.0, "voice")
    session.close()
    assert session.trouble is None
    assert load(path).state == session.state


def test_a_disk_that_is_full_at_the_start_costs_no_game(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first line waits like any other; closing tries once more."""
    with broken(monkeypatch, "write", failing(errno.ENOSPC)):
        session = begin(WMA, 10, path)
        session.submit(c.Next(), 0.0, "voice")
        assert session.trouble is not None
    session.close()
    assert load(path).state == session.state


def test_closing_on_a_full_disk_is_quiet(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be written until the end is lost; that it lags was told before."""
    session = begin(WMA, 10, path)
    with broken(monkeypatch, "write", failing(errno.ENOSPC)):
        session.submit(c.Next(), 0.0, "voice")
        session.close()
    assert load(path).steps == []


# --- places where no journal can be ---


def test_a_file_that_is_there_is_never_written_over(path: Path) -> None:
    """A new game wants a new file."""
    path.write_text("дневник")
    with refused(JournalDamaged, match="такой файл уже есть") as error:
        begin(WMA, 10, path)
    assert "--journal" in hint(error.value)
    assert path.read_text() == "дневник"


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    """Neither to begin, nor to resume, nor to read."""
    for use in (recover, load, lambda folder: begin(WMA, 10, folder)):
        with refused(JournalDamaged, match="это папка"):
            use(tmp_path)


def test_a_file_in_the_place_of_a_folder_is_told(path: Path) -> None:
    """`FILE/game.jsonl` can be no journal."""
    path.write_text("")
    with refused(JournalDamaged, match="не папка"):
        begin(WMA, 10, path / "game.jsonl")


def test_a_missing_journal_is_told(path: Path) -> None:
    """Nothing is made in its place."""
    with refused(JournalDamaged, match="такого файла нет"):
        recover(path)
    assert not path.exists()


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_what_may_not_be_opened_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """A place that was asked for is refused before the game; nothing has been lost then."""
    with broken(monkeypatch, "open", failing(number)), pytest.raises(JournalUnopened) as error:
        begin(WMA, 10, path)
    assert re.search("нет доступа|диск только для чтения", says(error.value))
    assert "--journal" in hint(error.value)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_a_place_that_nobody_asked_for_costs_no_game(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """The game is played without a journal, and what is lost with it stands in `trouble`."""
    with broken(monkeypatch, "open", failing(number)):
        session = begin_anyhow(WMA, 10, path, ((2, "Марина"),))
    assert session.trouble is not None
    assert "без записи" in says(session.trouble)
    assert "--journal" in hint(session.trouble)
    session.submit(c.Start(), 0.0, "voice")
    session.submit(c.Foul(3), 1.0, "voice")
    assert session.undo() is not None
    assert session.names == ((2, "Марина"),)
    assert session.trouble is not None
    session.close()
    assert not path.exists()


def test_where_a_journal_can_be_it_is_kept(path: Path) -> None:
    """No trouble then, and the file begins at once."""
    session = begin_anyhow(WMA, 10, path)
    session.close()
    assert session.trouble is None
    assert load(path).state == session.state


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_a_journal_that_became_read_only_is_gone_on_from(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """A card that wears out turns read-only and the computer starts anew: the game is there."""
    before = games.written(path, seed=1, steps=30)
    written = path.read_bytes()
    with broken(monkeypatch, "open", unwritable(number)):
        session = recover(path)
    assert session.state == before.state
    assert session.trouble is not None
    assert "без записи" in says(session.trouble)
    assert str(path) in hint(session.trouble)
    session.submit(c.EndGame(), 9999.0, "voice")
    session.close()
    assert path.read_bytes() == written
    lines = written.splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], *lines[3:]]))
    with broken(monkeypatch, "open", unwritable(number)):
        trouble = recover(path).trouble
    assert trouble is not None
    assert "строка 3 изменена" in says(trouble) and "без записи" in says(trouble)


def test_folders_are_made_only_where_nobody_named_the_place(tmp_path: Path) -> None:
    """The program's own folder; a slip in `--journal` is refused and leaves nothing behind."""
    path = tmp_path / "new" / "folder" / "game.jsonl"
    with refused(JournalUnopened, match="такой папки нет"):
        begin(WMA, 10, path)
    assert not (tmp_path / "new").exists()
    begin_anyhow(WMA, 10, path).close()
    assert path.exists()


# --- what is left of a game when the host leaves ---


def test_a_game_is_kept_once_it_has_begun_and_until_it_is_over(path: Path) -> None:
    """There is nothing to go on with before and after."""
    session = begin(WMA, 10, path)
    kept = [session.kept_in]
    for command in (c.Start(), c.EndGame()):
        session.submit(command, 0.0, "voice")
        kept.append(session.kept_in)
    assert (kept, session.lost) == ([None, path, None], False)


def test_a_game_without_a_place_is_lost(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No journal, or one that has not a line; over or not."""
    with broken(monkeypatch, "open", failing(errno.EROFS)):
        unopened = begin_anyhow(WMA, 10, path)
    with broken(monkeypatch, "write", failing(errno.ENOSPC)):
        empty = begin(WMA, 10, path)
        for session in (unopened, empty):
            assert not session.lost
            for command in (c.Start(), c.EndGame()):
                session.submit(command, 0.0, "voice")
                assert (session.lost, session.kept_in) == (True, None)
        empty.close()
    assert empty.lost


def test_a_game_whose_last_moves_wait_is_kept_without_them(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until the disk takes them."""
    session = begin(WMA, 10, path)
    session.submit(c.Start(), 0.0, "voice")
    with broken(monkeypatch, "write", failing(errno.ENOSPC)):
        session.submit(c.EndGame(), 0.0, "voice")
        assert (session.lost, session.kept_in) == (True, path)
    session.close()
    assert (session.lost, session.kept_in) == (False, None)


def test_a_game_recovered_from_a_damaged_journal_is_kept(path: Path) -> None:
    """Its trouble was told; what is left of it can be gone on with."""
    games.written(path, seed=1, steps=30)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], b"?\n"]))
    session = recover(path)
    assert session.trouble is not None
    assert (session.lost, session.kept_in) == (False, path)
    session.close()
