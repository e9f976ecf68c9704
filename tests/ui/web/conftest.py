# SPDX-License-Identifier: MIT
"""One Chromium for the tests of a file; a table for each."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tests.ui.web.served import Served, served

CHROMIUM = shutil.which("chromium")
QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture
def table() -> Iterator[Served]:
    """A game that is being played, with its pages."""
    with served() as made:
        yield made


@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    """What drives browsers; stopped at the end of a file, for it leaves a loop of events running in
    this thread: two of it are refused, and so is every other loop that a test wants here."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser for all tests of a file that need no arguments of their own."""
    opened = launch(playwright)
    yield opened
    opened.close()


def launch(playwright: Playwright, *arguments: str) -> Browser:
    """Debian's Chromium, not one that is fetched."""
    assert CHROMIUM, "run scripts/setup test: Chromium is missing"
    return playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *arguments])


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A small phone with nothing remembered; the tests' own scripts may be put into its pages."""
    context = browser.new_context(viewport={"width": 320, "height": 640}, bypass_csp=True)
    context.set_default_timeout(8000)
    yield context
    context.close()


def come_in(context: BrowserContext, table: Served, face: str) -> Page:
    """Open a face and type its code."""
    page = context.new_page()
    page.goto(f"{table.address}/{face}")
    code = table.doors.host_key if face == "host" else table.doors.table_code
    page.fill("#code", code)
    page.keyboard.press("Enter")
    page.wait_for_selector("#face:not([hidden])")
    return page
