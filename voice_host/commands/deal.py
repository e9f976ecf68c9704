# SPDX-License-Identifier: MIT
"""The deal: chance decides who gets which of the ruleset's cards; the rules are only told.

Chance is drawn here, outside the rules, and stands in the journal as what it came to.
"""

from random import Random

from voice_host.game.commands import SetRoles
from voice_host.game.composition import cards
from voice_host.game.who import CLOCK
from voice_host.history.session import Session


def deal(session: Session, chance: Random) -> None:
    """Give every seat of a table in the lobby a card; nobody's command, so no undo takes it."""
    state = session.state
    drawn = list(cards(state.rules, state.seats))
    chance.shuffle(drawn)
    session.submit(SetRoles(tuple(enumerate(drawn, start=1))), session.at, str(CLOCK), CLOCK)


def was_dealt(session: Session) -> bool:
    """Did the program deal, rather than cards or a person?"""
    return any(
        step.entry.actor is CLOCK and isinstance(step.entry.command, SetRoles)
        for step in session.steps
    )
