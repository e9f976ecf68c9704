# SPDX-License-Identifier: MIT
"""Plays one full game by the real host, and once for every journal line is killed at it.

Run as `python -m tests.history.killed_game FOLDER`. The game with nobody killed is
FOLDER/whole.jsonl
and what was true at each of its lines FOLDER/lines.json; FOLDER/N.jsonl is what SIGKILL left
when line N had just reached the disk, before the host could act on it.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.parlour import WMA, Parlour
from voice_host.history import session as sessions
from voice_host.history.session import begin

ACTS: tuple[str | float, ...] = (
    "начать игру", "дальше", 60.0, 20.0, "дальше",
    "выставлен пятый", "фол номер три", 25.0, "отмена", "фол номер три", "спасибо",
    "выставлен седьмой", 61.0, "дальше", "пауза", 5.0, "продолжить", *("спасибо",) * 7,
    "четыре голоса", 61.0, 17.0, "фол номер восемь", "отмена", "дальше", 11.0,
    "убит четвёртый", "да", "лучший ход пять шесть восемь", "спасибо",
    "выставлен второй", "отмена", "выставлен первый", "спасибо",
    "выставлен девятый", *("спасибо",) * 7,
    "четыре голоса", 31.0, "спасибо", "пять голосов", "спасибо", 17.0, 10.0, 10.0, "промах",
    "ппк номер шесть", "да",
)  # fmt: skip


def play(
    path: Path,
    written: Callable[[Parlour, int], None],
    undone: Callable[[Parlour], None] = lambda _: None,
) -> None:
    """The game; `written` is called as soon as a line has been synced, `undone` after «отмена»."""
    # A game gets an id by chance and is the next of its folder; this one is the same each time.
    with (
        patch.object(sessions, "token_hex", lambda size: "0" * 2 * size),
        patch.object(sessions, "next_sitting", lambda _: 1),
    ):
        session = begin(WMA, 10, path)
    parlour = Parlour(session)
    sync, lines = os.fsync, 1

    def fsync(fd: Any) -> None:
        nonlocal lines
        sync(fd)
        lines += 1
        written(parlour, lines)

    os.fsync = fsync
    try:
        for act in ACTS:
            if isinstance(act, float):
                parlour.wait(act)
            else:
                refusal = parlour.hears(act)
                assert refusal is None, (act, refusal, parlour.state.phase)
                if act == "отмена":
                    undone(parlour)
    finally:
        os.fsync = sync
    session.close()


def play_whole(folder: Path) -> int:
    """Play it to the end; answers the number of lines."""
    clock: list[float] = []

    def note(parlour: Parlour, _: int) -> None:
        clock.append(parlour.host.clock.read())

    def gone_back(parlour: Parlour) -> None:
        clock[-1] = parlour.host.clock.read()

    play(folder / "whole.jsonl", note, gone_back)
    (folder / "lines.json").write_text(json.dumps(clock))
    return len(clock) + 1


def killed_at(line: int, path: Path) -> int:
    """A child that is killed when this line has been written; its process id."""

    def kill(_: Parlour, lines: int) -> None:
        if lines == line:
            os.kill(os.getpid(), signal.SIGKILL)

    if child := os.fork():
        return child
    try:
        play(path, kill)
    finally:
        os._exit(1)


def main() -> None:
    folder = Path(sys.argv[1])
    for line in range(2, play_whole(folder) + 1):
        _, status = os.waitpid(killed_at(line, folder / f"{line}.jsonl"), 0)
        assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL, line


if __name__ == "__main__":
    main()
