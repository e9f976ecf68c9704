# SPDX-License-Identifier: MIT
"""What can be said, for people: the table and the completions."""

from collections.abc import Callable

from tests.russian import RU
from voice_host.game.expected import expected
from voice_host.game.state import Phase, State
from voice_host.language.acts import KINDS
from voice_host.language.heard.wordings import commands_table, completions


def test_table_of_a_phase(at: Callable[[Phase], State]) -> None:
    """Each command once, with examples that read well; silent ones are marked."""
    rows = {row.name: row for row in commands_table(RU.sentences, expected(at(Phase.SPEECH)))}
    assert "vote" not in rows
    assert rows["foul"].examples[0] == "фол пять"
    assert "третий выставляет пятого" in rows["nominate"].examples
    assert not rows["foul"].silent
    assert rows["set_roles"].silent
    assert rows["set_roles"].examples[0] == ("роли четыре мафия пять мафия шесть дон семь шериф")
    assert "лучший ход пять семь восемь" in next(
        row.examples
        for row in commands_table(RU.sentences, frozenset(KINDS.values()))
        if row.name == "best_move"
    )


def test_completions(at: Callable[[Phase], State]) -> None:
    """The next words, whole or begun; digits typed before count as words."""
    kinds = expected(at(Phase.SPEECH))
    assert completions(RU.sentences, "фол номер тр", kinds, 10) == ["три"]
    assert completions(RU.sentences, "Фол 3 ", kinds, 10) == ["за"]
    assert completions(RU.sentences, "фол четве", kinds, 10) == ["четвёртому"]
    assert "дальше" in completions(RU.sentences, "", kinds, 10)
    assert completions(RU.sentences, "вздор ", kinds, 10) == []
    assert "проверка" in completions(RU.sentences, "про", expected(at(Phase.DON)), 10)
    assert len(completions(RU.sentences, "фол ", kinds, 10)) > 20
