# SPDX-License-Identifier: MIT
"""The lesson holds what a model most needs to hear from its host."""

from tests.russian import LEXICON, RU
from voice_host.enrol.lesson import LENGTH, phrases
from voice_host.game.expected import expected_anywhere
from voice_host.language.heard.hear import Unknown, understand
from voice_host.model.lexicon import lexicon_of, load_spellings
from voice_host.model.pronounce import PHONES


def test_thirty_short_commands() -> None:
    """Each is a command in whole, none is longer than five words, always the same ones."""
    said = phrases(RU)
    assert len({*said}) == len(said) == LENGTH
    for phrase in said:
        assert not isinstance(
            understand(RU.sentences, phrase, expected_anywhere(), 30, silent=False), Unknown
        )
        assert len(phrase.split()) <= 5
    assert phrases(RU) == said


def test_needed_words_are_in_it() -> None:
    """Words that every game needs, and those that are mistaken for each other."""
    words = {word for phrase in phrases(RU) for word in phrase.split()}
    needed = "три стоп фол пас пауза голосов дальше спасибо да нет отмена минута шестнадцать"
    assert not {*needed.split()} - words
    assert len({"один", "два", "четыре", "пять", "шесть", "семь", "восемь"} & words) >= 6


def test_nearly_every_phone_is_in_it() -> None:
    """Some soft consonants are in no short command."""
    words = {word for phrase in phrases(RU) for word in phrase.split()}
    lexicon = lexicon_of(words, load_spellings(LEXICON))
    heard = {phone for ways in lexicon.values() for phone in ways[0]}
    assert len({*PHONES} - heard) <= 5
