# SPDX-License-Identifier: MIT
"""The lesson: which commands a host repeats, so that the model learns his voice.

Chosen out of the sentences: few phrases that between them hold every phone some times, the
words that are needed most and those that are mistaken for each other. Always the same ones.
"""

from collections import Counter

from voice_host.language.language import Language
from voice_host.language.words import Words
from voice_host.model.lexicon import lexicon_of, load_spellings

LENGTH = 30
"""Phrases: about two minutes."""
_NUMBERS = range(1, 11)
_SEATS = (*_NUMBERS, 13, 16, 30)
_WORD, _PHONE = 3.0, 2.0
"""What a needed word and a phone are worth when they are new."""
_ENOUGH = 3  # times a phone
_LONGEST = 5  # words a host repeats without thinking


def phrases(language: Language, length: int = LENGTH) -> tuple[str, ...]:
    """So many commands, the one that teaches most first."""
    candidates = _candidates(language)
    needed = _needed(language.words)
    words_had: set[str] = set()
    phones_had: Counter[str] = Counter()
    chosen: list[str] = []
    while len(chosen) < length and candidates:

        def worth(phrase: str) -> float:
            said = phrase.split()
            new = sum(word in needed and word not in words_had for word in {*said})
            sounds = {*candidates[phrase]}
            rare = sum(1 / (1 + phones_had[p]) for p in sounds if phones_had[p] < _ENOUGH)
            return (_WORD * new + _PHONE * rare) / (1 + len(said))

        best = max(candidates, key=worth)
        phones_had.update(candidates.pop(best))
        words_had.update(best.split())
        chosen.append(best)
    return tuple(chosen)


def _needed(words: Words) -> frozenset[str]:
    seats = (form for n in _NUMBERS for form in (words.cardinal(n), words.ordinal(n, "n")))
    return frozenset(words.lesson).union(seats)


def _candidates(language: Language) -> dict[str, tuple[str, ...]]:
    """Every command that may be spoken, for some seats, and the phones of its careful way."""
    spoken = dict.fromkeys(
        sentence.example(seat, whole=whole)
        for seat in _SEATS
        for sentence in language.sentences.sentences
        for whole in (False, True)
        if not sentence.silent
    )
    short = [phrase for phrase in spoken if len(phrase.split()) <= _LONGEST]
    words = {word for phrase in short for word in phrase.split()}
    lexicon = lexicon_of(words, load_spellings(language.lexicon))
    return {
        phrase: tuple(phone for word in phrase.split() for phone in lexicon[word][0])
        for phrase in short
    }
