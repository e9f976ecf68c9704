# SPDX-License-Identifier: MIT
"""The alternative that was said: what can be said, if it is nearly the likeliest."""

import pytest

from voice_host.voice.choice import LISTED, MEANT, OVERHEARD, Alternative, Mending, choose

SENTENCES = {"фол номер три", "фол номер тридцать", "пас", "[unk] номер три"}


def chosen(*scored: tuple[str, float], mending: Mending = OVERHEARD) -> tuple[str, float]:
    alternatives = tuple(Alternative(text, score) for text, score in scored)
    winner, sure = choose(alternatives, SENTENCES.__contains__, mending)
    return alternatives[winner].text, sure


def test_a_form_misheard_is_mended() -> None:
    """A string that is no sentence gives way to the sentence in its place."""
    text, sure = chosen(("фол номер третий", 104.0), ("фол номер три", 102.0))
    assert text == "фол номер три"
    assert sure == pytest.approx(1.0)


def test_a_sentence_far_less_likely_is_not_chosen() -> None:
    """What was hardly said is not put in a stranger's mouth."""
    text, _ = chosen(("фол номер третий", 104.0), ("фол номер три", 104.0 - OVERHEARD.margin - 0.1))
    assert text == "фол номер третий"


def test_nothing_is_left_out_or_put_in() -> None:
    """Only words in the same places are mended."""
    text, _ = chosen(("да фол номер три", 104.0), ("фол номер три", 103.9))
    assert text == "да фол номер три"


def test_a_word_or_two_are_taken_as_they_are() -> None:
    """Short strings that are no sentence are mostly talk."""
    assert chosen(("так", 45.0), ("пас", 44.9))[0] == "так"


def test_what_was_meant_for_us_is_mended_however_short() -> None:
    """With the key held a string that is no sentence is the host's, misheard; not at any price."""
    assert chosen(("так", 45.0), ("пас", 40.0), mending=MEANT)[0] == "пас"
    assert chosen(("пас пас", 45.0), ("пас", 40.0), mending=MEANT)[0] == "пас"
    assert chosen(("так", 45.0), ("пас", 45.0 - MEANT.margin - 0.1), mending=MEANT)[0] == "так"
    assert chosen(("[unk] номер три", 45.0), ("пас", 44.0), mending=MEANT)[0] == "[unk] номер три"


def test_what_is_no_command_stays_none() -> None:
    """`[unk]` may be said, and wins where it is the likeliest."""
    assert chosen(("[unk] номер три", 104.0), ("фол номер три", 103.0))[0] == "[unk] номер три"


def test_two_sentences_share_the_confidence() -> None:
    """Of two that sound alike neither is sure."""
    text, sure = chosen(("фол номер три", 100.0), ("фол номер тридцать", 100.0))
    assert text == "фол номер три"
    assert sure == pytest.approx(0.5)


def test_of_a_closed_list_the_best_phrase_is_the_answer() -> None:
    """Where nothing else can have been said, a string that is no phrase never wins."""
    alternatives = (Alternative("пас пас", 50.0), Alternative("пас", 30.0))
    assert choose(alternatives, SENTENCES.__contains__, LISTED) == (1, pytest.approx(1.0))
