"""A file of nicknames: «2 — Марина», a line a seat.

Decides which names a game can be led with: each must be told from every other one and from
every command by its sound. How a name declines is decided in `language.nicknames`.
"""

import re
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import NoReturn

from voice_host.errors import BadNames, reason
from voice_host.game.expected import expected_anywhere
from voice_host.game.rules import MOST_SEATS
from voice_host.language.heard.hear import Unknown, understand
from voice_host.language.language import Language
from voice_host.language.nicknames import Nicknames, plain, unmarked
from voice_host.language.spelling import STRESS, fold
from voice_host.language.words import Words
from voice_host.model.lexicon import lexicon_of, load_spellings
from voice_host.model.pronounce import sayable

_NAME = re.compile(rf"[А-Яа-яЁё{STRESS}]+(?:[ -]+[А-Яа-яЁё{STRESS}]+){{0,2}}")
_SHORTEST, _LONGEST = 2, 30
_SHOWN = 60
_LIKE_THIS = "Пишите так: «2 — Марина» или «второй — Марина», по одному имени в строке."

Sounds = frozenset[tuple[str, ...]]


def read_names(language: Language, path: Path, seats: int) -> Nicknames:
    """The names of a file for a table of so many seats. Raises `BadNames`."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadNames(f"Файл имён «{path}» не читается: {reason(error)}.", _LIKE_THIS) from None
    reader = _Reader(path, seats, language)
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            reader.line(number, " ".join(line.split()))
    if not reader.names:
        raise BadNames(f"В файле «{path}» нет имён.", _LIKE_THIS)
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
            self._wrong(f"«{_short(text)}» не начинается с места", _LIKE_THIS)
        self._add(seat, text[len(said) :].lstrip(" —–-:=.,)"))

    def _add(self, seat: int, name: str) -> None:
        if not 1 <= seat <= self.seats:
            self._wrong(f"места {seat} за столом нет", f"Мест {self.seats}.")
        if seat in self.names:
            self._wrong(f"место {seat} уже занято: {plain(self.names[seat])}", _LIKE_THIS)
        if not name:
            self._wrong(f"у места {seat} нет имени", _LIKE_THIS)
        if not _NAME.fullmatch(name) or not _SHORTEST <= len(plain(name)) <= _LONGEST:
            self._wrong(
                f"имя «{_short(name)}» не годится",
                "Имя — одно, два или три слова русскими буквами; ударение можно поставить.",
            )
        if not all(map(sayable, _parts(name))):
            self._wrong(f"имя «{plain(name)}» не произнести", "Возьмите другое прозвище.")
        if self._is_command(name):
            self._wrong(
                f"имя «{plain(name)}» — слово команды",
                "Возьмите другое прозвище или добавьте к нему слово: «Пятый элемент».",
            )
        if all(map(self._is_command, _parts(name))):
            self._wrong(
                f"имя «{plain(name)}» — одни слова команд",
                "Пусть хотя бы одно слово будет другим: «Пятый элемент».",
            )
        sounds = _sounds(name)
        for other, theirs in self._sounds.items():
            if sounds & theirs:
                what = f"«{plain(name)}» звучит как «{plain(self.names[other])}» (место {other})"
                self._wrong(what, "Добавьте к имени слово: «Саша большой».")
        self.names[seat], self._sounds[seat] = name, sounds

    def _is_command(self, name: str) -> bool:
        """Is it a command, one of its words, or does it sound like one?"""
        said = unmarked(name)
        heard = understand(self._language.sentences, said, expected_anywhere(), MOST_SEATS)
        if not isinstance(heard, Unknown):
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

    def _wrong(self, what: str, hint: str) -> NoReturn:
        raise BadNames(f"Файл имён «{self.path}», строка {self._at}: {what}.", hint)


def _short(text: str) -> str:
    """So much of a line as a message has room for, whatever file was taken for one of names."""
    shown = "".join(c for c in text[:_SHOWN] if c.isprintable())
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
