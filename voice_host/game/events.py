# SPDX-License-Identifier: MIT
"""Events: what has happened, past tense and complete.

Applying an event needs no rule and no clock: every figure that follows from the rules
(when a timer ends, who speaks next, how many fouls there are now) stands in it. Times are
game seconds. One accepted command gives one batch of events, one journal line, one undo step.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from voice_host.game.phone_events import OfPhones
from voice_host.game.state import Cause, Phase, Timer

WhyNoVote = Literal["barred", "no_nominees", "single_nominee"]


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    """The game went over to a phase that has no speaker; `timer` is None when untimed.

    `role` is the one that wakes, `seconds` how long it was given.
    """

    phase: Phase
    timer: Timer | None = None
    role: str | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class SpeakerCalled:
    """A seat has the floor in `phase` for `seconds`; `queue` are the seats to speak after it."""

    phase: Phase
    seat: int
    queue: tuple[int, ...]
    timer: Timer | None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class DayOpened:
    """The order of speeches of this day was set; `opener` speaks first."""

    opener: int


@dataclass(frozen=True, slots=True)
class FirstOpenerSet:
    """This seat is to open day 0."""

    seat: int


@dataclass(frozen=True, slots=True)
class SpeechesLengthened:
    """Day speeches are longer by so many seconds from the next round on."""

    seconds: int


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round of day speeches of so many seconds each began."""

    seconds: int


@dataclass(frozen=True, slots=True)
class SpeechMissed:
    """A seat lost this speech to its third foul, and owes no more."""

    seat: int
    muted: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class SpeechShortened:
    """A seat has a shorter speech for its third foul, and owes no more."""

    seat: int
    muted: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class RolesSet:
    """The engine was told every role: (seat, role id), all seats in order."""

    roles: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """So many seconds are left; said once for each warning of the timer."""

    seconds_left: float


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The timer ran out."""


@dataclass(frozen=True, slots=True)
class TimerChanged:
    """The host set, lengthened or stopped the timer."""

    timer: Timer | None


@dataclass(frozen=True, slots=True)
class FoulGiven:
    """A seat has `count` fouls now."""

    seat: int
    count: int
    offence: str | None = None


@dataclass(frozen=True, slots=True)
class FoulTakenBack:
    """A seat has `count` fouls now, one fewer."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Muted:
    """A seat will miss its next speech (`on`), or will not after all."""

    seat: int
    on: bool


@dataclass(frozen=True, slots=True)
class PlayerOut:
    """A seat left the game."""

    seat: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class PlayerRestored:
    """The foul that had removed a seat was taken back.

    `out` is None when the seat plays again, else how it had left before that foul: only its
    last word was given back.
    """

    seat: int
    out: Cause | None = None
    was_out: ClassVar[Cause | None] = None


@dataclass(frozen=True, slots=True)
class RoleRevealed:
    """A leaver's card was shown; None when the engine does not know it."""

    seat: int
    role: str | None
    shown: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class RoleTurned:
    """A living player plays another role from now on."""

    seat: int
    role: str


@dataclass(frozen=True, slots=True)
class Taken:
    """These seats died by another's death, of `by` if it is known; `queue` still speak."""

    by: int | None
    seats: tuple[int, ...]
    queue: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Warned:
    """A player who is out has `count` remarks now."""

    seat: int
    count: int
    offence: str | None = None


@dataclass(frozen=True, slots=True)
class NextGameMissed:
    """A player who is out is to miss the next game."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameStopped:
    """ППК: the game was stopped for an offence of this seat."""

    seat: int
    offence: str | None = None


@dataclass(frozen=True, slots=True)
class Nominated:
    """A seat was put up for the vote by the seat that had the floor, None: by pointing."""

    seat: int
    by: int | None


@dataclass(frozen=True, slots=True)
class Pointed:
    """So many fingers point at a seat."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class VoteBarred:
    """An exclusion of this seat cancels the vote under way or the nearest one."""

    seat: int


@dataclass(frozen=True, slots=True)
class VoteSkipped:
    """This day has no vote."""

    why: WhyNoVote


@dataclass(frozen=True, slots=True)
class VoteOpened:
    """The vote over these candidates began, in this order; the first one is called.

    `timer` is how long hands may be raised for him, None where a host counts them.
    """

    phase: Phase
    candidates: tuple[int, ...]
    timer: Timer | None = None


@dataclass(frozen=True, slots=True)
class VotesCounted:
    """A candidate's votes; `called` is the next candidate, None when all have been counted.

    `voters` are the seats, where they were named. `rest` tells that nobody was counted:
    the last candidate took the votes that were left. `timer`: how long hands may be raised for
    the one called.
    """

    candidate: int
    votes: int
    called: int | None
    voters: tuple[int, ...] = ()
    rest: bool = False
    timer: Timer | None = None


@dataclass(frozen=True, slots=True)
class OwnVoteCounted:
    """A candidate has not voted: his vote counts against himself."""

    seat: int


@dataclass(frozen=True, slots=True)
class TieKept:
    """Nobody of the tied seats leaves, and nothing more is asked."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VoteTied:
    """These candidates have equally many votes, in list order."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RaiseAnswered:
    """So many voted for all tied seats to leave; `carried` tells whether they do."""

    votes: int
    carried: bool


@dataclass(frozen=True, slots=True)
class VoteClosed:
    """The vote is over: these seats leave, in this order, each with a last word."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NightFell:
    """A standard night began; `number` counts from 1.

    It is the `level`-th night running with the same number of players.
    """

    number: int
    level: int = 1


@dataclass(frozen=True, slots=True)
class Chosen:
    """The role that is awake acts on this seat; a team's shot goes by its side.

    None: it has chosen nobody. A slot that has passed without a choice has no such event.
    """

    role: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class Saved:
    """A seat was hit and saved by this role; `told` tells whether the table hears of it.

    Journals from before a ruleset could have healers of its own name no role.
    """

    seat: int
    told: bool
    role: str = "doctor"


@dataclass(frozen=True, slots=True)
class KillShared:
    """Two had chosen the same victim; `told` tells whether the table hears of it."""

    seat: int
    told: bool


@dataclass(frozen=True, slots=True)
class CheckTold:
    """The table hears what this night's check has found."""

    role: str
    found: bool


@dataclass(frozen=True, slots=True)
class Checked:
    """A role checked a seat; `found` is None while the engine knows no roles."""

    role: str
    seat: int
    found: bool | None


@dataclass(frozen=True, slots=True)
class DayBroke:
    """The night is over: day `day` begins, these seats were killed (none: a quiet night)."""

    day: int
    killed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BestMoveNamed:
    """The first victim named these seats."""

    seat: int
    guesses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; `winner` is a side, or None when nobody is declared yet."""

    winner: str | None
    declared: bool = False


OfSeat = (
    SpeechMissed | SpeechShortened | FoulGiven | FoulTakenBack | Muted | PlayerOut |
    PlayerRestored | RoleRevealed | RoleTurned | Warned
)  # fmt: skip
"""Events of one seat that set facts of it: which, says the fact's row in `state.Player`."""

Event = (
    PhaseBegan | SpeakerCalled | DayOpened | FirstOpenerSet | SpeechesLengthened | RoundBegan |
    OfSeat | RolesSet | TimeCalled | TimeUp | TimerChanged | Taken | NextGameMissed | GameStopped |
    Nominated | Pointed | VoteBarred | VoteSkipped | VoteOpened | VotesCounted | OwnVoteCounted |
    TieKept | VoteTied | RaiseAnswered | VoteClosed | NightFell | Chosen | Saved | KillShared |
    CheckTold | Checked | DayBroke | BestMoveNamed | OfPhones | GameEnded
)  # fmt: skip
