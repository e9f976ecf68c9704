# SPDX-License-Identifier: MIT
"""Pictures of the pages for README and guide: `python -m scripts.make_pictures`.

A real game in a real browser, so that the pictures show what is; look at them before they are
committed.
"""

import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.ui.web.conftest import come_in, launch
from tests.ui.web.served import Served
from voice_host.host.inbox import Typed

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
PHONE, SCREEN = {"width": 390, "height": 780}, {"width": 1280, "height": 720}
PAPER = {"width": 794, "height": 1123}
PROTOCOLS = Path(__file__).parent.parent / "tests" / "protocols"
NAMES = {2: "Марина", 5: "Олег", 8: "Аня"}
TO_SPEECH = ("роли 1 дон 2 мафия 3 мафия 4 шериф", "начать игру", *["дальше"] * 4)


def main() -> None:
    """The day on both faces, a foul that is being given, the night, a game's protocol."""
    PICTURES.mkdir(exist_ok=True)
    table = Served(names=NAMES)
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            faces = {}
            for face, size in (("host", PHONE), ("table", SCREEN)):
                context = browser.new_context(viewport=size, color_scheme="dark")  # type: ignore[arg-type]
                faces[face] = come_in(context, table, face)
            say(
                table, *TO_SPEECH, "фол номер три", "выставлен пятый", "дальше", "выставлен восьмой"
            )
            take(faces, "day")
            faces["host"].click("button[data-kind=foul]")
            take({"host": faces["host"]}, "foul")
            faces["host"].keyboard.press("Escape")
            say(table, *["дальше"] * 8)
            say(table, *["дальше"] * 3, "да", "дальше")
            take({"table": faces["table"]}, "night")
            sheet = browser.new_page(viewport=PAPER)  # type: ignore[arg-type]
            sheet.goto((PROTOCOLS / "wma.html").as_uri())
            take({"protocol": sheet}, "sheet")
            browser.close()
    finally:
        table.close()


def say(table: Served, *lines: str) -> None:
    """Typed at the companion."""
    for line in lines:
        table.host.post(Typed(line))
        time.sleep(0.15)
    time.sleep(0.5)


def take(faces: dict[str, Page], name: str) -> None:
    """One picture of each face."""
    for face, page in faces.items():
        page.bring_to_front()
        page.screenshot(path=PICTURES / f"{face}-{name}.png")


if __name__ == "__main__":
    main()
