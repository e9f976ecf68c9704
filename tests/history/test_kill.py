# SPDX-License-Identifier: MIT
"""Killed at any line of a full game, the host resumes exactly there."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.parlour import Parlour
from voice_host.game.state import Phase
from voice_host.history.recovery import load, recover, replay

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="SIGKILL and fork are POSIX"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Journals of one game, killed at each of its lines."""
    folder = tmp_path_factory.mktemp("killed")
    command = (sys.executable, "-m", "tests.history.killed_game", str(folder))
    subprocess.run(command, cwd=ROOT, check=True, timeout=120)
    return folder


def test_killed_at_every_line_it_resumes_in_the_same_state_at_the_same_second(
    folder: Path,
) -> None:
    """The state of that line, its second on the clock, on pause, the music off."""
    clock = json.loads((folder / "lines.json").read_text())
    whole = (folder / "whole.jsonl").read_bytes().split(b"\n")
    assert len(clock) > 50
    for line, second in enumerate(clock, start=2):
        path = folder / f"{line}.jsonl"
        assert path.read_bytes() == b"\n".join(whole[:line]) + b"\n"
        parlour = Parlour(recover(path), recovered=True)
        assert parlour.state == state_at(folder, whole, line)
        assert abs(parlour.host.clock.read() - second) < 1
        assert parlour.host.clock.held
        assert not parlour.mouth.music_on
        goes_on(parlour, path)


def state_at(folder: Path, whole: list[bytes], line: int) -> object:
    """The state after so many lines of the game that nobody killed."""
    path = folder / "until.jsonl"
    path.write_bytes(b"\n".join(whole[:line]) + b"\n")
    return load(path).state


def goes_on(parlour: Parlour, path: Path) -> None:
    """«Продолжить» lets the clock run, and a foul more is one more line."""
    before = path.read_bytes()
    parlour.hears("продолжить")
    assert not parlour.host.clock.held
    parlour.types("победа красных" if parlour.state.phase is Phase.OVER else "фол номер один")
    parlour.host.session.close()
    assert path.read_bytes().startswith(before)
    assert load(path).state == parlour.state


def test_the_game_nobody_killed_is_whole(folder: Path) -> None:
    """The rules would do the same again; it ends."""
    assert replay(folder / "whole.jsonl") is None
    assert load(folder / "whole.jsonl").state.phase is Phase.OVER
