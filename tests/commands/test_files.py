# SPDX-License-Identifier: MIT
"""What is named and is no file, or has a name that is no text: told or used, never waited for."""

import os
from pathlib import Path

import pytest

from tests.commands.conftest import Run

READ = {
    "rules": ("rules",),
    "own rules": ("play", "--rules"),
    "names": ("play", "--names"),
    "scenario": ("scenario",),
    "phrases": ("hear", "sound.wav", "--grammar"),
    "recording": ("hear",),
    "journal": ("replay",),
    "microphone": ("play", "--mic"),
}
WRITTEN = {"voice": ("say", "да", "--out"), "hall": ("play", "--mic", "none", "--hall")}


@pytest.mark.parametrize("what", READ)
def test_a_pipe_is_no_file_to_read(run: Run, tmp_path: Path, what: str) -> None:
    """It would be waited for until somebody writes into it."""
    pipe = tmp_path / ("pipe.wav" if what in ("recording", "microphone") else "pipe.toml")
    os.mkfifo(pipe)
    done = run(*READ[what], pipe)
    assert done.returncode == 2
    assert "это канал, а не файл" in done.stderr or "это не обычный файл" in done.stderr


@pytest.mark.speech
@pytest.mark.parametrize("what", WRITTEN)
def test_a_pipe_is_no_file_to_write(run: Run, tmp_path: Path, what: str) -> None:
    """Nobody may read it, ever."""
    pipe = tmp_path / "pipe.wav"
    os.mkfifo(pipe)
    done = run(*WRITTEN[what], pipe)
    assert done.returncode == 2
    assert str(pipe) in done.stderr


@pytest.mark.parametrize("text", ["x=" + "[" * 3000, "x=" + "{a=" * 3000])
def test_rules_deeper_than_anybody_writes_are_refused(run: Run, tmp_path: Path, text: str) -> None:
    """A sentence, whatever the reader of the format does with them."""
    rules = tmp_path / "deep.toml"
    rules.write_text(text)
    done = run("rules", rules)
    assert done.returncode == 2
    assert "скобки вложены слишком глубоко" in done.stderr


@pytest.mark.speech
def test_a_name_that_is_no_text_is_a_name(run: Run, tmp_path: Path) -> None:
    """Files from other systems have such: they are written, heard, and are a loudspeaker's file."""
    folder = tmp_path / os.fsdecode(b"\xe7\xe2\xf3\xea")
    folder.mkdir()
    sound = folder / os.fsdecode(b"\xff.wav")
    assert run("say", "да", "--out", sound).returncode == 0
    assert sound.stat().st_size > 1000
    assert ": да " in run("hear", sound).stdout
    hall = folder / os.fsdecode(b"\xfe.wav")
    game = "начать игру\nвыход\n"
    done = run("play", "--hall", hall, "--mic", "none", "--plain", given=game)
    assert done.returncode == 0
    assert hall.read_bytes().startswith(b"RIFF")
