# SPDX-License-Identifier: MIT
"""How a deed is added that nobody has done before: in a copy of the program, and then played.

The bodyguard: whom he guards does not die that night, he dies instead. Besides the ruleset's file
that has the role, two files are touched: the row with its function, and what it is called where
rules are told. A copy shows it as it is done by hand, without a door in the program for tests.
"""

import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

SOURCE = Path(__file__).parents[3] / "voice_host"
MOST_FILES = 5

WORK = """

def _guard(fates: Fates, role: str, seat: int, by: Seats) -> Fates:
    return replace(fates, hits=tuple(by[0] if hit == seat else hit for hit in fates.hits))


@dataclass(frozen=True, slots=True)
class Deed:"""
ROW = """DEEDS = {
    "guard": Deed(35, _guard),"""
ADDED = {
    "game/night/deeds.py": (
        ("\n\n@dataclass(frozen=True, slots=True)\nclass Deed:", WORK), ("DEEDS = {", ROW),
    ),
    "language/ru/messages.toml": (("[ruleset.choice]", '[ruleset.choice]\nguard = "заслоняет"'),),
}  # fmt: skip
"""What is written into the program, by file: the text that is there and what takes its place."""

RULES = """
extends = "city"
id = "guarded"
[table]
seats = 8
fewest = 8
most = 8
roles = { mafia = 2, bodyguard = 1, sheriff = 1 }
sizes = {}
optional = []
[night]
order = ["bodyguard", "shooting", "sheriff"]
[roles.bodyguard]
side = "town"
deed = "guard"
[names.roles]
bodyguard = "телохранитель"
"""
GAME = """
rules rules.toml
roles 1 2 3 4 = mafia mafia bodyguard sheriff
> начать игру
until night.role.bodyguard
< Просыпается телохранитель и делает выбор.
> выбор {guarded}
> дальше
> выбор {shot}
until night.result
> дальше
? alive {alive}
? out {out}
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the program in which the deed has been added, and with the ruleset."""
    folder = tmp_path_factory.mktemp("copy")
    copytree(SOURCE, folder / "voice_host", ignore=ignore_patterns("__pycache__", "*.pyc"))
    for name, changes in ADDED.items():
        file = folder / "voice_host" / name
        text = file.read_text(encoding="utf-8")
        for there, instead in changes:
            assert text.count(there) == 1, there
            text = text.replace(there, instead)
        file.write_text(text, encoding="utf-8")
    (folder / "rules.toml").write_text(RULES, encoding="utf-8")
    return folder


def voice_host(folder: Path, *words: str) -> str:
    """What the copy's own command prints. Fails with it if it fails."""
    command = [sys.executable, "-X", "utf8", "-m", "voice_host", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_deed_takes_few_files() -> None:
    """Those of the program, and the ruleset's."""
    assert len(ADDED) + 1 <= MOST_FILES


@pytest.mark.parametrize(
    ("guarded", "shot", "out"),
    [(5, 5, 3), (5, 6, 6), (3, 3, 3), (1, 4, 4)],
    ids=["dies_instead", "another_is_shot", "himself", "a_shooter"],
)
def test_the_bodyguard_dies_for_whom_he_guards(
    copy: Path, guarded: int, shot: int, out: int
) -> None:
    """A whole game by the host's words, up to the morning."""
    alive = " ".join(str(seat) for seat in range(1, 9) if seat != out)
    text = GAME.format(guarded=guarded, shot=shot, out=out, alive=alive)
    (copy / "game.txt").write_text(text, encoding="utf-8")
    voice_host(copy, "scenario", "game.txt")


def test_the_new_deed_is_told_in_words(copy: Path) -> None:
    """By `voice-host rules`, like any other."""
    told = voice_host(copy, "rules", "rules.toml")
    assert "Своя роль телохранитель: сторона — город, ночью — заслоняет" in told
