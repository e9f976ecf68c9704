# SPDX-License-Identifier: MIT
"""Words of the language: numbers, ordinals by case, and the names of things (words.toml).

Turns numbers into words; what sentences or texts are made of them is not its business.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from voice_host.errors import Told
from voice_host.game.roles import ROLES, SIDES
from voice_host.game.rules import Rules
from voice_host.language.declension import Case, Declension
from voice_host.language.toml_file import bad, only_words, read_toml
from voice_host.text.letters import folded

Phrases = Annotated[tuple[str, ...], Meta(min_length=1)]
Severity = Literal["foul", "removal", "ppk"]

MOST_CARDINAL = 999
MOST_ORDINAL = 39
LONGEST = 180
"""Seconds: the longest time that can be named."""


@dataclass(frozen=True, slots=True)
class Offence:
    """What a player may be punished for; `says` follows the word «за»."""

    severity: Severity
    says: Phrases


@dataclass(frozen=True, slots=True)
class Side:
    """Spoken names of a team, nominative and genitive; the first one is said aloud."""

    n: Phrases
    g: Phrases


@dataclass(frozen=True, slots=True)
class Words:
    """The content of words.toml."""

    call_words: Phrases
    joiner: str
    either: str
    votes_none: Phrases
    votes_unit: tuple[str, str, str]
    fingers_unit: tuple[str, str, str]
    seconds_unit: tuple[str, str, str]
    cardinals: dict[int, str]
    feminine: dict[int, str]
    feminine_accusative: dict[int, str]
    ordinals: dict[Literal["n", "g", "d"], dict[int, str]]
    ordinal_endings: dict[str, Annotated[str, Meta(pattern="^[ngda]{1,4}$")]]
    durations: dict[int, Phrases]
    written: dict[str, str]
    signs: dict[str, str]
    latin: dict[str, str]
    beside: dict[str, str]
    sides: dict[str, Side]
    roles: dict[str, Phrases]
    offences: dict[str, Offence]
    declension: Declension
    lesson: Phrases
    feminine_ordinals: dict[str, tuple[str, str, str, str]] = field(default_factory=dict)
    ranges: tuple[tuple[str, str], ...] = ()
    layout: tuple[str, str] = ("", "")
    look_alikes: tuple[str, str] = ("", "")
    units: dict[str, int] = field(default_factory=dict)
    corrections: tuple[str, ...] = ()
    """After such a word the speaker says anew what he has just said."""
    corrections_heard: Phrases = ("",)
    """Those of them that the ears listen for, the usual one first: each makes grammars larger."""

    @classmethod
    def read(cls, folder: Path) -> "Words":
        """Read and check words.toml of a language's folder; raises `BadSentences`."""
        file = folder / "words.toml"
        found = read_toml(file, cls)
        for key, phrases in _phrases(found):
            for phrase in phrases:
                only_words(phrase, file, key)
        _check_numbers(found, file)
        return found

    @property
    def correction_marks(self) -> frozenset[tuple[str, ...]]:
        """The words after which a speaker puts right what he has just said, folded."""
        return frozenset(folded(mark.split()) for mark in self.corrections)

    def lacking(self) -> list[str]:
        """The roles and sides that have no name."""
        roles = [f"roles.{role}" for role in ROLES if role not in self.roles]
        return [*roles, *(f"sides.{side}" for side in SIDES if side not in self.sides)]

    def at(self, rules: Rules) -> "Words":
        """The words at a table of these rules: its own roles have names too."""
        named, usual = rules.names.roles, self.roles
        own = {role: (named[role], *usual.get(role, ())) for role in rules.roles if role in named}
        cases = {named[role].lower(): forms for role, forms in rules.names.cases.items()}
        irregular = {**self.declension.irregular, **cases}
        declension = replace(self.declension, irregular=irregular)
        return replace(self, roles={**usual, **own}, declension=declension)

    def role_names(self) -> dict[str, str]:
        """What each role is called aloud, by id."""
        return {role: said[0] for role, said in self.roles.items()}

    def role(self, name: str) -> str:
        """What a role is called, by its id; a name of the ruleset's own stays as it is."""
        return self.roles[name][0] if name in self.roles else name

    def side(self, name: str) -> str:
        """What a side is called, by its id; a name of the ruleset's own stays as it is."""
        return self.sides[name].n[0] if name in self.sides else name

    def offence(self, name: str) -> str:
        """What an offence is called after «за»; one that is not known here by its own name."""
        return self.offences[name].says[0] if name in self.offences else name

    def cardinal(self, number: int, feminine: bool = False) -> str:
        """0–999 in words: «двадцать один», feminine «двадцать одна»; beyond that, digits."""
        if feminine and number in self.feminine:
            return self.feminine[number]
        if number in self.cardinals:
            return self.cardinals[number]
        if not 0 <= number <= MOST_CARDINAL:
            return str(number)
        head = number - number % (100 if number > 100 else 10)
        if not head:
            raise KeyError(number)
        return f"{self.cardinals[head]} {self.cardinal(number - head, feminine)}"

    def feminines(self, number: int) -> tuple[str, ...]:
        """«двадцать одна», «двадцать одну»; none where all genders are alike."""
        said = self.cardinal(number, feminine=True)
        if said == self.cardinal(number):
            return ()
        *head, last = said.split()
        accusatives = {self.feminine[n]: form for n, form in self.feminine_accusative.items()}
        accusative = " ".join((*head, accusatives.get(last, last)))
        return (said,) if accusative == said else (said, accusative)

    def ordinal(self, number: int, case: Case) -> str:
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


def _phrases(read: Words) -> Iterator[tuple[str, Iterable[str]]]:
    """Everything that a sentence may be made of, by key."""
    yield "call_words", read.call_words
    yield "lesson", read.lesson
    yield "joiner", (read.joiner,)
    yield "either", (read.either,)
    yield "votes_none", read.votes_none
    yield "votes_unit", read.votes_unit
    yield "fingers_unit", read.fingers_unit
    yield "seconds_unit", read.seconds_unit
    yield "cardinals", read.cardinals.values()
    yield "feminine", read.feminine.values()
    yield "feminine_accusative", read.feminine_accusative.values()
    yield from ((f"ordinals.{case}", forms.values()) for case, forms in read.ordinals.items())
    yield from ((f"durations.{seconds}", said) for seconds, said in read.durations.items())
    yield from ((f"written.{digits}", (said,)) for digits, said in read.written.items())
    yield from ((f"signs.{sign}", (said,)) for sign, said in read.signs.items())
    yield from ((f"sides.{id_}", (*side.n, *side.g)) for id_, side in read.sides.items())
    yield from ((f"roles.{id_}", said) for id_, said in read.roles.items())
    yield from ((f"offences.{id_}", offence.says) for id_, offence in read.offences.items())


def _check_numbers(read: Words, file: Path) -> None:
    """Every number that may be said can be put together."""
    cases: tuple[Case, ...] = ("n", "g", "d")
    try:
        for number in range(MOST_CARDINAL + 1):
            read.cardinal(number)
        for case in cases:
            for number in range(MOST_ORDINAL + 1):
                read.ordinal(number, case)
    except KeyError as error:
        lacks = Told("words.number", number=str(error))
        raise bad(file, "cardinals, ordinals", None, lacks) from error
