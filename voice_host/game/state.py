# SPDX-License-Identifier: MIT
"""State: everything the engine knows of a game at one moment, as one frozen value.

State carries its rules and refuses nothing: only `evolve` makes a new one, out of an
event. Times are game seconds; seats count from 1 and keep their numbers all game.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from voice_host.game.possible import Possible, possible
from voice_host.game.rules import Rules
from voice_host.game.seat_facts import SeenBy, fact, facts_of


class Phase(StrEnum):
    """The parts of a game, in the order in which they come; the names scenarios use."""

    LOBBY = "lobby"
    DEAL = "night0.deal"
    AGREEMENT = "night0.agreement"
    FIRST_DON = "night0.don"
    FIRST_SHERIFF = "night0.sheriff"
    MEETING = "night0.role"
    FIRST_PAUSE = "night0.pause"
    REVENGE = "day.revenge"
    BEST_MOVE = "day.bestmove"
    KILLED_LAST_WORD = "day.lastword"
    DISCUSSION = "day.discussion"
    SPEECH = "day.speech"
    NOMINATION = "day.nomination"
    DEFENCE = "day.defence"
    COUNT = "vote.count"
    TIE_SPEECH = "vote.tiespeech"
    REVOTE = "vote.revote"
    RAISE = "vote.raise"
    VOTED_LAST_WORD = "vote.lastword"
    NIGHT = "night"
    """Never lasts: the night falls and its first slot begins."""
    SHOOTING = "night.shooting"
    DON = "night.don"
    SHERIFF = "night.sheriff"
    ROLE = "night.role"
    RESULT = "night.result"
    OVER = "over"


LAST_WORDS = frozenset(
    {Phase.REVENGE, Phase.BEST_MOVE, Phase.KILLED_LAST_WORD, Phase.VOTED_LAST_WORD}
)
MASKED = frozenset(
    {
        Phase.DEAL, Phase.AGREEMENT, Phase.FIRST_DON, Phase.FIRST_SHERIFF, Phase.MEETING,
        Phase.FIRST_PAUSE, Phase.SHOOTING, Phase.DON, Phase.SHERIFF, Phase.ROLE, Phase.RESULT,
    }
)  # fmt: skip
"""Phases of the night: nobody but those who are called may see."""
VOTING = frozenset({Phase.COUNT, Phase.TIE_SPEECH, Phase.REVOTE, Phase.RAISE})


class Cause(StrEnum):
    """How a player left."""

    VOTED = "voted"
    KILLED = "killed"
    TAKEN = "taken"
    """By the death of a kamikaze or a zombie."""
    FOULS = "fouls"
    REMOVED = "removed"


EXCLUDED = frozenset({Cause.FOULS, Cause.REMOVED})
"""Causes that take the last word away and bar the vote."""


@dataclass(frozen=True, slots=True)
class Timer:
    """A deadline. `calls` are seconds left at which the time is still to be called.

    `binding` tells whether the phase or speech ends with it.
    """

    ends_at: float
    calls: tuple[float, ...] = ()
    binding: bool = True


@dataclass(frozen=True, slots=True)
class Player:
    """One seat and all that is known of it, a row a fact (see `seat_facts`).

    `out` is how it left, `out_night` the number of nights begun by then. `was_out` is how it
    had left before an exclusion took its last word away. `shown`: the table has seen its role.
    `warnings` are remarks given after it had left.
    """

    seat: int
    role: str | None = fact(None, SeenBy.CARD, "RoleTurned.role")
    fouls: int = fact(0, SeenBy.HALL, "FoulGiven.count", "FoulTakenBack.count")
    muted: bool = fact(
        False, SeenBy.HALL, "Muted.on", "SpeechMissed.muted", "SpeechShortened.muted"
    )
    out: Cause | None = fact(None, SeenBy.HALL, "PlayerOut.cause", "PlayerRestored.out")
    out_night: int = fact(0, SeenBy.HALL)
    was_out: Cause | None = fact(None, SeenBy.HALL, "PlayerRestored.was_out")
    shown: bool = fact(False, SeenBy.HALL, "RoleRevealed.shown")
    warnings: int = fact(0, SeenBy.HALL, "Warned.count")

    @property
    def alive(self) -> bool:
        """Still in the game."""
        return self.out is None


FACTS = facts_of(Player)
"""What a seat has, in order."""


@dataclass(frozen=True, slots=True)
class Nomination:
    """Who was put up, and by whom (None: by those who pointed at him)."""

    seat: int
    by: int | None


@dataclass(frozen=True, slots=True)
class Tally:
    """The votes of one candidate; `voters` where they were named."""

    candidate: int
    votes: int
    voters: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """What a role did with its night; `role` is the side for shots of a team.

    `seat` None: it chose nobody. Of a role that has not answered there is no choice at all.
    """

    night: int
    role: str
    seat: int | None


@dataclass(frozen=True, slots=True)
class Aim:
    """A seat points at another, or at nobody (None)."""

    by: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class Accusation:
    """A player has called for a foul of `seat`, or for more, at game second `at`."""

    by: int
    seat: int
    at: float
    wants: Literal["foul", "remove", "ppk"] = "foul"


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game.

    `possible` is what the rules can bring about, worked out when the game began. `waking` is the
    role awake now. `missed` are the seats that lost this day's speech,
    `longer` the seconds by which speeches have grown, `speech` the length of this round's.
    `pointed` are the fingers counted so far. `level` counts the nights running with `headcount`
    players. Where players act for themselves, `signs` are the seats that have given the sign asked
    for now, `aims` whom seats point at, in the order in which they did; both end with the moment.
    `accusations` are the fouls called by players of late.
    """

    rules: Rules
    possible: Possible
    players: tuple[Player, ...]
    phase: Phase = Phase.LOBBY
    day: int = 0
    night: int = 0
    timer: Timer | None = None
    waking: str | None = None
    speaker: int | None = None
    queue: tuple[int, ...] = ()
    first_opener: int | None = None
    opener: int | None = None
    missed: tuple[int, ...] = ()
    longer: int = 0
    speech: int = 0
    nominations: tuple[Nomination, ...] = ()
    pointed: int = 0
    candidates: tuple[int, ...] = ()
    candidate: int | None = None
    tallies: tuple[Tally, ...] = ()
    tied: tuple[int, ...] = ()
    leaving: tuple[int, ...] = ()
    barred_by: frozenset[int] = frozenset()
    choices: tuple[Choice, ...] = ()
    killed: tuple[int, ...] = ()
    headcount: int = 0
    level: int = 0
    best_move: tuple[int, ...] = ()
    checks: tuple[tuple[int, str, int, bool | None], ...] = ()
    winner: str | None = None
    ppk: int | None = None
    signs: tuple[int, ...] = ()
    aims: tuple[Aim, ...] = ()
    accusations: tuple[Accusation, ...] = ()

    @property
    def seats(self) -> int:
        """How many seats the table has, out or not."""
        return len(self.players)

    @property
    def phase_name(self) -> str:
        """The phase as scenarios and screens name it: with the role, where one wakes."""
        by_role = self.phase in (Phase.ROLE, Phase.MEETING)
        return f"{self.phase}.{self.waking}" if by_role else self.phase.value

    @property
    def asleep(self) -> bool:
        """Does a slot of a night run, in which only those who are called may look?"""
        return self.phase in MASKED and self.timer is not None

    @property
    def voters(self) -> tuple[int, ...]:
        """Living seats that vote in this round."""
        if self.rules.fouls.muted_votes:
            return self.alive
        return tuple(seat for seat in self.alive if seat not in self.missed)

    @property
    def first_killed(self) -> int | None:
        """Who was killed first in this game: he may open the next one (S3)."""
        killed = [p for p in self.players if Cause.KILLED in (p.out, p.was_out)]
        return min(killed, key=lambda p: p.out_night).seat if killed else None

    @property
    def judge(self) -> int | None:
        """Who gives fouls alone, where the rules of the table say so: the first player out.

        Nobody whom the table has sent away. Of those who left in one night and the day after it
        the victim of the night was first.
        """
        if not (self.rules.led.phones and self.rules.led.judge == "first_out"):
            return None
        order = (Cause.KILLED, Cause.VOTED, Cause.TAKEN)
        left = [(p.out_night, order.index(p.out), p.seat) for p in self.players if p.out in order]
        return min(left)[2] if left else None

    @property
    def miss_next(self) -> tuple[int, ...]:
        """Seats that may not play the next game: they have not been silent when out (S3)."""
        limit = self.rules.fouls.dead
        return tuple(p.seat for p in self.players if limit and p.warnings >= limit)

    @property
    def alive(self) -> tuple[int, ...]:
        """Living seats in order."""
        return tuple(p.seat for p in self.players if p.alive)

    @property
    def roles_known(self) -> bool:
        """Has the engine been told the roles?"""
        return all(p.role is not None for p in self.players)

    @property
    def nominees(self) -> tuple[int, ...]:
        """Seats put up for the vote, in the order of nomination."""
        return tuple(n.seat for n in self.nominations)

    @property
    def next_wakeup(self) -> float | None:
        """The game second at which the clock has something to say, if ever."""
        if self.timer is None:
            return None
        return self.timer.ends_at - max(self.timer.calls, default=0.0)

    def player(self, seat: int) -> Player:
        """The player of a seat that exists."""
        return self.players[seat - 1]

    def may_speak(self, seat: int) -> bool:
        """Living, or leaving with a last word; those excluded have none."""
        return self.player(seat).out not in EXCLUDED


def new_game(rules: Rules, seats: int) -> State:
    """A table of `seats` in the lobby; the caller has checked the number (`Rules.seats`)."""
    return State(rules, possible(rules), tuple(Player(seat) for seat in range(1, seats + 1)))
