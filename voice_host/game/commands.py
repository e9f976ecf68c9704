# SPDX-License-Identifier: MIT
"""Commands: what the host asks of the rules, imperative, with all that is needed to decide.

Seats are table numbers from 1; seconds are game seconds. A command says nothing of how
it was given (voice, keyboard). `kind` is its name in sentences, journals and scenarios.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the game: from the lobby to the first night.

    `first_killed` is who was killed first in the previous game: some dialects let him open.
    """

    first_killed: int | None = None


@dataclass(frozen=True, slots=True)
class SetRoles:
    """Tell the engine who is who: (seat, role id) pairs; seats left out get the filler role."""

    roles: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Next:
    """End the phase or the speech that is on and go on to what follows."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End a speech, or the time of a role that is awake, early; moves nothing else on."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Game time has passed; the only command that the clock gives."""


@dataclass(frozen=True, slots=True)
class SetTimer:
    """Give the present phase or speech this many seconds from now."""

    seconds: int


@dataclass(frozen=True, slots=True)
class AddTime:
    """Add seconds to the running timer."""

    seconds: int


@dataclass(frozen=True, slots=True)
class StopTimer:
    """Stop the timer: the phase then lasts until `Next`."""


@dataclass(frozen=True, slots=True)
class Foul:
    """A foul for a seat, with the id of its reason when one was given."""

    seat: int
    offence: str | None = None


@dataclass(frozen=True, slots=True)
class TakeBackFoul:
    """Take the last foul of a seat back, with what followed from it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a player at once for an offence; not a fourth foul."""

    seat: int
    offence: str | None = None


@dataclass(frozen=True, slots=True)
class Ppk:
    """Stop the game for an offence of this seat: the other side wins (ППК)."""

    seat: int
    offence: str | None = None


@dataclass(frozen=True, slots=True)
class Nominate:
    """Put a seat up for the vote; `by` is the nominator when he was named."""

    seat: int
    by: int | None = None


@dataclass(frozen=True, slots=True)
class Fingers:
    """So many players point at a seat to put it up."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class LongerSpeeches:
    """Speeches are to be longer from the next round on."""


@dataclass(frozen=True, slots=True)
class Vote:
    """So many votes for the candidate now called (or, in the raise question, for leaving)."""

    votes: int
    candidate: int | None = None


@dataclass(frozen=True, slots=True)
class Ballot:
    """These seats vote for the candidate now called."""

    voters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Raise:
    """So many votes for all tied players to leave."""

    votes: int


@dataclass(frozen=True, slots=True)
class Recount:
    """Begin the count of the shooting round anew."""


@dataclass(frozen=True, slots=True)
class Check:
    """The role that is awake checks this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Choose:
    """The role that is awake does what it does with this seat; None: with nobody, and says so."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Kill:
    """The night's victim."""

    seat: int


@dataclass(frozen=True, slots=True)
class KillAll:
    """The night's victims."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Take:
    """The one who dies takes this seat along, or a death has brought this one."""

    seat: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """The leaver shows his card instead of a last word."""


@dataclass(frozen=True, slots=True)
class Miss:
    """Nobody was killed this night."""


@dataclass(frozen=True, slots=True)
class BestMove:
    """The seats that the first victim suspects."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ready:
    """A seat is ready for the game, has looked at its card, or wants the next game."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's own hand, for the candidate now called or for all tied players to leave."""


@dataclass(frozen=True, slots=True)
class DeclareWinner:
    """The host declares which side has won."""

    side: str


@dataclass(frozen=True, slots=True)
class EndGame:
    """End the game with no winner."""


Command = (
    Start
    | SetRoles
    | Next
    | EndTurn
    | Tick
    | SetTimer
    | AddTime
    | StopTimer
    | Foul
    | TakeBackFoul
    | Remove
    | Ppk
    | Nominate
    | Fingers
    | LongerSpeeches
    | Vote
    | Ballot
    | Raise
    | Recount
    | Check
    | Choose
    | Kill
    | KillAll
    | Take
    | Reveal
    | Miss
    | BestMove
    | Ready
    | Hand
    | DeclareWinner
    | EndGame
)
