# SPDX-License-Identifier: MIT
"""Reading ruleset files: what is taken, and how every kind of mistake is told."""

import os
from pathlib import Path
from typing import NoReturn

import pytest

from tests.telling import hint, refused, says
from voice_host import rulesets
from voice_host.errors import BadRuleset
from voice_host.rulesets.describe import keys
from voice_host.text.door import MOST_BYTES

HEAD = 'id = "mine"\ntitle = "Наши"\nsource = "S1"\n'


def wrong(path: Path, text: str | bytes) -> BadRuleset:
    """The error that this file gives."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadRuleset) as caught:
        rulesets.load(str(path))
    return caught.value


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a group's own ruleset lies."""
    return tmp_path / "my.toml"


def test_wma_is_the_table_of_the_rules() -> None:
    """The figures of wma."""
    rules = rulesets.load("wma")
    assert (rules.table.fewest, rules.table.seats, rules.table.most) == (10, 10, 10)
    assert rules.table.roles == {"mafia": 2, "don": 1, "sheriff": 1}
    night, speech = rules.first_night, rules.speech
    assert (night.agreement, night.agreement_call, night.don, night.sheriff) == (60, 10, 20, 20)
    assert (speech.seconds, speech.call, speech.tie, speech.last_word) == (60, 10, 30, 60)
    assert (rules.votes.single_on_day_0, rules.votes.window) == (False, 1.5)
    assert (rules.night.beat, rules.night.check) == (1.5, 10)
    assert (rules.best_move.seconds, rules.best_move.guesses) == (20, 3)
    assert (rules.fouls.mute, rules.fouls.out) == (3, 4)


@pytest.mark.parametrize("name", rulesets.names())
def test_every_shipped_ruleset_loads_under_its_own_id(name: str) -> None:
    """The file's name is the id."""
    assert rulesets.load(name).id == name


def test_an_own_file_may_change_three_lines(file: Path) -> None:
    """`extends` takes the rest from a shipped ruleset."""
    file.write_text('extends = "wma"\nid = "mine"\n[speech]\nseconds = 90\n', encoding="utf-8")
    rules = rulesets.load(str(file))
    assert (rules.id, rules.speech.seconds, rules.speech.tie) == ("mine", 90, 30)


@pytest.mark.parametrize(
    ("lines", "key", "value"),
    [
        ("[votes]\nabsolute = true", "votes.absolute", True),
        ("[votes]\neach = true", "votes.each", True),
        ("[speech]\ndefence = 60", "speech.defence", 60),
        ('reveal = "always"', "reveal", "always"),
        ("[night]\nself_heals = 0", "night.self_heals", 0),
        ("[night]\nheal_again = false", "night.heal_again", False),
        ("[night]\nmust_kill = true", "night.must_kill", True),
        ("[night]\nsheriff_shoots = true", "night.sheriff_shoots", True),
        ('[night]\nshooting = "count"', "night.shooting", "count"),
        ("[table]\nroles = { mafia = 3, yakuza = 3, sheriff = 1 }\nsizes = {}", "table.roles",
         {"mafia": 3, "yakuza": 3, "sheriff": 1}),
    ],
)  # fmt: skip
def test_every_variation_of_s0_is_a_line_of_a_file(
    file: Path, lines: str, key: str, value: object
) -> None:
    """Over the city game; what each line does is tested where it is done."""
    file.write_text(f'extends = "city"\n{lines}\n', encoding="utf-8")
    assert dict(keys(rulesets.load(str(file))))[key] == value


def test_a_parent_by_path_is_looked_for_beside_its_child(tmp_path: Path) -> None:
    """Relative to the file, not to where the program was started."""
    (tmp_path / "base.toml").write_text('extends = "wma"\nid = "club"\n', encoding="utf-8")
    (tmp_path / "my.toml").write_text('extends = "base.toml"\n', encoding="utf-8")
    assert rulesets.load(str(tmp_path / "my.toml")).id == "club"


def test_a_byte_order_mark_does_no_harm(file: Path) -> None:
    """As Windows editors write it."""
    file.write_bytes(b'\xef\xbb\xbfextends = "wma"\n')
    assert rulesets.load(str(file)).id == "wma"


@pytest.mark.parametrize("name", ["", "nothing", "../rulesets/wma", "no/where.toml", "a\0.toml"])
def test_a_missing_ruleset_is_told_with_those_there_are(name: str) -> None:
    """By name or by path."""
    with pytest.raises(BadRuleset) as caught:
        rulesets.load(name)
    assert f"«{name}»" in says(caught.value)


def test_the_hint_for_a_missing_ruleset_lists_what_there_is(tmp_path: Path) -> None:
    """Names to choose from; a folder is no file."""
    (tmp_path / "folder.toml").mkdir()
    for name in ("nothing", str(tmp_path / "none.toml"), str(tmp_path / "folder.toml")):
        with pytest.raises(BadRuleset) as caught:
            rulesets.load(name)
        assert "wma" in hint(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD + "[speech]\nseconds = 'минута'", "speech.seconds = «минута», а нужно: целое число."),
        (HEAD + "[speech]\nseconds = 1.5", "speech.seconds = 1.5, а нужно: целое число."),
        (HEAD + "[speech]\nseconds = true", "speech.seconds = True, а нужно: целое число."),
        (HEAD + "[night]\nbeat = 'x'", "night.beat = «x», а нужно: число."),
        (HEAD + "[votes]\nsingle_on_day_0 = 1", "votes.single_on_day_0 = 1, а нужно: true или"),
        (HEAD + "speech = 3", "speech = 3, а нужно: таблица."),
        (HEAD + "table = []", "table = [], а нужно: таблица."),
        (HEAD + "[table]\nroles = 3", "table.roles = 3, а нужно: таблица."),
        (HEAD + "[table]\nroles = {don = 'x'}", "table.roles = {'don': 'x'}, а нужно: целое"),
        (HEAD + "reveal = 'sometimes'", "reveal = «sometimes», а нужно: одно из: never, always"),
        (HEAD + "[votes]\ntie = 'x'", "votes.tie = «x», а нужно: одно из: speeches, raise."),
        (HEAD + "[night]\ntells = ['x']", "night.tells = ['x'], а нужно: одно из: heal, shared_"),
        (HEAD + "[night]\norder = 3", "night.order = 3, а нужно: список в квадратных скобках."),
        (HEAD + "[votes]\nno_raise = [[3]]", "votes.no_raise = [[3]], а нужно: список в кв"),
        ("id = 3\ntitle = ''\nsource = ''", "id = 3, а нужно: строка в кавычках."),
    ],
)
def test_a_wrong_type_is_told_with_key_value_and_expectation(
    file: Path, text: str, told: str
) -> None:
    """Any key of any table."""
    assert told in says(wrong(file, text))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[led]\nhands = 0", "led.hands = 0, а нужно: число от 1 до 3600."),
        ("[speech]\nseconds = -1", "speech.seconds = -1, а нужно: число от 0 до 3600."),
        ("[speech]\ntie = 3601", "speech.tie = 3601, а нужно: число от 0 до 3600."),
        ("[night]\nbeat = nan", "night.beat = nan, а нужно: число от 0 до 3600."),
        ("[night]\nbeat = inf", "night.beat = inf, а нужно: число от 0 до 3600."),
        ("[table]\nseats = 11", "table.seats = 11, а нужно: от fewest = 10 до most = 10"),
        ("[table]\nmost = 31", "table.seats = 10, а нужно: от fewest = 10 до most = 31, в пр"),
        ("[table]\nfewest = 0", "table.seats = 10, а нужно: от fewest = 0 до most = 10, в пр"),
        ("[table]\nroles = {wizard = 1}", "table.roles.wizard = 1, а нужно: одна из ролей: cit"),
        ("[table]\nroles = {don = -1}", "table.roles.don = -1, а нужно: число от 0."),
        ("[table]\nroles = {don = 11}", "table.roles = 11, а нужно: в сумме не больше мест: 10"),
        ("[table]\nfiller = 'x'", "table.filler = «x», а нужно: одна из ролей: citizen, "),
        ("[table.sizes]\nten = {}", "table.sizes = «ten», а нужно: число мест от 1 до 30."),
        ("[table.sizes]\n31 = {}", "table.sizes = «31», а нужно: число мест от 1 до 30."),
        ("[table.sizes]\n10 = {wizard = 1}", "table.sizes.10.wizard = 1, а нужно: одна из рол"),
        ("[table.mafia]\nmost = 60", "table.mafia = «0, 0, 60», а нужно: least ≤ usual ≤ most"),
        ("[table.sides]\nwizard = 'town'", "table.sides = «wizard», а нужно: одна из ролей: c"),
        ("[table.sides]\ndon = 'x'", "table.sides = «x», а нужно: одна из сторон: town, mafia"),
        ("[names.sides]\nx = ['а', 'б']", "names.sides = «x», а нужно: одна из сторон: town, "),
        ("[names.roles]\nx = 'а'", "names.roles = «x», а нужно: одна из ролей: citizen, sher"),
        ("[first_night]\nmeet = ['x']", "first_night.meet = «x», а нужно: одна из ролей: cit"),
        ("[night]\norder = ['citizen']", "night.order = «citizen», а нужно: одно из: shooting, "),
        ("[night]\norder = ['don', 'don']", "night.order = «don», а нужно: каждое не больше ра"),
        ("[table]\nroles = {don = 1, doctor = 1}", "night.order = «shooting, don, sheriff», а ну"),
        ("[night]\norder = ['don']\n[table]\nroles = {mafia = 1}", "среди них и shooting: роль ma"),
        ("[speech]\nlongest = 50", "speech.longest = 50, а нужно: 0 или от 60."),
        ("[table]\nroles = {don = 5}", "table.roles = 5, а нужно: мафии от 1 и меньше половины"),
        ("", "table.roles = 0, а нужно: мафии от 1 и меньше половины при числе мест 10."),
    ],
)
def test_a_value_that_makes_no_sense_is_told_with_what_would(
    file: Path, text: str, told: str
) -> None:
    """Out of range, unknown role, a composition larger than the table."""
    assert told in says(wrong(file, HEAD + text))


def test_an_unknown_key_is_told_with_those_there_are(file: Path) -> None:
    """At the top or in a table."""
    error = wrong(file, HEAD + "[speech]\nsecond = 60")
    assert "неизвестный ключ speech.second = 60" in says(error)
    assert "seconds" in hint(error)
    error = wrong(file, HEAD + "speeches = 1")
    assert "неизвестный ключ speeches = 1" in says(error)


def test_a_missing_key_is_named(file: Path) -> None:
    """Every ruleset says what it is called."""
    assert "нет ключа title" in says(wrong(file, 'id = "mine"'))


@pytest.mark.parametrize(
    ("text", "where"),
    [("a = 1\nb =\n", "строка 2, столбец 4"), ("a", "конец файла"), ("x = [1\n", "TOML")],
)
def test_a_file_that_is_no_toml_is_told_with_its_line(file: Path, text: str, where: str) -> None:
    """Line and column where there are any."""
    assert where in says(wrong(file, text))


@pytest.mark.parametrize("encoding", ["cp1251", "cp866", "utf-16", "utf-8-sig"])
def test_another_encoding_is_read(file: Path, encoding: str) -> None:
    """As an old Windows editor writes it."""
    file.write_bytes('extends = "wma"\ntitle = "Мафия нашего клуба"\n'.encode(encoding))
    assert rulesets.load(str(file)).title == "Мафия нашего клуба"


def test_a_file_too_large_to_be_rules_is_refused(file: Path) -> None:
    """It is not even read to its end."""
    assert "файл больше, чем можно" in says(wrong(file, b" " * (MOST_BYTES + 1)))


def test_a_file_that_may_not_be_read_says_so(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No right to read it."""

    def refuse(*_: object) -> NoReturn:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with refused(BadRuleset, match="нет доступа"):
        rulesets.load(str(file))


def test_rulesets_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    """A loop of two, and a file that extends itself."""
    (tmp_path / "a.toml").write_text('extends = "b.toml"', encoding="utf-8")
    assert "сами себя" in says(wrong(tmp_path / "b.toml", 'extends = "a.toml"'))
    assert "сами себя" in says(wrong(tmp_path / "c.toml", 'extends = "c.toml"'))


def test_extends_must_name_a_ruleset(file: Path) -> None:
    """A number is no name, and the named one must exist."""
    assert "extends = 3, а нужно: имя" in says(wrong(file, "extends = 3"))
    for missing in ("nothing", "nothing.toml"):
        told = says(wrong(file, f'extends = "{missing}"'))
        assert f"«{file}», строка extends: Нет правил «" in told and missing in told
