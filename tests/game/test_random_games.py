# SPDX-License-Identifier: MIT
"""Random games: whatever is said, in any order, the rules keep their promises."""

from collections import Counter
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.game import chance
from tests.game.variants import VARIANTS
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.decide import Decision, decide, needs_confirmation
from voice_host.game.events import Event
from voice_host.game.evolve import evolve
from voice_host.game.expected import expected
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.rules import Rules
from voice_host.game.state import EXCLUDED, LAST_WORDS, Cause, Phase, State, new_game

KINDS = frozenset(get_args(c.Command))
RULES = [*map(rulesets.load, rulesets.names()), *VARIANTS]
COUNTING = (Phase.COUNT, Phase.REVOTE)
SEEDS = st.integers(min_value=0, max_value=2**32)


def begin(rng: Random, rules: Rules, known: bool) -> State:
    """A table in the lobby, with the roles told or not."""
    state = new_game(rules, rng.randint(rules.table.fewest, rules.table.most))
    if known:
        roles = c.SetRoles(chance.composition(rng, rules, state.seats))
        state = decide(state, roles, 0.0).after
    return state


def follow(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def answer(state: State, command: c.Command, now: float) -> Decision | Rejected:
    try:
        return decide(state, command, now)
    except Rejected as refusal:
        return refusal


def check_decision(state: State, command: c.Command, now: float) -> tuple[Event, ...]:
    """`decide` is pure, and refuses as «not now» exactly what is not expected.

    The state that it answers with is the one that its events lead to. What depends on the rules
    alone is never worked out again.
    """
    before = repr(state)
    first, second = answer(state, command, now), answer(state, command, now)
    assert repr(state) == before
    not_now = isinstance(first, Rejected) and first.reason is Reason.NOT_NOW
    assert not_now == (type(command) not in expected(state))
    if isinstance(first, Rejected):
        assert isinstance(second, Rejected)
        assert (first.reason, first.params) == (second.reason, second.params)
        return ()
    assert first == second
    needs_confirmation(first)
    assert first.after == follow(state, first.events)
    assert first.after.possible is state.possible
    return first.events


def check_state(state: State, now: float) -> None:
    """What holds in every state of every game."""
    alive = set(state.alive)
    assert state.phase in Phase
    assert state.winner is None or state.phase is Phase.OVER
    for player in state.players:
        assert 0 <= player.fouls <= state.rules.fouls.out
        assert player.alive or not player.muted or player.out is not None
        assert player.fouls < state.rules.fouls.out or player.out is Cause.FOULS
    if state.speaker is not None:
        speaker = state.player(state.speaker)
        assert speaker.alive or state.phase in LAST_WORDS
        assert speaker.out not in EXCLUDED
    if state.phase in COUNTING:
        assert set(state.candidates) <= alive
        assert state.candidate in alive
        assert set(state.voters) <= alive
        counted = sum(tally.votes for tally in state.tallies)
        assert state.rules.votes.each or counted <= len(state.voters)
        assert not state.barred_by
    if state.phase is Phase.SPEECH:
        taken = {p.seat for p in state.players if p.out is Cause.TAKEN}
        assert set(state.nominees) <= alive | taken or state.barred_by
    assert len(set(state.nominees)) == len(state.nominees)
    assert state.day in (state.night, state.night - 1) or state.day == 0
    check_winner(state)


def check_winner(state: State) -> None:
    """With roles known a game goes on exactly as long as nobody has won.

    But for the last words of those who have decided it, and a revenge that may.
    """
    pending = state.phase is Phase.REVENGE or (
        state.rules.speech.at_end and state.phase in LAST_WORDS
    )
    if not state.roles_known or pending or state.phase in (Phase.LOBBY, Phase.OVER):
        return
    roles = [p.role for p in state.players if p.alive and p.role]
    sides = Counter(state.rules.side_of(role) for role in roles)
    killers = [side for side in ("mafia", "maniac", "yakuza") if sides[side]]
    assert killers
    if killers == ["maniac"]:
        assert len(roles) > max(state.rules.ending.maniac_at, sides["maniac"])
    elif len(killers) == 1:
        watched = {"sheriff", "doctor", "putana", "lunatic"} & {
            role for role in roles if state.rules.side_of(role) == "town"
        }
        held = state.rules.ending.parity == "no_active" and watched
        assert 2 * sides[killers[0]] < len(roles) or held


def check_batch(before: State, events: tuple[Event, ...], after: State) -> None:
    """What holds for every batch of events."""
    restored = {event.seat for event in events if isinstance(event, ev.PlayerRestored)}
    assert set(after.alive) <= set(before.alive) | restored
    for event in events:
        if isinstance(event, ev.PlayerOut):
            alive = before.player(event.seat).alive
            assert alive or (event.cause in EXCLUDED and before.phase in LAST_WORDS)
            assert (
                event.cause is not Cause.TAKEN or not before.roles_known or before.possible.chains
            )
        if isinstance(event, ev.Nominated):
            assert before.player(event.seat).alive
        if isinstance(event, ev.VotesCounted) and event.called is None:
            votes = [e.votes for e in events if isinstance(e, ev.VotesCounted)]
            opened = any(isinstance(e, ev.VoteOpened) for e in events)
            counted = 0 if opened else sum(tally.votes for tally in before.tallies)
            if before.rules.votes.rest == "last":
                assert counted + sum(votes) == len(before.voters)
        if isinstance(event, ev.DayBroke):
            gone = {after.player(seat).out for seat in event.killed}
            assert gone <= {Cause.KILLED, Cause.TAKEN}


def play(rng: Random, state: State, steps: int) -> State:
    """Say anything at all, check everything at every step."""
    now, history, start = 0.0, list[Event](), state
    for _ in range(steps):
        if rng.random() < 0.5:
            now += rng.choice([0.0, 0.5, 5, 10, 30, 61])
        kinds = KINDS if rng.random() < 0.1 else expected(state)
        command = chance.command(rng, state, kinds)
        events = check_decision(state, command, now)
        after = follow(state, events)
        check_batch(state, events, after)
        check_state(after, now)
        if isinstance(command, c.Tick) and after.timer is not None:
            assert after.timer.ends_at > now
            assert after.next_wakeup is not None
            assert after.next_wakeup > now
        history += events
        state = after
    assert follow(start, tuple(history)) == state
    return state


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
@given(seed=SEEDS, known=st.booleans())
@settings(max_examples=10, deadline=None)
def test_whatever_is_said_the_rules_keep_their_promises(
    rules: Rules, seed: int, known: bool
) -> None:
    """Refusals, purity, replay, who may speak, votes, fouls, winner: at every step."""
    rng = Random(seed)
    play(rng, begin(rng, rules, known), steps=120)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
@given(seed=SEEDS)
@settings(max_examples=10, deadline=None)
def test_games_that_go_forward_end(rules: Rules, seed: int) -> None:
    """With «дальше», kills and votes alone somebody has won after a bounded number of words."""
    rng = Random(seed)
    state = begin(rng, rules, known=True)
    kinds = frozenset({c.Next, c.Kill, c.Vote, c.Nominate, c.Take, c.Fingers, c.Choose})
    for _ in range(4000):
        if state.phase is Phase.OVER:
            break
        command = chance.command(rng, state, expected(state) & kinds)
        found = answer(state, command, 0.0)
        if not isinstance(found, Rejected):
            state = found.after
    assert state.phase is Phase.OVER


def ticked(state: State, begin: float, end: float, step: float) -> State:
    """The state after ticks every `step` seconds and one at the end."""
    now = begin
    while now < end:
        state = decide(state, c.Tick(), now).after
        now += step
    return decide(state, c.Tick(), end).after


@given(seed=SEEDS, seconds=st.integers(0, 59), step=st.sampled_from([0.25, 1.0, 7.0]))
@settings(max_examples=40, deadline=None)
def test_many_small_ticks_equal_one_large_one_within_a_phase(
    seed: int, seconds: int, step: float
) -> None:
    """Up to the end of the present timer; past it each tick ends one phase (see test_timer)."""
    rng = Random(seed)
    state = play(rng, begin(rng, rng.choice(RULES), known=False), steps=40)
    begin_at = 40 * 61.0
    if state.timer is None:
        assert ticked(state, begin_at, begin_at + seconds, step) == state
        return
    begin_at = state.timer.ends_at - 60
    end = begin_at + seconds
    small, large = ticked(state, begin_at, end, step), ticked(state, begin_at, end, seconds + 1)
    assert small == large


def slots(state: State) -> list[tuple[str, float]]:
    """The slots of the next night with their lengths, reached by «дальше» alone."""
    found: list[tuple[str, float]] = []
    while state.phase not in (Phase.OVER, Phase.RESULT):
        before = state
        found_next = answer(state, c.Next(), 5000.0)
        if isinstance(found_next, Rejected):
            assert found_next.reason is Reason.MUST_CHOOSE
            found_next = decide(state, c.Choose(state.alive[0]), 5000.0)
        state = found_next.after
        if state.phase_name.startswith("night.") and state.phase_name != before.phase_name:
            length = state.timer.ends_at - 5000.0 if state.timer else 0.0
            found.append((state.phase_name, length))
    return found


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
@given(seed=SEEDS)
@settings(max_examples=8, deadline=None)
def test_nights_have_equal_slots_whoever_is_out(rules: Rules, seed: int) -> None:
    """What is left of a night, wherever it is looked at, is the end of the first one.

    But where a ruleset lets the table see who is out: those may not be called any more.
    """
    rng = Random(seed)
    lobby = begin(rng, rules, known=True)
    start = decide(lobby, c.Start(), 0.0).after  # from here on the roles stand
    first = slots(start)
    later = slots(play(rng, start, steps=60))
    if rules.night.call_out:
        assert later == first[len(first) - len(later) :]
    else:
        assert set(later) <= set(first)
