# SPDX-License-Identifier: MIT
"""Aim: does an act still hit what it was aimed at?

A button is pressed on a picture of the table, and the table may have gone on by the time the
press arrives. What an act touches is the moment of the game and the seats that it names; where
these are as they were, what else has happened is none of its business.
"""

from dataclasses import fields

from voice_host.game.commands import Command
from voice_host.game.state import Player, State

_NAMING = frozenset({"seat", "by", "candidate", "seats", "voters"})
"""Fields of commands that name seats."""


def still_holds(command: Command, then: State, now: State) -> bool:
    """May a command that was given in sight of `then` be carried out `now`?"""
    seats = _named(command)
    return _moment(then) == _moment(now) and _players(then, seats) == _players(now, seats)


def _moment(state: State) -> tuple[object, ...]:
    """Which part of the game it is, whose turn and whose hour."""
    return (
        state.phase, state.day, state.night, state.waking, state.speaker, state.candidate,
        len(state.tallies),
    )  # fmt: skip


def _players(state: State, seats: tuple[int, ...]) -> list[Player]:
    """What is known of these seats; those off the table are for the rules to refuse."""
    return [state.player(seat) for seat in seats if 1 <= seat <= state.seats]


def _named(command: Command) -> tuple[int, ...]:
    """The seats that the command is about."""
    values = (getattr(command, f.name) for f in fields(command) if f.name in _NAMING)
    named: list[int] = []
    for value in values:
        named += value if isinstance(value, tuple) else () if value is None else (value,)
    return tuple(named)
