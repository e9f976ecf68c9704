# SPDX-License-Identifier: MIT
"""Figures: a number that was typed, as one symbol, and the numbers that words stand for.

«25» is one thing to a host, never 20 and 5, and «20 5» never 25. So a number in digits is not
spelled out: the graphs of sentences have an edge for it beside the words, with its case where
it is an ordinal. The recogniser knows words only, and never sees one of these symbols.
"""

from collections.abc import Iterable

from voice_host.language.declension import Case
from voice_host.language.words import MOST_CARDINAL, MOST_ORDINAL, Words

CASES: tuple[Case, ...] = ("n", "g", "d", "a")


def figure(number: int, case: str = "") -> str:
    """The symbol of a number; no word has a colon in it."""
    return f"{number}:{case}"


def figures(number: int, cases: Iterable[str]) -> tuple[str, ...]:
    """Its symbols in several cases."""
    return tuple(figure(number, case) for case in cases)


def cardinals(words: Words) -> dict[str, int]:
    """0–999 in words, in every gender."""
    said = {form: n for n in range(MOST_CARDINAL + 1) for form in words.feminines(n)}
    return said | {words.cardinal(n): n for n in range(MOST_CARDINAL + 1)}


def ordinals(words: Words) -> dict[str, int]:
    """0–39 as masculine ordinals, in every case."""
    return {words.ordinal(n, case): n for n in range(MOST_ORDINAL + 1) for case in CASES}


def feminine_ordinals(words: Words) -> dict[str, tuple[str, ...]]:
    """«восьмую» and all the others, each with the symbols that it may stand for."""
    found: dict[str, tuple[str, ...]] = {}
    for number in range(1, MOST_ORDINAL + 1):
        said = words.ordinal(number, "n")
        for ending, forms in words.feminine_ordinals.items():
            if said.endswith(ending):
                for form, case in zip(forms, CASES, strict=True):
                    word = said.removesuffix(ending) + form
                    found[word] = (*found.get(word, ()), figure(number, case))
    return found


def in_figures(phrase: tuple[str, ...], known: dict[str, int]) -> tuple[str, ...]:
    """A phrase with its cardinal numbers as symbols, the longest possible ones."""
    found: list[str] = []
    at = 0
    while at < len(phrase):
        value, length = number_at(phrase, at, known)
        found.append(phrase[at] if value is None else figure(value))
        at += length or 1
    return tuple(found)


_LENGTHS = (3, 2, 1)
"""Words in a number, longer ones first."""


def number_at(
    words: tuple[str, ...] | list[str], at: int, known: dict[str, int]
) -> tuple[int | None, int]:
    """The longest number that begins there, and its words; None and 0 where there is none."""
    for length in _LENGTHS:
        said = " ".join(words[at : at + length])
        if at + length <= len(words) and said in known:
            return known[said], length
    return None, 0
