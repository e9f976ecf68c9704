# SPDX-License-Identifier: MIT
"""Letters: the sign that marks a stress, and letters that are read as one another."""

from collections.abc import Iterable

STRESS = "\u0301"


def fold(word: str) -> str:
    """The word with «ё» as «е»."""
    return word.replace("ё", "е")


def folded(said: Iterable[str]) -> tuple[str, ...]:
    """The words with «ё» as «е»."""
    return tuple(fold(word) for word in said)
