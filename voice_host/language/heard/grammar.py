# SPDX-License-Identifier: MIT
"""The grammar of a moment: what may be said now, for the recogniser.

Made from the sentences of the kinds expected, those that always work, and decoys. What an
utterance means is in `meaning.py`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from voice_host.game.commands import EndTurn, Foul, Kill, Nominate, Vote
from voice_host.game.rules import MOST_SEATS
from voice_host.language import requests as r
from voice_host.language.acts import Kinds
from voice_host.language.heard.meaning import Two, Unknown, in_one_breath
from voice_host.language.heard.sentences import Sentence, Sentences
from voice_host.language.heard.word_graph import Graph, said_again
from voice_host.language.nicknames import NOBODY, Nicknames
from voice_host.text.letters import folded

# «Фол третьему, ой, пятому» may come out as «фол третьему фол пятому»: so two commands are heard
# as two only with «и» between them, or where one is the «спасибо» that ends a speech.
_SEVERAL = frozenset({Foul})
"""Whose second seat may come in the same breath."""
_SLIPS = frozenset({Foul, Nominate, Vote, Kill})
"""Whose end is put right at once by those who misspeak; what is grave is asked about anyway."""
_ANSWERS = frozenset({r.Yes, r.No, r.Repeat, r.Undo, r.Pause})


def _nothing(_words: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class PhaseGrammar:
    """What may be said now: a `Grammar` for the recogniser (see voice.protocols)."""

    phrases: tuple[str, ...]
    _graphs: tuple[Graph, ...]
    _decoys: tuple[tuple[str, ...], ...]
    _call: tuple[str, ...] = ()
    _breath: Callable[[str], bool] = _nothing
    """Are these words, the call word gone, a sentence put right or two of them?"""

    def complete(self, words: str) -> bool:
        """Is this exactly what one breath may hold: mostly one whole sentence? Decoys are none."""
        said = self._called(words)
        if not said:
            return False
        return self.sentence(said) or self._breath(" ".join(said))

    def sentence(self, said: tuple[str, ...]) -> bool:
        """Are these words, the call word gone, exactly one sentence?"""
        return any(graph.complete(said) for graph in self._graphs)

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
        said = [s for s in sentences.expected(kinds) if silent or not (s.silent or s.asked)]

        found = _grammar([s.graph(seats, names) for s in said], call_word, sentences.decoys)

        @cache
        def breath(words: str) -> bool:
            heard = in_one_breath(
                sentences, words, kinds, found.sentence, names=names, silent=silent
            )
            if isinstance(heard, Two):
                joined = sentences.words.joiner in words.split()
                return joined or any(isinstance(command, EndTurn) for command in heard.commands)
            return not isinstance(heard, Unknown)

        call = tuple(call_word.split()) if call_word else ()
        again = [(*call, *p) for s in said for p in _again(sentences, s, seats, names)]
        split = [tuple(phrase.split()) for phrase in found.phrases]
        return replace(found, phrases=tuple(_needed([*split, *again])), _breath=breath)

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


def _again(
    sentences: Sentences, sentence: Sentence, seats: int, names: Nicknames
) -> Iterator[tuple[str, ...]]:
    """The sentence with its end put right; with one more where that can be: «третьему и пятому»."""
    words = sentences.words
    if sentence.kind not in _SLIPS:
        return iter(())
    usual, *others = words.corrections_heard
    # «Ой» must be told apart from «и» where that may stand; elsewhere it would only cost.
    more = (*others, words.joiner) if sentence.kind in _SEVERAL else ()
    return said_again(sentence.graph(seats, names), (usual, *more))


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
    marks = sentences.words.corrections_heard
    return frozenset((*sentences.words.call_words, *marks)).union(decoys, *spoken)
