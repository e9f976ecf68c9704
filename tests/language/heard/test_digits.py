# SPDX-License-Identifier: MIT
"""Typed with digits, every sentence is what it is in words."""

from collections.abc import Iterator

import pytest

from tests.russian import RU
from voice_host.game import commands as c
from voice_host.game.expected import expected_anywhere
from voice_host.language.declension import Case
from voice_host.language.heard.hear import Understood, understand

CASES: tuple[Case, ...] = ("n", "g", "d")
LONGEST = 3
"""Words in the longest number that is said."""


def numbers() -> dict[tuple[str, ...], str]:
    """Every number word, in any gender or case, with its digits."""
    said = {RU.words.cardinal(n): n for n in range(200)}
    said |= {form: n for n in range(200) for form in RU.words.feminines(n)}
    said |= {RU.words.ordinal(n, case): n for case in CASES for n in range(31)}
    return {tuple(form.split()): str(n) for form, n in said.items()}


NUMBERS = numbers()


def in_digits(said: tuple[str, ...]) -> Iterator[str]:
    """The words of a sentence, the longest possible numbers in digits."""
    while said:
        for length in range(min(LONGEST, len(said)), 0, -1):
            if said[:length] in NUMBERS:
                yield NUMBERS[said[:length]]
                break
        else:
            yield said[0]
        said = said[length:]


@pytest.mark.parametrize("name", sorted({sentence.name for sentence in RU.sentences.sentences}))
def test_digits_are_read_wherever_number_words_are(name: str) -> None:
    """Cardinals, ordinals in every case, feminine ones, alone and in lists."""
    for sentence in RU.sentences.sentences:
        if sentence.name == name:
            kinds = frozenset({sentence.kind})
            for phrase in sentence.graph(10).phrases():
                typed = " ".join(in_digits(phrase))
                assert understand(RU.sentences, typed, kinds, 10) == understand(
                    RU.sentences, " ".join(phrase), kinds, 10
                )


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("выставлен пять", c.Nominate(5)),
        ("выставлен двадцать один", c.Nominate(21)),
        ("третий выставляет пять", c.Nominate(5, 3)),
        ("за пять четыре", c.Vote(4, 5)),
        ("1 минута", c.SetTimer(60)),
        ("1 минуту", c.SetTimer(60)),
        ("таймер 1 минута", c.SetTimer(60)),
        ("поставь таймер на 1 минуту", c.SetTimer(60)),
        ("таймер 2 минуты", c.SetTimer(120)),
        ("3 минуты", c.SetTimer(180)),
        ("засеки 1,5 минуты", c.SetTimer(90)),
        ("таймер 1.5 минуты", c.SetTimer(90)),
        ("0,5 минуты", c.SetTimer(30)),
        ("таймер 45 секунд", c.SetTimer(45)),
        ("добавь 1 минуту", c.AddTime(60)),
        ("+1 минута", c.AddTime(60)),
        ("+10", c.AddTime(10)),
        ("убиты 3, 5 и 7", c.KillAll((3, 5, 7))),
        ("голосует 1 3 7 8", c.Ballot((1, 3, 7, 8))),
        ("лучший ход 1,5,7", c.BestMove((1, 5, 7))),
        ("за 1 1", c.Vote(1, 1)),
    ],
)
def test_as_hosts_type(typed: str, command: c.Command) -> None:
    """Times, fractions of a minute, lists with commas."""
    heard = understand(RU.sentences, typed, expected_anywhere(), 10)
    assert isinstance(heard, Understood)
    assert heard.command == command
