# SPDX-License-Identifier: MIT
"""Which of the recogniser's alternatives was said, and how sure that is.

Vosk's grammar is a bigram: it lets through word strings that are no sentence («фол номер
третий»). Such a string is passed over for a sentence of as many words that is nearly as
likely: a form misheard is mended, nothing is left out or put in. Strings of a word or two
are taken as they are, for most of them are other people's talk. Decides by scores alone;
what can be said is asked of the caller.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp

MARGIN = 3.0
"""Natural-log units: how much less likely a whole sentence may be than a string that is none."""


SHORTEST = 3
"""Words in a string that may be mended."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to understand an utterance; `score` is its log likelihood up to a constant."""

    text: str
    score: float


def choose(
    alternatives: tuple[Alternative, ...], possible: Callable[[str], bool], *, closed: bool = False
) -> tuple[int, float]:
    """Which alternative it is, and its posterior probability (0–1).

    The rivals that count are what can be said; all of it when `closed`, where nothing else
    can have been said. If none of it is likely enough, the best string is answered for what
    it is.
    """
    # By score and not by place: in what order Vosk lists them is its own affair.
    first = max(alternatives, key=lambda one: one.score)
    rivals = [
        i
        for i, one in enumerate(alternatives)
        if possible(one.text) and (closed or _replaces(one, first))
    ]
    pool = rivals or list(range(len(alternatives)))
    winner = max(pool, key=lambda i: alternatives[i].score)
    # Scores are large and negative; only of their differences can a power be taken.
    total = sum(exp(alternatives[i].score - first.score) for i in pool)
    return winner, exp(alternatives[winner].score - first.score) / total


def _replaces(one: Alternative, first: Alternative) -> bool:
    """Other words in the same places of a long string, and nearly as likely; or itself."""
    words, wanted = one.text.split(), first.text.split()
    near = len(words) == len(wanted) >= SHORTEST and one.score >= first.score - MARGIN
    return near or one is first
