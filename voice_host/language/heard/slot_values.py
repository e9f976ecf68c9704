# SPDX-License-Identifier: MIT
"""Slots: the phrases that a place in a sentence stands for, each with its value.

A slot is named after the field of the command that it fills. How far its numbers go is
given by `most`, the greatest seat that may be named.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from voice_host.language.declension import Case, Declension
from voice_host.language.figures import CASES, figure, in_figures
from voice_host.language.nicknames import SEATS, Nicknames, unmarked
from voice_host.language.words import LONGEST, Words, plural

Value = int | str | tuple[int, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """A phrase and what it means."""

    phrase: tuple[str, ...]
    value: Value


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All phrases of a slot.

    `listed`: the slot is a list of them, `exactly` so many or, with None, one or more.
    """

    entries: tuple[Entry, ...]
    listed: bool = False
    exactly: int | None = None


Make = Callable[[Words, int], Lexicon]


def _entries(pairs: Iterable[tuple[str, Value]]) -> tuple[Entry, ...]:
    return tuple(Entry(tuple(phrase.split()), value) for phrase, value in pairs)


def _seats(case: Case | None, words: Words, most: int) -> tuple[Entry, ...]:
    return _entries(
        (words.cardinal(seat) if case is None else words.ordinal(seat, case), seat)
        for seat in range(1, most + 1)
    )


def _seat(case: Case | None) -> Make:
    return lambda words, most: Lexicon(_seats(case, words, most))


def _list(case: Case | None, exactly: int | None = None) -> Make:
    return lambda words, most: Lexicon(_seats(case, words, most), listed=True, exactly=exactly)


def _votes(words: Words, most: int) -> Lexicon:
    def pairs() -> Iterable[tuple[str, Value]]:
        yield from ((phrase, 0) for phrase in words.votes_none)
        for votes in range(1, most + 1):
            number = words.cardinal(votes)
            yield number, votes
            yield f"{number} {plural(votes, words.votes_unit)}", votes

    return Lexicon(_entries(pairs()))


def _fingers(words: Words, most: int) -> Lexicon:
    return Lexicon(
        _entries(
            (f"{words.cardinal(number)} {plural(number, words.fingers_unit)}", number)
            for number in range(1, most + 1)
        )
    )


def _seconds(words: Words, _: int) -> Lexicon:
    unit = words.seconds_unit
    counted = (
        (f"{words.cardinal(s, feminine=True)} {plural(s, unit)}", s)
        for s in range(5, LONGEST + 1, 5)
    )
    named = ((phrase, s) for s, phrases in words.durations.items() for phrase in phrases)
    return Lexicon(_entries([*named, *counted]))


def _bare_seconds(words: Words, _: int) -> Lexicon:
    return Lexicon(_entries((words.cardinal(s), s) for s in range(5, LONGEST + 1, 5)))


def _offence(*severities: str) -> Make:
    def make(words: Words, _: int) -> Lexicon:
        return Lexicon(
            _entries(
                (phrase, id_)
                for id_, offence in words.offences.items()
                if offence.severity in severities
                for phrase in offence.says
            )
        )

    return make


def _side(case: Literal["n", "g"]) -> Make:
    def make(words: Words, _: int) -> Lexicon:
        names = {id_: side.n if case == "n" else side.g for id_, side in words.sides.items()}
        return Lexicon(_entries((name, id_) for id_, said in names.items() for name in said))

    return make


def _roles(role_first: bool) -> Make:
    def make(words: Words, most: int) -> Lexicon:
        pairs = (
            (f"{name} {number}" if role_first else f"{number} {name}", (seat, role))
            for seat in range(1, most + 1)
            for number in (words.cardinal(seat),)
            for role, names in words.roles.items()
            for name in names
        )
        return Lexicon(_entries(pairs), listed=True)

    return make


_CASES: tuple[Case, ...] = ("n", "g", "d", "a")
_SEAT: dict[str, Make] = {"": _seat(None), **{case: _seat(case) for case in _CASES}}
_SEATS: dict[str, Make] = {
    "": _list(None),
    **{case: _list(case) for case in _CASES},
    "three": _list(None, exactly=3),
    "three_n": _list("n", exactly=3),
    "one": _list(None, exactly=1),
}

SLOTS: dict[str, dict[str, Make]] = {
    "seat": _SEAT,
    "by": _SEAT,
    "candidate": _SEAT,
    "seats": _SEATS,
    "voters": _SEATS,
    "votes": {"": _votes},
    "number": {"": _fingers},
    "seconds": {"": _seconds, "bare": _bare_seconds},
    "offence": {
        "": _offence("foul", "removal", "ppk"),
        "foul": _offence("foul"),
        "removal": _offence("removal"),
        "ppk": _offence("ppk"),
    },
    "side": {"n": _side("n"), "g": _side("g")},
    "roles": {"": _roles(role_first=False), "role": _roles(role_first=True)},
}
"""Every slot by name and form."""


def with_figures(
    lexicon: Lexicon, slot: str, form: str, words: Words, known: dict[str, int]
) -> Lexicon:
    """The phrases of a slot, and each as it is typed: its number in digits.

    `known` is every cardinal in words. Times have abbreviations too, and «1:00».
    """
    if slot in SEATS:
        case = form.rpartition("_")[2] if form.rpartition("_")[2] in CASES else ""
        typed = [
            Entry((figure(e.value, case),), e.value)
            for e in lexicon.entries
            if isinstance(e.value, int)
        ]
    else:
        read = ((in_figures(e.phrase, known), e) for e in lexicon.entries)
        typed = [Entry(phrase, e.value) for phrase, e in read if phrase != e.phrase]
    if slot == "seconds":
        typed += _written_times(lexicon, form, words)
    return replace(lexicon, entries=(*lexicon.entries, *typed))


def _written_times(lexicon: Lexicon, form: str, words: Words) -> Iterator[Entry]:
    for seconds in sorted({e.value for e in lexicon.entries if isinstance(e.value, int)}):
        yield Entry((f"{seconds}:clock",), seconds)
        if form == "bare":
            continue
        for unit, length in words.units.items():
            if seconds % length == 0:
                yield Entry((figure(seconds // length), unit), seconds)


def with_names(
    lexicon: Lexicon, slot: str, form: str, names: Nicknames, declension: Declension
) -> Lexicon:
    """The phrases of a slot, those of the names of who sits there among them."""
    if not names.names or slot not in SEATS:
        return lexicon
    case: Case | None = form if form in ("n", "g", "d", "a") else None  # type: ignore[assignment]
    return replace(lexicon, entries=(*lexicon.entries, *_named(lexicon, case, names, declension)))


def _named(
    lexicon: Lexicon, case: Case | None, names: Nicknames, declension: Declension
) -> Iterator[Entry]:
    """A name declined rightly goes before another one that is not declined at all."""
    there: set[Value] = {entry.value for entry in lexicon.entries}
    named = [(seat, name) for seat, name in names.names if seat in there]
    declined = [
        (unmarked(form), seat) for seat, name in named for form in declension.of(name, case)
    ]
    right = {form for form, _ in declined}
    as_it_is = [(unmarked(name), seat) for seat, name in named if unmarked(name) not in right]
    for form, seat in dict.fromkeys([*declined, *as_it_is]):
        yield Entry(tuple(form.split()), seat)
