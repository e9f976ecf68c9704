# SPDX-License-Identifier: MIT
"""The lexicon file: every word stressed, every variant sayable."""

from pathlib import Path

import pytest

from tests.russian import LEXICON
from tests.telling import hint, says
from voice_host.errors import BadSentences
from voice_host.model.lexicon import bare, lexicon_of, load_spellings, unstressed_words


def test_every_word_of_the_file_has_a_stress() -> None:
    """No spelling of several vowels without a mark."""
    assert unstressed_words(load_spellings(LEXICON)) == []


def test_every_spelling_can_be_said() -> None:
    """Phones exist for all of them, and no word is empty."""
    spellings = load_spellings(LEXICON)
    lexicon = lexicon_of(spellings, spellings)
    assert all(all(ways) and ways for ways in lexicon.values())
    assert len(lexicon) > 700


def test_fifty_is_said_in_many_ways() -> None:
    """The careful way first, then the quick ones."""
    ways = lexicon_of(["пятьдесят"], load_spellings(LEXICON))["пятьдесят"]
    assert len(ways) >= 5
    assert ways[0] == ("p'", "i0", "d'", "i0", "s'", "a1", "t")


def test_seats_and_cases_are_all_there() -> None:
    """Ordinals of 1–30 in every case a sentence needs."""
    words = load_spellings(LEXICON).keys()
    for stem in ("перв", "пят", "двенадцат", "двадцат", "тридцат"):
        assert {stem + ending for ending in ("ый", "ого", "ому", "ым", "ом", "ая")} <= words
    assert {"третий", "третьего", "третьему", "третьим", "третьем"} <= words


def test_e_may_stand_for_yo() -> None:
    """«четвертый» is said like «четвёртый»."""
    spellings = load_spellings(LEXICON)
    assert spellings["четвертый"] == spellings["четвёртый"]


def test_an_unknown_word_gets_guesses_and_a_marked_one_its_mark() -> None:
    """Nicknames without a stress are listened for in several ways."""
    assert len(lexicon_of(["марина"], {})["марина"]) == 3
    assert list(lexicon_of(["Мари́на"], {})) == ["марина"]
    assert len(lexicon_of(["Мари́на"], {})["марина"]) == 1


def test_signs_are_no_part_of_a_word() -> None:
    """Stress and clitic signs fall away."""
    assert bare("-За́") == "за"


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    """The error says which file and what to do, in Russian."""
    path = tmp_path / "lexicon.toml"
    path.write_text("plain = [", encoding="utf-8")
    with pytest.raises(BadSentences) as caught:
        load_spellings(path)
    assert "lexicon.toml" in says(caught.value)
    assert hint(caught.value)
