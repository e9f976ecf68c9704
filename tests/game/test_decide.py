# SPDX-License-Identifier: MIT
"""What `decide` and `expected` promise, and which commands wait for «да»."""

from dataclasses import replace
from typing import get_args

import pytest

from tests.game.table import ROLES, Table, at_day_0, at_night_1
from voice_host.game import commands as c
from voice_host.game.decide import decide, needs_confirmation
from voice_host.game.expected import expected, expected_anywhere, expected_in
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.state import Phase, State, new_game
from voice_host.rulesets import load

KINDS = frozenset(get_args(c.Command))


def test_the_lobby_takes_a_start_and_roles() -> None:
    """Nothing of the game itself before it has begun."""
    assert expected(Table().state) == {c.Start, c.Next, c.SetRoles, c.Tick}


def test_the_end_takes_a_winner_only_while_there_is_none() -> None:
    """After «конец игры» a winner may be declared; after a win nothing."""
    table = Table()
    table(c.Start(), c.EndGame())
    assert expected(table.state) == {c.DeclareWinner, c.Tick}
    table(c.DeclareWinner("town"))
    assert expected(table.state) == {c.Tick}


def test_fouls_and_the_timer_are_taken_at_every_phase_of_the_game() -> None:
    """From the deal to the night's result."""
    table = Table()
    table(c.Start())
    while not (table.state.phase is Phase.RESULT and table.state.night == 1):
        assert {c.Foul, c.Remove, c.Ppk, c.SetTimer, c.Next, c.Tick} <= expected(table.state)
        table(c.Next())


def test_what_any_phase_takes_is_known() -> None:
    """Every command is taken somewhere; in a phase of any ruleset no more than it may take."""
    assert expected_anywhere() == KINDS
    for phase in Phase:
        assert expected_in(phase) <= KINDS
    assert expected(at_day_0().state) <= expected_in(Phase.SPEECH)


def test_roles_are_not_asked_twice() -> None:
    """Once known, they are no longer expected in the game."""
    assert c.SetRoles in expected(at_day_0().state)
    assert c.SetRoles not in expected(at_day_0(roles=ROLES).state)


def asks(state: State, command: c.Command) -> bool:
    """Does what the rules make of it wait for «да»?"""
    return needs_confirmation(decide(state, command, 0.0))


@pytest.mark.parametrize("command", [c.Remove(5), c.Ppk(5), c.DeclareWinner("town"), c.EndGame()])
def test_what_words_cannot_repair_waits_for_yes(command: c.Command) -> None:
    """Removal, ППК and the end of the game are confirmed."""
    assert asks(at_day_0().state, command)


def test_a_kill_waits_for_yes() -> None:
    """«Убит четвёртый» is confirmed, «промах» is not."""
    state = at_night_1().until(Phase.RESULT).state
    assert asks(state, c.Kill(4))
    assert not asks(state, c.Miss())


def test_only_the_fourth_foul_waits_for_yes() -> None:
    """The first three are noted at once."""
    table = at_day_0()
    for wanted in (False, False, False, True):
        assert asks(table.state, c.Foul(5)) is wanted
        table(c.Foul(5))


def test_no_ordinary_word_waits_for_yes() -> None:
    """The rest never asks."""
    state = at_day_0().fouls(5, 1).state
    for command in (c.Next(), c.Nominate(5), c.SetTimer(5), c.Tick(), c.TakeBackFoul(5)):
        assert not asks(state, command)


@pytest.mark.parametrize(
    ("phase", "command"),
    [
        (Phase.BEST_MOVE, c.BestMove((1, 2, 3))),
        (Phase.KILLED_LAST_WORD, c.Reveal()),
        (Phase.COUNT, c.Vote(0)),
        (Phase.DON, c.Check(1)),
    ],
)
def test_a_state_without_what_its_phase_is_about_refuses(phase: Phase, command: c.Command) -> None:
    """No speaker, no candidate, no role awake: the rules lead nowhere like it, and do not fail."""
    state = replace(new_game(load("lars-half"), 10), phase=phase)
    with pytest.raises(Rejected) as caught:
        decide(state, command, 0.0)
    assert caught.value.reason is Reason.NOT_NOW
