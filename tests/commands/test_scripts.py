# SPDX-License-Identifier: MIT
"""The scripts that a host starts before anything is installed."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PLAY = Path(__file__).parents[2] / "scripts" / "play"
pytestmark = pytest.mark.skipif(os.name != "posix", reason="a script of POSIX")


@pytest.mark.parametrize(
    ("given", "started"),
    [
        ([], "play"),
        (["--rules", "city"], "play --rules city"),
        (["resume"], "resume"),
        (["resume", "игра.jsonl", "--mic", "none"], "resume игра.jsonl --mic none"),
        (["play", "--deal"], "play --deal"),
    ],
)
def test_play_starts_an_evening_or_the_command_it_was_given(
    tmp_path: Path, given: list[str], started: str
) -> None:
    """So whoever has only this script can do all that the guide tells of."""
    scripts, programs = tmp_path / "scripts", tmp_path / ".venv" / "bin"
    for folder in (scripts, programs):
        folder.mkdir(parents=True)
    shutil.copy(PLAY, scripts / "play")
    for program, does in ((scripts / "setup", ":"), (programs / "voice-host", 'echo "$@"')):
        program.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        program.chmod(0o755)
    done = subprocess.run([scripts / "play", *given], capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stdout) == (0, f"{started}\n")
