"""Texts and stores of the training data."""

import random
from pathlib import Path

import numpy as np
import pytest

from scripts.train_model.store import Store
from scripts.train_model.texts import PHRASES, Speaker, cardinal, clean, ordinal
from voice_host.language.grammar import vocabulary
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


@pytest.mark.parametrize(("number", "said"), [(0, "ноль"), (19, "девятнадцать"), (42, "сорок два")])
def test_cardinals_are_spelt(number: int, said: str) -> None:
    """Up to a hundred."""
    assert cardinal(number) == said
    assert cardinal(100) == "сто"


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


def test_every_word_the_host_may_say_is_in_the_lexicon() -> None:
    """A new sentence with a new word needs its stress in lexicon.toml."""
    missing = sorted(vocabulary() - load_spellings().keys())
    assert missing == []


def test_a_store_keeps_sounds_and_facts(tmp_path: Path) -> None:
    """What was added comes back, also after opening the files anew."""
    first, second = np.arange(100, dtype=np.float32), np.full(50, 40000, np.float32)
    Store(tmp_path, "x").add(first, "раз", "a").add(second, "два", "b")
    store = Store(tmp_path, "x")
    assert [u.text for u in store.utterances] == ["раз", "два"]
    assert store.sound(0).tolist() == first.tolist()
    assert set(store.sound(1).tolist()) == {32767}
    assert store.utterances[1].seconds == 50 / 16000
