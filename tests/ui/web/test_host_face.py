# SPDX-License-Identifier: MIT
"""The host's face in a real browser: what a host does with a finger, a keyboard, a reader."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from tests.ui.web.conftest import come_in
from tests.ui.web.served import Served
from voice_host.game.state import Phase

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
TO_FIRST_SPEECH = ("роли 1 дон 2 мафия 3 мафия 4 шериф", "начать игру", *["дальше"] * 4)


def press(page: Page, kind: str, *choices: str) -> None:
    """Press a button of this act, and then what its dialog offers."""
    page.click(f"button[data-kind={kind}]")
    for choice in choices:
        page.locator("#fields").get_by_role("button", name=choice, exact=True).click()


def begin(table: Served) -> None:
    """On to the first speech."""
    for words in TO_FIRST_SPEECH:
        table.host.post(typed(words))


def typed(words: str) -> Any:
    """As if it were typed at the companion."""
    from voice_host.host.inbox import Typed

    return Typed(words)


def told(page: Page, text: str) -> None:
    """Wait for a caption."""
    expect(page.locator("#log")).to_contain_text(text)


def test_a_foul_its_undo_and_a_question(table: Served, phone: BrowserContext) -> None:
    """Buttons do what words do: read-back, undo, and «да» for what is grave; on both devices."""
    begin(table)
    page, other = come_in(phone, table, "host"), come_in(phone, table, "table")
    told(page, "Игрок номер один, ваша минута")
    page.bring_to_front()
    press(page, "foul", "3")
    told(page, "Третьему первый фол.")
    expect(page.locator("#seats li").nth(2)).to_contain_text("фолов 1")
    expect(other.locator("#seats li").nth(2)).to_contain_text("фолов 1")
    press(page, "undo")
    expect(page.locator("#seats li").nth(2)).not_to_contain_text("фолов")
    page.locator("details").first.evaluate("one => one.open = true")
    press(page, "remove", "7")
    expect(page.locator("#question-text")).to_have_text("Удалить седьмого? Жду «да».")
    assert table.host.state.player(7).alive
    page.click("#yes")
    expect(page.locator("#seats li").nth(6)).to_contain_text("удалён")
    expect(page.locator("#question")).to_be_hidden()


def test_the_whole_face_by_keyboard(table: Served, phone: BrowserContext) -> None:
    """Tab and Enter reach a foul; Escape closes the question; the focus stays where it was."""
    begin(table)
    page = come_in(phone, table, "host")
    told(page, "ваша минута")
    page.locator("button[data-kind=foul]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("button[data-kind=foul]")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(12):
        if page.evaluate("document.activeElement.textContent") == "5":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    told(page, "Пятому первый фол.")
    expect(page.locator("button[data-kind=foul]")).to_be_focused()


def test_the_same_line_twice_is_told_twice(table: Served, phone: BrowserContext) -> None:
    """A region is emptied before each line; lines of the ear are assertive and none is lost."""
    page = come_in(phone, table, "host")
    page.evaluate(
        "() => { window.told = []; new MutationObserver(() => {"
        " const t = document.getElementById('urgent').textContent; if (t) window.told.push(t); })"
        ".observe(document.getElementById('urgent'), {childList: true, characterData: true}); }"
    )
    for _ in range(3):
        table.faces.caption("Третьему первый фол.", secret=True)
    page.wait_for_function("window.told.length >= 3")
    assert page.evaluate("window.told") == ["Третьему первый фол."] * 3


def test_a_stream_that_dies_is_opened_anew(table: Served, phone: BrowserContext) -> None:
    """Without any error: by the watchdog, and at once when the page comes back to sight. What was
    missed is read, not told; nothing comes twice."""
    page = come_in(phone, table, "host")
    told(page, "Я готов")
    page.evaluate("() => { window.streams = 0; const O = EventSource; window.EventSource ="
                  " function(u) { window.streams++; return new O(u); }; }")  # fmt: skip
    table.faces.caption("Пока спали.", secret=True)
    told(page, "Пока спали.")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("window.streams === 1")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    page.wait_for_function("window.streams === 2")
    table.faces.caption("После.", secret=True)
    told(page, "После.")
    lines = page.locator("#log li").all_inner_texts()
    assert len(lines) == len(set(lines))


def test_secrets_show_only_while_they_are_held(table: Served, phone: BrowserContext) -> None:
    """By finger or key; letting go hides them, and so does leaving."""
    begin(table)
    page = come_in(phone, table, "host")
    page.locator("details").nth(1).evaluate("one => one.open = true")
    page.locator("#secrets").dispatch_event("pointerdown")
    expect(page.locator("#roles")).to_contain_text("1 — дон")
    page.locator("#secrets").dispatch_event("pointerup")
    expect(page.locator("#roles")).to_be_empty()
    page.click("#deal")
    for _ in range(3):
        page.click("#deal-next")
    expect(page.locator("#dealing-seat")).to_have_text("Роль места 4")
    page.locator("#peek").focus()
    page.keyboard.down("Space")
    expect(page.locator("#card")).to_have_text("шериф")
    page.keyboard.up("Space")
    expect(page.locator("#card")).to_be_empty()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_no_finding_of_axe(table: Served, phone: BrowserContext, scheme: Any) -> None:
    """WCAG 2.2 A and AA on door, lobby, speech, dialog and night, host's face and table's."""
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}

    def look(page: Page) -> None:
        found = Axe().run(page, options=rules)
        assert not found.response["violations"], found.generate_report()

    door = phone.new_page()
    door.emulate_media(color_scheme=scheme)
    door.goto(f"{table.address}/host")
    door.wait_for_selector("#door:not([hidden])")
    look(door)
    pages = [come_in(phone, table, face) for face in ("host", "table")]
    for page in pages:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        look(page)
    begin(table)
    told(pages[0], "ваша минута")
    pages[0].evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    for page in pages:
        look(page)
    press(pages[0], "foul")
    look(pages[0])
    door.goto(table.address)
    look(door)


def test_a_narrow_phone_and_double_size(table: Served, phone: BrowserContext) -> None:
    """At 320 pixels, and with letters twice as large, nothing is wider than the screen; buttons
    are at least 44 pixels high and wide."""
    begin(table)
    page = come_in(phone, table, "host")
    told(page, "ваша минута")
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    for size in ("100%", "200%"):
        page.evaluate("size => document.documentElement.style.fontSize = size", size)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.evaluate("document.documentElement.style.fontSize = ''")
    for button in page.locator("button:visible").all():
        box = button.bounding_box()
        assert box and box["width"] >= 48 and box["height"] >= 48


def test_the_table_is_read_across_a_room(table: Served, phone: BrowserContext) -> None:
    """Capitals of everything that is told are at least 3 % of the screen's height; the night is
    dark in a light theme too."""
    tv = come_in(phone, table, "table")
    tv.set_viewport_size({"width": 1280, "height": 720})
    tv.emulate_media(color_scheme="light")
    begin(table)
    expect(tv.locator("#clock")).to_have_text(re.compile(r"^[01]:\d\d$"))
    for place in (
        "#phase",
        "#who",
        "#clock",
        "#log li:last-child",
        "#seats li strong",
        "#seats li > span",
    ):
        size = tv.locator(place).first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        assert size * 0.7 >= 0.03 * 720, place
    for _ in range(3):
        table.host.post(typed("отмена"))
    expect(tv.locator("#phase")).to_contain_text("Ночь")
    assert table.host.state.phase is not Phase.SPEECH
    dark = tv.evaluate("getComputedStyle(document.body).backgroundColor")
    assert sum(map(int, re.findall(r"\d+", dark)[:3])) < 120


def test_a_face_is_light(table: Served, phone: BrowserContext) -> None:
    """All that a face needs is at most 60 kB."""
    for face in ("host", "table"):
        page = phone.new_page()
        sizes: list[int] = []

        def weigh(answer: Response, sizes: list[int] = sizes) -> None:
            if "events" not in answer.url and answer.ok:
                sizes.append(len(answer.body()))

        page.on("response", weigh)
        page.goto(f"{table.address}/{face}")
        page.wait_for_selector("#door:not([hidden])")
        assert 0 < sum(sizes) <= 60_000, (face, sizes)


def test_the_policy_lets_our_own_pages_work(table: Served, browser: Browser) -> None:
    """In a browser that obeys it nothing is refused: style sheet, scripts, streams."""
    context = browser.new_context()
    complaints: list[str] = []
    context.on("console", lambda said: complaints.append(said.text))
    for face in ("host", "table"):
        page = come_in(context, table, face)
        expect(page.locator("#link")).to_have_text("На связи")
        assert page.evaluate("getComputedStyle(document.body).margin") == "0px"
    context.close()
    assert [one for one in complaints if "401" not in one] == []
