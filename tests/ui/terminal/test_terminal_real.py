# SPDX-License-Identifier: MIT
"""The terminal screen in a real terminal."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.devices

PROGRAM = """
from dataclasses import replace
from tests.russian import RU
from voice_host.game.state import Phase, new_game
from voice_host.game.view import view
from voice_host.host.inbox import Typed
from voice_host.rulesets import load
from voice_host.game.who import HOST
from voice_host.host.screen import Picture
from voice_host.ui.terminal.window import Terminal, usable
assert usable()
screen = Terminal(RU.messages)
state = replace(new_game(load("wma"), 10), phase=Phase.SPEECH, day=1, speaker=3)
screen.show(Picture(view(state, HOST), 41.0, True, False, state))
def post(message):
    if isinstance(message, Typed):
        screen.caption("сказано: " + message.text, secret=True)
screen.run(post)
print("ушёл")
"""


def _tmux(folder: Path, *words: str) -> str:
    # TMUX_TMPDIR keeps this server apart from any other.
    env = {**os.environ, "TMUX_TMPDIR": str(folder), "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        ["tmux", "-u", *words], env=env, capture_output=True, text=True, check=True, timeout=10
    ).stdout


def _until(folder: Path, wanted: str) -> str:
    """The screen once it holds this; after five seconds, as it is."""
    for _ in range(50):
        screen = _tmux(folder, "capture-pane", "-p")
        if wanted in screen:
            break
        time.sleep(0.1)
    return screen


def test_keys_and_words_in_tmux(tmp_path: Path) -> None:
    """The table is drawn, a key and a sentence reach the host, the captions stay on leaving."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    command = f"PYTHONPATH={Path(__file__).parents[3]} {sys.executable} {program}; sleep 20"
    _tmux(tmp_path, "new-session", "-d", "-x", "80", "-y", "24", command)
    try:
        assert "место" in _until(tmp_path, "говорит 3 · 0:41")
        _tmux(tmp_path, "send-keys", "Right")
        assert "ухо: сказано: дальше" in _until(tmp_path, "сказано: дальше")
        _tmux(tmp_path, "send-keys", "-l", "фол третьему")
        _tmux(tmp_path, "send-keys", "Enter")
        assert "ухо: сказано: фол третьему" in _until(tmp_path, "сказано: фол третьему")
        _tmux(tmp_path, "send-keys", "C-d")
        left = _until(tmp_path, "ушёл")
        assert left.index("сказано: дальше") < left.index("сказано: фол") < left.index("ушёл")
    finally:
        _tmux(tmp_path, "kill-server")
