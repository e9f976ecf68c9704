# SPDX-License-Identifier: MIT
"""Sentence templates: one line of text into a tree of words, choices and slots.

Decides the syntax only: `[may be left out]`, `(one|of)`, `{slot}`, `{slot:form}`. What a
slot stands for is in `slots.py`; the word graph made from the tree is in `graph.py`.
"""

from dataclasses import dataclass
from pathlib import Path

from voice_host.errors import Told
from voice_host.language.toml_file import bad


@dataclass(frozen=True, slots=True)
class Word:
    """One word, lower case."""

    text: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a value: `name` is the field it fills, `form` how it is said."""

    name: str
    form: str
    column: int


@dataclass(frozen=True, slots=True)
class Sequence:
    """Parts one after the other; none of them for nothing at all."""

    parts: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the options."""

    options: "tuple[Node, ...]"


Node = Word | Slot | Sequence | Choice

NOTHING = Sequence(())
_CLOSING = {"[": "]", "(": ")"}


def parse_template(text: str, file: Path, key: str) -> Node:
    """The tree of a template; raises `BadSentences` with the column of the mistake."""
    parser = _Parser(text, file, key)
    node = parser.choice()
    if parser.at < len(text):
        raise parser.error(Told("template.extra", sign=text[parser.at]))
    return node


def slots_of(node: Node) -> frozenset[tuple[str, ...]]:
    """For every way through the tree, the names of its slots in order."""
    match node:
        case Word():
            return frozenset({()})
        case Slot(name):
            return frozenset({(name,)})
        case Choice(options):
            return frozenset(path for option in options for path in slots_of(option))
        case Sequence(parts):
            paths = frozenset[tuple[str, ...]]({()})
            for part in parts:
                paths = frozenset(a + b for a in paths for b in slots_of(part))
            return paths


def all_slots(node: Node) -> tuple[Slot, ...]:
    """Every slot of the tree."""
    match node:
        case Word():
            return ()
        case Slot():
            return (node,)
        case Choice(parts) | Sequence(parts):
            return tuple(slot for part in parts for slot in all_slots(part))


class _Parser:
    """Recursive descent over one line; `at` is the next character."""

    def __init__(self, text: str, file: Path, key: str) -> None:
        self.text, self.file, self.key, self.at = text, file, key, 0

    def error(self, what: Told, at: int | None = None) -> Exception:
        column = (self.at if at is None else at) + 1
        return bad(self.file, self.key, column, Told("template.within", what=what, text=self.text))

    def choice(self) -> Node:
        options = [self.sequence()]
        while self.text[self.at : self.at + 1] == "|":
            self.at += 1
            options.append(self.sequence())
        return options[0] if len(options) == 1 else Choice(tuple(options))

    def sequence(self) -> Node:
        parts: list[Node] = []
        while self.at < len(self.text) and self.text[self.at] not in "|])":
            if self.text[self.at] == " ":
                self.at += 1
            else:
                parts.append(self.part())
        if not parts:
            raise self.error(Told("template.empty"))
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def part(self) -> Node:
        opening = self.text[self.at]
        if opening in _CLOSING:
            return self.group(opening)
        return self.slot() if opening == "{" else self.word()

    def group(self, opening: str) -> Node:
        began = self.at
        self.at += 1
        inner = self.choice()
        if self.text[self.at : self.at + 1] != _CLOSING[opening]:
            raise self.error(Told("template.not_closed", sign=opening), began)
        self.at += 1
        return Choice((NOTHING, inner)) if opening == "[" else inner

    def slot(self) -> Node:
        began, end = self.at, self.text.find("}", self.at)
        if end < 0:
            raise self.error(Told("template.brace_not_closed"))
        name, _, form = self.text[began + 1 : end].partition(":")
        self.at = end + 1
        return Slot(name, form, began + 1)

    def word(self) -> Node:
        began = self.at
        while self.at < len(self.text) and self.text[self.at].isalpha():
            self.at += 1
        word = self.text[began : self.at]
        if not word or word != word.lower():
            raise self.error(Told("template.no_word"), began)
        return Word(word)
