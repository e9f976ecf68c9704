"""The command line as a program of its own, with a home that is empty."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

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
    return folder


@pytest.fixture
def run(home: Path) -> Run:
    """Runs the program with these arguments; never with a traceback."""

    def run(*args: object, given: str = "", **how: object) -> subprocess.CompletedProcess[str]:
        settings = {"capture_output": True, "text": True, "timeout": 60} | how
        done = subprocess.run([*PROGRAM, *map(str, args)], input=given, env=os.environ, **settings)  # type: ignore[call-overload]
        assert "Traceback" not in (done.stderr or "") + (done.stdout or "")
        return done  # type: ignore[no-any-return]

    return run
