# SPDX-License-Identifier: MIT
"""The command line as a program of its own, with a home that is empty."""

import io
import logging
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from voice_host.cli import main
from voice_host.ui.command_line.error_log import ErrorLog

ROOT = Path(__file__).parents[2]
PROGRAM = (sys.executable, "-m", "voice_host")

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The user's folders, for this process and those that it starts."""
    folder = tmp_path / "home"
    folder.mkdir()
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(folder))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)  # in the home, as for most people
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    for thing, name in (  # what `main` changes, to be put back afterwards
        (logging.root, "handlers"),
        (threading, "excepthook"),
        (sys, "unraisablehook"),
    ):
        monkeypatch.setattr(thing, name, getattr(thing, name))
    yield folder
    for log in logging.root.handlers:
        if isinstance(log, ErrorLog):
            log.close()


APART = ("demo",)
"""Its synthesiser prints from C code, which only a process of its own shows; others run here."""


@pytest.fixture
def run(home: Path) -> Run:
    """Runs the program with these arguments; never with a traceback."""

    def run(*args: object, given: str = "") -> subprocess.CompletedProcess[str]:
        line = [str(arg) for arg in args]
        done = (apart if line[0] in APART else here)(line, given)
        assert "Traceback" not in done.stderr + done.stdout
        return done

    return run


def apart(line: list[str], given: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *line], input=given, env=os.environ, capture_output=True, text=True, timeout=120
    )


def here(line: list[str], given: str) -> subprocess.CompletedProcess[str]:
    """The same in this process, which has imported everything; `given` comes by a descriptor."""
    out, err = io.StringIO(), io.StringIO()
    with (
        pytest.MonkeyPatch.context() as patch,
        tempfile.TemporaryFile("w+", encoding="utf-8") as typed,
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        typed.write(given)
        typed.seek(0)
        patch.setattr("sys.argv", ["voice-host", *line])
        patch.setattr("sys.stdin", typed)
        with pytest.raises(SystemExit) as left:
            main()
    return subprocess.CompletedProcess(
        line, int(left.value.code or 0), out.getvalue(), err.getvalue()
    )
