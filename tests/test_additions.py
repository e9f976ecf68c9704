# SPDX-License-Identifier: MIT
"""«Where things are added»: each row is walked in a copy of the program, and it is as it says."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.additions import ADDITIONS, Addition

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]
FREE = "where it arises"
"""In a row: one file that no table can name."""

SHOWN = """
import json, sys, traceback
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path

from click.testing import CliRunner

from voice_host import cli
from voice_host.commands import scenario
from voice_host.language.announcement import host
from voice_host.language.heard.hear import understand
from voice_host.language.language import SHIPPED, Language
from voice_host.language.said.speak import captioned
from voice_host.rulesets import load

L = Language.read(SHIPPED / "ru")

def heard(words, *kinds):
    return understand(L.sentences, words, frozenset(kinds), 10)

def spoken(key, **params):
    return captioned(L.texts, host(key, **params))

def played(*lines):
    Path("game.txt").write_text("\\n".join(lines), "utf-8")
    if told := scenario.run(L, Path("game.txt")):
        raise AssertionError(L.messages.says(told))

def typed(*words):
    return CliRunner().invoke(cli.cli, words, obj=L)

failed = {}
for row, shows in json.load(sys.stdin).items():
    try:
        exec(shows, dict(globals()))
    except Exception:
        failed[row] = traceback.format_exc()
print(json.dumps(failed))
"""


def rows() -> dict[str, str]:
    """The table of ARCHITECTURE.md: what is added, and what is to be touched for it."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = text.partition("## Where things are added")[2].partition("\n## ")[0]
    lines = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| ")]
    return {what.strip(): touch.strip() for what, touch in lines[1:]}


def named(touch: str) -> tuple[set[str], list[str]]:
    """The files and the folders that a row names, from the root; a bare name is a file of ru/."""
    found = []
    for name in re.findall(r"`([\w/.-]+(?:\.(?:py|toml|md)|/))`", touch):
        tops = ("", "voice_host/", "voice_host/language/ru/")
        found.append(next(top + name for top in tops if (ROOT / top / name).exists()))
    return {one for one in found if one[-1] != "/"}, [one for one in found if one[-1] == "/"]


def changed(path: Path, one: Addition) -> None:
    """Make the edits of one addition below a folder."""
    for source, target in one.beside.items():
        shutil.copytree(path / source, path / target)
    for name, edits in one.edits.items():
        file = path / name
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        for stands, new in edits:
            assert not stands or text.count(stands) == 1, (name, stands, text.count(stands))
            text = text.replace(stands, new) if stands else text + new
        file.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def failed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """By row: what went wrong where all of it had been added."""
    copy = tmp_path_factory.mktemp("added")
    for top in ("voice_host", "tests/game", "tests/language", "scripts", "docs"):
        shutil.copytree(ROOT / top, copy / top, ignore=shutil.ignore_patterns("__pycache__"))
    for one in ADDITIONS.values():
        changed(copy, one)
    shows = json.dumps({row: one.shows for row, one in ADDITIONS.items()})
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", SHOWN],
        cwd=copy, input=shows, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_every_row_of_the_table_is_walked() -> None:
    """A row that nobody has walked is a guess."""
    assert list(rows()) == list(ADDITIONS)


@pytest.mark.parametrize("row", ADDITIONS)
def test_what_has_been_added_works(row: str, failed: dict[str, str]) -> None:
    """All of them in one copy, each shown by itself."""
    assert row not in failed, failed[row]


@pytest.mark.parametrize("row", ADDITIONS)
def test_a_row_names_the_files_that_were_touched(row: str) -> None:
    """No file was touched that it does not name, and none is named that needs no touch."""
    one, touch = ADDITIONS[row], rows()[row]
    files, folders = named(touch)
    unnamed = [
        name
        for name in one.edits
        if name not in files and not any(name.startswith(folder) for folder in folders)
    ]
    own = [name for name in unnamed if "/" not in name]  # a file of the user's
    assert len(unnamed) - len(own) <= (FREE in touch), unnamed
    assert files <= {*one.edits, *one.made}, files
    for folder in folders:
        assert any(name.startswith(folder) for name in one.edits), folder
    assert len(one.edits) <= one.most


def test_a_row_that_is_wrong_is_found() -> None:
    """The reading of rows itself."""
    assert named("`game/roles.py`, its names in `words.toml`; `ui/web/page/`, `draft.begin`") == (
        {"voice_host/game/roles.py", "voice_host/language/ru/words.toml"},
        ["voice_host/ui/web/page/"],
    )
