# SPDX-License-Identifier: MIT
"""A ruleset's own names of sides and roles go before those of the language."""

from tests.russian import RU
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.language.dialect import meant, role_param, side_param, side_param_of_whom, sought

CITY, HISTORICAL, WMA = map(rulesets.load, ("city", "historical", "wma"))


def test_a_role_of_the_rulesets_own_name() -> None:
    """Its name where it has one, else its id, which the words of a language know."""
    assert role_param(CITY, "sheriff") == "комиссар"
    assert role_param(WMA, "sheriff") == "sheriff"
    assert RU.words.role(role_param(WMA, "sheriff")) == "шериф"
    assert RU.words.role(role_param(CITY, "sheriff")) == "комиссар"


def test_what_a_check_looks_for() -> None:
    """The don seeks whom the ruleset calls commissioner; who checks nothing seeks nobody."""
    assert sought(CITY, "don") == "комиссар"
    assert sought(WMA, "don") == "sheriff"
    assert sought(WMA, "citizen") == ""


def test_sides_of_the_rulesets_own_names() -> None:
    """Nominative and genitive."""
    assert side_param(HISTORICAL, "mafia") == "красные"
    assert side_param_of_whom(HISTORICAL, "mafia") == "красных"
    assert side_param(WMA, "mafia") == side_param_of_whom(WMA, "mafia") == "mafia"
    assert RU.words.side("mafia") == "мафия"


def test_the_same_words_name_another_side_in_another_dialect() -> None:
    """«Победа красных» is the town's, or the mafia's where that is its colour."""
    heard = c.DeclareWinner("town")
    assert meant(heard, "победа красных", WMA) == heard
    assert meant(heard, "победа красных", HISTORICAL) == c.DeclareWinner("mafia")
    assert meant(c.Foul(3), "фол красных", HISTORICAL) == c.Foul(3)
