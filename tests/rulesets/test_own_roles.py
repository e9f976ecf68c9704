# SPDX-License-Identifier: MIT
"""Roles that a ruleset file defines itself: read, refused, described, played, said and kept."""

import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest

from tests.russian import RU
from tests.telling import says
from voice_host import rulesets
from voice_host.commands.deal import deal
from voice_host.commands.export import exported
from voice_host.commands.scenario import run
from voice_host.commands.show_rules import wording
from voice_host.errors import BadRuleset
from voice_host.game.roles import Death, Role
from voice_host.history.recovery import load, replay
from voice_host.history.session import begin
from voice_host.rulesets.describe import described

CLUB = """
extends = "city"
id = "club"
title = "Клуб"

[table]
seats = 8
fewest = 8
most = 8
roles = { mafia = 1, thief = 1, shadow = 1, sheriff = 1 }
sizes = {}
optional = []

[first_night]
meet = ["thief"]

[night]
order = ["thief", "shooting", "shadow", "sheriff"]

[roles.thief]
side = "mafia"
deed = "block"
times = 2

[roles.shadow]
side = "town"
seeks = "thief"
death = "take"

[names.roles]
thief = "вор"
shadow = "тень"

[names.cases]
thief = ["воришки", "воришке", "воришку"]
"""


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """The club's file, with some of its lines replaced."""

    def made(*changes: tuple[str, str]) -> Path:
        text, path = CLUB, tmp_path / "club.toml"
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
        return path

    return made


def test_a_row_is_a_role(write: Callable[..., Path]) -> None:
    """Each key of the row, and what is not given."""
    rules = rulesets.load(str(write()))
    assert rules.role("thief") == Role("mafia", "block", times=2)
    assert rules.role("shadow") == Role("town", seeks="thief", death=Death.TAKE)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('side = "mafia"', 'side = "thieves"',
         "roles.thief.side = «thieves», а нужно: одна из сторон: town, mafia, maniac, yakuza."),
        ('side = "mafia"\n', "", "нет ключа roles.thief.side."),
        ('deed = "block"', 'deed = "steal"',
         "roles.thief.deed = «steal», а нужно: одно из: block, heal, shoot, kill, visit."),
        ('deed = "block"', "deed = 3", "roles.thief.deed = 3, а нужно: строка в кавычках."),
        ("times = 2", "times = -1", "roles.thief.times = -1, а нужно: число от 0 до 99."),
        ("times = 2", 'times = "два"', "roles.thief.times = «два», а нужно: целое число."),
        ("times = 2", "often = 2", "неизвестный ключ roles.thief.often = 2."),
        ('death = "take"', 'death = "all"',
         "roles.shadow.death = «all», а нужно: одно из: nothing, take, neighbours."),
        ('seeks = "thief"', 'seeks = "wizard"',
         "roles.shadow.seeks = «wizard», а нужно: одна из ролей: citizen,"),
        ('[roles.thief]', '[roles."Вор"]',
         "roles = «Вор», а нужно: имя латинскими буквами, например thief."),
        ("[roles.thief]", "[roles.town]", "roles = «town», а нужно: имя латинскими буквами"),
        ('thief = "вор"\n', "", "у роли thief нет названия."),
        ('thief = "вор"', 'thief = "вор 2"',
         "names.roles.thief = «вор 2», а нужно: слово буквами."),
        ('thief = "вор"', 'thief = ""', "names.roles.thief = «», а нужно: слово буквами."),
        ('thief = "вор"', 'thief = "тень"',
         "names.roles.thief = «тень», а нужно: название, которого нет у другой роли."),
        ("thief = [", "don = [", "names.cases = «don», а нужно: роль, у которой есть название."),
        ('"воришке", ', "", "а нужно: список в квадратных скобках, в нём 3."),
        ('"thief", "shooting"', '"shooting"', "night.order = «shooting, shadow, sheriff», а нужно: "
         "среди них и thief: роль thief за столом."),
        ("thief = 1,", "burglar = 1,", "table.roles.burglar = 1, а нужно: одна из ролей:"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_by_its_key_its_value_and_what_was_wanted(
    write: Callable[..., Path], old: str, new: str, told: str
) -> None:
    """In Russian, for whoever wrote the file."""
    with pytest.raises(BadRuleset) as caught:
        rulesets.load(str(write((old, new))))
    assert told in says(caught.value), says(caught.value)


def test_roles_that_are_no_table_are_refused(tmp_path: Path) -> None:
    """`roles = 3`, `roles.thief = 3`."""
    for line, told in (("roles = 3", "roles = 3"), ("roles.thief = 3", "roles.thief = 3")):
        path = tmp_path / "my.toml"
        path.write_text(f'extends = "wma"\n{line}\n', encoding="utf-8")
        with pytest.raises(BadRuleset) as caught:
            rulesets.load(str(path))
        assert f"{told}, а нужно: таблица." in says(caught.value)


def test_the_rules_are_told_with_the_role_in_words(write: Callable[..., Path]) -> None:
    """What `voice-host rules FILE` prints: the deed, how often, the check, the death."""
    path = str(write())
    rules = rulesets.load(path)
    lines = described(rules, rulesets.reasons(path), wording(RU.at(rules))).splitlines()
    assert lines[-2:] == [
        "  Своя роль вор: сторона — мафия, ночью — не даёт действовать, столько раз за игру — 2",
        "  Своя роль тень: сторона — город, ищет — вор, погибая — забирает игрока с собой",
    ]
    assert "  Роли: мафия 1, вор 1, тень 1, шериф 1" in lines
    assert "  Названия ролей: нет" in lines
    assert not any(re.search("[a-z]{3}", line) for line in lines[-2:])


def test_every_key_of_a_role_is_told_in_words() -> None:
    """The labels are those of the keys of `Role`."""
    assert set(wording(RU).row) == {"role", *(field.name for field in fields(Role))}


SCENARIO = """
rules {path}
roles 1 2 3 4 = mafia thief shadow sheriff
> начать игру
until night0.role.thief
< Просыпается вор и знакомится с ведущим.
until night.role.thief
< Просыпается вор и делает выбор.
> выбор 1
<ear Выбор записан: первый.
> дальше
< Засыпает вор.
? phase night.shooting
> выбор 5
! rejected
> дальше
< Просыпается тень и ищет воришку.
> выбор 2
<ear Второй вор.
crash
> продолжить
> роль места 2
<ear Место два: вор.
until day.speech
? alive 1 2 3 4 5 6 7 8
? phase day.speech
"""


def test_a_role_of_its_own_is_called_and_acts_and_is_found_and_outlives_a_crash(
    write: Callable[..., Path], tmp_path: Path
) -> None:
    """The thief stops the only shooter; the shadow finds him; the journal knows them both."""
    game = tmp_path / "game.txt"
    game.write_text(SCENARIO.format(path=write()), encoding="utf-8")
    assert run(RU, game) is None


def test_a_role_may_be_typed_by_its_name(write: Callable[..., Path], tmp_path: Path) -> None:
    """«роли 4 вор»: by the table's own names as by the usual ones."""
    game = tmp_path / "game.txt"
    typed = "> роли один мафия два вор три тень четыре комиссар"
    lines = (f"rules {write()}", typed, "> роль места 2", "<ear Место два: вор.")
    game.write_text("\n".join(lines), encoding="utf-8")
    assert run(RU, game) is None


def test_a_role_is_dealt_kept_and_stands_in_the_protocol(
    write: Callable[..., Path], tmp_path: Path
) -> None:
    """The header of the journal carries the rows: the file of the rules is not asked again."""
    rules, path = rulesets.load(str(write())), tmp_path / "game.jsonl"
    session = begin(rules, 8, path)
    deal(session, Random(1))
    session.close()
    (tmp_path / "club.toml").unlink()
    found = load(path)
    assert found.state == session.state and found.state.rules.roles == rules.roles
    assert sorted(p.role or "" for p in found.state.players) == [
        "citizen", "citizen", "citizen", "citizen", "mafia", "shadow", "sheriff", "thief",
    ]  # fmt: skip
    assert replay(path) is None
    assert re.search(r"\| \d \| вор \|", exported(RU, found, "md"))


def test_a_name_that_declines_by_its_ending_needs_no_cases(write: Callable[..., Path]) -> None:
    """«вор — вора»; those that are given come first."""
    without = CLUB[CLUB.index("\n[names.cases]") :]
    rules = rulesets.load(str(write((without, "\n"))))
    said = RU.at(rules).texts.wording("enter.night.seeker", {"role": "тень", "sought": "вор"})
    assert said == "Просыпается тень и ищет вора."


def test_a_table_without_roles_of_its_own_speaks_the_language_as_it_is() -> None:
    """Nothing is made twice."""
    assert RU.at(rulesets.load("city")) is RU


def test_the_guides_example_is_a_ruleset(tmp_path: Path) -> None:
    """A reader may copy it."""
    guide = (Path(__file__).parents[2] / "docs" / "guide.ru.md").read_text(encoding="utf-8")
    (example,) = (block for block in guide.split("```") if "[roles.thief]" in block)
    path = tmp_path / "nashi.toml"
    path.write_text(example.removeprefix("toml"), encoding="utf-8")
    assert rulesets.load(str(path)).role("thief") == Role("mafia", "block", times=2)


@pytest.mark.parametrize("called", ["шериф", "Дон", "мафия", "красные", "дальше", "отмена", "пас"])
def test_a_name_that_means_something_is_refused(tmp_path: Path, called: str) -> None:
    """A role, a side or a command of that name could not be told from it, by ear least of all."""
    path = tmp_path / "club.toml"
    path.write_text(CLUB.replace('thief = "вор"', f'thief = "{called}"'), encoding="utf-8")
    with pytest.raises(BadRuleset) as caught:
        RU.at(rulesets.load(str(path)))
    assert f"«{called}», а это слово уже значит другое" in says(caught.value)


def test_the_name_of_a_role_that_is_called_otherwise_is_free(tmp_path: Path) -> None:
    """Where the doctor is «лекарь», another may be «доктор»."""
    path = tmp_path / "club.toml"
    text = CLUB.replace('thief = "вор"', 'thief = "доктор"\ndoctor = "лекарь"')
    path.write_text(text, encoding="utf-8")
    assert RU.at(rulesets.load(str(path))).words.role("thief") == "доктор"
