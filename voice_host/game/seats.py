# SPDX-License-Identifier: MIT
"""Checks of seats that many commands share; each returns or raises `Rejected`."""

from typing import TypeVar

from voice_host.game.refusals import Reason, Rejected
from voice_host.game.state import Player, State

Called = TypeVar("Called", int, str)


def on_table(state: State, seat: int) -> Player:
    """The player of this seat, in the game or not."""
    if not 1 <= seat <= state.seats:
        raise Rejected(Reason.SEAT_OFF_TABLE, seat=seat, seats=state.seats)
    return state.player(seat)


def called(one: Called | None) -> Called:
    """The seat or role that has the floor, the vote or the night, in a phase that calls one."""
    if one is None:
        raise Rejected(Reason.NOT_NOW)
    return one


def living(state: State, seat: int) -> Player:
    """The player of this seat, who must be in the game."""
    player = on_table(state, seat)
    if not player.alive:
        raise Rejected(Reason.SEAT_OUT, seat=seat)
    return player
