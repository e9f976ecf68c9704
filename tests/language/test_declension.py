# SPDX-License-Identifier: MIT
"""Names decline by their endings, which are data of the language."""

import pytest

from tests.russian import RU


@pytest.mark.parametrize(
    ("name", "genitive", "dative", "accusative"),
    [
        ("Марина", "марины", "марине", "марину"),
        ("Вика", "вики", "вике", "вику"),
        ("Саша", "саши", "саше", "сашу"),
        ("Мария", "марии", "марии", "марию"),
        ("Антон", "антона", "антону", "антона"),
        ("Андрей", "андрея", "андрею", "андрея"),
        ("Игорь", "игоря", "игорю", "игоря"),
        ("Юрий", "юрия", "юрию", "юрия"),
        ("Чёрный", "чёрного", "чёрному", "чёрного"),
        ("Пётр", "петра", "петру", "петра"),
        ("Лев Толстой", "льва толстого", "льву толстому", "льва толстого"),
        ("Боец", "бойца", "бойцу", "бойца"),
        ("Волчок", "волчка", "волчку", "волчка"),
        ("Ку-ку", "ку ку", "ку ку", "ку ку"),
        ("Нео", "нео", "нео", "нео"),
        ("Илья\u0301", "ильи\u0301", "илье\u0301", "илью\u0301"),
        ("Мари\u0301на", "мари\u0301ны", "мари\u0301не", "мари\u0301ну"),
    ],
)
def test_names_decline(name: str, genitive: str, dative: str, accusative: str) -> None:
    """By their endings, the stress kept in its place."""
    assert genitive in RU.words.declension.of(name, "g")
    assert dative in RU.words.declension.of(name, "d")
    assert accusative in RU.words.declension.of(name, "a")


@pytest.mark.parametrize("case", [None, "n"])
def test_a_name_that_is_called_stays_as_it_is(case: None) -> None:
    """In small letters, a hyphen as a gap."""
    assert RU.words.declension.of("Ку-ку Марина", case) == ("ку ку марина",)


def test_all_ways_to_decline_are_given_the_likelier_first() -> None:
    """«Лютый» and «Лютий» are told by nothing but who is called so."""
    assert RU.words.declension.of("Гений", "g") == ("гения", "генего", "геного")
    assert RU.words.declension.of("Лев Гений", "d") == ("льву гению", "льву генему", "льву геному")
