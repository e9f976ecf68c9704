# SPDX-License-Identifier: MIT
"""The protocol as a sheet, in a real browser: nothing for axe to find, nothing fetched."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from click.testing import CliRunner
from playwright.sync_api import BrowserContext

from tests.protocols.games import FOLDER, GAMES, played
from tests.russian import RU
from voice_host import cli

pytestmark = pytest.mark.browser

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


@pytest.mark.parametrize("name", GAMES)
def test_no_finding_of_axe(phone: BrowserContext, name: str) -> None:
    """WCAG 2.2 A and AA; no request leaves the page."""
    page = phone.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    address = (FOLDER / f"{name}.html").as_uri()
    page.goto(address)
    found = Axe().run(page, options=RULES)
    assert not found.response["violations"], found.generate_report()
    assert asked == [address]


def test_the_sheet_prints_on_a4(phone: BrowserContext) -> None:
    """No table is wider than the paper."""
    page = phone.new_page()
    page.set_viewport_size({"width": 703, "height": 1000})  # 186 mm at 96 dots an inch
    page.emulate_media(media="print")
    for name in GAMES:
        page.goto((FOLDER / f"{name}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 703, name


def test_the_pages_of_an_evening_and_of_cards_have_no_finding_either(
    phone: BrowserContext, tmp_path: Path
) -> None:
    """Graphs that say what they show; cards as large as their table."""
    for name in GAMES:
        played(name, tmp_path)
    runner, evening, cards = CliRunner(), tmp_path / "evening.html", tmp_path / "cards.html"
    made = [
        runner.invoke(cli.cli, ["evening", str(tmp_path), "--all", "--out", str(evening)], obj=RU),
        runner.invoke(cli.cli, ["cards", "--rules", "city", "--out", str(cards)], obj=RU),
    ]
    assert [done.exit_code for done in made] == [0, 0]
    page = phone.new_page()
    for path in (evening, cards):
        page.goto(path.as_uri())
        found = Axe().run(page, options=RULES)
        assert not found.response["violations"], found.generate_report()
