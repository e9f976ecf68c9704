# SPDX-License-Identifier: MIT
"""A file of nicknames: «2 — Марина», a line a seat.

Decides which names a game can be led with: each must be told from every other one and from
every command by its sound. How a name declines is decided in `language.nicknames`.
"""

import re
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import NoReturn

from voice_host.errors import BadNames, Told, reason
from voice_host.game.expected import expected_anywhere
from voice_host.game.rules import MOST_SEATS
from voice_host.language.heard.hear import Two, Unknown, understand
from voice_host.language.language import Language
from voice_host.language.nicknames import Nicknames, plain, unmarked
from voice_host.language.words import Words
from voice_host.model.lexicon import lexicon_of, load_spellings
from voice_host.model.pronounce import is_spelled, sayable
from voice_host.text.door import tidy_lines
from voice_host.text.letters import STRESS, UNREADABLE, fold

_SHORTEST, _LONGEST, _MOST_WORDS = 2, 30, 3
_SHOWN = 60

Sounds = frozenset[tuple[str, ...]]


def read_names(language: Language, path: Path, seats: int) -> Nicknames:
    """The names of a file for a table of so many seats. Raises `BadNames`."""
    try:
        lines = tidy_lines(path)
    except OSError as error:
        raise BadNames("names.not_read", path=path, why=reason(error)) from None
    reader = _Reader(path, seats, language)
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            reader.line(number, " ".join(line.split()))
    if not reader.names:
        raise BadNames("names.none", path=path)
    return Nicknames(tuple(sorted(reader.names.items())))


class _Reader:
    """What has been read so far, for comparing."""

    def __init__(self, path: Path, seats: int, language: Language) -> None:
        self.path, self.seats, self._language = path, seats, language
        self._seat_words = _seat_words(language.words)
        self.names: dict[int, str] = {}
        self._sounds: dict[int, Sounds] = {}
        self._at = 0

    def line(self, number: int, text: str) -> None:
        """Take one line in. Raises `BadNames`."""
        self._at = number
        said, seat = next(
            ((said, seat) for said, seat in self._seat_words if _begins(text, said)), ("", 0)
        )
        if not said:
            self._wrong(Told("names.no_seat", text=_short(text)))
        self._add(seat, text[len(said) :].lstrip(" —–-:=.,)"))

    def _add(self, seat: int, name: str) -> None:
        if not 1 <= seat <= self.seats:
            self._wrong(Told("names.not_at_table", seat=seat, seats=self.seats))
        if seat in self.names:
            self._wrong(Told("names.seat_taken", seat=seat, name=plain(self.names[seat])))
        if not name:
            self._wrong(Told("names.no_name", seat=seat))
        if not _is_name(name) or not _SHORTEST <= len(plain(name)) <= _LONGEST:
            self._wrong(Told("names.no_such_word", name=_short(name)))
        if not all(map(sayable, _parts(name))):
            self._wrong(Told("names.not_sayable", name=plain(name)))
        if self._is_command(name):
            self._wrong(Told("names.command", name=plain(name)))
        if all(map(self._is_command, _parts(name))):
            self._wrong(Told("names.only_commands", name=plain(name)))
        sounds = _sounds(name)
        for other, theirs in self._sounds.items():
            if sounds & theirs:
                there = plain(self.names[other])
                self._wrong(Told("names.alike", name=plain(name), other=there, seat=other))
        self.names[seat], self._sounds[seat] = name, sounds

    def _is_command(self, name: str) -> bool:
        """Is it a command, one of its words, or does it sound like one?"""
        said = unmarked(name)
        heard = understand(self._language.sentences, said, expected_anywhere(), MOST_SEATS)
        if not isinstance(heard, Unknown | Two):
            return True
        sounds, taken = _sounds(name), self._command_sounds
        return fold(said) in taken or any(sounds & theirs for theirs in taken.values())

    @cached_property
    def _command_sounds(self) -> dict[str, Sounds]:
        """How each word of the sentences sounds, those of the keyboard and the decoys included."""
        every = self._language.sentences.sentences
        typed = {word for s in every for word in s.graph(MOST_SEATS).words()}
        typed = {word for word in typed if not word.isascii()}  # «help» is never said
        decoys = {word for decoy in self._language.sentences.decoys for word in decoy.split()}
        called = self._language.sentences.words.call_words
        lexicon = lexicon_of({*called, *typed, *decoys}, load_spellings(self._language.lexicon))
        return {fold(word): frozenset(ways) for word, ways in lexicon.items()}

    def _wrong(self, what: Told) -> NoReturn:
        raise BadNames("names.bad_line", path=self.path, line=self._at, what=what)


def _is_name(text: str) -> bool:
    """One to three words in letters of the language."""
    parts = re.split("[ -]+", text)
    spelled = (is_spelled(part.lower().replace(STRESS, "")) for part in parts)
    return len(parts) <= _MOST_WORDS and all(spelled)


def _short(text: str) -> str:
    """So much of a line as a message has room for, whatever file was taken for one of names."""
    shown = "".join(c for c in text[:_SHOWN] if c.isprintable() and c != UNREADABLE)
    return f"{shown}…" if len(text) > _SHOWN else shown


def _seat_words(words: Words) -> tuple[tuple[str, int], ...]:
    """Every way to write a seat, longer ones first; figures may be any number."""
    said = {str(seat): seat for seat in range(1000)}
    for seat in range(1, MOST_SEATS + 1):
        said |= {words.cardinal(seat): seat, words.ordinal(seat, "n"): seat}
    return tuple(sorted(said.items(), key=lambda pair: -len(pair[0])))


def _begins(text: str, said: str) -> bool:
    return (
        fold(text.lower()).startswith(fold(said)) and not text[len(said) : len(said) + 1].isalnum()
    )


def _parts(name: str) -> list[str]:
    return name.lower().replace("-", " ").split()


def _sounds(name: str) -> Sounds:
    """Every way the name may be said, as phones."""
    ways = [lexicon_of([part], {}).popitem()[1] for part in _parts(name)]
    return frozenset(tuple(phone for way in said for phone in way) for said in product(*ways))
