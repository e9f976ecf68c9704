"""evolve: event + state → state. Never refuses, knows no rule; mypy names a forgotten event."""

from dataclasses import replace
from typing import assert_never

from voice_host.game import events as ev
from voice_host.game.state import Nomination, Phase, Player, State, Tally

_Course = (
    ev.PhaseBegan
    | ev.SpeakerCalled
    | ev.DayOpened
    | ev.TimeCalled
    | ev.TimeUp
    | ev.TimerChanged
    | ev.NightFell
    | ev.DayBroke
    | ev.GameStopped
    | ev.GameEnded
)
_Seats = (
    ev.SpeechMissed
    | ev.RolesSet
    | ev.FoulGiven
    | ev.FoulTakenBack
    | ev.Muted
    | ev.PlayerOut
    | ev.PlayerRestored
)


_Ballots = (
    ev.Nominated
    | ev.VoteBarred
    | ev.VoteSkipped
    | ev.VoteOpened
    | ev.VotesCounted
    | ev.VoteTied
    | ev.RaiseAnswered
    | ev.VoteClosed
    | ev.Checked
    | ev.BestMoveNamed
)


def evolve(state: State, event: ev.Event) -> State:
    """The state after the event."""
    if isinstance(event, _Course):
        return _course(state, event)
    if isinstance(event, _Seats):
        return _seats(state, event)
    return _ballots(state, event)


def _course(state: State, event: _Course) -> State:
    """Phases, the floor and the clock."""
    match event:
        case ev.PhaseBegan(phase, timer):
            return replace(state, phase=phase, timer=timer, speaker=None, queue=(), candidate=None)
        case ev.SpeakerCalled(phase, seat, queue, timer):
            return replace(state, phase=phase, speaker=seat, queue=queue, timer=timer)
        case ev.DayOpened(opener):
            return replace(state, opener=opener)
        case ev.TimeCalled(left):
            return _called(state, left)
        case ev.TimeUp():
            return replace(state, timer=None)
        case ev.TimerChanged(timer):
            return replace(state, timer=timer)
        case ev.NightFell(number):
            return replace(
                state, night=number, nominations=(), candidates=(), candidate=None, tallies=(),
                tied=(), leaving=(), killed=(), speaker=None, queue=(), timer=None,
            )  # fmt: skip
        case ev.DayBroke(day, killed):
            return replace(state, day=day, killed=killed)
        case ev.GameStopped(seat):
            return replace(state, ppk=seat)
        case ev.GameEnded(winner):
            return replace(
                state, phase=Phase.OVER, winner=winner, timer=None, speaker=None, queue=(),
                candidate=None,
            )  # fmt: skip
        case _:
            assert_never(event)


def _called(state: State, left: float) -> State:
    assert state.timer is not None
    calls = tuple(call for call in state.timer.calls if call < left)
    return replace(state, timer=replace(state.timer, calls=calls))


def _seats(state: State, event: _Seats) -> State:
    """What is known of each seat."""
    match event:
        case ev.SpeechMissed(seat):
            return _with(state, replace(state.player(seat), muted=False))
        case ev.RolesSet(roles):
            return _with(state, *(replace(state.player(s), role=role) for s, role in roles))
        case ev.FoulGiven(seat, count) | ev.FoulTakenBack(seat, count):
            return _with(state, replace(state.player(seat), fouls=count))
        case ev.Muted(seat, on):
            return _with(state, replace(state.player(seat), muted=on))
        case ev.PlayerOut(seat, cause):
            gone = state.player(seat)
            night = state.night if gone.alive else gone.out_night
            return _with(state, replace(gone, out=cause, out_night=night, was_out=gone.out))
        case ev.PlayerRestored(seat, out):
            night = state.player(seat).out_night if out else 0
            player = replace(state.player(seat), out=out, out_night=night, was_out=None)
            back = _with(state, player)
            return replace(back, barred_by=state.barred_by - {seat})
        case _:
            assert_never(event)


def _with(state: State, *changed: Player) -> State:
    new = {player.seat: player for player in changed}
    return replace(state, players=tuple(new.get(p.seat, p) for p in state.players))


def _ballots(state: State, event: _Ballots) -> State:
    """Nominations, votes and the night's findings."""
    match event:
        case ev.Nominated(seat, by):
            return replace(state, nominations=(*state.nominations, Nomination(seat, by)))
        case ev.VoteBarred(seat):
            return replace(state, barred_by=state.barred_by | {seat})
        case ev.VoteSkipped():
            return replace(state, barred_by=frozenset())
        case ev.VoteOpened(phase, candidates):
            return replace(
                state, phase=phase, candidates=candidates, candidate=candidates[0], tallies=(),
                tied=(), speaker=None, queue=(), timer=None,
            )  # fmt: skip
        case ev.VotesCounted(candidate, votes, called, voters):
            tallies = (*state.tallies, Tally(candidate, votes, voters))
            return replace(state, candidate=called, tallies=tallies)
        case ev.VoteTied(seats):
            return replace(state, tied=seats)
        case ev.RaiseAnswered():
            return state
        case ev.VoteClosed(seats):
            return replace(state, leaving=seats)
        case ev.Checked(role, seat, found):
            return replace(state, checks=(*state.checks, (state.night, role, seat, found)))
        case ev.BestMoveNamed(_, guesses):
            return replace(state, best_move=guesses)
        case _:
            assert_never(event)
