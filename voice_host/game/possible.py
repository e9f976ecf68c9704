# SPDX-License-Identifier: MIT
"""What a ruleset can bring about at all, worked out once when a game begins.

Everything here depends on the rules alone, so it never changes in a game, and `expected` may ask
it at every command. It knows no state.
"""

from dataclasses import dataclass

from voice_host.game import commands as c
from voice_host.game.composition import roles_of
from voice_host.game.night.deeds import many_may_be_hit
from voice_host.game.roles import Death
from voice_host.game.rules import Rules

Kind = type[c.Command]


@dataclass(frozen=True, slots=True)
class Possible:
    """`lacks`: kinds of commands that no phase of such a game takes.

    `chains`: are there roles whose death brings others? Then the host may have to tell of it.
    """

    lacks: frozenset[Kind]
    chains: bool


def possible(rules: Rules) -> Possible:
    """What games by these rules can come to."""
    roles = roles_of(rules)
    chains = any(rules.role(role).death is not Death.NOTHING for role in roles)
    cases: dict[Kind, bool] = {
        c.LongerSpeeches: not rules.speech.longest,
        c.Recount: rules.night.shooting == "wakes",
        c.KillAll: not (chains or many_may_be_hit(rules, roles)),
        c.Reveal: rules.reveal != "choice",
        c.Ready: not rules.led.phones,
        c.Hand: not rules.led.phones,
    }
    return Possible(frozenset(kind for kind, lacking in cases.items() if lacking), chains)
