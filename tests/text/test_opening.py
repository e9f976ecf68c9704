# SPDX-License-Identifier: MIT
"""What is no file is no journal: refused at once, with what it is."""

import os
import socket
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import games
from tests.parlour import WMA
from tests.telling import refused, says
from voice_host.errors import JournalDamaged, JournalUnopened
from voice_host.game import commands as c
from voice_host.history.record import LONGEST_LINE
from voice_host.history.recovery import load, recover, replay, unfinished
from voice_host.history.session import begin, begin_anyhow
from voice_host.text.opening import MOST_OF_A_JOURNAL, open_file

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes, sockets and links are POSIX")
PLACES = {
    "folder": "это папка",
    "pipe": "это канал, а не файл",
    "socket": "это сокет, а не файл",
    "device": "это устройство, а не файл",
    "link_to_nowhere": "ссылка никуда не ведёт",
    "link_to_itself": "ссылка никуда не ведёт",
    "link_to_a_pipe": "это канал, а не файл",
}


@pytest.fixture
def places(tmp_path: Path) -> Iterator[dict[str, Path]]:
    """One of each."""
    places = {name: tmp_path / name for name in PLACES} | {"device": Path("/dev/null")}
    places["folder"].mkdir()
    os.mkfifo(places["pipe"])
    places["link_to_nowhere"].symlink_to(tmp_path / "nowhere")
    places["link_to_itself"].symlink_to(places["link_to_itself"])
    places["link_to_a_pipe"].symlink_to(places["pipe"])
    with socket.socket(socket.AF_UNIX) as made:
        before = Path.cwd()
        os.chdir(tmp_path)  # a socket's whole path may have a hundred letters
        made.bind("socket")
        os.chdir(before)
        yield places


USES: tuple[Callable[[Path], object], ...] = (
    load, replay, recover, unfinished, lambda path: begin(WMA, 10, path),
)  # fmt: skip


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize(("name", "told"), PLACES.items())
def test_what_is_no_file_is_refused_with_what_it_is(
    places: dict[str, Path], name: str, told: str, use: Callable[[Path], object]
) -> None:
    """To begin a journal there, and to read one; nothing waits, and nothing is made."""
    there = sorted(places["pipe"].parent.iterdir())
    with refused(JournalDamaged, told):
        use(places[name])
    assert sorted(places["pipe"].parent.iterdir()) == there


@pytest.mark.parametrize("name", PLACES)
def test_a_game_in_such_a_place_is_played_without_a_journal(
    places: dict[str, Path], name: str
) -> None:
    """Where nobody asked for the place."""
    session = begin_anyhow(WMA, 10, places[name])
    assert session.trouble is not None and PLACES[name] in says(session.trouble)
    session.close()


def test_a_pipe_put_in_a_files_place_meanwhile_is_refused_too(
    places: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked again what has been opened."""
    real = Path.stat
    with monkeypatch.context() as patched:
        patched.setattr(Path, "stat", lambda _: real(Path(__file__)))
        with pytest.raises(OSError, match="Errno 29"):
            open_file(places["pipe"], os.O_RDONLY)


def test_a_link_to_a_journal_is_followed(tmp_path: Path) -> None:
    """A club may keep its journals elsewhere."""
    before = games.written(tmp_path / "game.jsonl", seed=3, steps=20)
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "game.jsonl")
    session = recover(tmp_path / "link.jsonl")
    session.submit(c.EndGame(), 9999.0, "voice")
    session.close()
    assert load(tmp_path / "game.jsonl").state != before.state


def test_a_file_larger_than_any_journal_is_refused_with_the_limit(tmp_path: Path) -> None:
    """Not a byte more than the limit is read of it."""
    path = tmp_path / "film.jsonl"
    with path.open("wb") as file:
        file.truncate(MOST_OF_A_JOURNAL + 1)
    for use in (load, replay, recover, unfinished):
        with refused(JournalDamaged, "больше 16 МБ"):
            use(path)


def test_a_file_on_the_way_to_a_folder_is_told(tmp_path: Path) -> None:
    """The program's own folder for journals may be a file that somebody has put there."""
    (tmp_path / "file").write_text("")
    session = begin_anyhow(WMA, 10, tmp_path / "file" / "game.jsonl")
    assert "на пути к нему не папка" in says(session.trouble)
    session.close()


def test_letting_go_twice_is_letting_go_once(tmp_path: Path) -> None:
    """Whoever leaves in the middle of leaving."""
    session = begin(WMA, 10, tmp_path / "game.jsonl")
    session.close()
    session.close()
    recover(tmp_path / "game.jsonl").close()


def test_rules_longer_than_a_line_are_refused_before_the_game(tmp_path: Path) -> None:
    """Their journal could not be read again."""
    path = tmp_path / "game.jsonl"
    with refused(JournalUnopened, "длиннее 65536 байт"):
        begin(WMA, 10, path, ((2, "я" * LONGEST_LINE),))
    assert not path.exists()


def test_journals_and_what_is_kept_of_them_are_for_their_owner_alone(tmp_path: Path) -> None:
    """Names and deeds of players stand in them, whatever the shell's mask."""
    path = tmp_path / "game.jsonl"
    mask = os.umask(0)
    try:
        games.written(path, seed=1, steps=20)
        with path.open("ab") as file:
            file.write(b"?\n")
        recover(path).close()
    finally:
        os.umask(mask)
    for name in ("game.jsonl", "game.jsonl.damaged"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_the_name_of_a_new_file_is_synced_after_its_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a journal, of folders made for it, and of the copy of a damaged one before that is cut."""
    path = tmp_path / "new" / "folder" / "game.jsonl"
    done: list[str] = []
    fsync, cut = os.fsync, os.ftruncate

    def noted(file: int) -> None:
        done.append(Path(f"/proc/self/fd/{file}").readlink().name)
        fsync(file)

    def noted_cut(file: int, size: int) -> None:
        done.append("cut")
        cut(file, size)

    monkeypatch.setattr(os, "fsync", noted)
    session = begin_anyhow(WMA, 10, path)
    assert done == ["new", tmp_path.name, "game.jsonl", "folder"]
    session.submit(c.Start(), 0.0, "voice")
    assert done[4:] == ["game.jsonl"]
    session.close()
    with path.open("ab") as file:
        file.write(b"?\n")
    done.clear()
    monkeypatch.setattr(os, "ftruncate", noted_cut)
    recover(path).close()
    assert done == ["game.jsonl.damaged", "folder", "cut"]


def test_a_folder_that_cannot_be_synced_costs_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some disks cannot, and some folders may be written and not read."""
    fsync, real = os.fsync, os.open

    def no_folders(file: int) -> None:
        if stat.S_ISDIR(os.fstat(file).st_mode):
            raise OSError(22, "Invalid argument")
        fsync(file)

    monkeypatch.setattr(os, "fsync", no_folders)
    session = begin(WMA, 10, tmp_path / "one.jsonl")
    assert session.trouble is None
    session.close()

    def unreadable(path: Path, flags: int, *mode: int) -> int:
        if path == tmp_path:
            raise OSError(13, "Permission denied")
        return real(path, flags, *mode)

    monkeypatch.setattr(os, "open", unreadable)
    session = begin(WMA, 10, tmp_path / "two.jsonl")
    assert session.trouble is None
    session.close()
