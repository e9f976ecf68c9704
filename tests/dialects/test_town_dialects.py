# SPDX-License-Identifier: MIT
"""The book of Aslikyan, the historical club: what differs from wma."""

from collections import Counter

import pytest

from tests.dialects.evening import seated
from tests.game.table import ROLES, Table
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.composition import cards, fits
from voice_host.game.refusals import Reason
from voice_host.game.state import Phase


def day(table: Table, number: int) -> Table:
    """The first speech of a day, after quiet nights."""
    while table.state.day < number or table.state.phase is not Phase.SPEECH:
        table(c.Next())
    return table


def test_the_sheriff_of_aslikyan_may_look_for_a_minute() -> None:
    """The don raises a hand, the sheriff may look for 60 s."""
    table = seated("aslikyan").until(Phase.FIRST_DON)
    table.wait(10)
    assert table.state.phase is Phase.FIRST_SHERIFF
    table.wait(59)
    assert table.state.phase is Phase.FIRST_SHERIFF
    assert table.state.rules.first_night.looks == ("sheriff",)


@pytest.mark.parametrize("number", [0, 1])
def test_aslikyan_votes_on_two_or_more(number: int) -> None:
    """A lone nominee is not voted on any day."""
    table = day(seated("aslikyan"), number)
    table(c.Nominate(5))
    table.nominated()
    assert table.events[0] == ev.VoteSkipped("single_nominee")


def test_aslikyan_asks_at_once_whether_all_leave() -> None:
    """A tie leads to the question, without speeches and revote; equal votes keep them."""
    table = day(seated("aslikyan"), 0).nominated((1, 4), (2, 6))
    table(c.Vote(5))
    assert (table.state.phase, table.state.tied) == (Phase.RAISE, (4, 6))
    table(c.Raise(5))
    assert (table.state.phase, len(table.state.alive)) == (Phase.SHOOTING, 10)


def test_aslikyan_has_no_best_move() -> None:
    """The first victim has his minute at once."""
    table = seated("aslikyan").until(Phase.RESULT)
    table(c.Kill(4))
    assert table.state.phase is Phase.KILLED_LAST_WORD


@pytest.mark.parametrize(
    ("seats", "fewest", "usual", "most"),
    [(5, 1, 2, 2), (6, 1, 2, 2), (10, 1, 3, 4), (15, 2, 5, 6), (20, 2, 6, 8), (30, 3, 9, 12)],
)
def test_ten_to_forty_percent_are_mafia(seats: int, fewest: int, usual: int, most: int) -> None:
    """S4: 5 players → 1–2 mafia, 30 → 3–12; by default three tenths; anything else is refused."""
    rules = rulesets.load("historical")
    dealt = Counter(cards(rules, seats))
    assert dealt["mafia"] + dealt["don"] == usual
    assert (dealt["sheriff"], dealt.total()) == (1, seats)
    for mafia in range(seats):
        told = Counter(mafia=max(mafia - 1, 0), don=1, sheriff=1)
        told["citizen"] = seats - told.total()
        assert fits(rules, +told) == (fewest <= max(mafia, 1) <= most), mafia


@pytest.mark.parametrize("mafia", [1, 2])
def test_five_play_the_historical_game(mafia: int) -> None:
    """The roles may be told for one mafia or two."""
    roles = {"don": 1, "sheriff": 5} | ({"mafia": 2} if mafia == 2 else {})
    table = seated("historical", 5, **roles)
    assert table.state.roles_known
    assert seated("historical", 5).refuses(c.SetRoles(ROLES)) is Reason.BAD_ROLES


def test_colours_are_swapped() -> None:
    """Citizens are «синие», mafia «красные»: names are data of the ruleset."""
    assert rulesets.load("historical").names.sides == {
        "town": ("синие", "синих"), "mafia": ("красные", "красных"),
    }  # fmt: skip


def test_four_at_the_table_do_not_vote_again() -> None:
    """2:2 among four: nobody leaves, night, no revote (S4)."""
    table = day(seated("historical", 5), 0)
    table.until(Phase.RESULT)(c.Kill(5))
    table.until(Phase.SPEECH).nominated((2, 1), (3, 4))
    table(c.Vote(2))
    assert table.events[-4:-2] == (ev.VoteTied((1, 4)), ev.TieKept((1, 4)))
    assert (table.state.phase, table.state.alive) == (Phase.SHOOTING, (1, 2, 3, 4))


def test_five_at_the_table_do_vote_again() -> None:
    """With another number a tie is spoken and voted again."""
    table = day(seated("historical", 5), 0).nominated((1, 1), (2, 4), (3, 5))
    table(c.Vote(2), c.Vote(1))
    assert table.state.phase is Phase.TIE_SPEECH


def test_don_and_sheriff_of_the_historical_game_only_meet_the_host() -> None:
    """Nobody looks at the town."""
    assert rulesets.load("historical").first_night.looks == ()
