# SPDX-License-Identifier: MIT
"""Phones lose their streams all evening: every line comes once, and they come back alone."""

from random import Random

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.ui.web.conftest import come_in
from tests.ui.web.served import Served, served

COUNTED = """() => {
  window.opened = 0;
  const Own = EventSource;
  window.EventSource = function (address) { window.opened++; return new Own(address); };
}"""
"""Counts the streams that a page opens."""


ABSENT = "delete Navigator.prototype.wakeLock"
REFUSED = "if (window.WakeLock) WakeLock.prototype.request = () => Promise.reject(new Error())"


def test_two_hundred_cuts_lose_nothing(table: Served) -> None:
    """A face that is cut off at any moment and comes back with the last number it saw has read
    every line once, in order."""
    chance, cookie = Random(11), table.enter("host")
    stream = table.watch("host", cookie)
    seen, read, said = "", list[str](), list[str]()
    for cut in range(200):
        for _ in range(chance.randrange(3)):
            said.append(f"Строка {len(said)}.")
            table.faces.caption(said[-1], secret=True)
        if chance.random() < 0.3 and said and said[-1] not in read:
            stream.until("caption", said[-1])  # read for nothing: the phone has not noted it
        stream.close()
        stream = table.watch("host", cookie, seen)
        seen, hello = stream.next("hello")
        read += [one["text"] for one in hello["captions"] if one["text"].startswith("Строка")]
        assert hello["known"] == (cut > 0)
    table.faces.caption("Конец.", secret=True)
    stream.until("caption", "Конец.")
    stream.close()
    last = table.watch("host", cookie, seen).next("hello")[1]
    read += [one["text"] for one in last["captions"] if one["text"].startswith("Строка")]
    assert read == said


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_phone_comes_back_to_a_program_that_was_started_again(phone: BrowserContext) -> None:
    """Without a touch and without a code: its token is still good, the old lines are gone."""
    with served() as first:
        page = come_in(phone, first, "host")
        expect(page.locator("#link")).to_have_text("На связи")
        first.faces.caption("До сбоя.", secret=True)
        expect(page.locator("#log")).to_contain_text("До сбоя.")
    expect(page.locator("#link")).to_contain_text("Нет связи", timeout=8000)
    with served(doors=first.doors, port=first.port) as second:
        expect(page.locator("#link")).to_have_text("На связи", timeout=3000)
        second.faces.caption("После сбоя.", secret=True)
        expect(page.locator("#log")).to_contain_text("После сбоя.")
        expect(page.locator("#log")).not_to_contain_text("До сбоя.")
        page.click("button[data-kind=start]")
        expect(page.locator("#log")).to_contain_text("Город засыпает")


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_stream_that_is_silent_is_dead(
    table: Served, phone: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No error comes; after five seconds without a beat the page opens another stream, and says how
    old the last word is."""
    page = come_in(phone, table, "host")
    expect(page.locator("#link")).to_have_text("На связи")
    page.evaluate(COUNTED)
    send = table.faces.feed.send
    monkeypatch.setattr(
        table.faces.feed,
        "send",
        lambda viewer, name, data: None if name == "beat" else send(viewer, name, data),
    )
    page.wait_for_function("window.opened >= 1", timeout=8000)
    expect(page.locator("#link")).to_have_text("На связи")


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
@pytest.mark.parametrize("lock", [ABSENT, REFUSED])
def test_a_screen_that_may_not_stay_on_is_no_error(
    table: Served, phone: BrowserContext, lock: str
) -> None:
    """Absent or refused, all else works."""
    errors: list[object] = []
    phone.on("weberror", lambda error: errors.append(error))
    phone.add_init_script(lock)
    page = come_in(phone, table, "host")
    page.click("button[data-kind=start]")
    expect(page.locator("#log")).to_contain_text("Город засыпает")
    assert not errors


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_a_network_that_is_away_is_said_to_who_presses(
    table: Served, phone: BrowserContext
) -> None:
    """Nothing is lost in silence: a press is tried again with its id, or told as not sent."""
    page = come_in(phone, table, "host")
    phone.set_offline(True)
    page.fill("#text", "начать игру")
    page.keyboard.press("Enter")
    page.wait_for_timeout(700)
    phone.set_offline(False)
    expect(page.locator("#log")).to_contain_text("Город засыпает")
    phone.set_offline(True)
    page.fill("#text", "дальше")
    page.keyboard.press("Enter")
    expect(page.locator("#note")).to_have_text("Не отправлено: нет связи. Повторите.")
    phone.set_offline(False)
    expect(page.locator("#link")).to_have_text("На связи", timeout=3000)
