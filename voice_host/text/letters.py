# SPDX-License-Identifier: MIT
"""Letters: what one text written in many ways has in common, and the sign that marks a stress.

Systems write the same letter differently: macOS types «й» as two characters, a page of the web
puts a space into a line that cannot be broken, a phone writes full-width digits. After `tidy`
there is one way. What it does not know stays, as a sign that no word has: a line is never made
shorter by what could not be read.
"""

import re
import unicodedata
from collections.abc import Iterable
from itertools import pairwise

STRESS = "\u0301"
UNREADABLE = "\N{REPLACEMENT CHARACTER}"
"""Stands for what is no character: a control code, half a pair, a byte in no encoding."""
LONGEST = 1000
"""Characters of a line that is read; a longer one is refused as it is, never cut to a shorter."""

_NEIGHBOURS = (
    "_абвгдежзиклмнопрстуфхчшэя а_бвгдежзйклмнпрстфхчюя баеиоруы в_аеилорстуыь "
    "гадор д_авеилноруцы е_вгдезйклмнрстфчщ ждеину з_авны и_бвгдезйклмнрстфхшя й_лстч "
    "к_аеилорту л_аежиоуыьюя м_аеимоуя н_адеинотучыья о_бвгдежзйклмнпрстфч паеикоруя р_авеинотуыья "
    "с_авеиклнопстучыья т_авеикмнорсуыь у_бгджзкрстхчшщю фаиор х_о цае чаеинтшь шаеи щеи "
    "ы_бвейпстхш ь_ктшю эт ю_тч я_ет"
)
"""Some 300 of the commonest pairs of letters in what the program says and hears, by the first.

`_` is the end of a word. Counted in the files of language/ru and the guide."""
_PAIRS = frozenset(row[0] + other for row in _NEIGHBOURS.split() for other in row[1:])
_WORDS = re.compile(r"[а-яё]+", re.IGNORECASE)


def fold(word: str) -> str:
    """The word with «ё» as «е»."""
    return word.replace("ё", "е")


def folded(said: Iterable[str]) -> tuple[str, ...]:
    """The words with «ё» as «е»."""
    return tuple(fold(word) for word in said)


def tidy(text: str) -> str:
    """The text with one spelling of each letter, digit and gap, on one line."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_plain, unicodedata.normalize("NFC", text)))


def _plain(character: str) -> str:
    kind = unicodedata.category(character)
    if kind == "Nd":
        return str(unicodedata.digit(character))
    if kind in ("Zs", "Zl", "Zp") or character in "\t\n\v\f\r\x85":
        return " "
    if kind == "Cf":  # of no width: soft hyphens, byte order marks, marks of direction
        return ""
    return UNREADABLE if kind in ("Cc", "Cs", "Co", "Cn") else character


def looks_russian(text: str) -> float:
    """How much a text looks like Russian: its letters, their neighbours, their size."""
    score = 0.0
    for word in _WORDS.findall(text):
        small = fold(word.lower())
        pairs = zip(f"_{small}", f"{small}_", strict=True)
        score += sum(1 if a + b in _PAIRS else -1 for a, b in pairs)
        score -= 0.3 * sum(map(str.isupper, word[1:]))
        score -= 2 * sum(a.islower() and b.isupper() for a, b in pairwise(word))
    # Lines of boxes, currencies and letters of other alphabets are in no line of a host.
    strange = sum(not c.isascii() and not _WORDS.match(c) and c not in "№«»–—…" for c in text)
    return score - 3 * strange
