# SPDX-License-Identifier: MIT
"""`voice-host play --names`: names are taken, remembered, or refused before anything begins."""

from pathlib import Path

from tests.commands.conftest import Run

DEAF = ("--mic", "none", "--hall", "none", "--voice", "silent")


def test_a_game_with_names_and_its_resumption(run: Run, tmp_path: Path) -> None:
    """A name is a seat; the journal remembers it without the file."""
    names, journal = tmp_path / "names.txt", tmp_path / "game.jsonl"
    names.write_text("2 — Марина\n", encoding="utf-8")
    words = "начать игру\nфол Марине\nстоп\n"
    done = run("play", "--names", names, "--journal", journal, *DEAF, given=words)
    assert done.returncode == 0
    assert "Фол, игрок номер два (Марина)." in done.stdout
    names.unlink()
    done = run("resume", journal, *DEAF, given="фол Марина\nда\nстоп\n")
    assert done.returncode == 0
    assert "Второму (Марина) второй фол." in done.stdout


def test_a_bad_list_of_names_is_refused(run: Run, tmp_path: Path) -> None:
    """Line and hint in Russian, and no journal of a game that has not begun."""
    names, journal = tmp_path / "names.txt", tmp_path / "game.jsonl"
    names.write_text("2 — Марина\n3 — Стоп\n", encoding="utf-8")
    done = run("play", "--names", names, "--journal", journal, *DEAF)
    assert done.returncode == 2
    assert "строка 2: имя «Стоп» — слово команды." in done.stderr
    assert not journal.exists()
