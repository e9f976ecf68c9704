# SPDX-License-Identifier: MIT
"""Four whole games, and what is written of each in every form: golden files beside them.

python -m tests.protocols.games writes them anew; what has changed is then to be read.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.russian import RU
from voice_host.commands import scenario
from voice_host.commands.export import SHEETS, exported
from voice_host.commands.replay import as_prose
from voice_host.history.recovery import load
from voice_host.history.session import Session

FOLDER = Path(__file__).parent
GAMES = ("wma", "city", "lars", "historical")
NAMES = ((1, "Марина"), (3, "Олег"), (10, "Саша-Мария"))
"""Who sits at the table of wma; of the others nobody is named."""


def played(name: str, folder: Path) -> Session:
    """A game of this folder, played and read back from its journal in another."""
    journal = folder / f"{name}.jsonl"
    play = scenario.Play(RU, journal, lambda _: None)
    for act in scenario.parse(FOLDER / f"{name}.txt"):
        play.act(act)
    play.finish()
    play.close()
    session = load(journal)
    session.names = NAMES if name == "wma" else ()
    return session


def forms(session: Session) -> Iterator[tuple[str, str]]:
    """The end of each golden file's name, and what is to stand in it."""
    for form in ("md", "json", "html"):
        yield form, exported(RU, session, form, with_undone=True)
    yield "story.md", as_prose(RU, session)
    for table in SHEETS:
        yield f"{table}.csv", exported(RU, session, "csv", named=table)


def main() -> None:
    """Write every golden file."""
    with tempfile.TemporaryDirectory() as folder:
        for name in GAMES:
            for end, text in forms(played(name, Path(folder))):
                (FOLDER / f"{name}.{end}").write_text(text, "utf-8", newline="")


if __name__ == "__main__":
    main()
