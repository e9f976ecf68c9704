"""The roles: one row each. What a role is, never what it is called aloud (see words.toml)."""

from dataclasses import dataclass

TOWN = "town"
MAFIA = "mafia"


@dataclass(frozen=True, slots=True)
class Role:
    """A role's side, and what its night check looks for (a set of role ids)."""

    side: str
    finds: frozenset[str] = frozenset()


ROLES = {
    "citizen": Role(TOWN),
    "sheriff": Role(TOWN, finds=frozenset({"mafia", "don"})),
    "mafia": Role(MAFIA),
    "don": Role(MAFIA, finds=frozenset({"sheriff"})),
}

SIDES = tuple(dict.fromkeys(role.side for role in ROLES.values()))
"""Every side that can win, in the order of the catalogue."""


def other_side(side: str) -> str:
    """The side that wins when a player of `side` stops the game."""
    return MAFIA if side == TOWN else TOWN
