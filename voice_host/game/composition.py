# SPDX-License-Identifier: MIT
"""Which roles a table of a given size plays with, and which compositions a ruleset takes.

The cards are dealt outside: chance is no part of the rules.
"""

from collections import Counter

from voice_host.game.roles import MAFIA
from voice_host.game.rules import Rules

Counts = dict[str, int]


def composition(rules: Rules, seats: int) -> Counts:
    """Seats per role id at a table of this size, the filler left out."""
    table = rules.table
    sizes = [int(size) for size in table.sizes if int(size) <= seats]
    counts = dict(table.sizes[str(max(sizes))] if sizes else table.roles)
    if table.mafia.usual:
        least, most = _mafia_range(rules, seats)
        usual = (table.mafia.usual * seats + 50) // 100
        _fill_up(rules, counts, min(max(usual, least), most))
    return counts


def cards(rules: Rules, seats: int) -> tuple[str, ...]:
    """The role of every card to be dealt, unshuffled."""
    counts = composition(rules, seats)
    roles = [role for role, number in counts.items() for _ in range(number)]
    return (*roles, *[rules.table.filler] * (seats - len(roles)))


def fits(rules: Rules, told: Counter[str]) -> bool:
    """May a table play with these roles (all seats, the filler included)?"""
    table, seats = rules.table, sum(told.values())
    usual = composition(rules, seats)
    if not all(map(rules.has_role, told)):
        return False
    mafia = sum(n for role, n in told.items() if rules.side_of(role) == MAFIA)
    if table.free:
        return set(told) <= roles_of(rules) and 0 < 2 * mafia < seats
    if table.mafia.usual:
        least, most = _mafia_range(rules, seats)
        if not least <= mafia <= most:
            return False
        _fill_up(rules, usual, mafia)
    filled = Counter(usual)
    filled[table.filler] += seats - filled.total()
    return told == +filled


def _mafia_range(rules: Rules, seats: int) -> tuple[int, int]:
    """Fewest and most mafia at a table, at least one (S4: ten to forty percent)."""
    share = rules.table.mafia
    return max(1, -(-share.least * seats // 100)), max(1, share.most * seats // 100)


def _fill_up(rules: Rules, counts: Counts, mafia: int) -> None:
    others = sum(n for role, n in counts.items() if rules.side_of(role) == MAFIA)
    counts["mafia"] = counts.get("mafia", 0) + mafia - others
    if not counts["mafia"]:
        del counts["mafia"]


def roles_of(rules: Rules) -> set[str]:
    """Every role that a table may hold by this ruleset."""
    return usual_roles(rules) | set(rules.table.optional) | {rules.table.filler}


def usual_roles(rules: Rules) -> set[str]:
    """Every role that some table has by default."""
    return set(rules.table.roles).union(*rules.table.sizes.values())
