# SPDX-License-Identifier: MIT
"""Dialect: a ruleset's own names of sides and roles, said instead of the usual ones, and heard.

In one dialect «красные» are the town, in another the mafia: only the ruleset knows.
"""

from dataclasses import replace

from voice_host.game.commands import DeclareWinner
from voice_host.game.rules import Rules
from voice_host.language.acts import Act
from voice_host.text.letters import fold


def role_param(rules: Rules, role: str) -> str:
    """What a role is given to a text as: the ruleset's own name, else its id."""
    return rules.names.roles.get(role, role)


def sought(rules: Rules, role: str) -> str:
    """What the check of a role looks for, by the ruleset's own name of it."""
    return role_param(rules, rules.role(role).seeks) if role else ""


def side_param(rules: Rules, side: str) -> str:
    """What a side is given to a text as: the ruleset's own name, else its id."""
    return rules.names.sides[side][0] if side in rules.names.sides else side


def side_param_of_whom(rules: Rules, side: str) -> str:
    """The same for «победа кого», the ruleset's own name in the genitive."""
    return rules.names.sides[side][1] if side in rules.names.sides else side


def meant(act: Act, text: str, rules: Rules) -> Act:
    """What an act that was heard in `text` means by this ruleset's names of sides."""
    if not isinstance(act, DeclareWinner):
        return act
    said = {fold(word) for word in text.lower().split()}
    for side, names in rules.names.sides.items():
        if not said.isdisjoint(map(fold, names)):
            return replace(act, side=side)
    return act
