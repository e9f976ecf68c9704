# SPDX-License-Identifier: MIT
"""Letters become the phones people say."""

import pytest

from voice_host.model.pronounce import ACUTE, CONSONANTS, PHONES, VOWELS, phones, stress_guesses

SAID = """
со́рок        s o1 r a0 k
сороково́й    s a0 r a0 k a0 v o1 j
шесть        sh e1 s' t'
шестна́дцать  sh y0 s n a1 c a0 t'
пятьдеся́т    p' i0 d' i0 s' a1 t
четвёртого   ch i0 t v' o1 r t a0 v a0
тре́тьему     t r' e1 t' j i0 m u0
подъём       p a0 d j o1 m
вы́ставлен    v y1 s t a0 v l' i0 n
го́род        g o1 r a0 t
жест         zh e1 s t
сдать        z d a1 t'
про́сьба      p r o1 z' b a0
счёт         sch o1 t
лёгкий       l' o1 h k' i0 j
сего́дня      s' i0 v o1 d n' a0
что          sh t o1
её           j i0 j o1
Илья́         i0 l' j a1
ма́фия        m a1 f' i0 j a0
цирк         c y1 r k
-за          z a0
-с           s
в            v
боя́ться      b a0 j a1 c a0
мужчи́на      m u0 sch i1 n a0
го́нщик       g o1 n' sch i0 k
"""


@pytest.mark.parametrize("line", SAID.strip().splitlines())
def test_spellings_are_said(line: str) -> None:
    """One stressed spelling, its phones."""
    spelling, *expected = line.split()
    assert list(phones(spelling)) == expected


def test_phones_are_named_once() -> None:
    """48 phones and silence, silence first."""
    assert PHONES[0] == "SIL"
    assert len(set(PHONES)) == len(PHONES) == 49
    assert set(PHONES[1:]) == {*VOWELS, *CONSONANTS}


def test_foreign_letters_are_refused() -> None:
    """A word with other letters names the letter."""
    with pytest.raises(ValueError, match="'x'"):
        phones("xо́д")


@pytest.mark.parametrize(
    ("word", "first"),
    [("марина", "мари́на"), ("тимон", "тимо́н"), ("кот", "кот"), ("артём", "артём"), ("и́ра", "и́ра")],
)
def test_unknown_names_get_their_likeliest_stress_first(word: str, first: str) -> None:
    """Names in a vowel: last but one; in a consonant: the last; marks are kept."""
    assert stress_guesses(word)[0] == first


def test_guesses_are_few_and_different() -> None:
    """At most three, every one with its own stress."""
    guesses = stress_guesses("александра")
    assert len(set(guesses)) == len(guesses) == 3
    assert all(guess.count(ACUTE) == 1 for guess in guesses)
