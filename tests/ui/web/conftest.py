# SPDX-License-Identifier: MIT
"""One Chromium for all tests of the pages; a table for each."""

import atexit
import shutil
from collections.abc import Iterator
from functools import cache

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


@cache
def driver() -> Playwright:
    """What drives browsers: one for all tests of a process, for two at once are refused."""
    started = sync_playwright().start()
    atexit.register(started.stop)
    return started


@pytest.fixture(scope="session")
def playwright() -> Playwright:
    """The same, for tests that start browsers of their own."""
    return driver()


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser for all tests that need no arguments of their own."""
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
