# SPDX-License-Identifier: MIT
"""The order of games: by the numbers in their journals, whatever clocks and names say."""

import os
from pathlib import Path

import pytest

from tests.parlour import WMA
from voice_host.game.commands import DeclareWinner, Next, Start
from voice_host.history.recovery import load, recover
from voice_host.history.session import begin, begin_next
from voice_host.history.sittings import last_played_first, next_sitting, sitting_of


def begun(path: Path) -> Path:
    session = begin(WMA, 10, path)
    session.submit(Start(), 0.0, "voice")
    session.close()
    return path


def test_the_order_is_that_of_playing_whatever_the_files_times_say(tmp_path: Path) -> None:
    """Three games whose names and times lie; one is gone on with and is the last then."""
    first, second, third = (begun(tmp_path / f"{name}.jsonl") for name in ("3", "1", "2"))
    for number, path in enumerate((third, first, second)):
        os.utime(path, (1e9 - number, 1e9 - number))
    assert last_played_first(tmp_path.glob("*.jsonl")) == (third, second, first)
    again = recover(first)
    assert last_played_first(tmp_path.glob("*.jsonl")) == (third, second, first)
    again.submit(Next(), 1.0, "voice")
    again.close()
    assert last_played_first(tmp_path.glob("*.jsonl")) == (first, third, second)
    assert [sitting_of(path) for path in (first, second, third)] == [4, 2, 3]


def test_games_without_numbers_are_older_than_any_with_one(tmp_path: Path) -> None:
    """Those of other versions, by their names; what is no journal is no reason to stop."""
    for name in ("b", "a", "c"):
        (tmp_path / f"{name}.jsonl").write_text('{"format":1}\n', "utf-8")
    (tmp_path / "folder.jsonl").mkdir()
    ours = begun(tmp_path / "0.jsonl")
    assert sitting_of(ours) == 1
    files = (path for path in tmp_path.glob("?.jsonl"))
    assert [path.stem for path in last_played_first(files)] == ["0", "c", "b", "a"]
    assert next_sitting(tmp_path) == 2
    assert next_sitting(tmp_path / "none") == 1


@pytest.mark.parametrize("lost", [1, 40])
def test_a_torn_end_does_not_hide_the_number(tmp_path: Path, lost: int) -> None:
    """The line before has it too."""
    path = begun(tmp_path / "1.jsonl")
    path.write_bytes(path.read_bytes()[:-lost])
    assert sitting_of(path) == 1


def test_an_evening_is_known_by_the_sitting_in_which_it_began(tmp_path: Path) -> None:
    """With who won before; also when a game is read back."""
    first = begin(WMA, 10, tmp_path / "1.jsonl")
    first.submit(Start(), 0.0, "voice")
    first.submit(DeclareWinner("mafia"), 1.0, "voice")
    first.close()
    second = begin_next(first, tmp_path / "2.jsonl")
    second.close()
    back = load(tmp_path / "2.jsonl")
    assert (back.evening.began, back.evening.winners) == (1, ("mafia",))
    assert begin(WMA, 10, tmp_path / "3.jsonl").evening.began == 3
