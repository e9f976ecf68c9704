# SPDX-License-Identifier: MIT
"""The host's face for who does not see it: all by its role and name, nothing by its place."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.at_the_table import wait_for
from tests.ui.web.conftest import come_in
from tests.ui.web.served import served
from voice_host import rulesets
from voice_host.game.state import Phase
from voice_host.history.session import Session
from voice_host.rulesets import load

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
TREES = Path(__file__).parent / "trees"
SHORT = rulesets.load(str(Path(__file__).parents[2] / "loop" / "short.toml"))


class Blind:
    """Who plays by names: buttons by what they are called, answers by what is announced."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.evaluate(
            "() => { window.said = []; for (const id of ['polite', 'urgent'])"
            " new MutationObserver(() => { const t = document.getElementById(id).textContent;"
            " if (t) window.said.push(t); }).observe(document.getElementById(id),"
            " {childList: true, characterData: true, subtree: true}); }"
        )

    def press(self, *names: str) -> None:
        """Buttons, one after the other, with Enter."""
        for name in names:
            self._page.get_by_role("button", name=name, exact=True).press("Enter")

    def open(self, name: str) -> None:
        """A group of commands that is folded."""
        self._page.get_by_text(name, exact=True).press("Enter")

    def hears(self, text: str) -> None:
        """Waits until a live region has said it, since the last time."""
        self._page.wait_for_function(
            "text => { const at = window.said.findIndex((one) => one.includes(text));"
            " if (at < 0) return false; window.said.splice(0, at + 1); return true; }",
            arg=text,
        )


def test_a_whole_game_by_names_alone(phone: BrowserContext) -> None:
    """From the lobby to the winner: night 0, a day, its vote, a counted night, «да» where it is
    asked for, an answer for the ear, and the winner."""
    with served(session=Session(SHORT, SHORT.table.seats)) as table:
        host = Blind(come_in(phone, table, "host"))
        host.press("Начать игру")
        host.hears("Город засыпает")
        for told in ("Просыпается мафия", "Просыпается дон", "Просыпается шериф", "ваша минута"):
            host.press("Дальше")
            host.hears(told)
        host.press("Выставлен", "3")
        host.hears("Выставлен игрок номер три")
        host.press("Спасибо")
        host.hears("Игрок номер два")
        host.press("Выставлен", "5")
        host.hears("Выставлен игрок номер пять")
        host.press("Фол", "4")
        host.hears("Четвёртому первый фол")
        host.open("Ещё команды")
        host.press("Спросить", "Кто выставлен")
        host.hears("Выставлены третий и пятый")
        for speaker in ("три", "четыре", "пять"):
            host.press("Дальше")
            host.hears(f"Игрок номер {speaker}, ваша минута")
        host.press("Дальше")
        host.hears("Голосуем за игрока номер три")
        host.press("Голоса", "2")
        host.hears("последняя минута")
        host.press("Дальше")
        host.hears("Мафия выходит на охоту")
        wait_for(lambda: table.host.state.phase is Phase.RESULT, 30, "morning")
        host.press("Убит", "2")
        host.hears("Убит второй?")
        host.press("Да")
        host.hears("лучший ход")
        host.press("Лучший ход", "1", "3", "4", "Готово")
        host.hears("Лучший ход игрока номер два: один, три и четыре")
        host.press("Конец игры")
        host.hears("Закончить игру?")
        host.press("Да")
        host.hears("Игра окончена")
        host.press("Победа", "Победа красных")
        host.hears("Победа красных?")
        host.press("Да")
        host.hears("Победа красных!")
        assert table.host.state.winner == "town"


@pytest.mark.parametrize("face", ["host", "table"])
def test_what_a_screen_reader_finds(phone: BrowserContext, face: str) -> None:
    """The accessibility tree of each face is the one that has been looked at (`trees/`)."""
    with served(session=Session(load("wma"), 10), names={2: "Марина"}) as table:
        page = come_in(phone, table, face)
        expect(page.locator("#link")).to_have_text("На связи")
        if face == "host":
            expect(page.locator("#log")).to_contain_text("Я готов")
            page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        found = page.locator("body").aria_snapshot()
        file = TREES / f"{face}.yaml"
        assert re.sub(r"\s+\n", "\n", found + "\n") == file.read_text(encoding="utf-8")


def test_the_phone_may_read_for_the_ear(phone: BrowserContext) -> None:
    """Its own voice reads what is for the host, and nothing of the hall, once it is asked to."""
    phone.add_init_script(
        "window.spoken = []; window.speechSynthesis.speak = (one) => window.spoken.push(one.text)"
    )
    with served() as table:
        page = come_in(phone, table, "host")
        page.locator("details").nth(1).evaluate("one => one.open = true")
        table.faces.caption("Раньше.", secret=True)
        expect(page.locator("#log")).to_contain_text("Раньше.")
        page.get_by_role("button", name="Читать подсказки голосом телефона").click()
        table.faces.caption("В зале.", secret=False)
        table.faces.caption("На ухо.", secret=True)
        expect(page.locator("#log")).to_contain_text("На ухо.")
        assert page.evaluate("window.spoken") == ["На ухо."]
