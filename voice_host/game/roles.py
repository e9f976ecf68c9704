# SPDX-License-Identifier: MIT
"""The roles: one row each. What a role is, never what it is called aloud (see words.toml).

A row says which side the role plays for, which deed it does at night (`game/night/deeds.py`
says what that comes to), what its check looks for and what its death brings. A ruleset may
have rows of its own; `Rules.role` finds a role in both.
"""

from dataclasses import dataclass
from enum import Enum

TOWN = "town"
MAFIA = "mafia"
MANIAC = "maniac"
YAKUZA = "yakuza"
DRAW = "draw"
"""Stands for a winner where nobody has won and nobody can."""


class Death(Enum):
    """What a role's death brings."""

    NOTHING = "nothing"
    TAKE = "take"
    """It takes a player of its choice along."""
    NEIGHBOURS = "neighbours"
    """Its nearest living neighbours die too."""


@dataclass(frozen=True, slots=True)
class Role:
    """One role.

    `deed` is the id of what it does at night, empty if nothing; `times` limits it to so many
    a game (0: none); `armed`: it does so only where the ruleset has the sheriff shoot.
    `seeks` is the role or side that its check looks for. `heir_of` is the role whose check it
    takes over. `turns` is the role that it becomes when the first of the mafia has died.
    """

    side: str
    deed: str = ""
    seeks: str = ""
    times: int = 0
    death: Death = Death.NOTHING
    heir_of: str = ""
    turns: str = ""
    armed: bool = False

    @property
    def active(self) -> bool:
        """Does the role do anything at night?"""
        return bool(self.deed or self.seeks)


ROLES = {
    "citizen": Role(TOWN),
    "sheriff": Role(TOWN, "kill", seeks=MAFIA, armed=True),
    "mafia": Role(MAFIA, "shoot"),
    "don": Role(MAFIA, "shoot", seeks="sheriff"),
    "godfather": Role(MAFIA, "shoot"),
    "doctor": Role(TOWN, "heal"),
    "putana": Role(MAFIA, "block"),
    "maniac": Role(MANIAC, "kill"),
    "kamikaze": Role(TOWN, death=Death.TAKE),
    "zombie": Role(TOWN, death=Death.NEIGHBOURS),
    "werewolf": Role(TOWN, turns="mafia"),
    "yakuza": Role(YAKUZA, "shoot"),
    "killer": Role(MAFIA, "kill", times=1),
    "cop": Role(TOWN, heir_of="sheriff"),
    "lunatic": Role(TOWN, "visit"),
}

ALIASES = {"commissioner": "sheriff"}
"""Other ids under which a role may be told."""

SIDES = tuple(dict.fromkeys(role.side for role in ROLES.values()))
"""Every side that can win, in the order of the catalogue."""

SHOOTING = "shooting"
"""The slot of the night in which the mafia shoots."""


def other_side(side: str) -> str:
    """The side that wins when a player of `side` stops the game."""
    return MAFIA if side == TOWN else TOWN
