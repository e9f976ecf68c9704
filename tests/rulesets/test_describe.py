# SPDX-License-Identifier: MIT
"""A ruleset as text: every key has a label, every value is readable, every choice a reason."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.russian import RU
from tests.telling import says
from voice_host import rulesets
from voice_host.commands import show_rules
from voice_host.commands.show_rules import wording
from voice_host.errors import BadRuleset
from voice_host.game.roles import ROLES
from voice_host.rulesets.describe import described, figures, keys

NAMES = wording(RU)
SOURCE = re.compile(r"(⚖ )?(S[0-4]|ФИИМ 2024)\b[^:]*: \S")


def text(name: str) -> str:
    return described(rulesets.load(name), rulesets.reasons(name), NAMES)


@pytest.mark.parametrize("name", rulesets.names())
def test_every_key_has_a_label_and_a_reason(name: str) -> None:
    """The labels are those of the keys of `Rules`; each reason begins with its source."""
    rules, why = rulesets.load(name), rulesets.reasons(name)
    assert {key for key, _ in keys(rules)} == set(NAMES.labels) == set(why)
    assert rules.source
    for reason in why.values():
        assert SOURCE.match(reason), reason


@pytest.mark.parametrize("name", rulesets.names())
def test_figures_and_choices_are_in_words(name: str) -> None:
    """Nothing of the file's own spelling is left: ids of roles and choices, true and false."""
    for value in figures(rulesets.load(name), NAMES).values():
        assert not re.search("[A-Za-z]", value), value
    assert set(NAMES.roles) == set(ROLES)


def test_a_ruleset_is_read_as_a_person_reads_it() -> None:
    """Roles by the dialect's names, «нет» for what it lacks, the reason under the figure."""
    lines = text("city").splitlines()
    assert "  Роли: дон 1, мафия 2, путана 1, комиссар 1, доктор 1, маньяк 1" in lines
    at = lines.index("  Доктор лечит себя, раз за игру: нет")
    assert lines[at + 1].strip() == "S0: в некоторых правилах доктор не лечит себя"
    assert "  Названия ролей: шериф — комиссар" in lines
    assert "  Названия сторон: город — синие, мафия — красные" in text("historical")
    assert "  Доктор лечит себя, раз за игру: сколько угодно" in text("wma")
    assert "  Не ставят вопрос об уходе (сколько, из скольких): 3 из 9" in text("fiim-2024")


def test_reasons_are_inherited_unless_the_choice_is_another(tmp_path: Path) -> None:
    """A figure that a file changes has the file's own reason or none."""
    path = tmp_path / "my.toml"
    path.write_text(
        'extends = "wma"\n[speech]\nseconds = 90\ntie = 20\n'
        '[why]\n"speech.tie" = "Наши: так быстрее"\n',
        encoding="utf-8",
    )
    why = rulesets.reasons(str(path))
    assert "speech.seconds" not in why
    assert why["speech.tie"] == "Наши: так быстрее"
    assert why["speech.last_word"] == rulesets.reasons("wma")["speech.last_word"]
    assert rulesets.load(str(path)).speech.seconds == 90


def test_rules_of_ones_own_are_no_one_elses(tmp_path: Path) -> None:
    """A file that changes rules and names no source does not claim the text that it changes."""
    path = tmp_path / "my.toml"
    for line, source in (("", "наш клуб"), ('source = "Устав"\n', "Устав")):
        path.write_text(f'extends = "wma"\nid = "my"\n{line}', encoding="utf-8")
        told = CliRunner().invoke(show_rules.command, [str(path)], obj=RU).output
        assert told.splitlines()[0].endswith(f"(my; источник {source})")


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("why = 3", "why = 3, а нужно: таблица"),
        ('[why]\n"speech.second" = "так"', "why.speech.second = «так», а нужно: ключ вида"),
        ('[why]\n"speech.seconds" = 3', "why.speech.seconds = 3, а нужно: строка в кавычках"),
    ],
)
def test_a_reason_for_nothing_is_refused(tmp_path: Path, why: str, told: str) -> None:
    """A slip in a key is told, like anywhere else in the file."""
    path = tmp_path / "my.toml"
    path.write_text(f'extends = "wma"\n{why}\n', encoding="utf-8")
    with pytest.raises(BadRuleset) as caught:
        rulesets.load(str(path))
    assert told in says(caught.value)
