# SPDX-License-Identifier: MIT
"""A table with real (virtual) sound around the real program."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.at_the_table import QUICK, Program, Table
from tests.virtual_sound import VirtualSound

SHORT = ("--rules", Path(__file__).with_name("short.toml"))
DEVICES = ("--mic", "mic", "--hall", "hall", "--ear", "ear")

Play = Callable[..., Program]


@pytest.fixture(scope="module")
def table(sound: VirtualSound, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Its room is never silent, so it is closed before the tests of devices begin."""
    table = Table(sound, tmp_path_factory.mktemp("table"))
    yield table
    table.close()


@pytest.fixture
def play(table: Table, tmp_path: Path) -> Iterator[Play]:
    """Starts `voice-host play` on all devices (or with other arguments); ends it after the test."""
    begun: list[Program] = []

    def start(
        *more: str | Path,
        devices: tuple[str, ...] = DEVICES,
        terminal: tuple[int, int] | None = None,
    ) -> Program:
        journal = tmp_path / f"game{len(begun)}.jsonl"
        arguments = ("play", "--journal", journal, *devices, *QUICK, *more)
        theirs = None if terminal is None else terminal[1]
        program = Program(*arguments, journal=journal, folder=table.folder, terminal=theirs)
        if terminal is not None:
            program.watch(os.fdopen(os.dup(terminal[0]), "rb", buffering=0))
        begun.append(program)
        program.told("я готов")
        return program

    yield start
    for program in begun:
        program.kill()
        assert not any("Traceback" in line for line in program.lines)
