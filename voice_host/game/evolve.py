# SPDX-License-Identifier: MIT
"""evolve: event + state → state. Never refuses, knows no rule; mypy names a forgotten event."""

from dataclasses import replace
from typing import assert_never, get_args

from voice_host.game import events as ev
from voice_host.game import phone_events as ph
from voice_host.game.refusals import CannotFollow
from voice_host.game.state import (
    FACTS,
    Accusation,
    Aim,
    Choice,
    Nomination,
    Phase,
    Player,
    State,
    Tally,
)

_Course = (
    ev.PhaseBegan
    | ev.SpeakerCalled
    | ev.FirstOpenerSet
    | ev.SpeechesLengthened
    | ev.RoundBegan
    | ev.DayOpened
    | ev.NightFell
    | ev.DayBroke
    | ev.GameStopped
    | ev.GameEnded
)
_Clock = ev.TimeCalled | ev.TimeUp | ev.TimerChanged
_Ballots = (
    ev.Nominated
    | ev.Pointed
    | ev.VoteBarred
    | ev.VoteSkipped
    | ev.VoteOpened
    | ev.VotesCounted
    | ev.OwnVoteCounted
    | ev.VoteTied
    | ev.VoteClosed
)
_Night = ev.RolesSet | ev.Chosen | ev.Checked | ev.Taken | ev.BestMoveNamed
_Told = ev.NextGameMissed | ev.RaiseAnswered | ev.TieKept | ev.Saved | ev.KillShared | ev.CheckTold
"""Events that change nothing: what follows from them has events of its own."""


def evolve(state: State, event: ev.Event) -> State:
    """The state after the event."""
    if isinstance(event, _Course):
        return _course(state, event)
    if isinstance(event, _Clock):
        return _clock(state, event)
    if isinstance(event, ev.OfSeat):
        return _of_seat(state, event)
    if isinstance(event, _Ballots):
        return _ballots(state, event)
    if isinstance(event, _Night):
        return _night(state, event)
    if isinstance(event, ph.OfPhones):
        return _by_phone(state, event)
    _: _Told = event
    return state


def _course(state: State, event: _Course) -> State:
    """Phases and the floor."""
    match event:
        case ev.PhaseBegan(phase, timer, role):
            return replace(
                state, phase=phase, timer=timer, waking=role, speaker=None, queue=(),
                candidate=None, signs=(), aims=(),
            )  # fmt: skip
        case ev.SpeakerCalled(phase, seat, queue, timer):
            return replace(
                state, phase=phase, speaker=seat, queue=queue, timer=timer, waking=None, signs=(),
                aims=(),
            )  # fmt: skip
        case ev.FirstOpenerSet(seat):
            return replace(state, first_opener=seat)
        case ev.SpeechesLengthened(seconds):
            return replace(state, longer=seconds)
        case ev.RoundBegan(seconds):
            return replace(state, speech=seconds)
        case ev.DayOpened(opener):
            return replace(state, opener=opener)
        case ev.NightFell(number, level):
            return _fallen(state, number, level)
        case ev.DayBroke(day, killed):
            return replace(state, day=day, killed=killed)
        case ev.GameStopped(seat):
            return replace(state, ppk=seat)
        case ev.GameEnded(winner):
            return replace(
                state, phase=Phase.OVER, winner=winner, timer=None, waking=None, speaker=None,
                queue=(), candidate=None, signs=(), aims=(),
            )  # fmt: skip
        case _:
            assert_never(event)


def _clock(state: State, event: _Clock) -> State:
    match event:
        case ev.TimeCalled(left):
            return _called(state, left)
        case ev.TimeUp():
            return replace(state, timer=None)
        case ev.TimerChanged(timer):
            return replace(state, timer=timer)
        case _:
            assert_never(event)


def _called(state: State, left: float) -> State:
    if state.timer is None:
        raise CannotFollow("time is called, and no timer runs")
    calls = tuple(call for call in state.timer.calls if call < left)
    return replace(state, timer=replace(state.timer, calls=calls))


def _fallen(state: State, number: int, level: int) -> State:
    """The day is forgotten, but for what it has to say to later ones."""
    return replace(
        state, night=number, level=level, headcount=len(state.alive), missed=(), nominations=(),
        pointed=0, candidates=(), candidate=None, tallies=(), tied=(), leaving=(), killed=(),
        speaker=None, queue=(), timer=None,
    )  # fmt: skip


def _of_seat(state: State, event: ev.OfSeat) -> State:
    """The facts that the event sets are as it says; what else follows from it stands here."""
    was = state.player(event.seat)
    facts = {name: getattr(event, value) for name, value in _SETS[type(event)]}
    after = _with(state, replace(was, **facts))
    match event:
        case ev.FoulGiven(seat) | ev.Warned(seat):
            # The next one needs calls of its own.
            rest = tuple(one for one in state.accusations if one.seat != seat)
            return replace(after, accusations=rest)
        case ev.SpeechMissed(seat):
            return replace(after, missed=(*state.missed, seat))
        case ev.PlayerOut(seat):
            night = state.night if was.alive else was.out_night
            return _with(after, replace(after.player(seat), out_night=night, was_out=was.out))
        case ev.PlayerRestored(seat, out):
            night = was.out_night if out else 0
            back = _with(after, replace(after.player(seat), out_night=night))
            return replace(back, barred_by=state.barred_by - {seat})
        case _:
            return after


_SETS: dict[type[ev.Event], list[tuple[str, str]]] = {
    event: [
        (fact.name, value)
        for fact in FACTS
        for kind, value in fact.set_by
        if kind == event.__name__
    ]
    for event in get_args(ev.OfSeat)
}
"""By event: the facts it sets, each with the field of the event that holds the value."""


def _with(state: State, *changed: Player) -> State:
    new = {player.seat: player for player in changed}
    return replace(state, players=tuple(new.get(p.seat, p) for p in state.players))


def _ballots(state: State, event: _Ballots) -> State:
    """Nominations and votes."""
    match event:
        case ev.Nominated(seat, by):
            return replace(state, nominations=(*state.nominations, Nomination(seat, by)))
        case ev.Pointed(_, number):
            return replace(state, pointed=state.pointed + number)
        case ev.VoteBarred(seat):
            return replace(state, barred_by=state.barred_by | {seat})
        case ev.VoteSkipped():
            return replace(state, barred_by=frozenset())
        case ev.VoteOpened(phase, candidates, timer):
            return replace(
                state, phase=phase, candidates=candidates,
                candidate=candidates[0] if candidates else None, tallies=(),
                tied=(), speaker=None, queue=(), timer=timer, signs=(), aims=(),
            )  # fmt: skip
        case ev.VotesCounted(candidate, votes, called, voters, timer=timer):
            tallies = (*state.tallies, Tally(candidate, votes, voters))
            timer = timer or state.timer
            return replace(state, candidate=called, tallies=tallies, timer=timer, signs=())
        case ev.OwnVoteCounted(seat):
            own = (
                replace(t, votes=t.votes + 1) if t.candidate == seat else t for t in state.tallies
            )
            return replace(state, tallies=tuple(own))
        case ev.VoteTied(seats):
            return replace(state, tied=seats)
        case ev.VoteClosed(seats):
            return replace(state, leaving=seats)
        case _:
            assert_never(event)


def _by_phone(state: State, event: ph.OfPhones) -> State:
    """What players have done themselves in this moment."""
    match event:
        case ph.SignGiven(seat):
            return replace(state, signs=(*state.signs, seat))
        case ph.Aimed(by, seat):
            return replace(state, aims=(*state.aims, Aim(by, seat)))
        case ph.Accused(by, seat, at, wants):
            lately = state.rules.led.accusing
            fresh = tuple(one for one in state.accusations if at - one.at <= lately)
            return replace(state, accusations=(*fresh, Accusation(by, seat, at, wants)))
        case _:
            assert_never(event)


def _night(state: State, event: _Night) -> State:
    """Who has which role, what roles have done, and what their deaths have."""
    match event:
        case ev.RolesSet(roles):
            return _with(state, *(replace(state.player(s), role=role) for s, role in roles))
        case ev.Chosen(role, seat):
            return replace(state, choices=(*state.choices, Choice(state.night, role, seat)))
        case ev.Checked(role, seat, found):
            return replace(state, checks=(*state.checks, (state.night, role, seat, found)))
        case ev.Taken(_, seats, queue):
            if state.leaving:
                return replace(state, leaving=(*state.leaving, *seats), queue=queue)
            return replace(state, killed=(*state.killed, *seats), queue=queue)
        case ev.BestMoveNamed(_, guesses):
            return replace(state, best_move=guesses)
        case _:
            assert_never(event)
