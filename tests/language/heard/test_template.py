# SPDX-License-Identifier: MIT
"""The syntax of templates, and the column of every mistake in one."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.telling import hint, says
from voice_host.errors import BadSentences
from voice_host.language.heard.template import (
    NOTHING,
    Choice,
    Sequence,
    Slot,
    Word,
    all_slots,
    parse_template,
    slots_of,
)

FILE = Path("sentences.toml")


def parsed(text: str) -> object:
    return parse_template(text, FILE, "foul.says[0]")


def test_words_choices_and_slots() -> None:
    """Brackets may be left out, parentheses choose, braces are slots."""
    assert parsed("фол") == Word("фол")
    assert parsed("фол [номер] {seat}") == Sequence(
        (Word("фол"), Choice((NOTHING, Word("номер"))), Slot("seat", "", 13))
    )
    assert parsed("(а|б в) {seat:d}") == Sequence(
        (Choice((Word("а"), Sequence((Word("б"), Word("в"))))), Slot("seat", "d", 9))
    )
    assert parsed("да|нет") == Choice((Word("да"), Word("нет")))


def test_groups_nest() -> None:
    """Groups stand in groups."""
    tree = parse_template("[за (стук|{offence})]", FILE, "k")
    assert all_slots(tree) == (Slot("offence", "", 11),)


def test_paths() -> None:
    """The slots of every way through."""
    tree = parse_template("[{by:n}] выставляет ({seat:a}|номер {seat})", FILE, "k")
    assert slots_of(tree) == {("by", "seat"), ("seat",)}


@pytest.mark.parametrize(
    ("text", "column", "what"),
    [
        ("", 1, "пусто"),
        ("фол [", 6, "пусто"),
        ("фол []", 6, "пусто"),
        ("фол (а|)", 8, "пусто"),
        ("фол [номер", 5, "скобка «[» не закрыта"),
        ("фол (номер]", 5, "скобка «(» не закрыта"),
        ("фол номер]", 10, "лишняя «]»"),
        ("фол) номер", 4, "лишняя «)»"),
        ("фол {seat", 5, "скобка «{» не закрыта"),
        ("фол, номер", 4, "ожидалось слово"),
        ("Фол", 1, "ожидалось слово"),
        ("фол 3", 5, "ожидалось слово"),
        ("из-за", 3, "ожидалось слово"),
        ("фол}", 4, "ожидалось слово"),
    ],
)
def test_mistakes_are_told_with_their_column(text: str, column: int, what: str) -> None:
    """File, key, column, what is wrong, and a hint."""
    with pytest.raises(BadSentences) as error:
        parsed(text)
    assert says(error.value).startswith(
        f"sentences.toml: foul.says[0], знак {column}: {what} в «{text}»"
    )
    assert hint(error.value)


@given(st.text("аб [](){}|:ё3", max_size=12))
def test_any_text_is_a_tree_or_refused(text: str) -> None:
    """Nothing but `BadSentences` comes out of a bad line."""
    try:
        tree = parse_template(text, FILE, "k")
    except BadSentences as error:
        assert hint(error)
    else:
        assert slots_of(tree)
