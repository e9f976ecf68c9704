"""The roles: one row each. What a role is, never what it is called aloud (see words.toml)."""

from dataclasses import dataclass
from enum import Enum

from voice_host.game.rules import Rules

TOWN = "town"
MAFIA = "mafia"
MANIAC = "maniac"
YAKUZA = "yakuza"
DRAW = "draw"
"""Stands for a winner where nobody has won and nobody can."""


class Act(Enum):
    """What a role does at night, besides a check."""

    SLEEP = "sleep"
    SHOOT = "shoot"
    """Kills together with the others of its side."""
    KILL = "kill"
    BLOCK = "block"
    HEAL = "heal"
    VISIT = "visit"
    """Learns whether a seat has acted."""


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

    `seeks` is the role or side that its check looks for. `times` limits its act to so many
    a game (0: none). `heir_of` is the role whose check it takes over. `turns` is the role
    that it becomes when the first of the mafia has died.
    """

    side: str
    act: Act = Act.SLEEP
    seeks: str = ""
    times: int = 0
    death: Death = Death.NOTHING
    heir_of: str = ""
    turns: str = ""


ROLES = {
    "citizen": Role(TOWN),
    "sheriff": Role(TOWN, seeks=MAFIA),
    "mafia": Role(MAFIA, Act.SHOOT),
    "don": Role(MAFIA, Act.SHOOT, seeks="sheriff"),
    "godfather": Role(MAFIA, Act.SHOOT),
    "doctor": Role(TOWN, Act.HEAL),
    "putana": Role(MAFIA, Act.BLOCK),
    "maniac": Role(MANIAC, Act.KILL),
    "kamikaze": Role(TOWN, death=Death.TAKE),
    "zombie": Role(TOWN, death=Death.NEIGHBOURS),
    "werewolf": Role(TOWN, turns="mafia"),
    "yakuza": Role(YAKUZA, Act.SHOOT),
    "killer": Role(MAFIA, Act.KILL, times=1),
    "cop": Role(TOWN, heir_of="sheriff"),
    "lunatic": Role(TOWN, Act.VISIT),
}

ALIASES = {"commissioner": "sheriff"}
"""Other ids under which a role may be told."""

SIDES = tuple(dict.fromkeys(role.side for role in ROLES.values()))
"""Every side that can win, in the order of the catalogue."""

SHOOTING = "shooting"
"""The slot of the night in which the mafia shoots."""


def side_of(role: str, rules: Rules) -> str:
    """The side that a role plays for in this dialect."""
    return rules.table.sides.get(role, ROLES[role].side)


def active(role: str) -> bool:
    """Does the role do anything at night?"""
    return ROLES[role].act is not Act.SLEEP or bool(ROLES[role].seeks)


def other_side(side: str) -> str:
    """The side that wins when a player of `side` stops the game."""
    return MAFIA if side == TOWN else TOWN
