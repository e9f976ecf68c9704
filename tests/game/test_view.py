# SPDX-License-Identifier: MIT
"""What screens show: to whom what is known, in which dialect and until when."""

import pytest

from tests.game.table import ROLES, Table, after_kill, at_day_0, at_night_1, at_vote
from tests.game.variants import CLANS
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.rules import Rules
from voice_host.game.state import Cause, Choice, Phase, State
from voice_host.game.view import view
from voice_host.game.who import HALL, HOST, Seat, Viewer

CITY = rulesets.load("city")
LARS = rulesets.load("lars")


def roles(state: State, viewer: Viewer) -> dict[int, str]:
    """The roles that the viewer sees."""
    return {seat.seat: seat.role for seat in view(state, viewer).seats if seat.role}


def dealt(rules: Rules, seats: int, *told: tuple[int, str]) -> Table:
    """A table in the lobby that has been told these roles."""
    table = Table(rules, seats)
    table(c.SetRoles(told))
    return table


def test_the_hall_sees_no_role_and_the_host_sees_all() -> None:
    """Roles are for the host alone, and each player's own for himself."""
    state = at_day_0(roles=ROLES).state
    assert roles(state, HALL) == {}
    assert [seat.role for seat in view(state, HOST).seats][:4] == [
        "mafia", "mafia", "don", "sheriff",
    ]  # fmt: skip
    assert roles(state, Seat(4)) == {4: "sheriff"}
    assert roles(state, Seat(5)) == {5: "citizen"}


def test_the_mafia_knows_its_own_from_the_agreement_on() -> None:
    """They open their eyes together in that minute, and in the lobby they have not yet."""
    table = dealt(at_day_0().state.rules, 10, *ROLES)
    assert roles(table.until(Phase.DEAL).state, Seat(1)) == {1: "mafia"}
    met = {1: "mafia", 2: "mafia", 3: "don"}
    assert roles(table.until(Phase.AGREEMENT).state, Seat(3)) == met
    assert roles(table.until(Phase.SPEECH).state, Seat(1)) == met


def test_a_mafia_without_an_agreement_knows_itself_when_it_has_woken() -> None:
    """S3 has no agreement: the mafia meets the host, or wakes to shoot."""
    table = Table(LARS, 10)
    mafia = tuple((seat, "mafia") for seat in (1, 2, 3))
    table(c.SetRoles((*mafia, (4, "sheriff"), (5, "doctor"))))
    assert roles(table.until(Phase.MEETING).state, Seat(2)) == dict(mafia)


def test_the_dead_see_what_the_table_sees() -> None:
    """They sit at it and may speak: nothing but their own card is added."""
    table = at_night_1(roles=ROLES).until(Phase.RESULT)
    table(c.Kill(1))
    assert roles(table.state, Seat(1)) == {1: "mafia"}
    assert roles(table.state, Seat(2)) == {2: "mafia", 3: "don"}


def test_a_check_is_seen_by_who_is_awake_for_it_and_only_then() -> None:
    """The sheriff's answer stands in his slot; nobody else's screen holds it."""
    table = at_night_1(roles=ROLES).until(Phase.SHERIFF)
    table(c.Check(1))
    found = (1, "sheriff", 1, True)
    assert view(table.state, Seat(4)).checks == (found,)
    assert view(table.state, Seat(4)).awake
    assert view(table.state, HOST).checks == (found,)
    for viewer in (HALL, Seat(1), Seat(5)):
        assert view(table.state, viewer).checks == ()
        assert not view(table.state, viewer).awake
    assert view(table.until(Phase.RESULT).state, Seat(4)).checks == ()


def test_a_team_sees_its_choice_and_another_team_does_not() -> None:
    """Two clans wake apart: what one has chosen is nothing to the other."""
    clan = ((1, "mafia"), (2, "mafia"), (3, "don"), (4, "killer"), (5, "yakuza"), (6, "yakuza"),
            (7, "yakuza"), (8, "werewolf"), (9, "sheriff"), (10, "doctor"), (11, "kamikaze"),
            (12, "zombie"), (13, "zombie"))  # fmt: skip
    table = dealt(CLANS, 16, *clan).until(Phase.SHOOTING)
    table(c.Choose(16))
    chosen = (Choice(1, "mafia", 16),)
    assert view(table.state, Seat(3)).choices == chosen
    assert view(table.state, Seat(5)).choices == view(table.state, HALL).choices == ()
    assert roles(table.state, Seat(5)) == {5: "yakuza", 6: "yakuza", 7: "yakuza"}
    assert roles(table.state, Seat(4)) == {4: "killer"}
    table(c.Next())
    assert view(table.state, Seat(3)).choices == ()
    assert view(table.state, HOST).choices == chosen


@pytest.mark.parametrize("viewer", [HALL, Seat(9)], ids=str)
def test_a_card_that_was_shown_is_seen_by_all(viewer: Viewer) -> None:
    """And every card when the game is over."""
    table = dealt(LARS, 10, (1, "mafia"), (2, "mafia"), (3, "mafia"), (4, "sheriff"), (5, "doctor"))
    table.until(Phase.SPEECH)
    table(c.Remove(4))
    own = {} if viewer is HALL else {9: "citizen"}
    assert roles(table.state, viewer) == {4: "sheriff", **own}
    table(c.EndGame())
    assert len(roles(table.state, viewer)) == 10


def test_the_view_shows_the_vote_and_who_is_out() -> None:
    """Nominees, votes counted, the candidate called, how a seat left."""
    table = at_vote(4, 6, 8)
    table(c.Vote(3))
    shown = view(table.state, HALL)
    assert (shown.nominees, shown.candidate) == ((4, 6, 8), 6)
    assert [seat.votes for seat in shown.seats[3:6]] == [3, None, None]
    table = after_kill(4)
    assert view(table.state, HALL).seats[3].out is Cause.KILLED
    assert view(table.state, HALL).ends_at == table.now + 20
