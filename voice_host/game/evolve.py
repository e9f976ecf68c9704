"""evolve: event + state → state. Never refuses, knows no rule; mypy names a forgotten event."""

from dataclasses import replace
from typing import assert_never

from voice_host.game import events as ev
from voice_host.game.state import Choice, Nomination, Phase, Player, State, Tally

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
_Seats = (
    ev.SpeechMissed
    | ev.SpeechShortened
    | ev.RolesSet
    | ev.FoulGiven
    | ev.FoulTakenBack
    | ev.Muted
    | ev.PlayerOut
    | ev.PlayerRestored
    | ev.RoleRevealed
    | ev.RoleTurned
    | ev.Warned
)
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
_Night = ev.Chosen | ev.Checked | ev.Taken | ev.BestMoveNamed
_Told = ev.NextGameMissed | ev.RaiseAnswered | ev.TieKept | ev.Saved | ev.KillShared | ev.CheckTold
"""Events that change nothing: what follows from them has events of its own."""


def evolve(state: State, event: ev.Event) -> State:
    """The state after the event."""
    if isinstance(event, _Course):
        return _course(state, event)
    if isinstance(event, _Clock):
        return _clock(state, event)
    if isinstance(event, _Seats):
        return _seats(state, event)
    if isinstance(event, _Ballots):
        return _ballots(state, event)
    if isinstance(event, _Night):
        return _night(state, event)
    _: _Told = event
    return state


def _course(state: State, event: _Course) -> State:
    """Phases and the floor."""
    match event:
        case ev.PhaseBegan(phase, timer, role):
            return replace(
                state, phase=phase, timer=timer, waking=role, speaker=None, queue=(),
                candidate=None,
            )  # fmt: skip
        case ev.SpeakerCalled(phase, seat, queue, timer):
            return replace(state, phase=phase, speaker=seat, queue=queue, timer=timer, waking=None)
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
                queue=(), candidate=None,
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
    assert state.timer is not None
    calls = tuple(call for call in state.timer.calls if call < left)
    return replace(state, timer=replace(state.timer, calls=calls))


def _fallen(state: State, number: int, level: int) -> State:
    """The day is forgotten, but for what it has to say to later ones."""
    return replace(
        state, night=number, level=level, headcount=len(state.alive), missed=(), nominations=(),
        pointed=0, candidates=(), candidate=None, tallies=(), tied=(), leaving=(), killed=(),
        speaker=None, queue=(), timer=None,
    )  # fmt: skip


def _seats(state: State, event: _Seats) -> State:
    """What is known of each seat."""
    match event:
        case ev.SpeechMissed(seat):
            served = _with(state, replace(state.player(seat), muted=False))
            return replace(served, missed=(*state.missed, seat))
        case ev.SpeechShortened(seat):
            return _with(state, replace(state.player(seat), muted=False))
        case ev.RolesSet(roles):
            return _with(state, *(replace(state.player(s), role=role) for s, role in roles))
        case ev.FoulGiven(seat, count) | ev.FoulTakenBack(seat, count):
            return _with(state, replace(state.player(seat), fouls=count))
        case ev.Muted(seat, on):
            return _with(state, replace(state.player(seat), muted=on))
        case ev.PlayerOut():
            return _out(state, event)
        case ev.PlayerRestored(seat, out):
            night = state.player(seat).out_night if out else 0
            player = replace(state.player(seat), out=out, out_night=night, was_out=None)
            return replace(_with(state, player), barred_by=state.barred_by - {seat})
        case ev.RoleRevealed(seat):
            return _with(state, replace(state.player(seat), shown=True))
        case ev.RoleTurned(seat, role):
            return _with(state, replace(state.player(seat), role=role))
        case ev.Warned(seat, count):
            return _with(state, replace(state.player(seat), warnings=count))
        case _:
            assert_never(event)


def _out(state: State, event: ev.PlayerOut) -> State:
    gone = state.player(event.seat)
    night = state.night if gone.alive else gone.out_night
    return _with(state, replace(gone, out=event.cause, out_night=night, was_out=gone.out))


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
        case ev.VoteOpened(phase, candidates):
            return replace(
                state, phase=phase, candidates=candidates, candidate=candidates[0], tallies=(),
                tied=(), speaker=None, queue=(), timer=None,
            )  # fmt: skip
        case ev.VotesCounted(candidate, votes, called, voters):
            tallies = (*state.tallies, Tally(candidate, votes, voters))
            return replace(state, candidate=called, tallies=tallies)
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


def _night(state: State, event: _Night) -> State:
    """What roles have done, and what their deaths have."""
    match event:
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
