# SPDX-License-Identifier: MIT
"""A language is a folder of data; the program knows no words but those of its language."""

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from tests.parlour import Parlour
from tests.russian import RU
from tests.telling import says
from voice_host.commands import scenario
from voice_host.errors import BadSentences
from voice_host.language.acts import KINDS, UNSAID
from voice_host.language.language import Language
from voice_host.language.requests import Question
from voice_host.language.said.keys import KEYS

MADE_UP = Path(__file__).parent / "madeup"
GAME = MADE_UP / "game.txt"
_FORMS = {
    "seat": "seat:g", "seats": "seats:d", "votes": "votes|vota|votai|votas", "count": "count:f",
    "seconds": "seconds:time", "side": "side:g", "sought": "sought:a", "what": "what:or",
}  # fmt: skip
_SYLLABLES = ("lo", "ra", "vi", "ne", "su", "ko", "mi", "ta", "ze", "pu")


def invented(key: str) -> str:
    """Two words that nobody speaks for every key, and all that it may be filled with."""
    places = "".join(f" {{{_FORMS.get(place, place)}}}" for place in sorted(KEYS[key]))
    letters = [sum(map(ord, key[at::4])) for at in range(4)]
    words = ["".join(_SYLLABLES[(n // k) % 10] for k in (1, 10)) for n in letters[:2]]
    return f"{' '.join(words)}{places}."


def unasked() -> Iterator[str]:
    """Questions that the program has and the sentences have not: a new one needs no line there."""
    said = (MADE_UP / "sentences.toml").read_text(encoding="utf-8")
    for question in (q.value for q in Question):
        if f"[ask.{question}]" not in said:
            yield f'\n[ask.{question}]\nquestion = "{question}"\nsays = ["kiu {question}"]\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole language: its words and sentences are written, its texts made of their keys."""
    folder = tmp_path_factory.mktemp("languages") / "madeup"
    copytree(MADE_UP, folder)
    with (folder / "sentences.toml").open("a", encoding="utf-8") as sentences:
        sentences.writelines(unasked())
    lines = (f'"{key}" = "{invented(key)}"' for key in KEYS)
    (folder / "texts.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    pages = (
        "\n".join((f"[{group}]", *(f'"{key}" = "lora"' for key in texts)))
        for group, texts in RU.pages.groups.items()
    )
    (folder / "pages.toml").write_text("\n".join(pages) + "\n", encoding="utf-8")
    messages = (
        f'"{code}" = "lora{"".join(f" {{{place}}}" for place in sorted(message.places))}"'
        for code, message in RU.messages.by_code.items()
    )
    (folder / "messages.toml").write_text("\n".join(messages) + "\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def made_up(folder: Path) -> Language:
    return Language.read(folder)


def russian(lines: Iterator[str] | list[str]) -> list[str]:
    """Those that hold a Russian letter."""
    return [line for line in lines if re.search("[а-яё]", line, re.IGNORECASE)]


def test_a_whole_game_is_played_in_made_up_words(made_up: Language) -> None:
    """Not a Russian letter is needed to be heard, and none is said or shown."""
    shown: list[str] = []
    assert scenario.run(made_up, GAME, shown.append) is None
    assert len([line for line in shown if line.startswith("  ")]) > 100  # captions
    assert not russian(shown)


def test_what_is_spoken_is_in_the_same_words(made_up: Language) -> None:
    """The mouth gets what the captions show; counts, closing words and numbers too."""
    table = Parlour(language=made_up)
    for _ in range(60):
        table.types("avanu")
        table.types("yes") if table.host.asks else None
        table.wait(15)
    said = [text for u in table.mouth.said for text in (u.text, *u.count)]
    assert {"un", "tem"} <= set(said)
    assert not russian(said)


def test_words_of_another_language_are_not_understood(made_up: Language) -> None:
    """Each language knows its own: neither leaks into the other."""
    assert Parlour(language=made_up).types("начать игру") is not None
    assert Parlour(language=RU).types("starta ludo") is not None
    assert Parlour(language=made_up).types("starta ludo") is None


def test_the_language_that_is_shipped_lacks_nothing() -> None:
    """All that a game may need."""
    assert RU.lacking() == []


def without(folder: Path, file: str, *lines: str) -> None:
    """Take these out of a file."""
    text = (folder / file).read_text(encoding="utf-8")
    for line in lines:
        assert line in text
        text = text.replace(line, "")
    (folder / file).write_text(text, encoding="utf-8")


def test_all_that_a_language_lacks_is_told_at_once(folder: Path, tmp_path: Path) -> None:
    """By file and key: nobody mends one to be told of the next."""
    copytree(folder, tmp_path / "poor")
    without(tmp_path / "poor", "words.toml", 'don = ["dono"]', 'cop = ["kopo"]')
    undo, alive = (
        '[undo]\nsays = ["malfaru"]',
        '[ask.alive]\nquestion = "alive"\nsays = ["kiu vivu"]',
    )
    without(tmp_path / "poor", "sentences.toml", undo, alive)
    texts = [f'"{key}" = "{invented(key)}"' for key in ("closing", "vote.call", "phase.over")]
    without(tmp_path / "poor", "texts.toml", *texts)
    with pytest.raises(BadSentences) as error:
        Language.read(tmp_path / "poor")
    assert (
        "words.toml: roles.don, roles.cop; sentences.toml: undo, ask.alive;"
        " texts.toml: closing, vote.call, phase.over"
    ) in says(error.value)


@pytest.mark.parametrize("name", [name for name in KINDS if name not in UNSAID])
def test_every_command_has_a_shortest_wording(name: str, made_up: Language) -> None:
    """Which scenarios and instruments say: they know no words."""
    assert made_up.sentences.example(name)
    assert RU.sentences.example(name)
