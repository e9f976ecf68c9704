# SPDX-License-Identifier: MIT
"""Two copies of the program and one game: only one of them may play it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.parlour import WMA
from tests.telling import hint, refused, says
from voice_host.errors import GameRunning
from voice_host.game import commands as c
from voice_host.history import journal
from voice_host.history.record import Found
from voice_host.history.recovery import load, recover
from voice_host.history.session import begin

ROOT = Path(__file__).parents[2]
PLAYING = """
import sys
from pathlib import Path
from voice_host.game import commands as c
from voice_host.history.recovery import recover
session = recover(Path(sys.argv[1]))
session.submit(c.Foul(3), 1.0, "voice")
print("plays", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A game that has begun and was left."""
    path = tmp_path / "game.jsonl"
    session = begin(WMA, 10, path)
    session.submit(c.Start(), 0.0, "voice")
    session.close()
    return path


def test_a_game_that_another_copy_plays_is_refused_until_that_one_is_gone(path: Path) -> None:
    """Not a byte is touched by the second one; SIGKILL of the first lets go of the game."""
    other = subprocess.Popen(
        [sys.executable, "-c", PLAYING, str(path)],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with other:
        assert other.stdout is not None
        assert other.stdout.readline() == "plays\n"
        written = path.read_bytes()
        with refused(GameRunning, match="уже идёт в другом окне") as error:
            recover(path)
        assert str(path) in says(error.value) and "resume" in hint(error.value)
        assert path.read_bytes() == written
        assert load(path).state.players[2].fouls == 1  # to look is allowed
        other.kill()
    session = recover(path)
    assert session.state.players[2].fouls == 1
    session.submit(c.Foul(4), 2.0, "voice")
    session.close()
    assert path.read_bytes().startswith(written)


def test_a_new_game_is_locked_from_its_first_line(tmp_path: Path) -> None:
    """And free when it has been left."""
    session = begin(WMA, 10, tmp_path / "new.jsonl")
    with pytest.raises(GameRunning):
        recover(tmp_path / "new.jsonl")
    session.close()
    recover(tmp_path / "new.jsonl").close()


def test_lines_that_another_copy_wrote_in_between_are_not_cut_off(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It played and left after the game was read here, and before the file was locked."""
    reopen = journal.reopen

    def late(path: Path, found: Found) -> journal.Journal:
        monkeypatch.undo()
        other = recover(path)
        other.submit(c.Foul(3), 1.0, "voice")
        other.close()
        return reopen(path, found)

    monkeypatch.setattr("voice_host.history.recovery.reopen", late)
    with pytest.raises(GameRunning):
        recover(path)
    assert load(path).state.players[2].fouls == 1


@pytest.mark.skipif(os.name != "posix", reason="flock is POSIX")
def test_a_disk_without_locks_costs_no_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some network disks have none."""

    def fail(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("fcntl.flock", fail)
    session = recover(path)
    assert session.trouble is None
    session.close()
