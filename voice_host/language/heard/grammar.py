# SPDX-License-Identifier: MIT
"""The grammar of a moment: what may be said now, for the recogniser.

Made from the sentences of the kinds expected, those that always work, and decoys. What an
utterance means is in `hear.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from voice_host.game.rules import MOST_SEATS
from voice_host.language import requests as r
from voice_host.language.acts import Kinds
from voice_host.language.heard.sentences import Sentences
from voice_host.language.heard.word_graph import Graph
from voice_host.language.nicknames import NOBODY, Nicknames
from voice_host.text.letters import folded

_ANSWERS = frozenset({r.Yes, r.No, r.Repeat, r.Undo, r.Pause})


@dataclass(frozen=True, slots=True)
class PhaseGrammar:
    """What may be said now: a `Grammar` for the recogniser (see voice.protocols)."""

    phrases: tuple[str, ...]
    _graphs: tuple[Graph, ...]
    _decoys: tuple[tuple[str, ...], ...]
    _call: tuple[str, ...] = ()

    def complete(self, words: str) -> bool:
        """Is this exactly one whole sentence? Decoys are none."""
        said = self._called(words)
        return said is not None and any(graph.complete(said) for graph in self._graphs)

    def possible(self, words: str) -> bool:
        """Is this a sentence, or a decoy?"""
        return folded(words.split()) in self._decoys or self.complete(words)

    def extendable(self, words: str) -> bool:
        """Could more words follow, so that a longer sentence (or decoy) comes out?"""
        given = folded(words.split())
        if any(len(d) > len(given) and d[: len(given)] == given for d in self._decoys):
            return True
        return self.begun(words)

    def begun(self, words: str) -> bool:
        """Could more words follow, so that a longer sentence comes out?"""
        given = folded(words.split())
        if len(given) < len(self._call):
            return self._call[: len(given)] == given
        said = self._called(words)
        return said is not None and any(graph.following(said) for graph in self._graphs)

    def listing(self, words: str) -> bool:
        """Is this a whole sentence that ends with a list, which may go on?"""
        said = self._called(words)
        return said is not None and any(graph.listing(said) for graph in self._graphs)

    def instead(self, words: str) -> frozenset[str]:
        """The words, decoys' among them, that could be said in the place of the last one."""
        given, at = folded(words.split())[:-1], len(words.split()) - 1
        decoys = {d[at] for d in self._decoys if len(d) > at and d[:at] == given}
        if at < len(self._call):
            return frozenset({*decoys, self._call[at]})
        said = self._called(" ".join(given)) or ()
        return frozenset(decoys).union(*(graph.following(said) for graph in self._graphs))

    def _called(self, words: str) -> tuple[str, ...] | None:
        """The words after the call word; None if it is missing."""
        given = folded(words.split())
        at = len(self._call)
        return given[at:] if given[:at] == self._call else None


def grammar(
    sentences: Sentences,
    kinds: Kinds,
    seats: int,
    *,
    names: Nicknames = NOBODY,
    call_word: str | None = None,
    silent: bool = False,
) -> PhaseGrammar:
    """The grammar while commands of these kinds are expected; decoys included.

    The players may be called by their `names`. With `call_word` every sentence begins with
    it. `silent` adds what is not for the voice.
    """

    def make() -> PhaseGrammar:
        said = [s for s in sentences.expected(kinds) if silent or not s.silent]
        return _grammar([s.graph(seats, names) for s in said], call_word, sentences.decoys)

    return sentences.once((grammar, kinds, seats, names, call_word, silent), make)


def answers_grammar(
    sentences: Sentences,
    call_word: str | None = None,
    *,
    kinds: Kinds = frozenset(),
    seats: int = 1,
    names: Nicknames = NOBODY,
) -> PhaseGrammar:
    """What may be said while a question waits: few words, so that a short «да» is heard.

    Commands of these `kinds` answer it too: «четыре голоса» where «за пятого никого?» is asked.

    Commands that sound like «да» are among the decoys: «дальше» must confirm nothing, and does
    nothing while a question waits.
    """

    def make() -> PhaseGrammar:
        heard = _ANSWERS | kinds
        said = [s for s in sentences.sentences if s.kind in heard and not s.silent]
        graphs = [s.graph(seats, names) for s in said]
        return _grammar(graphs, call_word, sentences.answer_decoys)

    return sentences.once((answers_grammar, call_word, kinds, seats, names), make)


def barge_in_grammar(sentences: Sentences) -> PhaseGrammar:
    """The few words that are heard while the hall speaks; decoys included."""

    def make() -> PhaseGrammar:
        wanted = set(sentences.barge_in)
        said = [s for s in sentences.sentences if s.text in wanted]
        return _grammar([s.graph(1) for s in said], None, sentences.decoys)

    return sentences.once(barge_in_grammar, make)


def _grammar(graphs: list[Graph], call_word: str | None, talk: tuple[str, ...]) -> PhaseGrammar:
    """`talk` are the decoys."""
    call = tuple(call_word.split()) if call_word else ()
    spoken = [(*call, *phrase) for graph in graphs for phrase in graph.phrases()]
    said = [tuple(decoy.split()) for decoy in talk]
    decoys = said if not call else [*said, *((*call, *decoy) for decoy in said)]
    idle = tuple(folded(decoy) for decoy in decoys)
    return PhaseGrammar(tuple(_needed([*spoken, *decoys])), tuple(graphs), idle, folded(call))


def _needed(phrases: list[tuple[str, ...]]) -> Iterator[str]:
    """Leave out phrases all of whose word pairs earlier ones have."""
    covered: set[tuple[str, str]] = set()
    for phrase in phrases:
        pairs = set(zip(("", *phrase), (*phrase, ""), strict=True))
        if not pairs <= covered:
            covered |= pairs
            yield " ".join(phrase)


def vocabulary(
    sentences: Sentences, seats: int = MOST_SEATS, names: Nicknames = NOBODY
) -> frozenset[str]:
    """Every word that may be spoken in any phase, decoys and call words included."""
    spoken = [s.graph(seats, names).words() for s in sentences.sentences if not s.silent]
    decoys = {word for decoy in sentences.decoys for word in decoy.split()}
    return frozenset(sentences.words.call_words).union(decoys, *spoken)
