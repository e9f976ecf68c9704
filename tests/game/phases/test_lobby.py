# SPDX-License-Identifier: MIT
"""Telling the engine the roles."""

import pytest

from tests.game.table import ROLES, Table, at_day_0
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.refusals import Reason
from voice_host.game.state import Phase

Roles = tuple[tuple[int, str], ...]


def test_seats_left_out_get_the_filler() -> None:
    """Four roles told, six citizens follow."""
    table = Table()
    table(c.SetRoles(ROLES))
    assert table.state.roles_known
    assert [player.role for player in table.state.players[3:]] == ["sheriff"] + ["citizen"] * 6


def test_all_ten_may_be_told() -> None:
    """The filler may be named as well."""
    table = Table()
    table(c.SetRoles((*ROLES, *((seat, "citizen") for seat in range(5, 11)))))
    assert table.state.player(10).role == "citizen"


@pytest.mark.parametrize(
    ("roles", "reason"),
    [
        ((), Reason.BAD_ROLES),
        (ROLES[:3], Reason.BAD_ROLES),
        ((*ROLES, (5, "don")), Reason.BAD_ROLES),
        ((*ROLES, (5, "wizard")), Reason.BAD_ROLES),
        ((*ROLES, (4, "sheriff")), Reason.BAD_ROLES),
        ((*ROLES, (11, "citizen")), Reason.SEAT_OFF_TABLE),
    ],
)
def test_another_composition_is_refused(roles: Roles, reason: Reason) -> None:
    """Too few, too many, unknown, told twice, or off the table."""
    assert Table().refuses(c.SetRoles(roles)) is reason


def test_roles_may_be_told_anew_before_the_game_but_not_within_it() -> None:
    """A mistake in the lobby is mended by telling again; in the game by «отмена»."""
    table = Table()
    table(c.SetRoles(ROLES), c.SetRoles(tuple((s + 1, r) for s, r in ROLES)))
    assert table.state.player(5).role == "sheriff"
    table(c.Start())
    assert table.refuses(c.SetRoles(ROLES)) is Reason.NOT_NOW


def test_roles_may_be_told_late() -> None:
    """A game begun open can become one with roles known."""
    table = at_day_0()
    table(c.SetRoles(ROLES))
    assert table.state.roles_known


@pytest.mark.parametrize(
    ("first_killed", "opener"), [(1, 1), (10, 10), (5, 5), (11, 1), (0, 1), (None, 1)]
)
def test_the_first_killed_of_the_last_game_opens_if_he_has_a_seat(
    first_killed: int | None, opener: int
) -> None:
    """S3; a seat that this table has not, because the last one was larger, opens nothing."""
    table = Table(rulesets.load("lars"), 10)
    table(c.Start(first_killed))
    seated = first_killed is not None and 1 <= first_killed <= 10
    assert table.state.first_opener == (first_killed if seated else None)
    assert table.until(Phase.SPEECH).state.opener == opener


def test_elsewhere_the_first_seat_opens_whoever_was_killed() -> None:
    """S1: day 0 begins with seat 1."""
    table = Table()
    table(c.Start(5))
    assert table.state.first_opener is None
    assert table.until(Phase.SPEECH).state.opener == 1
