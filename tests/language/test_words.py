# SPDX-License-Identifier: MIT
"""Numbers in words, plural forms, and what a words file may not be."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.russian import FOLDER, RU
from tests.telling import hint, refused, says
from voice_host.errors import BadSentences
from voice_host.game.roles import ROLES, SIDES
from voice_host.language.toml_file import only_words
from voice_host.language.words import Words, plural


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "ноль"),
        (19, "девятнадцать"),
        (21, "двадцать один"),
        (100, "сто"),
        (101, "сто один"),
        (125, "сто двадцать пять"),
        (180, "сто восемьдесят"),
        (999, "девятьсот девяносто девять"),
        (1000, "1000"),
        (-1, "-1"),
    ],
)
def test_cardinals(number: int, said: str) -> None:
    """Numbers are spelled up to 999, beyond that written in digits."""
    assert RU.words.cardinal(number) == said


def test_feminine_forms() -> None:
    """Two cases of one, one form of two, none of the others."""
    assert [RU.words.feminines(n) for n in (1, 2, 5, 21)] == [
        ("одна", "одну"), ("две",), (), ("двадцать одна", "двадцать одну"),
    ]  # fmt: skip


def test_feminine_cardinals() -> None:
    """One and two have a feminine form, also at the end of a greater number."""
    assert [RU.words.cardinal(n, feminine=True) for n in (1, 2, 3, 21, 102)] == [
        "одна", "две", "три", "двадцать одна", "сто две",
    ]  # fmt: skip


def test_ordinals_by_case() -> None:
    """First to thirtieth in nominative, genitive, dative; the accusative is the genitive."""
    assert RU.words.ordinal(3, "n") == "третий"
    assert RU.words.ordinal(3, "g") == RU.words.ordinal(3, "a") == "третьего"
    assert RU.words.ordinal(22, "d") == "двадцать второму"
    assert RU.words.ordinal(30, "n") == "тридцатый"
    assert RU.words.ordinal(0, "n") == "нулевой"
    assert RU.words.ordinal(77, "n") == "семьдесят семь"


@pytest.mark.parametrize("case", ["n", "g", "d"])
def test_spoken_numbers_differ(case: str) -> None:
    """No two seats are said alike, in any case."""
    assert len({RU.words.ordinal(n, case) for n in range(1, 31)}) == 30  # type: ignore[arg-type]
    assert len({RU.words.cardinal(n) for n in range(1000)}) == 1000


@given(st.integers(0, 999))
def test_plural_agrees_with_the_last_word(number: int) -> None:
    """«голос» after one, «голоса» after two to four, «голосов» after all else."""
    last = RU.words.cardinal(number).split()[-1]
    form = plural(number, ("голос", "голоса", "голосов"))
    few = {"два", "три", "четыре"}
    assert form == ("голос" if last == "один" else "голоса" if last in few else "голосов")


def test_durations() -> None:
    """Whole minutes have their own words, other times are counted in seconds."""
    said = [RU.words.duration(s) for s in (1, 2, 10, 30, 60, 90, 83)]
    assert said == [
        "одна секунда", "две секунды", "десять секунд", "тридцать секунд", "минута",
        "полторы минуты", "восемьдесят три секунды",
    ]  # fmt: skip


def test_every_role_and_side_of_the_rules_has_a_name() -> None:
    """What the rules know, the language can name."""
    assert RU.words.roles.keys() == ROLES.keys()
    assert RU.words.sides.keys() == set(SIDES)


def test_offences_of_every_severity() -> None:
    """Reasons for fouls, removals and ППК are all in the catalogue."""
    severities = [offence.severity for offence in RU.words.offences.values()]
    assert min(severities.count(s) for s in ("foul", "removal", "ppk")) >= 10


def test_offences_are_said_differently() -> None:
    """A spoken reason means one offence only."""
    said = [phrase for offence in RU.words.offences.values() for phrase in offence.says]
    assert len(said) == len(set(said))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('7 = "семь"', "", "cardinals, ordinals: не хватает 7"),
        ('3 = "третьему"', "", "cardinals, ordinals: не хватает 3"),
        ("[ordinals.d]", "[ordinals.x]", "ordinals"),
        ('says = ["мат"]', 'says = ["Мат"]', "offences.swearing, знак 1: ожидалось слово"),
        ('says = ["мат"]', 'says = ["[а] мат"]', "offences.swearing, знак 1: ожидалось слово"),
        ('says = ["мат"]', "says = []", "offences.swearing.says: "),
        ('severity = "foul"', 'severity = "minor"', "offences.out_of_turn.severity: "),
        ('joiner = "и"', "joiner = 5", "joiner"),
        ('joiner = "и"', "", "joiner"),
    ],
)
def test_a_wrong_words_file_is_refused(tmp_path: Path, old: str, new: str, told: str) -> None:
    """The message names the file and the key."""
    good = (FOLDER / "words.toml").read_text(encoding="utf-8")
    assert old in good
    file = tmp_path / "words.toml"
    file.write_text(good.replace(old, new), encoding="utf-8")
    with pytest.raises(BadSentences) as error:
        Words.read(file.parent)
    assert "words.toml: " in says(error.value)
    assert told in says(error.value)
    assert hint(error.value)


def test_not_toml(tmp_path: Path) -> None:
    """A file that is no TOML is refused with line and column."""
    file = tmp_path / "words.toml"
    file.write_text('joiner = "и', encoding="utf-8")
    with refused(BadSentences, match=r"words\.toml: .*это не TOML"):
        Words.read(file.parent)
    file.write_text('joiner = "и"\nroles = ]', encoding="utf-8")
    with refused(BadSentences, match="строка 2, знак 9"):
        Words.read(file.parent)


def test_in_another_encoding(tmp_path: Path) -> None:
    """It is read like every other: what is wrong with this one is what it lacks."""
    file = tmp_path / "words.toml"
    file.write_bytes('joiner = "и"'.encode("cp1251"))
    with refused(BadSentences, match="нет ключа"):
        Words.read(file.parent)


def test_no_file(tmp_path: Path) -> None:
    """A missing file is named."""
    with refused(BadSentences, match="не читается"):
        Words.read(tmp_path)


@pytest.mark.parametrize("text", ["а [б]", "а|б", "{seat}", "а {seat}", "Да", "", " "])
def test_where_only_words_may_stand(text: str) -> None:
    """Brackets, slots, capitals and nothing at all are refused."""
    with refused(BadSentences, match="decoys, знак "):
        only_words(text, Path("f.toml"), "decoys")
    assert only_words("я думаю", Path("f.toml"), "decoys") == "я думаю"
