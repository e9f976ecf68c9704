# SPDX-License-Identifier: MIT
"""The table of keys: what each key says in each phase."""

import pytest

from tests.russian import RU
from voice_host.game.state import Phase
from voice_host.ui.terminal.key_names import DIGITS, ROWS, Begin, KeyWords, Own, Say

KEYS = KeyWords(RU.messages)
FOUL = "фол номер "


@pytest.mark.parametrize(("latin", "russian"), [("f", "а"), ("u", "г"), ("m", "ь"), ("y", "н")])
def test_one_physical_key_does_the_same_in_both_layouts(latin: str, russian: str) -> None:
    """A host need not know which layout is on."""
    assert (
        KEYS.pressed(latin)
        == KEYS.pressed(russian)
        == KEYS.pressed(latin.upper())
        == KEYS.pressed(russian.upper())
    )


def test_no_character_belongs_to_two_keys() -> None:
    """The table has one meaning for every character."""
    names = [name for row in ROWS for name in KEYS.names(row)]
    assert len(names) == len(set(names))


def test_every_key_has_its_words() -> None:
    """In the language, each in its table; and there are no words for keys that are not there."""
    says = {row.id for row in ROWS if row.own is not Own.TALK}
    assert {
        name: set(RU.messages.table(f"keys.{name}"))
        for name in ("title", "says", "gloss", "digits", "counts")
    } == {
        "title": {row.id for row in ROWS if not row.letter},
        "says": says,
        "gloss": {row.id for row in ROWS},
        "digits": {"foul", *(meaning.id for meaning in DIGITS.values())},
        "counts": {meaning.id for meaning in DIGITS.values()},
    }
    assert set(RU.messages.table("keys.paused")) <= says
    assert {row.id for row in ROWS if row.letter} <= set(RU.messages.table("keys.beside"))
    assert set(RU.messages.table("keys.none")) <= {meaning.id for meaning in DIGITS.values()}


def test_space_pauses_what_runs_and_resumes_what_is_on_pause() -> None:
    """One key for both, by the state of the clock."""
    assert KEYS.pressed(" ", running=True) == Say("пауза")
    assert KEYS.pressed(" ", running=False) == Say("продолжить")
    assert KEYS.pressed("right", running=False) == Say("дальше")


def test_a_key_that_is_in_no_table_does_nothing() -> None:
    """Neither in a line nor at once."""
    assert KEYS.pressed("x") is None
    assert KEYS.written("x") is None


@pytest.mark.parametrize(
    ("key", "act"),
    [
        ("f", Begin(FOUL)),
        ("y", Begin("да")),
        ("U", Begin("отмена")),
        ("r", Begin("роли")),
        (" ", Say("пауза")),
        ("right", Say("дальше")),
        ("?", Say("клавиши")),
        ("tab", Own.TALK),
    ],
)
def test_in_a_line_letters_only_write_their_words(key: str, act: object) -> None:
    """«нет» typed in the wrong layout begins with Y and must confirm nothing."""
    assert KEYS.written(key) == act


@pytest.mark.parametrize(
    ("phase", "line", "words"),
    [
        (Phase.COUNT, "4", "4 голоса"),
        (Phase.COUNT, "1", "1 голос"),
        (Phase.COUNT, "0", "никого"),
        (Phase.COUNT, "10", "10 голосов"),
        (Phase.REVOTE, "12", "12 голосов"),
        (Phase.REVOTE, "21", "21 голос"),
        (Phase.RAISE, "5", "за подъём 5"),
        (Phase.RAISE, "0", "никого"),
        (Phase.RESULT, "4", "убит номер 4"),
        (Phase.RESULT, "0", "убит номер 10"),
        (Phase.SPEECH, "5", "выставлен номер 5"),
        (Phase.BEST_MOVE, "578", "лучший ход 5 7 8"),
        (Phase.BEST_MOVE, "570", "лучший ход 5 7 10"),
        (Phase.BEST_MOVE, "12 7, 0", "лучший ход 12 7 10"),
        (Phase.DON, "3", "проверка 3"),
        (Phase.SHERIFF, "3", "проверка 3"),
        (Phase.COUNT, "фол номер 3", "фол номер 3"),
        (Phase.COUNT, "фол номер 0", "фол номер 10"),
        (Phase.DISCUSSION, "7", "7"),
        (Phase.SPEECH, "добавь 10 секунд", "добавь 10 секунд"),
        (Phase.SPEECH, "  дальше ", "дальше"),
        (Phase.SPEECH, "", ""),
    ],
)
def test_a_bare_number_means_what_the_phase_is_about(phase: Phase, line: str, words: str) -> None:
    """Digits are votes, victims, nominees or checks; sentences stay as they are."""
    assert KEYS.sentence(phase, line) == words


@pytest.mark.parametrize(
    ("phase", "line", "seats", "done"),
    [
        (Phase.COUNT, "4", 10, True),
        (Phase.COUNT, "4", 12, False),
        (Phase.BEST_MOVE, "57", 10, False),
        (Phase.BEST_MOVE, "5", 10, False),
        (Phase.BEST_MOVE, "578", 10, True),
        (Phase.SPEECH, FOUL, 10, False),
        (Phase.SPEECH, FOUL + "3", 10, True),
        (Phase.BEST_MOVE, FOUL + "3", 10, True),
        (Phase.SPEECH, FOUL + "1", 11, False),
        (Phase.DISCUSSION, "3", 10, True),
    ],
)
def test_digits_send_themselves_only_where_no_more_can_follow(
    phase: Phase, line: str, seats: int, done: bool
) -> None:
    """At a table of more than ten, Enter ends the number."""
    assert KEYS.complete(phase, line, seats) is done


def test_letters_are_printed_with_the_russian_ones_on_the_same_keys() -> None:
    """«н» is on the key that says «да»: who reads «N» must not take it for that one."""
    text = KEYS.help(Phase.SPEECH, at_once=True)
    assert "Y / Н — да. N / Т — нет. T / Е — прочесть стол" in text
    assert "Буквы латинские, за каждой русская на той же клавише" in text
    assert "U / Г — отмена." in text


def test_in_a_line_only_latin_letters_are_keys() -> None:
    """Russian ones are text there."""
    assert "Y — да. N — нет." in KEYS.help(Phase.SPEECH)


def test_help_names_what_is_of_use_in_the_phase() -> None:
    """Digits come first; a miss is for the end of the night only."""
    assert KEYS.help(Phase.COUNT).startswith("Цифры — число голосов")
    assert "промах" in KEYS.help(Phase.RESULT)
    assert "промах" not in KEYS.help(Phase.SPEECH)
    assert "фол" not in KEYS.help(Phase.LOBBY)
    assert "любой раскладке" in KEYS.help(Phase.SPEECH, at_once=True)
    assert "микрофон" in KEYS.help(Phase.SPEECH)
    assert "микрофон" not in KEYS.help(Phase.SPEECH, talk=False)
