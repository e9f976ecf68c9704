# SPDX-License-Identifier: MIT
"""A file of nicknames is read, or refused with the line that is wrong."""

import unicodedata
from pathlib import Path

import pytest

from tests.russian import RU
from tests.telling import hint, refused, says
from voice_host.commands.nicknames_file import read_names
from voice_host.errors import BadNames
from voice_host.language.nicknames import Nicknames


def read(folder: Path, text: str, seats: int = 10) -> Nicknames:
    file = folder / "names.txt"
    file.write_text(text, encoding="utf-8")
    return read_names(RU, file, seats)


@pytest.mark.parametrize(
    "line",
    [
        "2 — Марина", "второй — Марина", "2 Марина", "2. Марина", "2:Марина", "Второй Марина",
        "два - Марина", "\ufeff2 — Марина", "# стол\n\n  2   —   Марина  ",
    ],
)  # fmt: skip
def test_a_line_is_a_seat_and_a_name(tmp_path: Path, line: str) -> None:
    """Figures or words, any sign between them or none; blank lines and # are passed over."""
    assert read(tmp_path, line) == Nicknames(((2, "Марина"),))


@pytest.mark.parametrize("line", ["\0" * 9000, "2 — " + "я" * 9000])
def test_a_message_about_a_long_line_is_short(tmp_path: Path, line: str) -> None:
    """Any file may be taken for one of names, and what is wrong must still be legible."""
    with pytest.raises(BadNames) as refused:
        read(tmp_path, line)
    assert len(says(refused.value)) < 120 + len(str(tmp_path))
    assert says(refused.value).isprintable()


@pytest.mark.parametrize("encoding", ["cp1251", "cp866", "koi8-r", "utf-16", "utf-8-sig"])
def test_names_in_every_encoding(tmp_path: Path, encoding: str) -> None:
    """«й» as macOS writes it too: of two characters."""
    file = tmp_path / "names.txt"
    said = "2 — Марина\n3 — Андрей\n" if encoding.startswith("utf") else "2 Марина\n3 Андрей\n"
    file.write_bytes(said.encode(encoding))
    named = Nicknames(((2, "Марина"), (3, "Андрей")))
    assert read_names(RU, file, 10) == named
    file.write_text(unicodedata.normalize("NFD", said), encoding="utf-8")
    assert read_names(RU, file, 10) == named


def test_seats_of_two_words(tmp_path: Path) -> None:
    """«двадцать первый» is not «двадцать»; the order of the lines does not matter."""
    names = read(tmp_path, "двадцать первый — Ян\n3 Анна-Мария", 30)
    assert names.names == ((3, "Анна-Мария"), (21, "Ян"))


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("Марина", 1, "не начинается с места"),
        ("2 — Марина\n2 — Олег", 2, "уже занято: Марина"),
        ("2 — Марина\n\n3 — марина", 3, "звучит как «Марина» .место 2"),
        ("2 — Костя\n3 — Косьтя", 2, "звучит как"),
        ("1 — Стоп", 1, "слово команды"),
        ("1 — Пасс", 1, "слово команды"),
        ("1 — Третий", 1, "слово команды"),
        ("1 — Победа мафии", 1, "слово команды"),
        ("1 — Номер Пять", 1, "одни слова команд"),
        ("1 — Да-Нет", 1, "одни слова команд"),
        ("1 — Дальше Тише", 1, "одни слова команд"),
        ("1 — Ъъъ", 1, "не произнести"),
        ("1 — Марина Ъъ", 1, "не произнести"),
        ("1 — Bob", 1, "не годится"),
        ("1 —", 1, "у места 1 нет имени"),
        ("третий", 1, "у места 3 нет имени"),
        ("1 — Э", 1, "не годится"),
        ("11 — Марина", 1, "места 11 за столом нет"),
        ("0 — Марина", 1, "места 0 за столом нет"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, text: str, line: int, what: str) -> None:
    """In Russian, with its number and what to do."""
    with refused(BadNames, match=rf"names.txt», строка {line}: .*{what}") as caught:
        read(tmp_path, text)
    assert hint(caught.value)


@pytest.mark.parametrize("name", ["Пятый Элемент", "Номер Саша", "Саша Второй"])
def test_one_word_that_is_no_command_makes_a_name(tmp_path: Path, name: str) -> None:
    """The others may be numbers or words of commands."""
    assert read(tmp_path, f"1 — {name}").of(1) == name


@pytest.mark.parametrize("content", [b"", b"# \xd0\xb0\n", b"2 \x01\x02"])
def test_a_file_without_names_is_refused(tmp_path: Path, content: bytes) -> None:
    """Empty, or no text in any encoding."""
    file = tmp_path / "names.txt"
    file.write_bytes(content)
    with pytest.raises(BadNames):
        read_names(RU, file, 10)


def test_no_file(tmp_path: Path) -> None:
    """The reason is told."""
    with refused(BadNames, match="такого файла нет"):
        read_names(RU, tmp_path / "names.txt", 10)
