# SPDX-License-Identifier: MIT
"""Every ruleset is played from the lobby to its end by the phones of the players alone."""

import pytest

from tests.alone.phones import SECRET, Phones, unled
from voice_host import rulesets
from voice_host.game.who import CLOCK, HOST, Seat


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
