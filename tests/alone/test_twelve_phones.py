# SPDX-License-Identifier: MIT
"""Twelve phones and a screen behind one address, as behind one router: none is turned away."""

from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page

from tests.alone.over_http import table_of
from tests.ui.web.served import Served

pytestmark = pytest.mark.browser

SEATS = 12


def sits(browser: Browser, table: Served, seat: int, opened: ExitStack) -> tuple[Page, list[str]]:
    """A phone that has read the QR code and taken its seat; what failed to load there."""
    context = browser.new_context(viewport={"width": 320, "height": 640})
    opened.callback(context.close)
    context.set_default_timeout(30_000)
    page, failed = context.new_page(), list[str]()
    page.on(
        "requestfailed", lambda request: failed.append(f"{seat} {request.failure} {request.url}")
    )
    page.goto(f"{table.address}/seat#{table.doors.table_code}")
    page.fill("#place", str(seat))
    page.keyboard.press("Enter")
    page.wait_for_selector("#face:not([hidden])")
    return page, failed


def test_twelve_phones_come_in_together_and_night_falls_on_all(browser: Browser) -> None:
    """Each sees its card and says that it is ready; the screen beside them follows."""
    table = table_of("city", 3, agreement=60)
    with ExitStack() as opened:
        opened.callback(table.close)
        seated = [sits(browser, table, seat, opened) for seat in range(1, SEATS + 1)]
        pages = [page for page, _ in seated]
        for page in pages:
            page.hover("#peek")
            page.mouse.down()
            page.wait_for_selector("#card:not(:empty)")
            page.mouse.up()
            page.click('button[data-kind="ready"]')
        for page in pages:
            page.wait_for_selector("#dark:not([hidden])")
        # What a page itself breaks off, a stream that it opens anew, is no failure.
        assert [one for _, failed in seated for one in failed if "ERR_ABORTED" not in one] == []
        assert len({page.locator("#dark").inner_html() for page in pages}) == 1
