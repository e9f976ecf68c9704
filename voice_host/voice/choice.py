# SPDX-License-Identifier: MIT
"""Which of the recogniser's alternatives was said, and how sure that is.

Vosk's grammar is a bigram: it lets through word strings that are no sentence («фол номер
третий»). Such a string is passed over for a sentence of as many words that is nearly as
likely: a form misheard is mended, nothing is left out or put in. Strings of a word or two
are taken as they are, for most of them are other people's talk; but not with the key held, for
then they are the host's, misheard. Decides by scores alone; what can be said is asked of the
caller.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, inf


@dataclass(frozen=True, slots=True)
class Mending:
    """How far a string that is no sentence is from one that takes its place."""

    margin: float
    """How much less likely the sentence may be, natural-log units."""
    shortest: int
    """Words in a string that may be mended."""
    as_many: bool
    """Has the sentence as many words as the string?"""


OVERHEARD = Mending(3.0, 3, as_many=True)
"""Anybody may have spoken."""
MEANT = Mending(6.0, 1, as_many=False)
"""Whoever held the key spoke to us. Measured: docs/model.md, «With the key held»."""
LISTED = Mending(inf, 1, as_many=False)
"""Nothing but the phrases can have been said."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to understand an utterance; `score` is its log likelihood up to a constant."""

    text: str
    score: float


def choose(
    alternatives: tuple[Alternative, ...], possible: Callable[[str], bool], mending: Mending
) -> tuple[int, float]:
    """Which alternative it is, and its posterior probability (0–1).

    The rivals that count are what can be said and is near enough to the likeliest. If none of it
    is, the best string is answered for what it is.
    """
    # By score and not by place: in what order Vosk lists them is its own affair.
    first = max(alternatives, key=lambda one: one.score)
    rivals = [
        i
        for i, one in enumerate(alternatives)
        if possible(one.text) and (one is first or _replaces(one, first, mending))
    ]
    pool = rivals or list(range(len(alternatives)))
    winner = max(pool, key=lambda i: alternatives[i].score)
    # Scores are large and negative; only of their differences can a power be taken.
    total = sum(exp(alternatives[i].score - first.score) for i in pool)
    return winner, exp(alternatives[winner].score - first.score) / total


def _replaces(one: Alternative, first: Alternative, mending: Mending) -> bool:
    """May this be said for the likeliest string: is that long enough, this near enough?"""
    words, wanted = one.text.split(), first.text.split()
    if len(wanted) < mending.shortest or (mending.as_many and len(words) != len(wanted)):
        return False
    return one.score >= first.score - mending.margin
