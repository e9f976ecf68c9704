# SPDX-License-Identifier: MIT
"""From a line of text to words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.russian import RU


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
        ("40-му", "сорок му"),
        ("+10", "плюс десять"),
        ("+ 10", "плюс десять"),
        ("а + б", "а б"),
        ("1000", "один ноль ноль ноль"),
        ("спа\u0301сибо", "спасибо"),
        ("из-за стола", "из за стола"),
        ("[unk]", "unk"),
        ("а_б", "а б"),
        ("²", "²"),
        ("", ""),
        ("?!", ""),
    ],
)
def test_first_reading(text: str, said: str) -> None:
    """Case, punctuation and stress marks go, digits become words."""
    assert " ".join(RU.sentences.spelling.readings(text)[0]) == said


def test_digits_together_are_read_two_ways() -> None:
    """«578» is a number or three seats."""
    assert RU.sentences.spelling.readings("ход 578") == (
        ("ход", "пятьсот", "семьдесят", "восемь"),
        ("ход", "пять", "семь", "восемь"),
    )
    assert len(RU.sentences.spelling.readings("ход 5 7 8")) == 1


def test_bare_numbers_can_be_ordinals() -> None:
    """In every case that a sentence may want; in a list all are of one case."""
    assert set(RU.sentences.spelling.inflected_readings("за 5")) == {
        ("за", "пятый"),
        ("за", "пятого"),
        ("за", "пятому"),
    }
    assert ("за", "пятого", "четыре") in RU.sentences.spelling.inflected_readings("за 5 4")
    assert not list(RU.sentences.spelling.inflected_readings("фол третьему"))
    listed = list(RU.sentences.spelling.inflected_readings("убиты 3, 5 и 7"))
    assert ("убиты", "третий", "пятый", "и", "седьмой") in listed
    assert len(listed) == 3
    assert not list(RU.sentences.spelling.inflected_readings("45 голосов"))


def test_bare_numbers_can_be_feminine() -> None:
    """Nominative and accusative, where they are not the masculine one."""
    assert ("одна", "минута") in RU.sentences.spelling.inflected_readings("1 минута")
    assert ("одну", "минуту") in RU.sentences.spelling.inflected_readings("1 минуту")
    assert list(RU.sentences.spelling.inflected_readings("102 секунды")) == [
        ("сто", "две", "секунды")
    ]
    assert not list(RU.sentences.spelling.inflected_readings("1000001 раз"))


@pytest.mark.parametrize("text", ["1,5 минуты", "1.5 минуты", "на 1,5 минуты"])
def test_fractions_of_a_minute(text: str) -> None:
    """With a comma or a point; a list of seats is none."""
    assert RU.sentences.spelling.readings(text)[0][-2:] == ("полторы", "минуты")
    assert RU.sentences.spelling.readings("11,5 минуты")[0] == ("одиннадцать", "пять", "минуты")
    assert RU.sentences.spelling.readings("1,5")[0] == ("один", "пять")


@given(st.text(max_size=40))
def test_any_text_can_be_read(text: str) -> None:
    """Whatever is typed gives words, without blanks in them."""
    for reading in RU.sentences.spelling.readings(text):
        assert all(word and not word[0].isspace() for word in reading)
