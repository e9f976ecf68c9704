# SPDX-License-Identifier: MIT
"""Night 0 of wma: deal, agreement, don and sheriff."""

from dataclasses import replace

from tests.game.table import WMA, Table
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.rules import FirstNight
from voice_host.game.state import Phase, Timer


def phases_by_next(table: Table) -> list[Phase]:
    """The phases that «дальше» passes through up to the first speech."""
    seen = [table.state.phase]
    while table.state.phase is not Phase.SPEECH:
        table(c.Next())
        seen.append(table.state.phase)
    return seen


def test_night_0_goes_deal_agreement_don_sheriff_and_day_0_begins() -> None:
    """The phases of night 0 come in the order of S1."""
    assert phases_by_next(Table()) == [
        Phase.LOBBY, Phase.DEAL, Phase.AGREEMENT, Phase.FIRST_DON, Phase.FIRST_SHERIFF,
        Phase.SPEECH,
    ]  # fmt: skip


def test_start_and_next_both_begin_the_game() -> None:
    """«Начать игру» and «дальше» in the lobby lead to the deal."""
    for command in (c.Start(), c.Next()):
        table = Table()
        table(command)
        assert table.events == (ev.PhaseBegan(Phase.DEAL),)


def test_the_deal_waits_for_a_word() -> None:
    """Cards are dealt on the table: no timer ends it."""
    table = Table()
    table(c.Start())
    table.wait(600)
    assert table.state.phase is Phase.DEAL


def test_agreement_lasts_a_minute_and_ten_seconds_are_called() -> None:
    """60 s, «десять секунд» at 50 s, then the don wakes by himself."""
    table = Table()
    table(c.Start(), c.Next())
    assert table.state.timer == Timer(60.0, (10,))
    assert table.wait(49) == []
    assert table.wait(1) == [ev.TimeCalled(10)]
    assert table.wait(10) == [ev.TimeUp(), ev.PhaseBegan(Phase.FIRST_DON, Timer(80.0), "don", 20)]


def test_don_and_sheriff_look_for_twenty_seconds_each() -> None:
    """Both inspections have equal slots of 20 s; then it is day 0."""
    table = Table().until(Phase.FIRST_DON)
    table.wait(19)
    assert table.state.phase is Phase.FIRST_DON
    table.wait(1)
    assert table.state.phase is Phase.FIRST_SHERIFF
    table.wait(20)
    assert (table.state.phase, table.state.day, table.state.night) == (Phase.SPEECH, 0, 0)


def test_parts_of_0_seconds_do_not_come() -> None:
    """A ruleset without agreement and inspections goes from the deal to the day."""
    table = Table(replace(WMA, first_night=FirstNight(agreement=0, don=0, sheriff=0)))
    assert phases_by_next(table) == [Phase.LOBBY, Phase.DEAL, Phase.SPEECH]


def test_a_pause_comes_last_where_the_ruleset_asks_for_it() -> None:
    """`pause` seconds in the night pose stand before the morning."""
    table = Table(replace(WMA, first_night=FirstNight(pause=30))).until(Phase.FIRST_PAUSE)
    table.wait(29)
    assert table.state.phase is Phase.FIRST_PAUSE
    table.wait(1)
    assert table.state.phase is Phase.SPEECH
