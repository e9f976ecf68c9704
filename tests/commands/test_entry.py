# SPDX-License-Identifier: MIT
"""The way into the program, before any part of it is imported."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INTERRUPTED = """
import sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "voice_host.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Finder())
from voice_host.__main__ import main
main()
"""
NOISY = """
import os, sys
sys.argv = ["voice-host", "nonsense"]
from voice_host import __main__, cli
told = cli.main
def main():
    os.write(2, b"ALSA lib pcm.c: underrun occurred")
    told()
cli.main = main
__main__.main()
"""


def _run(code: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60)


def test_ctrl_c_during_the_imports_is_quiet() -> None:
    """A host who changes their mind in the first second sees no traceback."""
    done = _run(INTERRUPTED)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.skipif(os.name != "posix", reason="elsewhere the libraries are quiet")
def test_only_the_program_itself_writes_to_standard_error() -> None:
    """Libraries of sound complain there in English, in the middle of the screen."""
    done = _run(NOISY)
    assert done.returncode == 2
    assert "Команды «nonsense» нет." in done.stderr
    assert "ALSA" not in done.stderr


HEAVY = ("numpy", "vosk", "sounddevice", "soundfile", "prompt_toolkit", "uvicorn", "cryptography")
LISTING = """
import atexit, sys
from voice_host.__main__ import main
heavy = sys.argv.pop(1).split()
atexit.register(lambda: print("loaded:", *(name for name in heavy if name in sys.modules)))
main()
"""


@pytest.mark.parametrize(
    "line",
    [
        ["--help"],
        ["rules", "wma"],
        ["export", "--format", "md", "tests/journals/format1/random-wma.jsonl"],
    ],
    ids=" ".join,
)
def test_what_needs_no_sound_does_not_load_it(line: list[str]) -> None:
    """Nor a terminal, nor a server of pages: each takes longer than these commands themselves."""
    command = [sys.executable, "-c", LISTING, " ".join(HEAVY), *line]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "loaded:"
