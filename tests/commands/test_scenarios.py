# SPDX-License-Identifier: MIT
"""Every scenario of tests/scenarios goes as written, and a wrong one says where it does not."""

from pathlib import Path

import pytest

from tests.russian import RU
from tests.telling import refused, says
from voice_host.commands import scenario
from voice_host.errors import BadScenario
from voice_host.text.door import MOST_BYTES

HERE = Path(__file__).parents[1] / "scenarios"


@pytest.mark.parametrize(
    "path", sorted(HERE.rglob("*.txt")), ids=lambda p: f"{p.parent.name}/{p.stem}"
)
def test_goes_as_written(path: Path) -> None:
    """The game of the file holds every fact in it."""
    assert scenario.run(RU, path) is None


@pytest.mark.parametrize(
    ("text", "difference"),
    [
        ("? phase day.speech", "строка 1: на деле lobby"),
        ("> фол три", "строка 1: слова отвергнуты (not_now): «фол три»"),
        ("> фол три\n? phase lobby", "строка 2: слова отвергнуты (not_now): «фол три»"),
        ("> начать игру\n! not_now", "строка 2: ждали отказа not_now, а вышло: принято"),
        ("> абракадабра\n! not_now", "строка 2: ждали отказа not_now, а вышло: unknown"),
        ("< абракадабра", "строка 1: в зале ждали «абракадабра», а сказано: ничего"),
        ("+ час", "строка 1: здесь нужно число, а не «час»"),
        ("? погода хорошая", "строка 1: нет такого факта: погода"),
        ("until vote.tiespeech", "строка 1: до фазы vote.tiespeech не дойти"),
        ("seats 9", "строка 1: по этим правилам мест 10, а не 9"),
        ("roles 4 5 = mafia", "строка 1: мест и ролей не поровну"),
        ("roles 4 5 6 = mafia mafia mafia", "строка 1: роли не приняты: bad_roles"),
        ("until night0.agreement\n? timer 59", "строка 2: timer 60"),
        ("rules нету", "строка 1: Нет правил «нету»."),
    ],
)
def test_tells_the_first_difference(tmp_path: Path, text: str, difference: str) -> None:
    """What is not as written is told with its line."""
    path = tmp_path / "wrong.txt"
    path.write_text(text, encoding="utf-8")
    found = scenario.run(RU, path)
    assert found is not None
    assert says(found).startswith(difference)


def test_a_line_that_is_no_act_is_named(tmp_path: Path) -> None:
    """A file that is no scenario is an error with the line's number, not a difference."""
    path = tmp_path / "bad.txt"
    path.write_text("rules wma\nпривет\n", encoding="utf-8")
    with refused(BadScenario, match=r"bad\.txt:2"):
        scenario.run(RU, path)


def test_a_file_without_a_step_is_no_scenario(tmp_path: Path) -> None:
    """It would show nothing, and be called good."""
    path = tmp_path / "empty.txt"
    path.write_text("# ничего\n", encoding="utf-8")
    with refused(BadScenario, match="нет ни одного шага"):
        scenario.run(RU, path)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """Bytes in no encoding give a clear error, a file too large another."""
    path = tmp_path / "bad.txt"
    path.write_bytes(b"\x01\x98\xff")
    with refused(BadScenario, match="непонятная строка"):
        scenario.run(RU, path)
    path.write_bytes(b"#" * (MOST_BYTES + 1))
    with refused(BadScenario, match="файл больше, чем можно"):
        scenario.run(RU, path)


@pytest.mark.parametrize(
    ("text", "difference"),
    [
        ("> начать игру\nrules fiim", "строка 2: это пишется до первого слова"),
        ("> начать игру\nseats 10", "строка 2: это пишется до первого слова"),
        ("+ -5", "строка 1: здесь нужно число, а не «-5»"),
        ("+ inf", "строка 1: здесь нужно число, а не «inf»"),
        ("roles nan = mafia", "строка 1: здесь нужно целое число, а не «nan»"),
        ("seats 9.5", "строка 1: здесь нужно целое число, а не «9.5»"),
        ("until vote.tiespeech\n", "строка 1: до фазы vote.tiespeech не дойти"),
        ("> начать игру\n> конец игры\n> да\nuntil lobby", "строка 4: до фазы lobby не дойти"),
        ("> клавиши\n<ear ничего", "строка 2: в ухе ведущего ждали"),
        ("> конец", "строка 1: слова отвергнуты (unknown): «конец»"),
    ],
)
def test_what_cannot_be_is_told_too(tmp_path: Path, text: str, difference: str) -> None:
    """Figures that are none, and settings that come too late."""
    path = tmp_path / "wrong.txt"
    path.write_text(text, encoding="utf-8")
    found = scenario.run(RU, path)
    assert found is not None
    assert says(found).startswith(difference)


def test_after_a_crash_time_goes_on_by_itself(tmp_path: Path) -> None:
    """As if the host had said «продолжить»; words may come first, and the echo shows all."""
    path = tmp_path / "crash.txt"
    path.write_text(
        "seats 10\nuntil day.speech\n+ 20\n> спасибо\nundo\ncrash\n? timer 40\n+ 5\n? timer 35\n"
        "crash\n> продолжить\n+ 0\n? speaker 1\n",
        encoding="utf-8",
    )
    shown: list[str] = []
    assert scenario.run(RU, path, shown.append) is None
    assert "until day.speech" in shown
    assert "    зал: Игрок номер один, ваша минута." in shown
