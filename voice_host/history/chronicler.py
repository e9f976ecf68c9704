# SPDX-License-Identifier: MIT
"""From a session to what is told of its game: one pure reading of the events that still stand.

Decides what is known and what is not. A journal may have lost lines: a thing whose beginning is
gone is told as far as it goes. Knows no word and no form in which it is written.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import singledispatchmethod

from voice_host.game import events as ev
from voice_host.game.commands import Command, Remove
from voice_host.game.evolve import evolve
from voice_host.game.roles import MAFIA
from voice_host.game.state import Cause, Phase, Player, State
from voice_host.history import chronicle as ch
from voice_host.history.session import Session


def chronicle(session: Session) -> ch.Chronicle:
    """The game of a session as it stands."""
    reading = _Reading()
    for step in session.steps:
        reading.step(step.before, step.entry.at, step.entry.command, step.entry.events)
    return reading.told(session)


class _Reading:
    """What has been read so far. `state` is the one in which the next event happens."""

    state: State
    at: float
    command: Command

    def __init__(self) -> None:
        self.dealt: dict[int, str] = {}
        self.turned: dict[int, str] = {}
        self.exits: dict[int, list[ch.Exit]] = {}
        self.days: dict[int, ch.Day] = {}
        self.nights: dict[int, ch.Night] = {}
        self.fouls: list[ch.Foul] = []
        self.sentences: list[ch.Sentence] = []
        self.best_move: ev.BestMoveNamed | None = None
        self.floors: list[ch.Floor] = []
        self.declared = False

    def step(self, state: State, at: float, command: Command, events: Iterable[ev.Event]) -> None:
        """Take one line of the journal in."""
        self.state, self.at, self.command = state, at, command
        for event in events:
            if isinstance(event, _ENDS_FLOOR):
                self._end_floor()
            self.take(event)
            # One line may be of two parts of the game: each event is of the part in which it came.
            self.state = evolve(self.state, event)

    @property
    def now(self) -> ch.Moment:
        """The moment in which the next event happens."""
        return _moment(self.state, self.at)

    @property
    def day(self) -> ch.Day:
        """The day that it is."""
        number = self.state.day
        return self.days.setdefault(number, ch.Day(number, self.at))

    def _change_day(self, day: ch.Day) -> None:
        self.days[day.number] = day

    @property
    def night(self) -> ch.Night:
        """The night that it is, or that has just ended."""
        number = self.state.night
        return self.nights.setdefault(number, ch.Night(number, self.at))

    def _change_night(self, night: ch.Night) -> None:
        self.nights[night.number] = night

    @property
    def ballot(self) -> ch.Ballot:
        """The vote that is on; of one whose beginning is lost, what the state says of it."""
        ballots = self.day.ballots
        return ballots[-1] if ballots else self._opened(self.state.candidates)

    def _opened(self, candidates: ch.Seats) -> ch.Ballot:
        return ch.Ballot(self.state.day, self.state.phase is Phase.REVOTE, candidates)

    def _change_ballot(self, ballot: ch.Ballot) -> None:
        self._change_day(replace(self.day, ballots=(*self.day.ballots[:-1], ballot)))

    def _end_floor(self) -> None:
        if self.floors and self.floors[-1].ended is None:
            self.floors[-1] = replace(self.floors[-1], ended=self.at)

    @singledispatchmethod
    def take(self, _: ev.Event) -> None:
        """Take one event in; of most there is nothing to tell."""

    @take.register
    def _(self, event: ev.PhaseBegan) -> None:
        if event.phase.startswith("night0"):
            self.nights.setdefault(0, ch.Night(0, self.at))

    @take.register
    def _(self, event: ev.NightFell) -> None:
        self._change_night(ch.Night(event.number, self.at))

    @take.register
    def _(self, event: ev.DayBroke) -> None:
        killed = tuple(seat for seat in event.killed if seat not in self.night.taken)
        self._change_night(replace(self.night, killed=killed))
        self._change_day(ch.Day(event.day, self.at))

    @take.register
    def _(self, event: ev.DayOpened) -> None:
        self._change_day(replace(self.day, opener=event.opener))

    @take.register
    def _(self, event: ev.SpeakerCalled) -> None:
        moment = replace(self.now, phase=event.phase, speaker=event.seat, waking=None)
        self.floors.append(ch.Floor(event.seat, moment, None))

    @take.register
    def _(self, event: ev.SpeechMissed) -> None:
        self._change_day(replace(self.day, missed=(*self.day.missed, event.seat)))

    @take.register
    def _(self, event: ev.RolesSet) -> None:
        self.dealt |= dict(event.roles)

    @take.register
    def _(self, event: ev.RoleTurned) -> None:
        self.turned[event.seat] = event.role

    @take.register
    def _(self, event: ev.RoleRevealed) -> None:
        if event.role is not None and event.seat not in self.turned:
            self.dealt.setdefault(event.seat, event.role)

    @take.register
    def _(self, event: ev.FoulGiven) -> None:
        self.fouls.append(ch.Foul(event.seat, event.count, event.offence, self.now))

    @take.register
    def _(self, event: ev.Warned) -> None:
        self.fouls.append(ch.Foul(event.seat, event.count, event.offence, self.now, remark=True))

    @take.register
    def _(self, event: ev.FoulTakenBack) -> None:
        for at, foul in reversed(list(enumerate(self.fouls))):
            if foul.seat == event.seat and not foul.remark:
                del self.fouls[at]
                return

    @take.register
    def _(self, event: ev.PlayerOut) -> None:
        self.exits.setdefault(event.seat, []).append(ch.Exit(event.cause, self.now))
        if event.cause is Cause.REMOVED:
            offence = self.command.offence if isinstance(self.command, Remove) else None
            self.sentences.append(ch.Sentence(event.seat, False, offence, self.now))
        if event.cause is Cause.TAKEN and self.now.by_night:
            self._change_night(replace(self.night, taken=(*self.night.taken, event.seat)))

    @take.register
    def _(self, event: ev.PlayerRestored) -> None:
        del self.exits.get(event.seat, [])[-1:]

    @take.register
    def _(self, event: ev.GameStopped) -> None:
        self.sentences.append(ch.Sentence(event.seat, True, event.offence, self.now))

    @take.register
    def _(self, event: ev.Nominated) -> None:
        self._change_day(replace(self.day, nominations=self._nominated(event)))

    def _nominated(self, event: ev.Nominated) -> tuple[ch.Nomination, ...]:
        """The fingers come before the nomination that they make."""
        day = self.day
        pointed = [n for n in day.nominations if n.seat == event.seat]
        rest = tuple(n for n in day.nominations if n.seat != event.seat)
        fingers = pointed[0].fingers if pointed else None
        return (*rest, ch.Nomination(event.seat, event.by, fingers))

    @take.register
    def _(self, event: ev.Pointed) -> None:
        pointed = ch.Nomination(event.seat, None, event.number, up=False)
        self._change_day(replace(self.day, nominations=(*self.day.nominations, pointed)))

    @take.register
    def _(self, event: ev.VoteSkipped) -> None:
        if self.day.ballots:
            self._change_ballot(replace(self.ballot, broken=True))
        else:
            self._change_day(replace(self.day, no_vote=event.why))

    @take.register
    def _(self, event: ev.VoteOpened) -> None:
        revote = event.phase is Phase.REVOTE
        opened = ch.Ballot(self.state.day, revote, event.candidates)
        self._change_day(replace(self.day, ballots=(*self.day.ballots, opened)))

    @take.register
    def _(self, event: ev.VotesCounted) -> None:
        voters = event.voters or self._voters(event.votes)
        tally = ch.Tally(event.candidate, event.votes, voters, event.rest)
        self._change_ballot(replace(self.ballot, tallies=(*self.ballot.tallies, tally)))

    def _voters(self, votes: int) -> ch.Seats | None:
        """Who they were, where nobody named them: it may follow from how many they are.

        Nobody; or all who are not known to have voted, which they can only be where every vote
        before is known by name.
        """
        if not votes:
            return ()
        each = self.state.rules.votes.each
        named = {seat for tally in self.ballot.tallies for seat in tally.voters or ()}
        left = tuple(seat for seat in self.state.voters if each or seat not in named)
        return left if len(left) == votes else None

    @take.register
    def _(self, event: ev.OwnVoteCounted) -> None:
        tallies = tuple(
            replace(
                t,
                votes=t.votes + 1,
                voters=tuple(sorted((*(t.voters or ()), event.seat))),
                own=True,
            )
            if t.candidate == event.seat
            else t
            for t in self.ballot.tallies
        )
        self._change_ballot(replace(self.ballot, tallies=tallies))

    @take.register
    def _(self, event: ev.VoteTied) -> None:
        self._change_ballot(replace(self.ballot, tied=event.seats))

    @take.register
    def _(self, _event: ev.TieKept) -> None:
        self._change_ballot(replace(self.ballot, kept=True))

    @take.register
    def _(self, event: ev.RaiseAnswered) -> None:
        everybody = self.state.voters
        known = {0: (), len(everybody): everybody, len(self.state.signs): self.state.signs}
        raised = ch.Raised(event.votes, known.get(event.votes), event.carried)
        self._change_ballot(replace(self.ballot, raised=raised))

    @take.register
    def _(self, event: ev.VoteClosed) -> None:
        if self.day.ballots:
            self._change_ballot(replace(self.ballot, left=event.seats))
        else:
            self._change_day(replace(self.day, unvoted=event.seats))

    @take.register
    def _(self, event: ev.Chosen) -> None:
        deed = ch.Deed(event.role, event.seat)
        self._change_night(replace(self.night, deeds=(*self.night.deeds, deed)))

    @take.register
    def _(self, event: ev.Checked) -> None:
        check = ch.Check(event.role, event.seat, event.found)
        self._change_night(replace(self.night, checks=(*self.night.checks, check)))

    @take.register
    def _(self, event: ev.Saved) -> None:
        saved = ch.Saved(event.seat, event.role)
        self._change_night(replace(self.night, saved=(*self.night.saved, saved)))

    @take.register
    def _(self, event: ev.KillShared) -> None:
        self._change_night(replace(self.night, shared=(*self.night.shared, event.seat)))

    @take.register
    def _(self, event: ev.BestMoveNamed) -> None:
        self.best_move = event

    @take.register
    def _(self, event: ev.GameEnded) -> None:
        self.declared = event.declared

    def told(self, session: Session) -> ch.Chronicle:
        """All that was read, and what the last state says."""
        state = session.state
        return ch.Chronicle(
            rules=state.rules,
            phase=state.phase,
            day=state.day,
            night=state.night,
            seconds=session.at,
            winner=state.winner,
            declared=self.declared,
            seats=tuple(self._seat(session, player) for player in state.players),
            days=tuple(self.days.values()),
            nights=tuple(self.nights.values()),
            fouls=tuple(self.fouls),
            sentences=tuple(self.sentences),
            best_move=self._best_move(state),
            floors=tuple(self.floors),
            undone=tuple(
                ch.Undone(step.entry.command, _moment(step.before, step.entry.at))
                for step in session.undone
            ),
        )

    def _seat(self, session: Session, player: Player) -> ch.Seat:
        seat = player.seat
        role, turned = self._card(player), self.turned.get(seat)
        acts_as = turned or role
        return ch.Seat(
            seat=seat,
            name=dict(session.names).get(seat),
            role=role,
            side=session.state.rules.side_of(acts_as) if acts_as else None,
            turned=turned,
            fouls=player.fouls,
            remarks=player.warnings,
            shown=player.shown,
            out=self._exit(player),
        )

    def _card(self, player: Player) -> str | None:
        """The card that was dealt: the state knows only what it has become."""
        return self.dealt.get(player.seat) or (None if player.seat in self.turned else player.role)

    def _exit(self, player: Player) -> ch.Exit | None:
        if player.out is None:
            return None
        exits = self.exits.get(player.seat, [])
        return exits[-1] if exits else ch.Exit(player.out, None)

    def _best_move(self, state: State) -> ch.BestMove | None:
        named = self.best_move
        if named is None:
            return None
        roles = [self._card(state.player(seat)) for seat in named.guesses]
        known = [state.rules.side_of(role) == MAFIA for role in roles if role]
        right = sum(known) if len(known) == len(roles) else None
        return ch.BestMove(named.seat, named.guesses, right)


def _moment(state: State, at: float) -> ch.Moment:
    return ch.Moment(state.phase, state.day, state.night, at, state.speaker, state.waking)


_ENDS_FLOOR = (
    ev.PhaseBegan | ev.SpeakerCalled | ev.VoteOpened | ev.NightFell | ev.DayBroke | ev.GameEnded
)
