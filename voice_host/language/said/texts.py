# SPDX-License-Identifier: MIT
"""Texts: what is said for each key, read from texts.toml and checked; how one is filled.

Knows keys, placeholders and grammar forms; not who hears a text nor when.
"""

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, cast, get_args

from msgspec import Meta

from voice_host.errors import Told
from voice_host.language.announcement import Clauses, Param
from voice_host.language.nicknames import NOBODY, SEATS, Nicknames
from voice_host.language.said.keys import KEYS
from voice_host.language.toml_file import bad, read_toml
from voice_host.language.words import Words, plural

_PLACE = re.compile(r"\{([^{}]*)\}")
_FORM = re.compile(r"(\w+)(?::(\w+))?(?:\|([^|]+)\|([^|]+)\|([^|]+))?")
_SIDES = frozenset({"side", "town", "mafia"})
_ROLES = frozenset({"role", "sought"})
Form = Literal["", "f", "time", "n", "g", "d", "a", "or", "whole"]
"""`or` and `whole`: several texts as alternatives, and as sentences one after the other."""
_Said = str | Annotated[list[str], Meta(min_length=1)]
_Tree = dict[str, _Said | dict[str, _Said]]


@dataclass(frozen=True, slots=True)
class Place:
    """A placeholder: which param, in what form, and the counted word's three forms."""

    name: str
    form: Form
    counted: tuple[str, str, str] | None

    def fill(self, value: int | str | tuple[int, ...], said: Words, names: Nicknames) -> str:
        """The words for a value; who sits there stands after a seat."""
        if isinstance(value, str):
            return self._named(value, said)
        if value == ():
            return said.votes_none[0]
        if isinstance(value, tuple):
            return listed(tuple(self._seat(n, said, names) for n in value), said.joiner)
        number = self._seat(value, said, names)
        return f"{number} {plural(value, self.counted)}" if self.counted else number

    def join(self, clauses: tuple[str, ...], said: Words) -> str:
        """Several texts as one."""
        match self.form:
            case "or":
                return f" {said.either} ".join(clauses)
            case "whole":
                return " ".join(map(capital, clauses))
            case _:
                return ", ".join(clauses)

    def _seat(self, value: int, said: Words, names: Nicknames) -> str:
        name = names.of(value) if self.name in SEATS else None
        number = self._number(value, said)
        return f"{number} ({name})" if name else number

    def _number(self, value: int, said: Words) -> str:
        match self.form:
            case "n" | "g" | "d" | "a":
                return said.ordinal(value, self.form)
            case "time":
                return said.duration(value)
            case _:
                return said.cardinal(value, feminine=self.form == "f")

    def _named(self, value: str, said: Words) -> str:
        if self.name in _SIDES and value in said.sides:
            return (said.sides[value].g if self.form == "g" else said.sides[value].n)[0]
        if self.name in _ROLES:
            name = said.role_names().get(value, value)
            match self.form:
                case "n" | "g" | "d" | "a":
                    return said.declension.of(name, self.form)[0]
                case _:
                    return name
        return said.offence(value) if self.name == "offence" else value


@dataclass(frozen=True, slots=True)
class Text:
    """One wording: pieces of text and places."""

    pieces: tuple[str | Place, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """Everything that a language can say, by key, and the words that fill it."""

    wordings: Mapping[str, tuple[Text, ...]]
    words: Words

    @classmethod
    def read(cls, folder: Path, words: Words) -> "Texts":
        """Read and check texts.toml of a language's folder; raises `BadSentences`."""
        file = folder / "texts.toml"
        flat = dict(_flat(read_toml(file, _Tree)))
        return cls({key: tuple(_text(t, file, key) for t in flat[key]) for key in flat}, words)

    def lacking(self) -> list[str]:
        """The keys for which there is no text."""
        return [key for key in KEYS if key not in self.wordings]

    def wording(self, key: str, params: Mapping[str, Param], names: Nicknames = NOBODY) -> str:
        """The text for a key, the first letter a capital."""
        return capital(self.clause(key, params, names))

    def clause(self, key: str, params: Mapping[str, Param], names: Nicknames = NOBODY) -> str:
        """The same as it stands inside a sentence.

        Of several variants the same one for the same params.
        """
        variants = self.wordings[key]
        at = zlib.crc32(repr((key, sorted(params.items()))).encode()) % len(variants)
        return "".join(
            piece if isinstance(piece, str) else self._filled(piece, params[piece.name], names)
            for piece in variants[at].pieces
        )

    def _filled(self, place: Place, value: Param, names: Nicknames) -> str:
        if isinstance(value, Clauses):
            parts = (self.clause(part.key, part.params, names) for part in value.clauses)
            return place.join(tuple(parts), self.words)
        return place.fill(value, self.words, names)


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def listed(items: tuple[str, ...], joiner: str) -> str:
    """«пять, семь и восемь»."""
    *head, last = items
    return f"{', '.join(head)} {joiner} {last}" if head else last


def _flat(tree: _Tree) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for key, value in tree.items():
        if isinstance(value, dict):
            found.extend((f"{key}.{k}", _variants(v)) for k, v in value.items())
        else:
            found.append((key, _variants(value)))
    return found


def _variants(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _text(text: str, file: Path, key: str) -> Text:
    known = KEYS.get(key)
    if known is None:
        raise bad(file, key, None, Told("texts.unknown_key"))
    pieces: list[str | Place] = []
    end = 0
    for found in _PLACE.finditer(text):
        pieces.extend([text[end : found.start()], _place(found, known, file, key)])
        end = found.end()
    rest = text[end:]
    if "{" in rest or "}" in rest:
        column = end + min(at for at in (rest.find("{"), rest.find("}")) if at >= 0) + 1
        raise bad(file, key, column, Told("texts.brace"))
    return Text(tuple(piece for piece in [*pieces, rest] if piece != ""))


def _place(found: re.Match[str], known: frozenset[str], file: Path, key: str) -> Place:
    column = found.start() + 1
    form = _FORM.fullmatch(found[1])
    if form is None or (form[2] or "") not in get_args(Form):
        raise bad(file, key, column, Told("texts.bad_place", place=found[0]))
    if form[1] not in known:
        places = ", ".join(sorted(known)) or Told("texts.no_places")
        raise bad(file, key, column, Told("texts.no_place", name=form[1], places=places))
    counted = (form[3], form[4], form[5]) if form[3] else None
    return Place(form[1], cast(Form, form[2] or ""), counted)
