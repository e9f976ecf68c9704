# SPDX-License-Identifier: MIT
"""What is told of a game when it is over: values only, one row a thing.

Whatever is written of a game (protocol, sheet, club's record) is made of these and of nothing
else. What the journal does not say is None, never a guess; ids are those of the rules, and no
word of any language stands here. Times are game seconds, days and nights count from 0.
`chronicler.py` reads them from a session.
"""

from dataclasses import dataclass

from voice_host.game.commands import Command
from voice_host.game.events import WhyNoVote
from voice_host.game.rules import Rules
from voice_host.game.state import Cause, Phase

Seats = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """When something happened: in which part of the game and at which second.

    `speaker` is who had the floor, `waking` the role that was awake.
    """

    phase: Phase
    day: int
    night: int
    at: float
    speaker: int | None = None
    waking: str | None = None

    @property
    def by_night(self) -> bool:
        """Was it night?"""
        return self.phase.startswith("night")

    @property
    def number(self) -> int:
        """Of that day or that night."""
        return self.night if self.by_night else self.day


@dataclass(frozen=True, slots=True)
class Exit:
    """How and when a player left; `moment` is None where the journal has lost that line."""

    cause: Cause
    moment: Moment | None


@dataclass(frozen=True, slots=True)
class Foul:
    """A foul that still stands, or a `remark` to a player who was out; `count` with this one."""

    seat: int
    count: int
    offence: str | None
    moment: Moment
    remark: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """A removal, or ППК (`stopped`: it ended the game), and what it was for, if that was said."""

    seat: int
    stopped: bool
    offence: str | None
    moment: Moment


@dataclass(frozen=True, slots=True)
class Seat:
    """A player. `role` is the card that was dealt, `turned` what it has become.

    `shown`: the table has seen the card.
    """

    seat: int
    name: str | None
    role: str | None
    side: str | None
    turned: str | None
    fouls: int
    remarks: int
    shown: bool
    out: Exit | None


@dataclass(frozen=True, slots=True)
class Tally:
    """What one candidate got. `voters` is None where nobody has named them.

    `rest`: he was not counted, the votes that were left went to him. `own` of his votes is one
    that counted against himself because he had not voted.
    """

    candidate: int
    votes: int
    voters: Seats | None
    rest: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class Raised:
    """How many, and who, wanted all the tied to leave; whether they were enough."""

    votes: int
    voters: Seats | None
    carried: bool


@dataclass(frozen=True, slots=True)
class Ballot:
    """One vote or revote, as far as it went.

    `left` are who left by it; `tied` who had equally many votes, `kept` that they all stay without
    a question. `raised` is the question whether they all leave. `broken`: an exclusion ended it.
    """

    day: int
    revote: bool
    candidates: Seats
    tallies: tuple[Tally, ...] = ()
    tied: Seats = ()
    kept: bool = False
    raised: Raised | None = None
    left: Seats = ()
    broken: bool = False


@dataclass(frozen=True, slots=True)
class Nomination:
    """Who was put up, and by whom; None: by pointing, by so many `fingers`.

    Not `up` are those at whom too few have pointed.
    """

    seat: int
    by: int | None
    fingers: int | None = None
    up: bool = True


@dataclass(frozen=True, slots=True)
class Day:
    """A day. `no_vote` says why there was none; `unvoted` have left by nomination alone."""

    number: int
    began: float
    opener: int | None = None
    missed: Seats = ()
    nominations: tuple[Nomination, ...] = ()
    ballots: tuple[Ballot, ...] = ()
    no_vote: WhyNoVote | None = None
    unvoted: Seats = ()


@dataclass(frozen=True, slots=True)
class Deed:
    """What a role did, or a team by its side; `seat` None: it chose nobody."""

    role: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class Check:
    """A check and what was answered; `found` is None where the roles were not known."""

    role: str
    seat: int
    found: bool | None


@dataclass(frozen=True, slots=True)
class Saved:
    """Who was hit and did not die, by which role."""

    seat: int
    role: str


@dataclass(frozen=True, slots=True)
class Night:
    """A night. `killed` is None where it never came to an end, () where nobody died.

    `taken` have died with them by the night's end; whom a dying player takes by day is in `Exit`.
    """

    number: int
    began: float
    deeds: tuple[Deed, ...] = ()
    checks: tuple[Check, ...] = ()
    killed: Seats | None = None
    taken: Seats = ()
    saved: tuple[Saved, ...] = ()
    shared: Seats = ()


@dataclass(frozen=True, slots=True)
class BestMove:
    """Whom the first victim named; how many of them were mafia, None while that is not known."""

    seat: int
    guesses: Seats
    right: int | None


@dataclass(frozen=True, slots=True)
class Floor:
    """A seat had the floor in this phase, `ended` is None where the journal ends in it."""

    seat: int
    moment: Moment
    ended: float | None


@dataclass(frozen=True, slots=True)
class Undone:
    """A command that was taken back; nothing else of the game knows of it."""

    command: Command
    moment: Moment


@dataclass(frozen=True, slots=True)
class Chronicle:
    """A game, finished or not. `declared`: the winner is what the host has said."""

    rules: Rules
    phase: Phase
    day: int
    night: int
    seconds: float
    winner: str | None
    declared: bool
    seats: tuple[Seat, ...]
    days: tuple[Day, ...]
    nights: tuple[Night, ...]
    fouls: tuple[Foul, ...]
    sentences: tuple[Sentence, ...]
    best_move: BestMove | None
    floors: tuple[Floor, ...]
    undone: tuple[Undone, ...]

    @property
    def ballots(self) -> tuple[Ballot, ...]:
        """Every vote and revote, in order."""
        return tuple(ballot for day in self.days for ballot in day.ballots)

    @property
    def stopped_by(self) -> int | None:
        """Who has ended the game by ППК."""
        return next((s.seat for s in self.sentences if s.stopped), None)

    @property
    def first_killed(self) -> int | None:
        """The first who was killed at night and whose death still stands."""
        killed = {seat.seat for seat in self.seats if seat.out and seat.out.cause is Cause.KILLED}
        nights = (seat for night in self.nights for seat in night.killed or ())
        return next((seat for seat in nights if seat in killed), None)

    def offences(self, seat: int) -> tuple[str, ...]:
        """What this seat was punished for, where it was said: fouls that stand, removal, ППК."""
        fouls = (foul.offence for foul in self.fouls if foul.seat == seat and not foul.remark)
        sentences = (one.offence for one in self.sentences if one.seat == seat)
        return tuple(offence for offence in (*fouls, *sentences) if offence)
