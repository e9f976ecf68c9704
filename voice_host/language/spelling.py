"""From a line of text, typed or heard, to words as sentences know them.

Case, punctuation and stress marks go; digits become numbers in words («фол № 3», «3-му»,
«+10»). Meaning is not its business.
"""

import re
from functools import cache

from voice_host.language.words import MOST_CARDINAL, MOST_ORDINAL, words

STRESS = "\u0301"
_PLUS = re.compile(r"\+\s*(?=\d)")
_NOT_WORDS = re.compile(r"[^\w]+|_")


def readings(text: str) -> tuple[tuple[str, ...], ...]:
    """The ways to read a text as words, the likelier first.

    There are two where digits stand together: «578» may be one number or three seats.
    """
    plain = _PLUS.sub("плюс ", text.lower().replace(STRESS, "").replace("№", " номер "))
    plain = _ordinal().sub(_spell_ordinal, plain)
    tokens = _NOT_WORDS.sub(" ", plain).split()
    whole = tuple(word for token in tokens for word in _spell(token))
    apart = tuple(word for token in tokens for word in _spell_apart(token))
    return (whole,) if whole == apart else (whole, apart)


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
