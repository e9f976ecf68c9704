# SPDX-License-Identifier: MIT
"""From a line of text to words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.russian import RU
from voice_host.language.spelling import DASHES, PASSED_OVER
from voice_host.text.letters import STRESS, tidy


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("  Фол,   номер ТРИ!", "фол номер три"),
        ("фол № 3", "фол номер три"),
        ("фол №3", "фол номер три"),
        ("3-му фол", "третьему фол"),
        ("3му фол", "третьему фол"),
        ("за 21-го 4", "за двадцать первого четыре"),
        ("1-ый и 7-ой", "первый и седьмой"),
        ("40-му", "40-му"),
        ("8-ю выставляет 2-я", "восьмого выставляет второй"),
        ("+10", "плюс десять"),
        ("+ 10", "плюс десять"),
        ("а + б", "а плюс б"),
        ("1000", "один ноль ноль ноль"),
        ("спа\u0301сибо", "спасибо"),
        ("из-за стола", "из за стола"),
        ("[unk]", "[ unk ]"),
        ("фол 3 \N{THUMBS UP SIGN}", "фол три \N{THUMBS UP SIGN}"),
        ("а_б", "а б"),
        ("²", "²"),
        ("", ""),
        ("?!", ""),
    ],
)
def test_first_reading(text: str, said: str) -> None:
    """Case, punctuation and stress marks go, digits become words."""
    assert " ".join(RU.sentences.spelling.words(text)) == said


def read(text: str) -> list[list[list[tuple[str, ...]]]]:
    """Every group of readings, each as what its pieces may be."""
    return [
        [[token.ways for token in one] for one in group]
        for group in RU.sentences.spelling.readings(text)
    ]


def test_digits_together_are_read_two_ways() -> None:
    """«578» is a number or three seats; with gaps it is three numbers and no more."""
    first, _ = read("ход 578")
    assert first == [
        [("ход",), ("578:",)],
        [("ход",), ("5:",), ("7:",), ("8:",)],
    ]
    assert read("ход 5 7 8")[0] == [[("ход",), ("5:",), ("7:",), ("8:",)]]


def test_bare_numbers_can_be_ordinals_where_nothing_else_is_a_sentence() -> None:
    """In every case, in words too; an ordinal has its own cases."""
    every = ("5:", "5:n", "5:g", "5:d", "5:a")
    assert read("за 5") == [[[("за",), ("5:",)]], [[("за",), every]]]
    assert read("выставлен пять")[1] == [[("выставлен",), ("пять", *every)]]
    assert read("выставлен двадцать пять")[1][0][1][0] == "25:"
    assert read("8-ю")[0] == [[("8:a",)]]
    assert read("фол 8-й")[0][0][1] == ("8:n", "8:g", "8:d")


def test_a_range_is_a_list() -> None:
    """Its numbers one by one; what is no range keeps its dash, which no sentence has."""
    three = [("1:",), ("и",), ("2:",), ("и",), ("3:",)]
    for text in ("1-3", "1–3", "1 — 3", "с первого по третий", "с 1-го по 3-й", "от 1 до 3"):
        assert read(text)[0][0] == three, text
    assert read("первый-третий")[0][0] == three
    assert read("5-7-8")[0][0] == [("5:",), ("и",), ("7:",), ("и",), ("8:",)]
    for text in ("3-1", "1-99", "-3"):
        assert ("-",) in read(text)[0][0], text
    assert read("фол - 3")[0][0] == [("фол",), ("3:",)]


def test_letters_of_the_other_layout() -> None:
    """After what was typed: «help» is a word of ours."""
    assert read("ajk 3")[2] == [[("фол",), ("3:",)]]
    assert read("help")[0] == [[("help",)]]
    assert len(read("фол 3")) == 2


@pytest.mark.parametrize(
    "text",
    [
        "фол 3", "ФОЛ 3", "фоl 3".replace("l", "л"), "фoл 3", "фол\u00a03", "фо\u00adл 3",
        "фол ３", "\ufeffфол 3", "фол\u200b 3", "фол «3»!",
    ],
)  # fmt: skip
def test_one_way_to_write(text: str) -> None:
    """Letters, gaps and digits of every system are the same letters, gaps and digits."""
    assert read(text)[0][0] == [("фол",), ("3:",)]
    assert read("перво\u0438\u0306")[0][0] == [("первой", "1:g", "1:d")]


@pytest.mark.parametrize("text", ["1,5 минуты", "1.5 минуты", "на 1,5 минуты"])
def test_fractions_of_a_minute(text: str) -> None:
    """With a comma or a point; a list of seats is none."""
    assert RU.sentences.spelling.words(text)[-2:] == ("полторы", "минуты")
    assert RU.sentences.spelling.words("11,5 минуты") == ("одиннадцать", "пять", "минуты")
    assert RU.sentences.spelling.words("1,5") == ("один", "пять")


@given(st.text(max_size=40))
def test_nothing_of_any_text_is_left_out(text: str) -> None:
    """Whatever is typed gives words, without blanks, and every sign but punctuation."""
    words = RU.sentences.spelling.words(text)
    assert all(word and not word[0].isspace() for word in words)
    strange = [c for c in tidy(text) if c.isprintable() and not c.isalnum() and not c.isspace()]
    kept = [c for c in strange if c not in PASSED_OVER | DASHES | {STRESS}]
    shown = "".join(words)
    assert all(c.lower() in shown or c in RU.words.signs for c in kept)
