# SPDX-License-Identifier: MIT
"""Nobody learns what he may not know: two games that differ in it alone look and sound the same.

Two tables of one ruleset are played side by side. Everything public is the same: who speaks, whom
the host fouls, how many hands, who dies. What the viewer may not know differs: who holds which
card, what is chosen and found while he sleeps. What reaches him must be the same at every second,
until the rules reveal a difference; then the pair is done.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.game import chance
from tests.game.variants import VARIANTS
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.decide import Decision, decide
from voice_host.game.expected import expected
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.rules import Rules
from voice_host.game.state import Cause, Phase, State, new_game
from voice_host.game.view import View, view
from voice_host.game.who import HALL, Seat, Viewer
from voice_host.language.announcement import Announcement
from voice_host.language.said.announce import told

pytestmark = pytest.mark.long

RULES = [*map(rulesets.load, rulesets.names()), *VARIANTS]
SEEDS = st.integers(0, 2**32)
_SECRET: frozenset[type[c.Command]] = frozenset({c.Check, c.Choose})
_TELLING = (Reason.HEALED, Reason.MUST_CHOOSE)
"""Refusals that tell the host, and nobody else, what was done in the night."""
Cards = tuple[tuple[int, str], ...]
Reaches = tuple[list[Announcement], View, frozenset[type[c.Command]]]


@dataclass
class Pair:
    """Two games side by side; `viewer` may not know in which of them he sits."""

    viewer: Viewer
    one: State
    other: State
    now: float = 0.0

    def reaches(self, state: State, decision: Decision | None) -> Reaches:
        """What is told to the viewer, shown to him, and offered to him."""
        events = decision.events if decision else ()
        heard = [a for a in told(state, events) if a.audience in (HALL, self.viewer)]
        after = decision.after if decision else state
        may = expected(after, self.viewer) if isinstance(self.viewer, Seat) else frozenset()
        return heard, view(after, self.viewer), may

    def goes_on(self, one: Decision | None, other: Decision | None) -> bool:
        """Let both happen, and compare what reaches the viewer; False when a difference is out."""
        reached = self.reaches(self.one, one), self.reaches(self.other, other)
        if _told_by(one, self.viewer) != _told_by(other, self.viewer):
            return False
        if one and one.after.phase is Phase.OVER:
            return False  # the cards are turned up
        assert reached[0] == reached[1]
        self.one = one.after if one else self.one
        self.other = other.after if other else self.other
        return True


def _told_by(decision: Decision | None, viewer: Viewer) -> list[object]:
    return revealed(decision.events if decision else (), viewer)


def revealed(events: Iterable[ev.Event], viewer: Viewer) -> list[object]:
    """What the rules make known by these events of cards and of the night."""
    found: list[object] = []
    for event in events:
        match event:
            case ev.DayBroke() | ev.RoleRevealed() | ev.GameEnded() | ev.CheckTold():
                found.append(event)
            case ev.Saved(told=True) | ev.KillShared(told=True):
                found.append(type(event))
            case ev.PlayerOut(cause=Cause.TAKEN) | ev.SpeakerCalled(phase=Phase.REVENGE):
                found.append(event)
            case ev.RoleTurned(seat, _) if isinstance(viewer, Seat):
                # Who turns learns it, and the mafia that he joins.
                found.append(seat)
            case _:
                pass
    return found


def answered(state: State, command: c.Command, now: float) -> Decision | Reason:
    try:
        return decide(state, command, now)
    except Rejected as refusal:
        return refusal.reason


def seated(rng: Random, rules: Rules, *, whole: bool) -> Pair:
    """Two deals of the same cards, alike in all that the viewer may ever see of them."""
    table = new_game(rules, rng.randint(rules.table.fewest, rules.table.most))
    cards = chance.composition(rng, rules, table.seats)
    viewer: Viewer = HALL if whole else Seat(rng.randint(1, table.seats))
    fixed = _his(rules, cards, viewer.number) if isinstance(viewer, Seat) else set()
    free = [seat for seat, _ in cards if seat not in fixed]
    dealt = [role for seat, role in cards if seat not in fixed]
    rng.shuffle(dealt)
    others = tuple({**dict(cards), **dict(zip(free, dealt, strict=True))}.items())
    one, other = (decide(table, c.SetRoles(deal), 0.0).after for deal in (cards, others))
    return Pair(viewer, one, other)


def _his(rules: Rules, cards: Cards, seat: int) -> set[int]:
    """Seats whose card he may come to know as one of theirs: his side's, and whose heir he is."""
    mine = dict(cards)[seat]
    own = {role for _, role in cards if rules.role(role).heir_of == mine}
    own |= {rules.role(mine).heir_of, mine if rules.role(mine).active else ""}
    his = {seat} | {s for s, role in cards if role in own}
    if rules.side_of(mine) != "town":
        his |= {s for s, role in cards if rules.side_of(role) == rules.side_of(mine)}
    return his


def _is_called(state: State, seat: int) -> bool:
    """Is the slot that is on this player's, by his card?"""
    role, rules = state.player(seat).role or "", state.rules
    shoots = rules.role(role).deed == "shoot"
    if state.phase is Phase.SHOOTING:
        return shoots and rules.side_of(role) == "mafia"
    team = shoots and state.waking == rules.side_of(role) != "mafia"
    return team or state.waking in (role, rules.role(role).heir_of)


def by_night(rng: Random, pair: Pair) -> bool:
    """Who is awake does what he likes in each game; the viewer, in his slot, the same in both."""
    kinds = expected(pair.one) & _SECRET
    assert kinds == expected(pair.other) & _SECRET
    if not kinds:
        return True
    mine = isinstance(pair.viewer, Seat) and _is_called(pair.one, pair.viewer.number)
    command = chance.command(rng, pair.one, kinds)
    another = command if mine else chance.command(rng, pair.other, kinds)
    one, other = answered(pair.one, command, pair.now), answered(pair.other, another, pair.now)
    done = [None if isinstance(answer, Reason) else answer for answer in (one, other)]
    if mine and (None in done or done[0].events != done[1].events):  # type: ignore[union-attr]
        return True  # he would learn by it what differs
    return pair.goes_on(*done)


def by_day(rng: Random, pair: Pair) -> bool:
    """The same public command in both games."""
    kinds = expected(pair.one)
    assert kinds == expected(pair.other)
    command = chance.command(rng, pair.one, kinds - _SECRET - {c.SetRoles})
    if rng.random() < 0.6:
        # On with it: nights are worth more than fouls. What the shots have hit is said by the
        # host, for what the choices come to would soon tell the two games apart.
        quiet = pair.one.phase is Phase.RESULT
        command = c.Miss() if quiet else rng.choice((c.Next(), c.Tick()))
    one, other = (answered(state, command, pair.now) for state in (pair.one, pair.other))
    if isinstance(one, Decision) and isinstance(other, Decision):
        return pair.goes_on(one, other)
    assert one == other or one in _TELLING or other in _TELLING
    return True


def play(rng: Random, pair: Pair, steps: int) -> int:
    """How many steps the pair has stayed alike."""
    for step in range(steps):
        pair.now += rng.choice([0.0, 5.0, 10.0, 30.0, 61.0])
        if not (by_night(rng, pair) and by_day(rng, pair)):
            return step
    return steps


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
@given(seed=SEEDS)
@settings(max_examples=8, deadline=None)
def test_the_hall_learns_nothing_that_the_rules_do_not_reveal(rules: Rules, seed: int) -> None:
    """Loudspeaker and table screen are the same, whoever holds what and does what by night."""
    rng = Random(seed)
    play(rng, seated(rng, rules, whole=True), 120)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
@given(seed=SEEDS)
@settings(max_examples=8, deadline=None)
def test_a_player_learns_nothing_that_the_rules_do_not_let_him(rules: Rules, seed: int) -> None:
    """His screen and what he may do are the same, whatever others hold and do while he sleeps."""
    rng = Random(seed)
    play(rng, seated(rng, rules, whole=False), 120)


def test_pairs_stay_alike_for_long() -> None:
    """The property looks at nights too: pairs are not done before anything has been hidden."""
    lasted = []
    for rules in RULES:
        for seed in range(6):
            rng = Random(seed)
            pair = seated(rng, rules, whole=seed % 2 == 0)
            lasted.append((play(rng, pair, 120), pair.one.night))
    assert sum(steps for steps, _ in lasted) / len(lasted) > 40
    assert sum(night > 0 for _, night in lasted) > len(lasted) / 3
