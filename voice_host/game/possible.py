"""What a ruleset can bring about at all, worked out once when a game begins.

Everything here depends on the rules alone, so it never changes in a game, and `expected` may ask
it at every command. It knows no state.
"""

from dataclasses import dataclass

from voice_host.game import commands as c
from voice_host.game.composition import roles_of
from voice_host.game.roles import ROLES, YAKUZA, Act, Death
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
    deaths = [ROLES[role].death for role in roles_of(rules)]
    chains = any(death is not Death.NOTHING for death in deaths)
    cases: dict[Kind, bool] = {
        c.LongerSpeeches: not rules.speech.longest,
        c.Recount: rules.night.shooting == "wakes",
        c.KillAll: not (chains or _many_are_shot(rules)),
        c.Reveal: rules.reveal != "choice",
    }
    return Possible(frozenset(kind for kind, lacking in cases.items() if lacking), chains)


def _many_are_shot(rules: Rules) -> bool:
    """Can more than one player be shot in a night?"""
    roles = [ROLES[role] for role in roles_of(rules)]
    kills = any(role.act is Act.KILL or role.side == YAKUZA for role in roles)
    return kills or rules.night.sheriff_shoots
