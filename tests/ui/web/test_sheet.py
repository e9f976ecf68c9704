# SPDX-License-Identifier: MIT
"""The protocol as a sheet, in a real browser: nothing for axe to find, nothing fetched."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext

from tests.protocols.games import FOLDER, GAMES

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
