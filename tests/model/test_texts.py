# SPDX-License-Identifier: MIT
"""Texts of the training data."""

import random

import pytest

from scripts.train_model.texts import PHRASES, Speaker, clean, ordinal
from tests.russian import LEXICON, RU
from voice_host.language.heard.grammar import vocabulary
from voice_host.model.lexicon import load_spellings


@pytest.mark.parametrize(
    ("number", "case", "said"),
    [
        (1, "g", "первого"),
        (3, "d", "третьему"),
        (2, "n", "второй"),
        (8, "i", "восьмым"),
        (20, "p", "двадцатом"),
        (21, "g", "двадцать первого"),
        (40, "n", "сороковой"),
        (7, "f", "седьмая"),
    ],
)
def test_ordinals_are_declined(number: int, case: str, said: str) -> None:
    """Simple and compound ones, hard, stressed and soft endings."""
    assert ordinal(number, case) == said


def phrase_maker(seed: int) -> Speaker:
    """A speaker of phrases alone, without the system's texts."""
    speaker = Speaker.__new__(Speaker)
    speaker.random = random.Random(seed)
    return speaker


def test_templates_become_plain_words() -> None:
    """No brackets, bars or slots are left, whatever is drawn."""
    speaker = phrase_maker(1)
    lines = PHRASES.read_text(encoding="utf-8").splitlines()
    for line in [line for line in lines if line and not line.startswith("#")]:
        for _ in range(10):
            said = speaker.expand(line)
            assert said == clean(said) != ""


def test_a_seed_fixes_the_texts() -> None:
    """The same seed draws the same phrase."""
    template = "(а|б|в) [г] {c} {n} {s} {cc}"
    assert phrase_maker(3).expand(template) == phrase_maker(3).expand(template)


def test_numbers_are_said_as_the_host_says_them() -> None:
    """Any of 0–100 in words."""
    speaker = phrase_maker(2)
    numbers = {RU.words.cardinal(number) for number in range(101)}
    said = {speaker.expand("{cc}") for _ in range(2000)}
    assert said <= numbers and {"ноль", "сорок два", "сто"} <= said


def test_every_word_the_host_may_say_is_in_the_lexicon() -> None:
    """A new word is heard by guessed stresses; the shipped model is to know better."""
    missing = sorted(vocabulary(RU.sentences) - load_spellings(LEXICON).keys())
    assert missing == [], "say in language/ru/lexicon.toml how these words are stressed"
