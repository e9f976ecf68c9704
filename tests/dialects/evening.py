# SPDX-License-Identifier: MIT
"""Tables of the other dialects, with roles known and a few words for what tests do there."""

from tests.game.table import Table
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.rules import Rules
from voice_host.game.state import Phase


def seated(rules: str | Rules, seats: int | None = None, **roles: tuple[int, ...] | int) -> Table:
    """A table in the lobby; roles by name: `don=1, mafia=(2, 3)`. None: the roles are unknown."""
    table = Table(rulesets.load(rules) if isinstance(rules, str) else rules, seats)
    if roles:
        table(c.SetRoles(pairs(**roles)))
    return table


def pairs(**roles: tuple[int, ...] | int) -> tuple[tuple[int, str], ...]:
    """(seat, role) pairs."""
    return tuple(
        (seat, role)
        for role, seats in roles.items()
        for seat in (seats if isinstance(seats, tuple) else (seats,))
    )


def at_slot(table: Table, name: str) -> Table:
    """Say «дальше» until a phase of this name, such as night.role.doctor."""
    for _ in range(200):
        if table.state.phase_name == name:
            return table
        table(c.Next())
    raise AssertionError(f"never came: {name}")


def night(table: Table, **choices: int) -> Table:
    """The next night, in which roles choose these seats; then «дальше» at its result."""
    started = table.state.night
    for _ in range(200):
        state = table.state
        if state.night > started and state.phase is Phase.RESULT:
            break
        role = "shooting" if state.phase is Phase.SHOOTING else state.waking
        if state.night > started and role in choices:
            table(c.Choose(choices.pop(role)))
        table(c.Next())
    assert not choices, choices
    table(c.Next())
    return table


def out(table: Table) -> set[int]:
    """Everybody who has left."""
    return {player.seat for player in table.state.players if not player.alive}
