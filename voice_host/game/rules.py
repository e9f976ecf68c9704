# SPDX-License-Identifier: MIT
"""A ruleset: every figure and choice in which one dialect of the game differs from another.

Values only; where a value matters, the phase that uses it says how. Rulesets are TOML
files with these tables and keys (`voice_host.rulesets` reads them). Durations are game
seconds; 0 means that the dialect has no such part. Which there are, and why: docs/rulesets.md.
"""

from dataclasses import dataclass, field
from typing import Literal

from voice_host.game.roles import ROLES, Role

MOST_SEATS = 30
"""No table of any dialect is larger, and no number of a seat is heard beyond it."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the table are mafia, don included, in percent: least, usual, most."""

    least: int = 0
    usual: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits at the table.

    `sizes` gives other roles from a number of seats on ("12" = { … }). With a `mafia` share
    the role mafia fills up to it. `free` lets the group take any roles of the ruleset, and
    those that are `optional`.
    `sides` moves a role to another side than its own.
    """

    seats: int = 10
    fewest: int = 10
    most: int = 10
    roles: dict[str, int] = field(default_factory=dict)
    """Seats per role id; the filler takes the rest."""
    filler: str = "citizen"
    sizes: dict[str, dict[str, int]] = field(default_factory=dict)
    mafia: Share = field(default_factory=Share)
    free: bool = False
    optional: tuple[str, ...] = ()
    sides: dict[str, str] = field(default_factory=dict)

    @property
    def bounds(self) -> str:
        """How many seats there may be: «8–20», or «10» where it is one number."""
        return f"{self.most}" if self.fewest == self.most else f"{self.fewest}–{self.most}"


@dataclass(frozen=True, slots=True)
class FirstNight:
    """Night 0: the mafia agrees, don and sheriff wake, other roles meet the host.

    `looks` are the roles that look at the town; the others only show themselves. `meet` are
    the roles that meet the host after them, for `meeting` seconds each.
    """

    agreement: int = 60
    agreement_call: int = 10
    don: int = 20
    sheriff: int = 20
    pause: int = 0
    looks: tuple[str, ...] = ("don", "sheriff")
    meet: tuple[str, ...] = ()
    meeting: int = 10


@dataclass(frozen=True, slots=True)
class Speech:
    """Speeches of the day; `call` is how many seconds before the end the time is called.

    `longest` is what day speeches may grow to, by `growth` a time (S3). `opener` tells who
    opens day 0; `at_end` whether the leaver who decides the game still has his last word.
    """

    seconds: int = 60
    call: int = 10
    tie: int = 30
    last_word: int = 60
    discussion: int = 0
    defence: int = 0
    longest: int = 0
    growth: int = 10
    opener: Literal["first_seat", "first_killed"] = "first_seat"
    at_end: bool = False


@dataclass(frozen=True, slots=True)
class Nominations:
    """Who puts players up: the speaker, or all at once with `fingers` for a nominee (S3).

    `told` tells whether players may be told the list before the vote.
    """

    by: Literal["speaker", "pointing"] = "speaker"
    fingers: int = 2
    told: bool = True


@dataclass(frozen=True, slots=True)
class Votes:
    """The vote.

    `single_on_day_0` tells whether a lone nominee of day 0 is treated as on later days, when
    he is voted, skipped, or leaves without a vote (`single`). `window` is the time for the
    gesture, after which the vote is closed aloud. `rest`: who gets the votes of those who
    have not voted. `each`: a player may vote for any number of candidates. `absolute`: more
    than half of the votes are needed. `tie`: what a first tie leads to; with `no_revote_at`
    players everybody stays. `raise_all` and `no_raise` (tied, living) bar the raise question.
    """

    single_on_day_0: bool = False
    single: Literal["voted", "skipped", "leaves"] = "voted"
    window: float = 1.5
    rest: Literal["last", "self"] = "last"
    each: bool = False
    absolute: bool = False
    tie: Literal["speeches", "raise"] = "speeches"
    no_revote_at: int = 0
    raise_all: bool = True
    no_raise: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Night:
    """Standard nights.

    `order` are the slots in which roles are called: "shooting", or role ids. The mafia shoots
    at a `count` on the `beat`, or `wakes` for `shot` seconds. A check lasts `check` seconds,
    any other role's slot `act`. `call_out`: roles that are out are called all the same.
    `tells` is what the morning makes public.
    """

    order: tuple[str, ...] = ("shooting", "don", "sheriff")
    shooting: Literal["count", "wakes"] = "count"
    beat: float = 1.5
    shot: int = 20
    check: int = 10
    act: int = 10
    call_out: bool = True
    tells: tuple[Literal["heal", "shared_kill", "check", "miss"], ...] = ()
    sheriff_shoots: bool = False
    must_kill: bool = False
    """The maniac may not decline to kill: no word ends his slot before that, but its time does."""
    self_heals: int = 99
    """How often a game the doctor may heal himself."""
    heal_again: bool = True
    """May he heal one seat two nights running?"""
    revenge: int = 20
    """Seconds for the dying kamikaze to choose."""
    decides: tuple[str, ...] = ()
    """Roles whose choice is their team's, while they live."""


@dataclass(frozen=True, slots=True)
class FirstVictim:
    """The best move of the first night's victim: `guesses` seats within `seconds`.

    `fewer`: what was said in time counts. `unless_voted` players left by the first vote, if
    not 0, there is no best move.
    """

    seconds: int = 20
    guesses: int = 3
    fewer: bool = False
    unless_voted: int = 0


@dataclass(frozen=True, slots=True)
class Fouls:
    """At `mute` fouls a player misses the nearest speech, at `out` fouls leaves at once.

    A muted player has `muted_speech` seconds all the same, or `few_speech` while at most
    `few` live. `muted_votes`: he votes in that round. `leaver_bars`: does the exclusion of
    a player who was leaving anyway cancel a vote? At `dead` remarks a player who is out
    misses the next game, at one more the other side wins.
    """

    mute: int = 3
    out: int = 4
    muted_speech: int = 0
    few_speech: int = 0
    few: int = 0
    muted_votes: bool = True
    leaver_bars: bool = True
    dead: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """When a side has won.

    `parity`: equal numbers win for the mafia, even while other active roles live or not.
    `maniac_at`: so many living, the maniac among town, win for him. `draw_nights`: so many
    nights running with the same number of players end in a draw.
    """

    parity: Literal["always", "no_active"] = "always"
    maniac_at: int = 1
    draw_nights: int = 0


@dataclass(frozen=True, slots=True)
class Names:
    """What sides and roles are called in this dialect, where not as usual.

    A side by id has who it is and of whom: ["синие", "синих"]. A role has its name, and `cases` of
    it (of whom, to whom, whom) where its ending does not tell them.
    """

    sides: dict[str, tuple[str, str]] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    cases: dict[str, tuple[str, str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Led:
    """Who leads this table: no matter of a dialect, but what the game must know to go by itself.

    `by` a "host", who sees all; the "laptop", which deals, and nobody may see; the "phones" of all
    seats. What waits for a host's word then ends by itself: `deal` seconds to look at the cards,
    `hands` for the hands of a vote, `pointing` to point at players. `shots` at a count are taps as
    the number is called, or chosen before. So many `accusing` seconds half of the table has to
    call the same foul, more than half the same removal; where the `judge` is the first player out,
    he alone gives them from then on. The `dead` see the table, or all there is to see.
    """

    by: Literal["host", "laptop", "phones"] = "host"
    shots: Literal["count", "choose"] = "count"
    deal: int = 60
    hands: int = 5
    pointing: int = 10
    accusing: int = 5
    judge: Literal["table", "first_out"] = "table"
    dead: Literal["table", "all"] = "table"

    @property
    def sealed(self) -> bool:
        """Does nobody at the table see what is secret?"""
        return self.by != "host"

    @property
    def phones(self) -> bool:
        """Does every seat act for itself?"""
        return self.by == "phones"


@dataclass(frozen=True, slots=True)
class Rules:
    """One dialect of the game. `reveal`: is a leaver's role shown, or as he chooses?

    `roles` are those that it has besides the catalogue, or in place of it.
    """

    id: str
    title: str
    source: str
    reveal: Literal["never", "always", "choice"] = "never"
    table: Table = field(default_factory=Table)
    first_night: FirstNight = field(default_factory=FirstNight)
    speech: Speech = field(default_factory=Speech)
    nominations: Nominations = field(default_factory=Nominations)
    votes: Votes = field(default_factory=Votes)
    night: Night = field(default_factory=Night)
    best_move: FirstVictim = field(default_factory=FirstVictim)
    fouls: Fouls = field(default_factory=Fouls)
    ending: Ending = field(default_factory=Ending)
    names: Names = field(default_factory=Names)
    roles: dict[str, Role] = field(default_factory=dict)
    led: Led = field(default_factory=Led)

    def role(self, name: str) -> Role:
        """What a role is in this dialect. Raises `KeyError` if there is none of this id."""
        return self.roles.get(name) or ROLES[name]

    def side_of(self, role: str) -> str:
        """The side that a role plays for in this dialect."""
        return self.table.sides.get(role) or self.role(role).side

    def has_role(self, name: str) -> bool:
        """Is there a role of this id?"""
        return name in self.roles or name in ROLES
