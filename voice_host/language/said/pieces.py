# SPDX-License-Identifier: MIT
"""Pieces: what is too long for one breath in the ear, cut where «ещё» may go on or may not.

Knows how long a text takes to say, roughly and never too little; not what it means. A voice is
not asked: it would have to render first, and an answer cannot wait for that.
"""

import re
from collections.abc import Iterable

from voice_host.language.announcement import Announcement, Clause, Clauses, host
from voice_host.language.said.speak import speak
from voice_host.language.said.texts import Texts
from voice_host.text.letters import fold

SYLLABLE_SECONDS = 0.155
PAUSE_SECONDS = 0.24
"""A syllable, and a comma or a full stop inside a text, at the default pace of the default voice.

Taken from its sounds for the longest sentences of this folder; `tests/voice/test_length.py` renders
them and sees that none lasts longer than it is given here.
"""
PIECE_SECONDS = 5.0
"""So long may the ear be spoken to at a time."""
_BREATH = re.compile(r"[,;:.?!](?=\s)")


def seconds(texts: Texts, text: str) -> float:
    """How long this text takes to say at the default pace."""
    vowels = texts.words.declension.vowels
    syllables = sum(letter in vowels for letter in fold(text.lower()))
    return SYLLABLE_SECONDS * syllables + PAUSE_SECONDS * len(_BREATH.findall(text))


def in_pieces(
    texts: Texts,
    key: str,
    clauses: Iterable[Clause],
    more: str = "answer.more",
    most: float = PIECE_SECONDS,
    items: int | None = None,
) -> tuple[Announcement, ...]:
    """The clauses under one key, in as many announcements as it takes to keep each within `most`.

    No more than `items` to a piece. A clause that is longer than that stands alone. All but the
    last end with the clause `more`, that there is something to go on with.
    """
    groups: list[list[Clause]] = [[]]
    for clause in clauses:
        longer = [*groups[-1], clause]
        lasts = seconds(texts, speak(texts, _asking(key, longer, more)))
        if groups[-1] and (lasts > most or len(longer) > (items or len(longer))):
            groups.append([clause])
        else:
            groups[-1] = longer
    *first, last = groups
    return (*(_asking(key, group, more) for group in first), host(key, what=Clauses(tuple(last))))


def _asking(key: str, clauses: list[Clause], more: str) -> Announcement:
    return host(key, what=Clauses((*clauses, Clause(more))))
