# SPDX-License-Identifier: MIT
"""The texts file: complete, filled rightly, and strict about mistakes."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.russian import FOLDER, RU
from tests.telling import hint, says
from voice_host.errors import BadSentences
from voice_host.language.announcement import Announcement, host
from voice_host.language.said.keys import KEYS
from voice_host.language.said.speak import caption, closing, count_words, speak
from voice_host.language.said.texts import Texts

GOOD = (FOLDER / "texts.toml").read_text(encoding="utf-8")
HOST_ONLY = (
    "prompt.", "host.", "confirm.", "said.", "not_now.", "refused.", "answer.", "phase.", "where.",
    "keys.", "checked.", "timer.", "roles.", "foul.host", "foul.back_host", "foul.unmuted",
    "out.barred",
)  # fmt: skip
"""Keys of what only the host hears; `test_announce.py` checks that they stay with him."""


COMPOSED = {"host.trouble", "host.keys", "answer.table"}
"""Texts that end with a sentence which is filled in."""


def hall_texts() -> list[tuple[str, str]]:
    return [
        (key, "".join(p if isinstance(p, str) else f"@{p.name}" for p in text.pieces))
        for key, variants in RU.texts.wordings.items()
        for text in variants
        if not key.startswith(HOST_ONLY)
    ]


def test_every_key_has_a_text_and_no_other() -> None:
    """The file and the list of keys are the same."""
    assert RU.texts.wordings.keys() == KEYS.keys()


def test_barge_in_words_are_not_in_the_hall() -> None:
    """The hall never says a word that silences it."""
    for key, text in hall_texts():
        said = set(re.findall(r"\w+", text.lower()))
        assert not said & set(RU.sentences.barge_in), key


def test_hall_texts_join_no_player_to_a_role() -> None:
    """A text of the hall that names a seat names no role."""
    roles = re.compile("мафи|дон|шериф|мирн|красн|чёрн|комиссар")
    for key, text in hall_texts():
        assert "@seat" not in text or not roles.search(text.lower()), key


CLAUSES = (
    "said.", "phase.", "where.", "help.", "undone.night", "part.", "key.",
    "roles.count", "roles.others", "answer.fouls_item", "answer.votes_item",
    "answer.score_item", "answer.score_draw", "answer.score_unknown",
)  # fmt: skip
"""What stands inside a sentence only."""


def test_numbers_are_spelled() -> None:
    """No digit is left to the synthesiser's taste, and every text ends as a sentence."""
    for key, variants in RU.texts.wordings.items():
        for text in variants:
            pieces = [piece for piece in text.pieces if isinstance(piece, str)]
            assert not re.search(r"\d", "".join(pieces)), key
            if not key.startswith(CLAUSES):
                assert not pieces or pieces[-1][-1] in ".!?" or key in COMPOSED, key


def test_placeholders() -> None:
    """Numbers by case, with counted words, lists, times and names."""
    assert RU.texts.wording("foul.host", {"seat": 3, "count": 2}) == "Третьему второй фол."
    assert (
        RU.texts.wording("vote.counted", {"seat": 5, "votes": 1})
        == "За игрока номер пять один голос."
    )
    assert RU.texts.wording("vote.counted", {"seat": 5, "votes": 22}).endswith(
        "двадцать два голоса."
    )
    assert RU.texts.wording("answer.nominees", {"seats": (5, 7, 8)}) == (
        "Выставлены пятый, седьмой и восьмой."
    )
    assert RU.texts.wording("vote.tied", {"seats": (5, 7)}).endswith("номер пять и семь.")
    assert RU.texts.wording("said.best_move", {"seats": (5,)}) == "Лучший ход пять"
    assert RU.texts.wording("time.call", {"seconds": 10}) == "Десять секунд."
    assert RU.texts.wording("over.winner", {"side": "mafia"}) == "Игра окончена. Победа мафии!"
    assert RU.texts.wording("foul.host_offence", {"seat": 3, "count": 1, "offence": "knock"}) == (
        "Третьему первый фол за стук."
    )
    assert RU.texts.wording("host.undone", {"what": "фол третьему"}) == "Отменено: фол третьему."


def test_the_variant_is_always_the_same_for_the_same_params() -> None:
    """Nothing is drawn by lot: a replay says what was said."""
    said = {RU.texts.wording("morning.quiet", {"day": day}) for day in range(1, 9)}
    assert len(said) == 2
    assert RU.texts.wording("morning.quiet", {"day": 3}) == RU.texts.wording(
        "morning.quiet", {"day": 3}
    )


def test_speak() -> None:
    """Text, closing word, caption and numbers of a count."""
    called = Announcement("vote.call", {"seat": 5}, closing="closing")
    assert speak(RU.texts, called) == "Голосуем за игрока номер пять."
    assert closing(RU.texts, called) == "Спасибо."
    assert closing(RU.texts, Announcement("time.up")) == ""
    assert speak(RU.texts, Announcement("shooting.count")) == ""
    assert caption("догово\u0301рка") == "договорка"
    assert RU.words.cardinal(21) == "двадцать один"
    assert count_words(RU.texts, (1, 2)) == ("один", "два")


def load(tmp_path: Path, text: str) -> BadSentences:
    file = tmp_path / "texts.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadSentences) as error:
        Texts.read(tmp_path, RU.words)
    assert hint(error.value)
    return error.value


@pytest.mark.parametrize(
    ("new", "told"),
    [
        ("closing = 5", "texts.toml: closing: неподходящее значение"),
        ("closing = []", "texts.toml: closing: неподходящее значение"),
        ('closing = "Спасибо."\nopening = "Да."', "texts.toml: opening: такого ключа нет"),
        ('closing = "Спасибо, {seat}."', "texts.toml: closing, знак 10: нет места «seat»"),
        ('closing = "Спасибо, {seat:}."', "texts.toml: closing, знак 10: непонятное место {seat:}"),
        ('closing = "Спасибо {"', "texts.toml: closing, знак 9: скобка без пары"),
        ('closing = "Спасибо }"', "texts.toml: closing, знак 9: скобка без пары"),
    ],
)
def test_mistakes_are_told(tmp_path: Path, new: str, told: str) -> None:
    """File, key, column and what is wrong."""
    assert told in says(load(tmp_path, GOOD.replace('closing = "Спасибо."', new)))


@pytest.mark.parametrize(
    ("new", "told"),
    [
        ("{seat:x}", "vote.call, знак 26: непонятное место {seat:x}"),
        ("{seat|а|б}", "vote.call, знак 26: непонятное место {seat|а|б}"),
        ("{seats}", "vote.call, знак 26: нет места «seats»"),
        ("{seat} }", "vote.call, знак 33: скобка без пары"),
    ],
)
def test_mistakes_in_places(tmp_path: Path, new: str, told: str) -> None:
    """The column is that of the placeholder."""
    text = GOOD.replace(
        'call = "Голосуем за игрока номер {seat}."', f'call = "Голосуем за игрока номер {new}."'
    )
    assert told in says(load(tmp_path, text))


def test_an_empty_list_of_variants(tmp_path: Path) -> None:
    """A key with no wording at all is refused, however deep it stands."""
    text = re.sub(r"fell = \[.*\]", "fell = []", GOOD)
    assert "night.fell" in says(load(tmp_path, text))


def test_a_letter_that_the_language_does_not_know_is_said_as_it_stands() -> None:
    """A language need not have a name for every key."""
    bare = replace(RU.texts, words=replace(RU.words, latin={}))
    told = host("host.keys", what="Y / Н — да.")
    assert "Y / Н" in speak(bare, told)
    assert "игрек" in speak(RU.texts, told)
