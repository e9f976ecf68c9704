# SPDX-License-Identifier: MIT
"""Who wins, and that the game ends in that very moment, at every exit."""

import pytest

from tests.game.table import ROLES, Table, at_day_0, at_night_1
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.refusals import Reason
from voice_host.game.state import Phase


def nearly(won_by: str) -> Table:
    """Day 2's first speech with roles known, one exit short of a win.

    "mafia": 1, 2, 3 (mafia) and 4, 5, 6, 7 live. "town": of the mafia only 3 lives.
    """
    table = at_day_0(roles=ROLES)
    for seat in (8, 9, 10) if won_by == "mafia" else (1, 2):
        table(c.Remove(seat))
    table.until(Phase.SHOOTING).until(Phase.RESULT)(c.Miss())
    return table.until(Phase.SPEECH)


LAST = {"mafia": 5, "town": 3}


def out_by_kill(table: Table, seat: int) -> None:
    table.until(Phase.RESULT)(c.Kill(seat))


def out_by_vote(table: Table, seat: int) -> None:
    table(c.Nominate(seat))
    table.nominated()


def out_by_removal(table: Table, seat: int) -> None:
    table(c.Remove(seat))


def out_by_fouls(table: Table, seat: int) -> None:
    table.fouls(seat, 4)


def out_by_fouls_in_his_speech(table: Table, seat: int) -> None:
    table.speech_of(seat).fouls(seat, 4)


def out_by_removal_in_a_vote(table: Table, seat: int) -> None:
    table(c.Nominate(7))
    table(c.Next(), c.Nominate(4))
    table.nominated()
    table(c.Remove(seat))


EXITS = [
    out_by_kill,
    out_by_vote,
    out_by_removal,
    out_by_fouls,
    out_by_fouls_in_his_speech,
    out_by_removal_in_a_vote,
]


@pytest.mark.parametrize("side", ["mafia", "town"])
@pytest.mark.parametrize("exit_by", EXITS)
def test_the_deciding_exit_ends_the_game_with_no_last_word(side: str, exit_by: object) -> None:
    """Kill, vote, removal, fourth foul: over in the same batch, nobody speaks any more."""
    table = nearly(side)
    exit_by(table, LAST[side])  # type: ignore[operator]
    assert table.events[-1] == ev.GameEnded(side)
    assert (table.state.phase, table.state.winner) == (Phase.OVER, side)
    assert (table.state.speaker, table.state.timer) == (None, None)


def test_two_raised_together_end_the_game_after_both_are_out() -> None:
    """The winner is found when the whole group has left."""
    table = at_day_0(roles=ROLES)
    table(c.Remove(1))
    table.until(Phase.SHOOTING).until(Phase.RESULT)(c.Kill(10))
    table.until(Phase.SPEECH).nominated((2, 2), (3, 3))
    table(c.Vote(4), c.Next(), c.Next(), c.Vote(4), c.Raise(5))
    assert [type(event) for event in table.events] == [
        ev.RaiseAnswered, ev.PlayerOut, ev.PlayerOut, ev.VoteClosed, ev.GameEnded,
    ]  # fmt: skip
    assert table.state.winner == "town"


@pytest.mark.parametrize(("town", "mafia", "winner"), [
    (4, 3, None), (3, 3, "mafia"), (3, 2, None), (2, 2, "mafia"), (2, 1, None), (1, 1, "mafia"),
    (7, 0, "town"),
])  # fmt: skip
def test_equal_numbers_win_for_the_mafia(town: int, mafia: int, winner: str | None) -> None:
    """3:3, 2:2, 1:1 (S1); no mafia left wins for the town."""
    table = at_day_0(roles=ROLES)
    for seat in (*range(1, 4 - mafia), *range(4, 11 - town)):
        if table.state.phase is not Phase.OVER:
            table(c.Remove(seat))
    alive = (sum(s > 3 for s in table.state.alive), sum(s <= 3 for s in table.state.alive))
    assert table.state.winner == winner
    assert winner is None or alive == (town, mafia)


def test_with_roles_unknown_the_game_never_ends_by_itself() -> None:
    """The host declares the winner; the engine cannot know it."""
    table = at_day_0()
    for seat in range(1, 11):
        table(c.Remove(seat))
    assert table.state.winner is None
    assert table.state.phase is not Phase.OVER
    table(c.DeclareWinner("mafia"))
    assert table.events == (ev.GameEnded("mafia", declared=True),)


def test_roles_told_late_may_show_that_the_game_is_won() -> None:
    """Told when the mafia is out already: the town has won."""
    table = at_day_0()
    table(c.Remove(1), c.Remove(2), c.Remove(3), c.SetRoles(ROLES))
    assert table.state.winner == "town"


def test_the_host_may_end_the_game_without_winner_and_name_one_later() -> None:
    """«Конец игры»: nobody has won until one is declared."""
    table = at_night_1()
    table(c.EndGame())
    assert (table.state.phase, table.state.winner) == (Phase.OVER, None)
    table(c.DeclareWinner("town"))
    assert table.refuses(c.DeclareWinner("mafia")) is Reason.NOT_NOW


def test_only_a_side_of_the_game_can_be_declared() -> None:
    """There is no win for a side that nobody plays."""
    assert at_day_0().refuses(c.DeclareWinner("martians")) is Reason.UNKNOWN_SIDE


def test_a_game_that_is_over_takes_nothing_more() -> None:
    """No phase, foul, timer or kill after the end; the clock may still tick."""
    table = nearly("town")
    table(c.Remove(3))
    for command in (c.Next(), c.Foul(4), c.SetTimer(5), c.Kill(4), c.Start(), c.EndGame()):
        assert table.refuses(command) is Reason.NOT_NOW
    assert table(c.Tick()) == ()


def test_a_new_game_keeps_nothing_of_the_old_one() -> None:
    """Order, fouls and opener begin anew with every state."""
    table = at_day_0().fouls(1, 3)
    table.until(Phase.RESULT)
    fresh = Table().until(Phase.SPEECH)
    assert fresh.state.opener == 1
    assert all(player.fouls == 0 and not player.muted for player in fresh.state.players)
