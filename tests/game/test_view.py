"""What screens show: secrets only where they are asked for."""

from tests.game.table import ROLES, after_kill, at_day_0, at_vote
from voice_host.game import commands as c
from voice_host.game.state import Cause
from voice_host.game.view import view


def test_the_public_view_holds_no_role() -> None:
    """Roles are for the host alone."""
    state = at_day_0(roles=ROLES).state
    assert {seat.role for seat in view(state).seats} == {None}
    assert [seat.role for seat in view(state, secrets=True).seats][:4] == [
        "mafia", "mafia", "don", "sheriff",
    ]  # fmt: skip


def test_the_view_shows_the_vote_and_who_is_out() -> None:
    """Nominees, votes counted, the candidate called, how a seat left."""
    table = at_vote(4, 6, 8)
    table(c.Vote(3))
    shown = view(table.state)
    assert (shown.nominees, shown.candidate) == ((4, 6, 8), 6)
    assert [seat.votes for seat in shown.seats[3:6]] == [3, None, None]
    table = after_kill(4)
    assert view(table.state).seats[3].out is Cause.KILLED
    assert view(table.state).ends_at == table.now + 20
