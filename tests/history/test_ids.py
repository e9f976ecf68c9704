# SPDX-License-Identifier: MIT
"""Everything that a line names is checked, and what the rules write always passes."""

from dataclasses import fields
from random import Random
from typing import Any, get_args, get_type_hints

import pytest

from tests import games
from tests.game import chance
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.commands import Command
from voice_host.game.events import Event, RolesSet, TimerChanged, VoteOpened
from voice_host.game.rules import Rules
from voice_host.game.state import Phase, Timer, new_game
from voice_host.game.who import Seat
from voice_host.history.ids import CHECKS, entry_holds
from voice_host.history.record import Entry
from voice_host.history.session import Session
from voice_host.history.standing import can_stand

RULES = [rulesets.load(name) for name in rulesets.names()]


def open_types(kind: Any) -> set[type]:
    """The types in a field's type that hold more than a journal's line may."""
    if kind in (int, float, str):
        return {kind}
    return set().union(*map(open_types, get_args(kind))) if type(kind) is not type else set()


@pytest.mark.parametrize("kind", [*get_args(Command), *get_args(Event)], ids=lambda k: k.__name__)
def test_every_field_that_holds_a_number_or_a_text_is_checked(kind: type) -> None:
    """A new one gets a name that is known here, or a row of its own."""
    hints = get_type_hints(kind)
    for field in fields(kind):
        if {int, float, str} & open_types(hints[field.name]) and hints[field.name] is not bool:
            assert field.name in CHECKS or (kind, field.name) in CHECKS, field.name


def test_no_check_is_without_a_field() -> None:
    """What is not named any more is not checked."""
    named = {
        field.name for kind in (*get_args(Command), *get_args(Event)) for field in fields(kind)
    }
    assert {key for key in CHECKS if isinstance(key, str)} <= named


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_what_the_rules_write_is_never_refused(rules: Rules) -> None:
    """Every entry of random games, the roles told and not, and every state that it leads to."""
    for seed in range(6):
        rng = Random(seed)
        session = Session(rules, rng.randint(rules.table.fewest, rules.table.most))
        if seed % 2:
            roles = chance.composition(rng, rules, session.state.seats)
            session.submit(c.SetRoles(roles), 0.0, "keyboard")

        def check(session: Session = session) -> None:
            assert can_stand(session.state), session.steps[-1:]
            for step in session.steps[-1:]:
                assert entry_holds(step.entry, step.before), step.entry

        games.play(session, rng, 150, check)


def entry(*events: Event, command: Command | None = None, **how: Any) -> Entry:
    """An entry that names nothing wrong but what is given."""
    given: dict[str, Any] = {"at": 1.0, "channel": "keyboard", **how}
    return Entry(command=command or c.Next(), events=events, **given)


LOBBY = new_game(rulesets.load("wma"), 10)


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (c.Foul(10), c.Foul(11)),
        (c.Foul(1), c.Foul(0)),
        (c.Foul(3, "stuk"), c.Foul(3, "stuk stuk")),
        (c.Foul(3, "a" * 40), c.Foul(3, "a" * 41)),
        (c.Foul(3, "stuk"), c.Foul(3, "стук")),
        (c.Nominate(10, 1), c.Nominate(10, 11)),
        (c.Vote(4, 10), c.Vote(4, 11)),
        (c.Vote(0), c.Vote(-1)),
        (c.Vote(10**9), c.Vote(10**9 + 1)),
        (c.Ballot((1, 10)), c.Ballot((1, 11))),
        (c.Ballot((1,) * 1000), c.Ballot((1,) * 1001)),
        (c.KillAll((1, 2)), c.KillAll((1, 0))),
        (c.SetTimer(60), c.SetTimer(10**9 + 1)),
        (c.DeclareWinner("mafia"), c.DeclareWinner("nobody")),
        (c.DeclareWinner("draw"), c.DeclareWinner("")),
        (c.SetRoles(((10, "don"),)), c.SetRoles(((11, "don"),))),
        (c.SetRoles(((1, "sheriff"),)), c.SetRoles(((1, "baker"),))),
        (c.Start(10), c.Start(10**9 + 1)),
    ],
    ids=lambda command: str(command)[:40],
)
def test_what_no_game_has_is_refused(good: Command, bad: Command) -> None:
    """The last value that may be, and the first that may not."""
    assert entry_holds(entry(command=good), LOBBY)
    assert not entry_holds(entry(command=bad), LOBBY)


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ({"at": 0.0}, {"at": -0.5}),
        ({"at": 1e9}, {"at": 1e9 + 1}),
        ({"channel": "voice"}, {"channel": "my voice"}),
        ({"actor": Seat(10)}, {"actor": Seat(11)}),
        ({"aimed_at": 0}, {"aimed_at": -1}),
    ],
    ids=str,
)
def test_who_gave_it_and_when_are_such_as_there_are(
    good: dict[str, Any], bad: dict[str, Any]
) -> None:
    """The line itself, whatever the command."""
    assert entry_holds(entry(**good), LOBBY)
    assert not entry_holds(entry(**bad), LOBBY)


def test_the_cards_of_a_deal_are_each_seats_once_and_such_as_the_rules_deal() -> None:
    """A seat too few, a seat twice, a second sheriff: the night would not know what to do."""
    roles = tuple(sorted(chance.composition(Random(1), LOBBY.rules, 10)))
    assert entry_holds(entry(RolesSet(roles)), LOBBY)
    twice = (*roles[:-1], (9, roles[-1][1]))
    other = tuple((seat, "sheriff" if role == "citizen" else role) for seat, role in roles)
    for wrong in (roles[:-1], twice, other, (*roles, (11, "citizen"))):
        assert not entry_holds(entry(RolesSet(wrong)), LOBBY)


def test_a_timer_ends_and_calls_at_seconds_that_can_be() -> None:
    """None of them before the game, none in another century."""
    assert entry_holds(entry(TimerChanged(Timer(60.0, (50.0,)))), LOBBY)
    for timer in (Timer(-1.0), Timer(60.0, (-1.0,)), Timer(1e10), Timer(60.0, (1e10,))):
        assert not entry_holds(entry(TimerChanged(timer)), LOBBY)


def test_a_vote_is_opened_for_somebody() -> None:
    """An empty vote would be counted for ever."""
    assert entry_holds(entry(VoteOpened(Phase.COUNT, (1, 2))), LOBBY)
    for candidates in ((), (11,), (1, 0)):
        assert not entry_holds(entry(VoteOpened(Phase.COUNT, candidates)), LOBBY)
