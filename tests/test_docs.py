# SPDX-License-Identifier: MIT
"""Pages that are made of the program's own data are as they would be made now."""

import sys
from pathlib import Path

import pytest

from scripts import make_docs


def test_the_table_of_rulesets_is_up_to_date() -> None:
    """If it fails: python -m scripts.make_docs."""
    assert make_docs.PAGE.read_text(encoding="utf-8") == make_docs.page()


def test_a_stale_page_fails_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As continuous integration asks for it."""
    monkeypatch.setattr(make_docs, "PAGE", tmp_path / "rulesets.md")
    monkeypatch.setattr(sys, "argv", ["make_docs", "--check"])
    with pytest.raises(SystemExit, match="устарел"):
        make_docs.main()
    monkeypatch.setattr(sys, "argv", ["make_docs"])
    make_docs.main()
    monkeypatch.setattr(sys, "argv", ["make_docs", "--check"])
    make_docs.main()
