"""A ruleset: every figure and choice in which one dialect of the game differs from another.

Values only; where a value matters, the phase that uses it says how. Rulesets are TOML
files with these tables and keys (`voice_host.rulesets` reads them). Durations are game
seconds; 0 means that the dialect has no such part. Source: the seed texts, by rules.md §3.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits at the table."""

    seats: int = 10
    fewest: int = 10
    most: int = 10
    roles: dict[str, int] = field(default_factory=dict)
    """Seats per role id; the filler takes the rest."""
    filler: str = "citizen"


@dataclass(frozen=True, slots=True)
class FirstNight:
    """Night 0: the mafia agrees, roles look at the town."""

    agreement: int = 60
    agreement_call: int = 10
    don: int = 20
    sheriff: int = 20
    pause: int = 0


@dataclass(frozen=True, slots=True)
class Speech:
    """Speeches of the day; `call` is how many seconds before the end the time is called."""

    seconds: int = 60
    call: int = 10
    tie: int = 30
    last_word: int = 60
    discussion: int = 0
    defence: int = 0


@dataclass(frozen=True, slots=True)
class Votes:
    """The vote.

    `single_on_day_0` tells whether a lone nominee of day 0 is voted; `window` is the time
    for the gesture, after which the vote is closed aloud.
    """

    single_on_day_0: bool = False
    window: float = 1.5


@dataclass(frozen=True, slots=True)
class Night:
    """Standard nights: the beat of the shooting count, and the length of each check."""

    beat: float = 1.5
    check: int = 10


@dataclass(frozen=True, slots=True)
class FirstVictim:
    """The best move of the first night's victim: `guesses` seats within `seconds`."""

    seconds: int = 20
    guesses: int = 3


@dataclass(frozen=True, slots=True)
class Fouls:
    """At `mute` fouls a player misses the nearest speech, at `out` fouls leaves at once."""

    mute: int = 3
    out: int = 4


@dataclass(frozen=True, slots=True)
class Rules:
    """One dialect of the game."""

    id: str
    title: str
    source: str
    table: Table = field(default_factory=Table)
    first_night: FirstNight = field(default_factory=FirstNight)
    speech: Speech = field(default_factory=Speech)
    votes: Votes = field(default_factory=Votes)
    night: Night = field(default_factory=Night)
    best_move: FirstVictim = field(default_factory=FirstVictim)
    fouls: Fouls = field(default_factory=Fouls)
