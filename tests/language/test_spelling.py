"""From a line of text to words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_host.language.spelling import ordinal_readings, readings


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
    assert " ".join(readings(text)[0]) == said


def test_digits_together_are_read_two_ways() -> None:
    """«578» is a number or three seats."""
    assert readings("ход 578") == (
        ("ход", "пятьсот", "семьдесят", "восемь"),
        ("ход", "пять", "семь", "восемь"),
    )
    assert len(readings("ход 5 7 8")) == 1


def test_bare_numbers_can_be_ordinals() -> None:
    """In every case that a sentence may want; lists of numbers are left as they are."""
    assert set(ordinal_readings("за 5")) == {
        ("за", "пятый"),
        ("за", "пятого"),
        ("за", "пятому"),
    }
    assert ("за", "пятого", "четыре") in ordinal_readings("за 5 4")
    assert not list(ordinal_readings("фол третьему"))
    assert not list(ordinal_readings("голосуют 1 3 7"))
    assert not list(ordinal_readings("45 голосов"))


@given(st.text(max_size=40))
def test_any_text_can_be_read(text: str) -> None:
    """Whatever is typed gives words, without blanks in them."""
    for reading in readings(text):
        assert all(word and not word[0].isspace() for word in reading)
