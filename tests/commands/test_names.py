"""`voice-host play --names`: names are taken, remembered, or refused before anything begins."""

import os
import subprocess
import sys
from pathlib import Path

DEAF = ("--mic", "none", "--hall", "none")


def voice_host(folder: Path, *arguments: str | Path, typed: str = "") -> tuple[int, str]:
    """Exit code and all that was printed, for a user of our own."""
    env = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CACHE_HOME": str(folder)}
    command = [sys.executable, "-m", "voice_host", *map(str, arguments)]
    done = subprocess.run(
        command, input=typed, capture_output=True, text=True, env=env, check=False, timeout=60
    )
    return done.returncode, done.stdout + done.stderr


def test_a_game_with_names_and_its_resumption(tmp_path: Path) -> None:
    """A name is a seat; the journal remembers it without the file."""
    names, journal = tmp_path / "names.txt", tmp_path / "game.jsonl"
    names.write_text("2 — Марина\n", encoding="utf-8")
    code, told = voice_host(
        tmp_path, "play", "--names", names, "--journal", journal, *DEAF,
        typed="начать игру\nфол Марине\n",
    )  # fmt: skip
    assert code == 0
    assert "Фол, игрок номер два (Марина)." in told
    names.unlink()
    code, told = voice_host(tmp_path, "resume", journal, *DEAF, typed="фол Марина\nда\n")
    assert code == 0
    assert "Второму (Марина) второй фол." in told


def test_a_bad_list_of_names_is_refused(tmp_path: Path) -> None:
    """Line and hint in Russian, and no journal of a game that has not begun."""
    names, journal = tmp_path / "names.txt", tmp_path / "game.jsonl"
    names.write_text("2 — Марина\n3 — Стоп\n", encoding="utf-8")
    code, told = voice_host(tmp_path, "play", "--names", names, "--journal", journal, *DEAF)
    assert code == 2
    assert "строка 2: имя «Стоп» — слово команды." in told
    assert "Traceback" not in told
    assert not journal.exists()
