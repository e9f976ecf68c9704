"""The command line as a program of its own, with a home that is empty."""

import io
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from voice_host.cli import main

ROOT = Path(__file__).parents[2]
PROGRAM = (sys.executable, "-c", "from voice_host.cli import main; main()")

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folders, for this process and those that it starts."""
    folder = tmp_path / "home"
    folder.mkdir()
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(folder))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    for thing, name in (  # what `main` changes, to be put back afterwards
        (logging.root, "handlers"),
        (threading, "excepthook"),
        (sys, "unraisablehook"),
    ):
        monkeypatch.setattr(thing, name, getattr(thing, name))
    return folder


APART = ("play", "resume", "demo")
"""Commands with threads, devices and piped words: a process each. The others run in this one."""


@pytest.fixture
def run(home: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the program with these arguments; never with a traceback."""

    def run(*args: object, given: str = "") -> subprocess.CompletedProcess[str]:
        line = [str(arg) for arg in args]
        done = apart(line, given) if line[0] in APART else here(line, monkeypatch)
        assert "Traceback" not in done.stderr + done.stdout
        return done

    return run


def apart(line: list[str], given: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *line], input=given, env=os.environ, capture_output=True, text=True, timeout=120
    )


def here(line: list[str], monkeypatch: pytest.MonkeyPatch) -> subprocess.CompletedProcess[str]:
    monkeypatch.setattr("sys.argv", ["voice-host", *line])
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as left, redirect_stdout(out), redirect_stderr(err):
        main()
    return subprocess.CompletedProcess(
        line, int(left.value.code or 0), out.getvalue(), err.getvalue()
    )
