"""From a line of text, typed or heard, to words as sentences know them.

Case, punctuation and stress marks go; digits become numbers in words («фол № 3», «3-му»,
«+10», and «3» for «третий» in any case). Meaning is not its business.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product

from voice_host.language.words import MOST_CARDINAL, MOST_ORDINAL, Case, words

STRESS = "\u0301"
_PLUS = re.compile(r"\+\s*(?=\d)")
_NOT_WORDS = re.compile(r"[^\w]+|_")
_CASES: tuple[Case, ...] = ("n", "g", "d")
_MOST_BARE = 2
"""So many bare numbers are read as ordinals; only lists hold more, and those are cardinal."""


def readings(text: str) -> tuple[tuple[str, ...], ...]:
    """The ways to read a text as words, the likelier first.

    There are two where digits stand together: «578» may be one number or three seats.
    """
    tokens = _tokens(text)
    whole = tuple(word for token in tokens for word in _spell(token))
    apart = tuple(word for token in tokens for word in _spell_apart(token))
    return (whole,) if whole == apart else (whole, apart)


def ordinal_readings(text: str) -> Iterator[tuple[str, ...]]:
    """More ways to read its bare numbers: «выставлен 5» as «выставлен пятый».

    At least one of them is an ordinal. None if there are more numbers than a sentence
    with ordinals has.
    """
    tokens = _tokens(text)
    if not 1 <= sum(map(str.isdecimal, tokens)) <= _MOST_BARE:
        return
    for read in product(*map(_forms, tokens)):
        if any(ordinal for _, ordinal in read):
            yield tuple(word for form, _ in read for word in form.split())


def _forms(token: str) -> list[tuple[str, bool]]:
    """A token in words, each with whether it is an ordinal."""
    if not token.isdecimal():
        return [(token, False)]
    plain = (" ".join(_spell(token)), False)
    if int(token) > MOST_ORDINAL:
        return [plain]
    return [plain, *((words().ordinal(int(token), case), True) for case in _CASES)]


def _tokens(text: str) -> list[str]:
    plain = _PLUS.sub("плюс ", text.lower().replace(STRESS, "").replace("№", " номер "))
    plain = _ordinal().sub(_spell_ordinal, plain)
    return _NOT_WORDS.sub(" ", plain).split()


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
