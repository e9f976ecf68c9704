# SPDX-License-Identifier: MIT
"""Every ruleset is played from the lobby to its end by the phones of the players alone."""

import pytest

from tests.alone.phones import SECRET, Phones, unled
from tests.russian import RU
from voice_host import rulesets
from voice_host.game.events import RoleRevealed
from voice_host.game.who import CLOCK, HOST, Seat

pytestmark = pytest.mark.long


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", rulesets.names())
def test_a_whole_game_by_phones_alone(name: str, seed: int) -> None:
    """Nobody gives a host's command, and somebody wins; no word is for a host's ear."""
    table = Phones(unled(name), seed)
    table.play()
    session = table.parlour.host.session
    assert session.state.winner is not None
    assert session.state.night >= 1
    assert {type(step.entry.actor) for step in session.steps} == {type(CLOCK), Seat}
    assert not any(step.entry.actor is HOST for step in session.steps)
    assert any(isinstance(step.entry.command, SECRET) for step in session.steps)
    assert table.parlour.screen.ear == []
    assert not any("ведущ" in line.casefold() for line in table.parlour.screen.hall)
    assert not names_a_card(table) or session.state.rules.reveal != "never"


def names_a_card(table: Phones) -> bool:
    """Has the hall told of a seat and a role in one line?"""
    rules = table.parlour.state.rules
    called = {name.casefold() for name in {**RU.words.role_names(), **rules.names.roles}.values()}
    lines = [line.casefold() for line in table.parlour.screen.hall]
    return any("номер" in line and any(name in line for name in called) for line in lines)


def test_only_the_cards_of_the_dead_are_told() -> None:
    """Where leavers show their cards, nobody else's is among them."""
    table = Phones(unled("lars"), 1)
    table.play()
    shown = [
        (step.before, event)
        for step in table.parlour.host.session.steps
        for event in step.entry.events
        if isinstance(event, RoleRevealed)
    ]
    assert shown and names_a_card(table)
    out = {p.seat for p in table.parlour.state.players if not p.alive}
    assert {event.seat for _, event in shown} <= out
