"""Words of the language: numbers, ordinals by case, and the names of things (words.toml).

Turns numbers into words; what sentences or texts are made of them is not its business.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from voice_host.language.toml_file import RU, read_toml

Severity = Literal["foul", "removal", "ppk"]

MOST_SEATS = 30
MOST_CARDINAL = 999
MOST_ORDINAL = 39
LONGEST = 180
"""Seconds: the longest time that can be named."""


@dataclass(frozen=True, slots=True)
class Offence:
    """What a player may be punished for; `says` follows the word «за»."""

    severity: Severity
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """Spoken names of a team, nominative and genitive; the first one is said aloud."""

    n: tuple[str, ...]
    g: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """The content of words.toml."""

    call_words: tuple[str, ...]
    joiner: str
    votes_none: tuple[str, ...]
    votes_unit: tuple[str, str, str]
    seconds_unit: tuple[str, str, str]
    cardinals: dict[int, str]
    feminine: dict[int, str]
    ordinals: dict[str, dict[int, str]]
    ordinal_endings: dict[str, str]
    durations: dict[int, tuple[str, ...]]
    sides: dict[str, Side]
    roles: dict[str, tuple[str, ...]]
    offences: dict[str, Offence]

    def cardinal(self, number: int, feminine: bool = False) -> str:
        """0–999 in words: «двадцать один», feminine «двадцать одна»; beyond that, digits."""
        if feminine and number in self.feminine:
            return self.feminine[number]
        if number in self.cardinals:
            return self.cardinals[number]
        if not 0 <= number <= MOST_CARDINAL:
            return str(number)
        head = number - number % (100 if number > 100 else 10)
        return f"{self.cardinals[head]} {self.cardinal(number - head, feminine)}"

    def ordinal(self, number: int, case: str) -> str:
        """0–39 in words in a case (n, g, d, a): «двадцать первому»; beyond that, a cardinal."""
        forms = self.ordinals["g" if case == "a" else case]
        if number in forms:
            return forms[number]
        if not 0 <= number <= MOST_ORDINAL:
            return self.cardinal(number)
        head = number - number % 10
        return f"{self.cardinals[head]} {forms[number - head]}"

    def duration(self, seconds: int) -> str:
        """A length of time, nominative: «минута», «тридцать секунд»."""
        if seconds >= 60 and seconds in self.durations:
            return self.durations[seconds][0]
        return f"{self.cardinal(seconds, feminine=True)} {plural(seconds, self.seconds_unit)}"


def plural(number: int, forms: tuple[str, str, str]) -> str:
    """The form that goes with a number: 1 голос, 2 голоса, 5 голосов, 21 голос."""
    one, few, many = forms
    if number % 100 in range(11, 15):
        return many
    return one if number % 10 == 1 else few if number % 10 in range(2, 5) else many


def load_words(file: Path = RU / "words.toml") -> Words:
    """Read words.toml; raises `BadSentences`."""
    return read_toml(file, Words)


@cache
def words() -> Words:
    """The words of the language in use."""
    return load_words()
