# SPDX-License-Identifier: MIT
"""Announcing: an event, between the states before and after it, into what is to be told.

Decides who hears of an event, in which order, and what the clock waits for. It does not
know the words (texts.toml) nor how a batch came about. Nothing here puts a player's role
or a check's result into the hall.
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from voice_host.game import events as ev
from voice_host.game import phone_events as ph
from voice_host.game.evolve import evolve
from voice_host.game.phases.vote import takes_rest
from voice_host.game.roles import DRAW, MAFIA, TOWN
from voice_host.game.rules import Rules
from voice_host.game.state import Cause, Phase, State
from voice_host.game.who import HOST
from voice_host.language.announcement import Announcement, Param, hall, host, question
from voice_host.language.dialect import side_param_of_whom, sought
from voice_host.language.said.announce_dialect import (
    Dialectal,
    announce_dialect,
    entered,
    left,
    prompted,
    unused,
)
from voice_host.language.said.answer import nominees
from voice_host.language.said.keys import KEYS

Told = tuple[Announcement, ...]

FOUL_CUE = "foul"

_Phases = (
    ev.PhaseBegan | ev.SpeakerCalled | ev.DayOpened | ev.SpeechMissed | ev.NightFell | ev.DayBroke
)
_Clock = ev.TimeCalled | ev.TimeUp | ev.TimerChanged
_Discipline = ev.FoulGiven | ev.FoulTakenBack | ev.Muted | ev.PlayerOut | ev.PlayerRestored
_Votes = (
    ev.Nominated
    | ev.VoteBarred
    | ev.VoteSkipped
    | ev.VoteOpened
    | ev.VotesCounted
    | ev.VoteTied
    | ev.RaiseAnswered
    | ev.VoteClosed
)


_OF_THE_NIGHT = (ev.Chosen, ev.Checked, ev.Saved, ev.KillShared, ev.RoleTurned)
"""What only a host may be told of."""


def told(state: State, events: Iterable[ev.Event]) -> Iterator[Announcement]:
    """Everything to be told of a batch of events, in order, that began in this state."""
    events = tuple(events)
    over = any(isinstance(event, ev.GameEnded) for event in events)
    for event in events:
        after = evolve(state, event)
        # Of a game that ends with it there is no next vote to tell of.
        mute = over and isinstance(event, ev.VoteBarred)
        said = () if mute else announce(state, event, after)
        # Where every seat acts for itself nobody's ear is safe: what a role has found or chosen
        # stands on its own phone, or for a moment on the screen before it, and nowhere else.
        led = after.rules.led
        nobody = led.phones or (led.sealed and isinstance(event, _OF_THE_NIGHT))
        yield from (one for one in said if not (nobody and one.audience is HOST))
        state = after


def announce(before: State, event: ev.Event, after: State) -> Told:
    """Everything to be told of one event, in order; nothing for events that others tell."""
    if isinstance(event, _Phases):
        return _phases(before, event, after)
    if isinstance(event, _Clock):
        return _clock(before, event)
    if isinstance(event, _Discipline):
        return _discipline(event, after)
    if isinstance(event, _Votes):
        return _votes(before, event, after)
    if isinstance(event, ph.OfPhones):
        return ()  # shown to whoever did it, counted when the time is over
    if isinstance(event, Dialectal):
        return announce_dialect(event, after)
    return _rest(before, event, after)


# --- the course of the game ---


def _phases(before: State, event: _Phases, after: State) -> Told:
    match event:
        case ev.PhaseBegan():
            return _phase_began(before, event, after)
        case ev.SpeakerCalled():
            return (_floor(event),)
        case ev.DayOpened():
            return ()  # the call of the first speaker tells it
        case ev.SpeechMissed(seat):
            return (hall("floor.missed", seat=seat),)
        case ev.NightFell(number):
            return (hall("night.fell", night=number),)
        case ev.DayBroke(day, killed):
            return (*left(before), _morning(day, killed, after))
        case _:
            assert_never(event)


def _phase_began(before: State, event: ev.PhaseBegan, after: State) -> Told:
    """The phase that was left is put to sleep, the new one begins, the host is prompted."""
    if event.phase is Phase.SHOOTING and after.rules.night.shooting == "count":
        again = before.phase is Phase.SHOOTING
        return (*(() if again else left(before)), *_shooting(again, after))
    told = [*unused(before), *left(before)]
    if event.phase is Phase.RAISE:
        told.append(_asked(after, "enter.vote.raise"))
    else:
        told.extend(entered(event, after))
    return (*told, *prompted(event, after))


def _shooting(again: bool, state: State) -> Told:
    """The clock waits for the words and runs during the count, which is on its beat."""
    key = "shooting.again" if again else "enter.night.shooting"
    seats = tuple(range(1, state.seats + 1))
    beat = state.rules.night.beat
    return (
        Announcement(key, holds_clock=True, script=not again),
        Announcement("shooting.count", count=seats, beat=beat, script=not again),
    )


def _asked(state: State, key: str, **params: Param) -> Announcement:
    """A call for votes, closed aloud after the time for the gesture.

    Hands on phones have a time of their own, which begins when the call has been said.
    """
    if state.rules.led.phones:
        return Announcement(key, params, holds_clock=True)
    return Announcement(key, params, closing="closing", beat=state.rules.votes.window)


_LAST_WORDS = frozenset({Phase.KILLED_LAST_WORD, Phase.VOTED_LAST_WORD})
_OWN_CALLS = {
    Phase.BEST_MOVE: "best_move",
    Phase.REVENGE: "revenge",
    Phase.DEFENCE: "defence",
}
"""Phases in which a seat is called with words of their own."""


def _floor(event: ev.SpeakerCalled) -> Announcement:
    """The seat is called; its time begins when the call has been said."""
    seconds = int(event.seconds)
    if event.phase in _OWN_CALLS:
        length = _OWN_CALLS[event.phase]
    else:
        length = "open" if event.timer is None else "minute" if seconds == 60 else "seconds"
        length = f"last_{length}" if event.phase in _LAST_WORDS else length
    key = f"floor.{length}"
    known: dict[str, Param] = {"seat": event.seat, "seconds": seconds}
    params = {name: known[name] for name in KEYS[key]}
    return Announcement(key, params, holds_clock=event.timer is not None, floor=True)


def _morning(day: int, killed: tuple[int, ...], state: State) -> Announcement:
    if len(killed) > 1:
        return hall("morning.several", day=day, seats=killed)
    if killed:
        return hall("morning.killed", day=day, seat=killed[0])
    if day and "miss" in state.rules.night.tells:
        return hall("morning.miss", day=day)
    return hall("morning.quiet", day=day) if day else hall("morning.first")


# --- the clock ---

_UNCALLED_ENDS = frozenset(
    {
        Phase.AGREEMENT, Phase.FIRST_DON, Phase.FIRST_SHERIFF, Phase.FIRST_PAUSE,
        Phase.SHOOTING, Phase.DON, Phase.SHERIFF, Phase.MEETING, Phase.ROLE,
    }
)  # fmt: skip
"""Phases of the night: their end is told by what follows them."""


def _clock(before: State, event: _Clock) -> Told:
    match event:
        case ev.TimeCalled(left):
            return (
                Announcement("time.call", {"seconds": int(left)}, time_call=True, script=False),
            )
        case ev.TimeUp():
            return _time_up(before)
        case ev.TimerChanged(timer):
            if timer is None:
                return (host("timer.stopped"),)
            return (host("timer.set" if before.timer is None else "timer.changed"),)
        case _:
            assert_never(event)


def _time_up(before: State) -> Told:
    phones = before.rules.led.phones
    if before.phase in _UNCALLED_ENDS or (phones and before.phase is Phase.DEAL):
        return ()
    # A vote is closed with the word that everybody knows.
    key = "closing" if phones and before.phase in _HANDS else "time.up"
    return (Announcement(key, time_call=True, script=False),)


_HANDS = frozenset({Phase.COUNT, Phase.REVOTE, Phase.RAISE})


# --- fouls and departures ---


def _discipline(event: _Discipline, after: State) -> Told:
    match event:
        case ev.FoulGiven():
            return _foul(event)
        case ev.FoulTakenBack(seat, count):
            return (
                hall("foul.back_hall", seat=seat, count=count),
                host("foul.back_host", seat=seat, count=count),
            )
        case ev.Muted(seat, on):
            return (hall("foul.muted", seat=seat) if on else host("foul.unmuted", seat=seat),)
        case ev.PlayerOut(seat, cause):
            return _out(seat, cause, after)
        case ev.PlayerRestored(seat, out):
            return (hall("out.restored", seat=seat),) if out is None else ()
        case _:
            assert_never(event)


def _foul(event: ev.FoulGiven) -> Told:
    """The hall hears whose foul it is, the host hears the count and the reason too."""
    params: dict[str, Param] = {"seat": event.seat, "count": event.count}
    told = Announcement("foul.hall", params, cue=FOUL_CUE)
    if event.offence is None:
        return (told, host("foul.host", **params))
    return (told, host("foul.host_offence", **params, offence=event.offence))


def _out(seat: int, cause: Cause, after: State) -> Told:
    """Those killed or voted out are told of by the morning or by the vote."""
    match cause:
        case Cause.FOULS:
            return (hall("out.fouls", seat=seat, count=after.player(seat).fouls),)
        case Cause.REMOVED:
            return (hall("out.removed", seat=seat),)
        case Cause.KILLED | Cause.VOTED | Cause.TAKEN:
            return ()
        case _:
            assert_never(cause)


# --- the vote ---


def _votes(before: State, event: _Votes, after: State) -> Told:
    match event:
        case ev.Nominated(seat):
            return (hall("nominated.hall", seat=seat),)
        case ev.VoteBarred(seat):
            return (host("out.barred", seat=seat),)
        case ev.VoteSkipped(why):
            return (hall(f"vote.{why}"),)
        case ev.VoteOpened(phase, candidates):
            opened = "again" if phase is Phase.REVOTE else "opened"
            told = after.rules.nominations.told or phase is Phase.REVOTE
            called = _opened(opened, candidates)
            return (*((called,) if told else _untold(candidates)), *_called(after))
        case ev.VotesCounted():
            return (_counted(event), *_called(after))
        case ev.VoteTied(seats):
            again = before.phase is Phase.REVOTE and seats == before.candidates
            return (hall("vote.tied_again" if again else "vote.tied", seats=seats),)
        case ev.RaiseAnswered(votes, carried):
            return (hall("vote.carried" if carried else "vote.failed", votes=votes),)
        case ev.VoteClosed(seats):
            if len(seats) == 1:
                return (hall("vote.closed", seat=seats[0]),)
            return (hall("vote.closed_several", seats=seats),)
        case _:
            assert_never(event)


def _opened(how: str, candidates: tuple[int, ...]) -> Announcement:
    if len(candidates) > 1:
        return hall(f"vote.{how}", seats=candidates)
    return hall("vote.single" if how == "opened" else "vote.again_single", seat=candidates[0])


def _untold(candidates: tuple[int, ...]) -> Told:
    """Where players may not be told the list of nominees, it is for the host's ear."""
    return (hall("vote.opened_untold"), nominees(candidates))


def _counted(event: ev.VotesCounted) -> Announcement:
    if event.rest:
        return hall("vote.rest", seat=event.candidate, votes=event.votes)
    if not event.votes:
        return hall("vote.nobody", seat=event.candidate)
    return hall("vote.counted", seat=event.candidate, votes=event.votes)


def _called(state: State) -> Told:
    """The candidate now called, unless he takes the rest at once."""
    if state.candidate is None or takes_rest(state):
        return ()
    return (_asked(state, "vote.call", seat=state.candidate),)


# --- the rest ---

_Rest = ev.RolesSet | ev.Checked | ev.BestMoveNamed | ev.GameStopped | ev.GameEnded


def _rest(before: State, event: _Rest, after: State) -> Told:
    match event:
        case ev.RolesSet():
            return (host("roles.set"),)
        case ev.Checked(role, seat, found):
            return (_checked(role, seat, found, after.rules),)
        case ev.BestMoveNamed(seat, guesses):
            return (hall("best_move.named", seat=seat, seats=guesses),)
        case ev.GameStopped(seat, offence):
            told = hall("over.ppk", seat=seat)
            return (told, host("over.why", seat=seat, offence=offence)) if offence else (told,)
        case ev.GameEnded(winner):
            return _ended(winner, after, already=before.phase is Phase.OVER)
        case _:
            assert_never(event)


def _checked(role: str, seat: int, found: bool | None, rules: Rules) -> Announcement:
    if found is None:
        return host("checked.noted", seat=seat)
    if rules.role(role).seeks:
        key = "checked.found" if found else "checked.not_found"
        return host(key, seat=seat, sought=sought(rules, role))
    return host("checked.acted" if found else "checked.idle", seat=seat)


def _ended(winner: str | None, after: State, already: bool) -> Told:
    if winner is None:
        town, mafia = (side_param_of_whom(after.rules, side) for side in (TOWN, MAFIA))
        return (hall("over.nobody"), question("prompt.winner", town=town, mafia=mafia))
    if winner == DRAW:
        return (hall("over.draw"),)
    side = side_param_of_whom(after.rules, winner)
    return (hall("over.declared" if already else "over.winner", side=side),)
