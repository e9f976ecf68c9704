# SPDX-License-Identifier: MIT
"""From a line of text, typed or heard, to words as sentences know them.

Case, punctuation and stress marks go; digits become numbers in words («фол № 3», «3-му»,
«+10», «1,5 минуты», and «3» for «третий» in any case, «1» for «одну»). Meaning is not its
business.
"""

import re
from collections.abc import Iterator
from itertools import product

from voice_host.language.declension import Case
from voice_host.language.letters import STRESS
from voice_host.language.words import MOST_CARDINAL, MOST_ORDINAL, Words

_NOT_WORDS = re.compile(r"[^\w]+|_")
_CASES: tuple[Case, ...] = ("n", "g", "d")
_MOST_BARE = 2
"""So many bare numbers have a form each; only lists hold more, and those have one for all."""

_LENGTHS = (3, 2, 1)
"""Words in a number, longer ones first."""


class Spelling:
    """How texts are spelled with the words of a language."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._cardinals = {words.cardinal(n): str(n) for n in range(MOST_CARDINAL + 1)}
        self._fractions = tuple(
            (re.compile(rf"(?<!\d){re.escape(digits).replace(',', '[.,]')}\b"), said)
            for digits, said in words.written.items()
        )
        self._signs = tuple(
            (re.compile(rf"{re.escape(sign)}(?=\s*\d)"), said) for sign, said in words.signs.items()
        )
        endings = "|".join(sorted(words.ordinal_endings, key=len, reverse=True))
        self._ordinal = re.compile(rf"\b(\d{{1,2}})\s?-?\s?({endings})\b")

    def readings(self, text: str) -> tuple[tuple[str, ...], ...]:
        """The ways to read a text as words, the likelier first.

        There are two where digits stand together: «578» may be one number or three seats.
        """
        tokens = self._tokens(text)
        whole = tuple(word for token in tokens for word in self._spell(token))
        apart = tuple(word for token in tokens for word in self._spell_apart(token))
        return (whole,) if whole == apart else (whole, apart)

    def inflected_readings(self, text: str) -> Iterator[tuple[str, ...]]:
        """More ways to read its bare numbers: «выставлен 5» as «выставлен пятый», «1 минуту».

        At least one of them is an ordinal or feminine. «Выставлен пять» is read like
        «выставлен 5».
        """
        tokens = self._in_figures(self._tokens(text))
        plain = tuple(word for token in tokens for word in self._spell(token))
        forms = [self._forms(token) for token in tokens]
        bare = sum(map(str.isdecimal, tokens))
        reads = product(*forms) if bare <= _MOST_BARE else _alike(forms)
        for read in reads:
            said = tuple(word for form in read for word in form.split())
            if said != plain:
                yield said

    def _in_figures(self, tokens: list[str]) -> list[str]:
        """Cardinal numbers in words become digits, the longest possible ones."""
        figures: list[str] = []
        while tokens:
            length = next((n for n in _LENGTHS if " ".join(tokens[:n]) in self._cardinals), 0)
            figures.append(self._cardinals[" ".join(tokens[:length])] if length else tokens[0])
            tokens = tokens[length or 1 :]
        return figures

    def _forms(self, token: str) -> list[str]:
        """A token in words: as it is, as an ordinal in each case, feminine."""
        if not token.isdecimal():
            return [token]
        number, plain = int(token), " ".join(self._spell(token))
        if number > MOST_ORDINAL:
            return [plain, *self._feminines(number)]
        ordinals = (self._words.ordinal(number, case) for case in _CASES)
        return [plain, *ordinals, *self._feminines(number)]

    def _feminines(self, number: int) -> tuple[str, ...]:
        return self._words.feminines(number) if number <= MOST_CARDINAL else ()

    def _tokens(self, text: str) -> list[str]:
        plain = text.lower().replace(STRESS, "")
        for sign, said in self._signs:
            plain = sign.sub(f" {said} ", plain)
        plain = self._ordinal.sub(self._spell_ordinal, plain)
        for fraction, said in self._fractions:
            plain = fraction.sub(said, plain)
        return _NOT_WORDS.sub(" ", plain).split()

    def _spell_ordinal(self, found: re.Match[str]) -> str:
        number, case = int(found[1]), self._words.ordinal_endings[found[2]]
        return self._words.ordinal(number, case) if number <= MOST_ORDINAL else found[0]

    def _spell(self, token: str) -> list[str]:
        if not token.isdecimal() or int(token) > MOST_CARDINAL:
            return self._spell_apart(token)
        return self._words.cardinal(int(token)).split()

    def _spell_apart(self, token: str) -> list[str]:
        return [self._words.cardinal(int(d)) for d in token] if token.isdecimal() else [token]


def _alike(forms: list[list[str]]) -> Iterator[tuple[str, ...]]:
    """Every number in the same case."""
    for at in range(1, len(_CASES) + 1):
        yield tuple(form[min(at, len(form) - 1)] for form in forms)
