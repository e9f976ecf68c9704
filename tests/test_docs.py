# SPDX-License-Identifier: MIT
"""Pages that are made of the program's own data are as they would be made now."""

import re
import sys
from pathlib import Path

import pytest

from scripts import make_docs


@pytest.mark.parametrize("name", make_docs.MADE)
def test_what_is_made_of_the_program_is_up_to_date(name: str) -> None:
    """If it fails: python -m scripts.make_docs."""
    written = (make_docs.FOLDER / name).read_text(encoding="utf-8")
    assert written == make_docs.MADE[name]()


def test_a_stale_page_fails_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As continuous integration asks for it."""
    monkeypatch.setattr(make_docs, "FOLDER", tmp_path)
    monkeypatch.setattr(sys, "argv", ["make_docs", "--check"])
    with pytest.raises(SystemExit, match="устарел"):
        make_docs.main()
    monkeypatch.setattr(sys, "argv", ["make_docs"])
    make_docs.main()
    monkeypatch.setattr(sys, "argv", ["make_docs", "--check"])
    make_docs.main()


ROOT = Path(__file__).parents[1]
PAGES = sorted(path for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")))
OURS = [
    path.relative_to(ROOT).as_posix()
    for top in ("voice_host", "tests", "scripts", "docs", "models")
    for path in (ROOT / top).rglob("*")
]


def gone(text: str) -> list[str]:
    """Files of ours, and links, that a page names and that are not there."""
    files = re.findall(r"`((?:[a-z_]+/)*[a-z_0-9]+\.py)`", text)
    return [file for file in files if not any(f"/{one}".endswith(f"/{file}") for one in OURS)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_names_no_file_that_is_gone(page: Path) -> None:
    """Whoever looks for something is sent where it is; links lead somewhere too."""
    text = page.read_text(encoding="utf-8")
    assert gone(text) == []
    for link in re.findall(r"\]\(([^)#:]+)[^):]*\)", text):
        assert (page.parent / link).exists(), link


def test_a_file_that_is_gone_is_found() -> None:
    """The check itself."""
    assert gone("`game/course.py`, `course.py`, `game/phases/course.py`") == ["game/course.py"]
