# SPDX-License-Identifier: MIT
"""What commands ask of seats: on the table, in the game, called."""

import pytest

from tests.game.table import WMA
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.seats import called, on_table
from voice_host.game.state import new_game


def test_the_table_has_its_first_seat_and_its_last() -> None:
    """Seats 1 and 10 of ten, neither 0 nor 11."""
    state = new_game(WMA, 10)
    assert [on_table(state, seat).seat for seat in (1, 10)] == [1, 10]
    for seat in (0, 11):
        with pytest.raises(Rejected) as refused:
            on_table(state, seat)
        assert refused.value.reason is Reason.SEAT_OFF_TABLE
        assert refused.value.params == {"seat": seat, "seats": 10}


def test_where_nobody_is_called_it_is_not_the_time() -> None:
    """A phase without a speaker or candidate takes nothing that is his."""
    assert called(7) == 7
    with pytest.raises(Rejected) as refused:
        called(None)
    assert refused.value.reason is Reason.NOT_NOW
