# SPDX-License-Identifier: MIT
"""Words → pronunciations, from the lexicon file of the language.

Decides which ways of saying a word the recogniser listens for: the careful one
first, then the quick ones.  Words the file does not hold get guessed stresses.
It must not know about graphs or networks.
"""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

from voice_host.errors import BadSentences, reason
from voice_host.model.pronounce import ACUTE, VOWEL_LETTERS, YE, YO, phones, stress_guesses

Pronunciation = tuple[str, ...]
Lexicon = dict[str, list[Pronunciation]]


def load_spellings(path: Path) -> dict[str, list[str]]:
    """Every word of the lexicon file with its stressed spellings, the careful one first.

    Raises BadSentences if the file cannot be read or breaks its own rules.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadSentences(
            "model.lexicon_not_read",
            name=path.name,
            why=reason(error),
        ) from error
    spellings: dict[str, list[str]] = {}
    for spelling in [*_ordinals(table.get("ordinals", {})), *table.get("plain", "").split()]:
        spellings.setdefault(bare(spelling), []).append(spelling)
    for word, ways in table.get("variants", {}).items():
        spellings[word] = [*ways]
    _add_e_spellings(spellings)
    return spellings


def lexicon_of(words: Iterable[str], spellings: Mapping[str, list[str]]) -> Lexicon:
    """Pronunciations of the words; an unknown word gets its likeliest stresses.

    A word may carry its own stress («Мари́на»): then that is how it is said.
    """
    lexicon: Lexicon = {}
    for given in words:
        word = bare(given)
        ways = [given] if ACUTE in given else spellings.get(word) or stress_guesses(word)
        said = [*lexicon.get(word, []), *(phones(way) for way in ways)]
        lexicon[word] = list(dict.fromkeys(said))
    return lexicon


def bare(spelling: str) -> str:
    """The word of a stressed spelling: no signs, lower case."""
    return spelling.replace(ACUTE, "").removeprefix("-").lower()


def unstressed_words(spellings: Mapping[str, list[str]]) -> list[str]:
    """Words of several vowels that carry no stress anywhere: mistakes in the file."""
    return [
        word
        for word, ways in spellings.items()
        for way in ways
        if not way.startswith("-")
        and ACUTE not in way
        and YO not in way
        and sum(letter in VOWEL_LETTERS for letter in way) > 1
    ]


def _ordinals(stems: Mapping[str, str]) -> list[str]:
    return [stem + ending for stem, endings in stems.items() for ending in endings.split()]


def _add_e_spellings(spellings: dict[str, list[str]]) -> None:
    """«четвертый» is said like «четвёртый»: people type both."""
    for word in [word for word in spellings if YO in word]:
        spellings.setdefault(word.replace(YO, YE), spellings[word])
