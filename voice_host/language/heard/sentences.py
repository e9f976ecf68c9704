# SPDX-License-Identifier: MIT
"""Sentences: what may be said, read from sentences.toml and checked against the commands.

Every sentence is a template of one command or request. Loading proves that each way
through it fills every field that the command needs; what is said now is `hear.py`'s.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TypeVar, cast

import msgspec

from voice_host.errors import Told
from voice_host.game.rules import MOST_SEATS
from voice_host.language.acts import KINDS, REQUESTS, UNSAID, Act, Kind, Kinds
from voice_host.language.figures import cardinals
from voice_host.language.heard.slot_values import SLOTS, Lexicon, Value, with_figures, with_names
from voice_host.language.heard.template import (
    Choice,
    Node,
    Sequence,
    Slot,
    Word,
    all_slots,
    parse_template,
    slots_of,
)
from voice_host.language.heard.word_graph import Captured, Graph
from voice_host.language.nicknames import NOBODY, Nicknames
from voice_host.language.requests import Ask, Question
from voice_host.language.spelling import Spelling
from voice_host.language.toml_file import bad, only_words, read_toml
from voice_host.language.words import Words

Fixed = str | int | bool
_Table = dict[str, list[str] | Fixed | dict[str, list[str] | Fixed]]
T = TypeVar("T")


class Graphs:
    """The word graphs of sentences in the words of a language, each made once."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self.lexicon = cache(self._lexicon)
        self.typed = cache(self._typed)
        self.graph = cache(self._graph)

    def _lexicon(self, slot: str, form: str, seats: int) -> Lexicon:
        """The phrases of a slot at a table of so many seats."""
        return SLOTS[slot][form](self._words, seats)

    def _typed(self, slot: str, form: str, seats: int) -> Lexicon:
        """The same with every number in digits too."""
        found = self.lexicon(slot, form, seats)
        return with_figures(found, slot, form, self._words, self._cardinals)

    @cached_property
    def _cardinals(self) -> dict[str, int]:
        return cardinals(self._words)

    def _graph(self, node: Node, seats: int, names: Nicknames, typed: bool) -> Graph:
        """The graph of a template for a table of so many seats, whose players have these names.

        `typed`: digits are taken too.
        """

        def lexicon(slot: Slot) -> Lexicon:
            make = self.typed if typed else self.lexicon
            found = make(slot.name, slot.form, seats)
            return with_names(found, slot.name, slot.form, names, self._words.declension)

        return Graph(node, lexicon, self._words.joiner, self._cardinals if typed else None)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One wording of a command.

    `silent`: by keyboard only, never by voice. `asked`: the ears listen for it only while a
    question waits; at any other time it would cost, and everybody at a table says it.
    """

    name: str
    kind: Kind
    text: str
    node: Node
    fixed: tuple[tuple[str, Fixed], ...] = ()
    silent: bool = False
    asked: bool = False
    graphs: Graphs = field(kw_only=True, repr=False, compare=False)

    def act(self, captured: Captured) -> Act:
        """The command that these captured values make."""
        values: dict[str, object] = dict(self.fixed)
        for slot, value, listed in captured:
            so_far = values.get(slot, ())
            values[slot] = (*so_far, value) if listed and isinstance(so_far, tuple) else value
        return msgspec.convert(values, self.kind)

    def graph(self, seats: int, names: Nicknames = NOBODY) -> Graph:
        """The word graph for a table of so many seats, whose players have these names."""
        return self.graphs.graph(self.node, seats, names, typed=False)

    def reader(self, names: Nicknames = NOBODY) -> Graph:
        """The graph that reads lines at any table: as they are said, and numbers in digits."""
        return self.graphs.graph(self.node, MOST_SEATS, names, typed=True)

    def example(self, seat: int = 5, *, whole: bool = False) -> str:
        """The sentence at its shortest, or with all that may be said, with sample values."""
        return self.example_with({"": frozenset({seat})}, whole=whole)

    def example_with(self, given: "Samples", *, whole: bool = False) -> str:
        """The same with these values of slots, by name; "" is any seat."""
        said = _example(self.node, self.graphs, {**_SAMPLES, **given}, -1 if whole else 0)
        return " ".join(said)


@dataclass(frozen=True, slots=True, eq=False)
class Sentences:
    """The content of sentences.toml, all in the order of the file, and the words it is read with.

    What is made of it and asked for again is kept with it, and goes with it.
    """

    barge_in: tuple[str, ...]
    decoys: tuple[str, ...]
    answer_decoys: tuple[str, ...]
    sentences: tuple[Sentence, ...]
    words: Words
    spelling: Spelling
    _made: dict[Hashable, object] = field(default_factory=dict, repr=False)

    @classmethod
    def read(cls, folder: Path, words: Words) -> "Sentences":
        """Read and check sentences.toml of a language's folder; raises `BadSentences`."""
        file = folder / "sentences.toml"
        raw = read_toml(file, dict[str, list[str] | _Table])
        loader = _Loader(file, Graphs(words))
        found: list[Sentence] = []
        for name, table in raw.items():
            if name not in {"barge_in", "decoys", "answer_decoys"}:
                found.extend(loader.command(name, table))
        barge_in = loader.barge_in(loader.phrases(raw, "barge_in"), found)
        decoys, beside_answers = loader.phrases(raw, "decoys"), loader.phrases(raw, "answer_decoys")
        return cls(barge_in, decoys, beside_answers, tuple(found), words, Spelling(words))

    def lacking(self) -> list[str]:
        """What nobody can say: commands, and questions, without a sentence."""
        said = {s.name for s in self.sentences}
        asked = {dict(s.fixed).get("question") for s in self.sentences}
        commands = [name for name in KINDS if name not in said and name not in UNSAID]
        return [*commands, *(f"ask.{q.value}" for q in Question if q.value not in asked)]

    def at(self, words: Words) -> "Sentences":
        """The same sentences in other words."""
        graphs = Graphs(words)
        said = tuple(replace(sentence, graphs=graphs) for sentence in self.sentences)
        return replace(self, sentences=said, words=words, spelling=Spelling(words), _made={})

    def expected(self, kinds: Kinds) -> list[Sentence]:
        """The sentences of these kinds and of all requests, in the order of the file."""
        return [s for s in self.sentences if s.kind in kinds or s.kind in REQUESTS]

    def example(self, name: str, given: "Samples | None" = None) -> str:
        """The shortest way to say a command, by its name, with these values or samples."""
        found = next(s for s in self.sentences if s.name == name)
        return found.example() if given is None else found.example_with(given)

    def questions(self) -> dict[str, str]:
        """The shortest way to ask each question, by its id."""
        asked = [(dict(s.fixed)["question"], s) for s in self.sentences if s.kind is Ask]
        first = {str(question): sentence for question, sentence in reversed(asked)}
        return {q.value: first[q.value].example() for q in Question}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` gives, made once for a key."""
        if key not in self._made:
            self._made[key] = make()
        return cast(T, self._made[key])


Samples = Mapping[str, frozenset[Value]]
_SAMPLES: dict[str, frozenset[Value]] = {
    "by": frozenset({3}),
    "votes": frozenset({4}),
    "seconds": frozenset({10}),
    "offence": frozenset({"knock", "swearing"}),
    "seats": frozenset({5, 7, 8}),
    "voters": frozenset({1, 3, 7}),
    "roles": frozenset({(4, "mafia"), (5, "mafia"), (6, "don"), (7, "sheriff")}),
}
"""Values that stand for a slot in examples; any other slot is a seat."""


def _example(node: Node, graphs: Graphs, samples: Samples, option: int) -> list[str]:
    """The words of a sentence with this one, the first or the last, of every choice."""
    match node:
        case Word(text):
            return [text]
        case Choice(options):
            return _example(options[option], graphs, samples, option)
        case Sequence(parts):
            return [word for part in parts for word in _example(part, graphs, samples, option)]
        case Slot(name):
            lexicon = graphs.lexicon(name, node.form, MOST_SEATS)
            return _sample(lexicon, samples.get(name, samples[""]))


def _sample(lexicon: Lexicon, wanted: frozenset[Value]) -> list[str]:
    phrases = {e.value: e.phrase for e in reversed(lexicon.entries) if e.value in wanted}
    found = list(reversed(phrases.values())) or [lexicon.entries[0].phrase]
    most = lexicon.exactly or (len(found) if lexicon.listed else 1)
    return [word for phrase in found[:most] for word in phrase]


class _Loader:
    """Checks one file."""

    def __init__(self, file: Path, graphs: Graphs) -> None:
        self.file, self.graphs = file, graphs

    def phrases(self, raw: dict[str, list[str] | _Table], key: str) -> tuple[str, ...]:
        said = raw.get(key, [])
        if not isinstance(said, list):
            raise bad(self.file, key, None, Told("sentences.no_list", key=key))
        return tuple(only_words(text, self.file, key) for text in said)

    def barge_in(self, wanted: tuple[str, ...], found: list[Sentence]) -> tuple[str, ...]:
        """The hall may be interrupted only by requests, in their own words."""
        requests = {s.text for s in found if s.kind in REQUESTS}
        for text in wanted:
            if text not in requests:
                raise bad(self.file, "barge_in", None, Told("sentences.no_request", text=text))
        return wanted

    def command(self, name: str, table: list[str] | _Table) -> list[Sentence]:
        """All wordings of one command."""
        if name not in KINDS or not isinstance(table, dict):
            known = ", ".join(KINDS)
            raise bad(self.file, name, None, Told("sentences.no_command", known=known))
        variants = {k: v for k, v in table.items() if isinstance(v, dict)}
        own = {k: v for k, v in table.items() if not isinstance(v, dict)}
        found = self.variant(name, name, own) if own or not variants else []
        for variant, values in variants.items():
            found.extend(self.variant(name, f"{name}.{variant}", values))
        return found

    def variant(self, name: str, key: str, table: dict[str, list[str] | Fixed]) -> list[Sentence]:
        """The wordings of one table."""
        says, silent, asked = (
            table.get(key, default)
            for key, default in (("says", None), ("silent", False), ("asked", False))
        )
        flags = isinstance(silent, bool) and isinstance(asked, bool)
        if not isinstance(says, list) or not flags:
            raise bad(self.file, key, None, Told("sentences.no_says"))
        fixed = tuple(
            (k, v)
            for k, v in table.items()
            if k not in {"says", "silent", "asked"} and not isinstance(v, list)
        )
        found = [
            self.sentence(name, f"{key}.says[{at}]", text, fixed) for at, text in enumerate(says)
        ]
        return [replace(one, silent=bool(silent), asked=bool(asked)) for one in found]

    def sentence(
        self, name: str, key: str, text: str, fixed: tuple[tuple[str, Fixed], ...]
    ) -> Sentence:
        node = parse_template(text, self.file, key)
        for slot in all_slots(node):
            self.slot(slot, KINDS[name], key)
        sentence = Sentence(name, KINDS[name], text, node, fixed, graphs=self.graphs)
        for path in slots_of(node):
            self.filled(sentence, path, key)
        return sentence

    def slot(self, slot: Slot, kind: Kind, key: str) -> None:
        """The slot must be a field of the command and have this form."""
        known = [f.name for f in fields(kind) if f.name in SLOTS]
        if slot.name not in known:
            places = ", ".join(known) or Told("texts.no_places")
            what = Told("sentences.no_place", name=slot.name, places=places)
            raise bad(self.file, key, slot.column, what)
        forms = SLOTS[slot.name]
        if slot.form not in forms:
            known = [form for form in forms if form]
            code = "sentences.no_form" if len(known) == len(forms) else "sentences.no_form_or_none"
            what = Told(code, form=slot.form, forms=", ".join(known))
            raise bad(self.file, key, slot.column, what)

    def filled(self, sentence: Sentence, path: tuple[str, ...], key: str) -> None:
        """Each way through the sentence must give every field once, and fixed ones rightly."""
        for name, _ in sentence.fixed:
            if name not in {f.name for f in fields(sentence.kind)}:
                raise bad(self.file, key, None, Told("sentences.no_field", name=name))
        given = [*path, *(name for name, _ in sentence.fixed)]
        needed = {f.name for f in fields(sentence.kind) if f.default is MISSING}
        if missing := sorted(needed - set(given)):
            what = Told("sentences.unsaid", names=", ".join(missing))
            raise bad(self.file, key, None, what)
        if len(set(given)) < len(given):
            raise bad(self.file, key, None, Told("sentences.said_twice"))
        samples = {name: self.value(name) for name in path}
        try:
            msgspec.convert({**samples, **dict(sentence.fixed)}, sentence.kind)
        except msgspec.ValidationError as error:
            name = ", ".join(name for name, _ in sentence.fixed)
            what = Told("sentences.bad_field", name=name)
            raise bad(self.file, key, None, what) from error

    def value(self, name: str) -> object:
        """Some value that a slot of this name can have."""
        lexicon = self.graphs.lexicon(name, next(iter(SLOTS[name])), MOST_SEATS)
        value = lexicon.entries[0].value
        return (value,) if lexicon.listed else value
