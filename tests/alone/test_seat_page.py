# SPDX-License-Identifier: MIT
"""The seat's page in a real browser: taken, its card held, and by night the same for all."""

import pytest
from playwright.sync_api import Browser, Page

from tests.alone.over_http import table_of
from tests.ui.web.served import Served
from voice_host.game import commands as c
from voice_host.game.who import Seat
from voice_host.host.inbox import Tapped
from voice_host.ui.web.doors import Face

pytestmark = pytest.mark.browser


def sits(browser: Browser, table: Served, seat: int) -> Page:
    """A phone that has read the QR code: only the seat is still asked for."""
    context = browser.new_context(viewport={"width": 320, "height": 640}, bypass_csp=True)
    context.set_default_timeout(15_000)
    page = context.new_page()
    page.goto(f"{table.address}/seat#{table.doors.table_code}")
    page.fill("#place", str(seat))
    page.keyboard.press("Enter")
    page.wait_for_selector("#face:not([hidden])")
    return page


def test_two_pages_look_the_same_by_night_whoever_is_awake(browser: Browser) -> None:
    """The mafia's and a citizen's: same grid, same line in the same place after a touch."""
    table = table_of("wma", 5, agreement=20)
    try:
        roles = {p.role: p.seat for p in table.host.state.players}
        pages = [sits(browser, table, roles[role]) for role in ("don", "citizen")]
        for page in pages:
            page.hover("#peek")
            page.mouse.down()
            page.wait_for_selector("#card:not(:empty)")
            page.mouse.up()
            page.wait_for_selector("#card:empty", state="attached")
        for seat in range(1, 11):
            table.inbox.put(Tapped(c.Ready(), Seat(seat)))
        for page in pages:
            page.wait_for_selector("#dark:not([hidden])")
            page.click('#grid button[data-seat="7"]')
            page.wait_for_function(
                "document.getElementById('answer').textContent === '7: записано'"
            )
        boxes = [page.locator("#answer").bounding_box() for page in pages]
        assert boxes[0] == boxes[1]
        assert pages[0].locator("#dark").inner_html() == pages[1].locator("#dark").inner_html()
        assert pages[0].evaluate("document.documentElement.scrollWidth") <= 320
    finally:
        table.close()


def test_two_seats_on_one_phone_look_the_same_whoever_holds_it(browser: Browser) -> None:
    """Handed over by one touch; what a seat is answered is seen only while a button is held."""
    table = table_of("wma", 5, agreement=20)
    try:
        roles = {p.role: p.seat for p in table.host.state.players}
        seats = [roles["don"], roles["citizen"]]
        page = sits(browser, table, seats[0])
        page.click('#pass button[data-is="share"]')
        page.locator("#fields button").nth(seats[1] - 1).click()
        for seat in range(1, 11):
            table.inbox.put(Tapped(c.Ready(), Seat(seat)))
        page.wait_for_selector("#dark:not([hidden])")
        looks = []
        for _ in range(2):
            page.click('#grid button[data-seat="7"]')
            looks.append(page.locator("#grid").inner_html())
            assert page.inner_text("#answer") == "—"
            page.hover("#look")
            page.mouse.down()
            page.wait_for_function(
                "document.getElementById('answer').textContent === '7: записано'"
            )
            page.mouse.up()
            page.wait_for_function("document.getElementById('answer').textContent === '—'")
            before = page.inner_text("#slot")
            page.click("#pass-dark button")
            page.wait_for_function(
                "before => document.getElementById('slot').textContent !== before", arg=before
            )
        assert looks[0] == looks[1] and before == f"Место {seats[1]}. Коснитесь номера"
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
    finally:
        table.close()


def test_whose_phone_is_away_stands_at_his_seat_and_consent_is_one_touch(browser: Browser) -> None:
    """On every page by day; who is asked for is let in by a button that names the seat."""
    table = table_of("wma", 5)
    try:
        page = sits(browser, table, 3)
        people = {"away": [5], "claimed": [7]}
        told = "people => document.dispatchEvent(new CustomEvent('people', {detail: people}))"
        page.evaluate(told, people)
        assert "нет связи" in page.locator("#seats li").nth(4).inner_text()
        assert "нет связи" not in page.locator("#seats li").nth(3).inner_text()
        button = page.locator('#pass button[data-is="let7"]')
        assert button.inner_text() == "Пустить место 7 на другой телефон"
        other = table.doors.admit(Face.SEAT, 7)
        new = table.doors.claim(7, table.doors.table_code)
        button.click()
        page.wait_for_selector('#pass button[data-is="let7"]', state="detached")
        assert table.doors.guest(Face.SEAT, new) and not table.doors.guest(Face.SEAT, other)
    finally:
        table.close()
