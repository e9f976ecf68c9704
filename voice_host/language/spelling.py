"""From a line of text, typed or heard, to words as sentences know them.

Case, punctuation and stress marks go; digits become numbers in words («фол № 3», «3-му»,
«+10», «1,5 минуты», and «3» for «третий» in any case, «1» for «одну»). Meaning is not its
business.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

from voice_host.language.words import MOST_CARDINAL, MOST_ORDINAL, Case, words

STRESS = "\u0301"
_PLUS = re.compile(r"\+\s*(?=\d)")
_NOT_WORDS = re.compile(r"[^\w]+|_")
_CASES: tuple[Case, ...] = ("n", "g", "d")
_MOST_BARE = 2
"""So many bare numbers have a form each; only lists hold more, and those have one for all."""

_LENGTHS = (3, 2, 1)
"""Words in a number, longer ones first."""


def fold(word: str) -> str:
    """The word with «ё» as «е»."""
    return word.replace("ё", "е")


def folded(said: Iterable[str]) -> tuple[str, ...]:
    """The words with «ё» as «е»."""
    return tuple(fold(word) for word in said)


def readings(text: str) -> tuple[tuple[str, ...], ...]:
    """The ways to read a text as words, the likelier first.

    There are two where digits stand together: «578» may be one number or three seats.
    """
    tokens = _tokens(text)
    whole = tuple(word for token in tokens for word in _spell(token))
    apart = tuple(word for token in tokens for word in _spell_apart(token))
    return (whole,) if whole == apart else (whole, apart)


def inflected_readings(text: str) -> Iterator[tuple[str, ...]]:
    """More ways to read its bare numbers: «выставлен 5» as «выставлен пятый», «1 минуту».

    At least one of them is an ordinal or feminine. «Выставлен пять» is read like «выставлен 5».
    """
    tokens = _in_figures(_tokens(text))
    plain = tuple(word for token in tokens for word in _spell(token))
    forms = [_forms(token) for token in tokens]
    bare = sum(map(str.isdecimal, tokens))
    reads = product(*forms) if bare <= _MOST_BARE else _alike(forms)
    for read in reads:
        said = tuple(word for form in read for word in form.split())
        if said != plain:
            yield said


def _in_figures(tokens: list[str]) -> list[str]:
    """Cardinal numbers in words become digits, the longest possible ones."""
    figures: list[str] = []
    while tokens:
        length = next((n for n in _LENGTHS if " ".join(tokens[:n]) in _cardinals()), 0)
        figures.append(_cardinals()[" ".join(tokens[:length])] if length else tokens[0])
        tokens = tokens[length or 1 :]
    return figures


@cache
def _cardinals() -> dict[str, str]:
    return {words().cardinal(number): str(number) for number in range(MOST_CARDINAL + 1)}


def _alike(forms: list[list[str]]) -> Iterator[tuple[str, ...]]:
    """Every number in the same case."""
    for at in range(1, len(_CASES) + 1):
        yield tuple(form[min(at, len(form) - 1)] for form in forms)


def _forms(token: str) -> list[str]:
    """A token in words: as it is, as an ordinal in each case, feminine."""
    if not token.isdecimal():
        return [token]
    number, plain = int(token), " ".join(_spell(token))
    if number > MOST_ORDINAL:
        return [plain, *_feminines(number)]
    return [plain, *(words().ordinal(number, case) for case in _CASES), *_feminines(number)]


def _feminines(number: int) -> tuple[str, ...]:
    return words().feminines(number) if number <= MOST_CARDINAL else ()


def _tokens(text: str) -> list[str]:
    plain = _PLUS.sub("плюс ", text.lower().replace(STRESS, "").replace("№", " номер "))
    plain = _ordinal().sub(_spell_ordinal, plain)
    for fraction, said in _fractions():
        plain = fraction.sub(said, plain)
    return _NOT_WORDS.sub(" ", plain).split()


@cache
def _fractions() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(
        (re.compile(rf"(?<!\d){re.escape(digits).replace(',', '[.,]')}\b"), said)
        for digits, said in words().written.items()
    )


@cache
def _ordinal() -> re.Pattern[str]:
    endings = "|".join(sorted(words().ordinal_endings, key=len, reverse=True))
    return re.compile(rf"\b(\d{{1,2}})\s?-?\s?({endings})\b")


def _spell_ordinal(found: re.Match[str]) -> str:
    number, case = int(found[1]), words().ordinal_endings[found[2]]
    return words().ordinal(number, case) if number <= MOST_ORDINAL else found[0]


def _spell(token: str) -> list[str]:
    if not token.isdecimal():
        return [token]
    return (
        words().cardinal(int(token)).split() if int(token) <= MOST_CARDINAL else _spell_apart(token)
    )


def _spell_apart(token: str) -> list[str]:
    return [words().cardinal(int(d)) for d in token] if token.isdecimal() else [token]
