# SPDX-License-Identifier: MIT
"""What the acts of players come to: shots, common choices, hands, pointing, fouls called."""

from dataclasses import replace
from random import Random
from typing import Literal

import pytest

from tests.alone.phones import unled
from tests.game import chance
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.composition import cards
from voice_host.game.decide import decide
from voice_host.game.events import Event
from voice_host.game.expected import expected
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.rules import Rules
from voice_host.game.state import Cause, Choice, Phase, State, new_game
from voice_host.game.view import view
from voice_host.game.who import CLOCK, HALL, HOST, Actor, Seat

WMA = ((1, "mafia"), (2, "mafia"), (3, "don"), (4, "sheriff"))
CITY = ((1, "mafia"), (2, "mafia"), (3, "don"), (4, "putana"), (5, "sheriff"), (6, "doctor"),
        (7, "maniac"))  # fmt: skip
LARS = ((1, "mafia"), (2, "don"), (3, "sheriff"), (4, "doctor"), (5, "maniac"))


class Alone:
    """A game without a host; `now` is the game second."""

    def __init__(self, rules: Rules, *roles: tuple[int, str]) -> None:
        self.state: State = new_game(rules, rules.table.seats)
        self.now = 0.0
        self.events: tuple[Event, ...] = ()
        self.give(c.SetRoles(roles), CLOCK)
        self.give(c.Start(), CLOCK)

    def give(self, command: c.Command, actor: Actor) -> None:
        decision = decide(self.state, command, self.now, actor)
        self.state, self.events = decision.after, decision.events

    def tap(self, command: c.Command, *seats: int) -> None:
        for seat in seats:
            self.give(command, Seat(seat))

    def refuses(self, command: c.Command, actor: Actor) -> Reason:
        with pytest.raises(Rejected) as refused:
            decide(self.state, command, self.now, actor)
        return refused.value.reason

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while (wake := self.state.next_wakeup) is not None and wake <= end:
            self.now = max(self.now, wake)
            self.give(c.Tick(), CLOCK)
        self.now = end

    def until(self, phase: Phase, role: str | None = None) -> "Alone":
        """Nobody touches anything until the phase (of this role)."""
        for _ in range(4000):
            if self.state.phase is phase and role in (None, self.state.waking):
                return self
            self.wait(0.5)
        raise AssertionError(f"never came: {phase}")


def nominated(*seats: int) -> Alone:
    """The vote of day 0 over these, each put up by another."""
    table = Alone(unled("wma"), *WMA).until(Phase.SPEECH)
    for seat in seats:
        table.tap(c.Nominate(seat), table.state.speaker or 0)
        table.tap(c.EndTurn(), table.state.speaker or 0)
    return table.until(Phase.COUNT)


def test_a_game_that_nobody_touches_goes_on_by_the_clock() -> None:
    """Phones that are away are silence: day follows night, nobody is killed, nothing waits."""
    table = Alone(unled("wma"), *WMA).until(Phase.SHOOTING).until(Phase.SPEECH)
    assert table.state.day == 1 and len(table.state.alive) == 10
    assert all(p.out is None for p in table.state.players)


@pytest.mark.parametrize("name", rulesets.names())
def test_no_phase_of_any_rules_waits_for_a_phone(name: str) -> None:
    """Nobody touches anything from the deal on: three nights pass, each phase by its own time."""
    rules = unled(name)
    table = Alone(rules, *enumerate(cards(rules, rules.table.seats), start=1))
    for _ in range(400):
        if table.state.night == 3 or table.state.phase is Phase.OVER:
            break
        assert table.state.next_wakeup is not None, table.state.phase_name
        table.wait(table.state.next_wakeup - table.now)
    assert table.state.night == 3 or table.state.phase is Phase.OVER


def test_the_deal_ends_when_all_have_looked_and_not_before() -> None:
    """Nine of ten are not enough; the tenth ends it at once."""
    table = Alone(unled("wma"), *WMA)
    table.tap(c.Ready(), *range(1, 10))
    assert table.state.phase is Phase.DEAL
    table.tap(c.Ready(), 10)
    assert table.state.phase is Phase.AGREEMENT


@pytest.mark.parametrize(
    ("at", "killed"),
    [
        ({1: 5, 2: 5, 3: 5}, 5), ({1: 5, 2: 5}, 5), ({1: 5, 2: 5, 3: 6}, None), ({}, None),
        ({4: 7, 9: 7}, None),
    ],
)  # fmt: skip
def test_shots_at_a_count_hit_who_is_called(at: dict[int, int], killed: int | None) -> None:
    """A tap counts for the number called, whatever was tapped; one by all who shoot is a hit."""
    table = Alone(unled("wma"), *WMA).until(Phase.SHOOTING)
    assert table.state.timer is not None
    began = table.state.timer.ends_at - 1.5 * 11
    for seat, number in sorted(at.items(), key=lambda pair: pair[1]):
        table.wait(began + 1.5 * number + 0.4 - table.now)
        if seat in (1, 2, 3):
            table.tap(c.Choose(9), seat)
        else:
            assert table.refuses(c.Choose(9), Seat(seat)) is Reason.NOT_YOURS
    table.until(Phase.DON).until(Phase.SPEECH)
    assert [p.seat for p in table.state.players if p.out is Cause.KILLED] == [killed][
        : bool(killed)
    ]


@pytest.mark.parametrize(
    ("after", "number"), [(1.49, None), (1.5, 1), (2.99, 1), (3.0, 2), (15.2, 10)]
)
def test_a_number_is_called_from_its_onset_to_the_next(after: float, number: int | None) -> None:
    """The first beat is silent; the last number has its beat too."""
    table = Alone(unled("wma"), *WMA).until(Phase.SHOOTING)
    assert table.state.timer is not None
    table.now = table.state.timer.ends_at - 16.5 + after
    table.tap(c.Choose(9), 1)
    assert [aim.seat for aim in table.state.aims] == ([number] if number else [])


def test_one_shot_is_all_that_anybody_has_at_a_count() -> None:
    """A second tap changes nothing; chosen before the count, the last one counts."""
    table = Alone(unled("wma"), *WMA).until(Phase.SHOOTING)
    table.wait(3.1)
    first = table.state.aims
    table.tap(c.Choose(9), 1)
    table.wait(1.5)
    table.tap(c.Choose(9), 1)
    assert len(table.state.aims) == len(first) + 1
    table = Alone(unled("wma", shots="choose"), *WMA).until(Phase.SHOOTING)
    for seat in (8, 7):
        table.tap(c.Choose(seat), 1, 2, 3)
    table.until(Phase.BEST_MOVE)
    assert table.state.killed == (7,)


def test_a_team_that_wakes_kills_whom_it_had_last_in_common() -> None:
    """One who aims elsewhere afterwards does not undo it; in S0 nobody decides for the others."""
    table = Alone(unled("city"), *CITY).until(Phase.SHOOTING)
    table.tap(c.Choose(9), 1, 2, 3)
    table.tap(c.Choose(10), 1)
    table.wait(20.0)
    assert table.state.choices == (Choice(1, "mafia", 9),)
    assert table.state.phase is not Phase.SHOOTING


def test_the_don_decides_where_the_rules_say_so() -> None:
    """S3: his choice is the team's, whatever the others aim at."""
    table = Alone(unled("lars"), *LARS).until(Phase.SHOOTING)
    table.tap(c.Choose(9), 1)
    table.tap(c.Choose(8), 2)
    table.wait(20.0)
    assert Choice(1, "mafia", 8) in table.state.choices


def test_a_team_sees_its_own_aims_and_a_blind_one_does_not() -> None:
    """With open eyes they see each other's; at a count each knows his own alone."""
    table = Alone(unled("city"), *CITY).until(Phase.SHOOTING)
    table.tap(c.Choose(9), 1)
    assert [aim.seat for aim in view(table.state, Seat(3)).aims] == [9]
    for other in (Seat(4), Seat(8), HALL, HOST):
        assert view(table.state, other).aims == ()
    table = Alone(unled("wma", shots="choose"), *WMA).until(Phase.SHOOTING)
    table.tap(c.Choose(9), 1)
    assert [aim.seat for aim in view(table.state, Seat(1)).aims] == [9]
    assert view(table.state, Seat(2)).aims == ()


@pytest.mark.parametrize("phase", [Phase.SHOOTING, Phase.DON, Phase.SHERIFF])
def test_no_choice_cuts_or_stretches_a_slot(phase: Phase) -> None:
    """It ends at its second, whoever has done what; no keyboard can end it either."""
    table = Alone(unled("wma", shots="choose"), *WMA).until(phase)
    timer = table.state.timer
    for seat in table.state.alive:
        for kind in expected(table.state, Seat(seat)):
            table.tap(chance.MAKERS[kind](Random(3), table.state), seat)
    assert (table.state.phase, table.state.timer) == (phase, timer)
    for command in (c.Next(), c.EndTurn(), c.StopTimer(), c.AddTime(10), c.Check(8), c.Choose(8)):
        assert table.refuses(command, HOST) in (Reason.NOT_NOW, Reason.NOT_YOURS)


def test_the_answer_of_a_check_stands_with_who_asked_and_with_nobody_else() -> None:
    """In his slot and no longer."""
    table = Alone(unled("wma"), *WMA).until(Phase.SHERIFF)
    table.tap(c.Check(1), 4)
    assert view(table.state, Seat(4)).checks == ((1, "sheriff", 1, True),)
    for other in (Seat(1), Seat(5), HALL, HOST):
        assert view(table.state, other).checks == ()
    table.until(Phase.SPEECH)
    assert view(table.state, Seat(4)).checks == ()


def test_hands_are_shown_when_the_window_closes() -> None:
    """Nobody sees them before; each has one; the last candidate takes what is left."""
    table = nominated(4, 6, 8)
    table.tap(c.Hand(), 1, 2)
    assert view(table.state, Seat(1)).signed and not view(table.state, Seat(3)).signed
    assert all(one.votes is None for one in view(table.state, HALL).seats)
    table.wait(5.0)
    assert view(table.state, HALL).seats[3].votes == 2 and table.state.candidate == 6
    assert table.refuses(c.Hand(), Seat(1)) is Reason.VOTED_ALREADY
    table.tap(c.Hand(), 3)
    table.wait(5.0)
    assert [(t.candidate, t.votes) for t in table.state.tallies] == [(4, 2), (6, 1), (8, 7)]
    assert table.state.phase is Phase.VOTED_LAST_WORD and table.state.speaker == 8


def test_a_tie_is_spoken_voted_again_and_raised() -> None:
    """The same set twice: hands for all to leave, more than half of the living."""
    table = nominated(4, 6)
    table.tap(c.Hand(), 1, 2, 3, 5, 7)
    table.until(Phase.TIE_SPEECH).until(Phase.REVOTE)
    table.tap(c.Hand(), 1, 2, 3, 5, 7)
    table.until(Phase.RAISE)
    table.tap(c.Hand(), *range(1, 7))
    table.until(Phase.VOTED_LAST_WORD)
    assert table.state.leaving == (4, 6)


def test_two_who_point_make_a_nominee() -> None:
    """S3: all point at once, the last finger counts, one is not enough."""
    table = Alone(unled("lars"), *LARS).until(Phase.NOMINATION)
    table.tap(c.Nominate(7), 1, 2)
    table.tap(c.Nominate(8), 3)
    table.tap(c.Nominate(9), 4)
    table.tap(c.Nominate(8), 4)
    assert view(table.state, HALL).nominees == ()
    table.wait(10.0)
    assert table.state.nominees == (7, 8)


def test_a_foul_is_given_when_half_of_the_living_call_it_at_once() -> None:
    """Five of ten within five seconds; a sixth call begins anew, one who calls twice is one."""
    table = Alone(unled("wma"), *WMA).until(Phase.SPEECH)
    table.tap(c.Foul(8), 1, 1, 2, 3, 4)
    assert table.state.player(8).fouls == 0
    table.tap(c.Foul(8), 5)
    assert table.state.player(8).fouls == 1
    table.tap(c.Foul(8), 6)
    assert table.state.player(8).fouls == 1
    table.now += 5.5
    table.tap(c.Foul(8), 1, 2, 3, 4)
    assert table.state.player(8).fouls == 1


def test_more_than_half_remove_a_player_and_stop_a_game() -> None:
    """Five of ten are not enough; six within five seconds are. Calls of another kind are no calls.

    A removal ends no game by itself; ППК gives it to the other side.
    """
    table = Alone(unled("wma"), *WMA).until(Phase.SPEECH)
    table.tap(c.Foul(9), 1, 2, 3, 4)
    table.tap(c.Remove(9), 1, 2, 3, 4, 5)
    assert table.state.player(9).alive and not table.state.player(9).fouls
    table.tap(c.Remove(9), 6)
    assert table.state.player(9).out is Cause.REMOVED
    assert table.refuses(c.Remove(9), Seat(1)) is Reason.SEAT_OUT
    table.tap(c.Ppk(1), 2, 3, 4, 5)
    assert table.state.phase is Phase.SPEECH
    table.tap(c.Ppk(1), 6)
    assert (table.state.phase, table.state.winner) == (Phase.OVER, "town")


def test_the_first_player_out_may_be_the_judge() -> None:
    """From then on fouls are his alone, and he needs nobody; who was sent away is no judge."""
    rules = unled("wma", shots="choose")
    table = Alone(replace(rules, led=replace(rules.led, judge="first_out")), *WMA)
    table.until(Phase.SPEECH).tap(c.Remove(10), *range(1, 7))
    assert c.Foul not in expected(table.state, Seat(10))
    table.tap(c.Foul(8), 1, 2, 3, 4, 5)
    assert table.state.player(8).fouls == 1
    table.until(Phase.SHOOTING).tap(c.Choose(7), 1, 2, 3)
    table.until(Phase.SPEECH)
    assert table.state.judge == 7
    table.tap(c.Foul(8), 7)
    table.tap(c.TakeBackFoul(8), 7)
    table.tap(c.Foul(6), 7)
    assert [table.state.player(seat).fouls for seat in (8, 6)] == [1, 1]
    assert table.refuses(c.Foul(8), Seat(1)) is Reason.NOT_YOURS
    table.until(Phase.DON)
    assert table.refuses(c.Foul(8), Seat(7)) is Reason.NOT_YOURS


@pytest.mark.parametrize("dead", ["table", "all"])
def test_the_dead_see_what_the_table_has_agreed_on(dead: Literal["table", "all"]) -> None:
    """With «all» every card once he has spoken his last word; whoever was sent away sees none."""
    rules = unled("wma", shots="choose")
    table = Alone(replace(rules, led=replace(rules.led, dead=dead)), *WMA)
    table.until(Phase.SPEECH).tap(c.Remove(10), *range(1, 7))
    table.until(Phase.SHOOTING).tap(c.Choose(7), 1, 2, 3)
    table.until(Phase.KILLED_LAST_WORD)

    def known(seat: int) -> int:
        return sum(one.role is not None for one in view(table.state, Seat(seat)).seats)

    assert [known(seat) for seat in (7, 10, 8)] == [1, 1, 1]
    table.until(Phase.SPEECH)
    assert [known(seat) for seat in (7, 10, 8)] == [10 if dead == "all" else 1, 1, 1]
    table.until(Phase.SHERIFF).tap(c.Check(1), 4)
    assert bool(view(table.state, Seat(7)).checks) == (dead == "all")
    assert view(table.state, Seat(8)).checks == ()


def test_a_seat_may_do_nothing_in_anothers_name() -> None:
    """No hand by night, no nomination in another's speech, no answer when one sleeps."""
    table = Alone(unled("wma"), *WMA).until(Phase.DON)
    for seat in (1, 2, 4, 5):
        assert expected(table.state, Seat(seat)) == frozenset()
    table.until(Phase.SPEECH)
    other = 2 if table.state.speaker != 2 else 3
    assert expected(table.state, Seat(other)) == {c.Foul, c.Remove, c.Ppk}


def test_a_hosted_table_knows_nothing_of_signs() -> None:
    """The same rules with a host take neither."""
    rules = unled("wma")
    hosted = new_game(replace(rules, led=replace(rules.led, by="host")), 10)
    for actor in (HOST, CLOCK, Seat(1)):
        assert not {c.Ready, c.Hand} & expected(hosted, actor)
