"""Hearing: words into a command, given which kinds of commands are expected now.

The whole utterance must be one sentence exactly; there is no "close enough" (voice.md §4).
Whether the command is right for the game is for the rules to say.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from voice_host.language.graph import Graph, fold
from voice_host.language.names import REQUESTS, Act, Kind
from voice_host.language.sentences import Sentence, sentences
from voice_host.language.spelling import readings
from voice_host.language.words import MOST_SEATS, words

Kinds = frozenset[Kind]


@dataclass(frozen=True, slots=True)
class Understood:
    """The words are this command or request."""

    command: Act
    name: str


@dataclass(frozen=True, slots=True)
class NotNow:
    """The words are a command that another phase takes."""

    name: str
    command: Act


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """The words are more than one thing."""

    options: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """The words are no sentence."""


Hearing = Understood | NotNow | Ambiguous | Unknown


def understand(
    text: str, kinds: Kinds, seats: int, *, call_word: str | None = None, silent: bool = True
) -> Hearing:
    """What the text means while commands of these kinds are expected at a table of `seats`.

    With `call_word` the text must begin with it; without, a call word there is passed over.
    `silent` False leaves out the sentences that are not for the voice.
    """
    not_now: Hearing = Unknown()
    for read in readings(text):
        hearing = _hear(_without_call(read, call_word), kinds, seats, silent)
        if isinstance(hearing, Understood | Ambiguous):
            return hearing
        if isinstance(hearing, NotNow):
            not_now = hearing
    return not_now


def _without_call(said: tuple[str, ...], call_word: str | None) -> tuple[str, ...]:
    if call_word is not None:
        call = tuple(call_word.split())
        return said[len(call) :] if _folded(said[: len(call)]) == _folded(call) else ()
    called = said and fold(said[0]) in map(fold, words().call_words)
    return said[1:] if called and len(said) > 1 else said


def _folded(said: tuple[str, ...]) -> list[str]:
    return [fold(word) for word in said]


def _hear(said: tuple[str, ...], kinds: Kinds, seats: int, silent: bool) -> Hearing:
    meanings = dict(_meanings(said, silent))
    expected = kinds | REQUESTS
    now = [act for act in meanings if type(act) in expected]
    likely = [act for act in now if _greatest_seat(act) <= seats] or now
    if len(likely) > 1:
        return Ambiguous(tuple(likely))
    if likely:
        return Understood(likely[0], meanings[likely[0]])
    for act, name in meanings.items():
        return NotNow(name, act)
    return Unknown()


def _meanings(said: tuple[str, ...], silent: bool) -> Iterator[tuple[Act, str]]:
    """Every command that these words make, with its name."""
    if not said:
        return
    for sentence in sentences().sentences:
        if silent or not sentence.silent:
            for captured in sorted(sentence.graph(MOST_SEATS).parse(said)):
                yield sentence.act(captured), sentence.name


def _greatest_seat(act: Act) -> int:
    """The greatest seat that a command names; votes count seats too."""
    names = ("seat", "by", "candidate", "votes", "seats", "voters")
    values = (getattr(act, name, None) or 0 for name in names)
    return max(max(v) if isinstance(v, tuple) else v for v in values)


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

    def extendable(self, words: str) -> bool:
        """Could more words follow, so that a longer sentence (or decoy) comes out?"""
        folded = tuple(_folded(tuple(words.split())))
        if any(len(d) > len(folded) and d[: len(folded)] == folded for d in self._decoys):
            return True
        if len(folded) < len(self._call):
            return self._call[: len(folded)] == folded
        said = self._called(words)
        return said is not None and any(graph.following(said) for graph in self._graphs)

    def _called(self, words: str) -> tuple[str, ...] | None:
        """The words after the call word; None if it is missing."""
        folded = tuple(_folded(tuple(words.split())))
        at = len(self._call)
        return folded[at:] if folded[:at] == self._call else None


@cache
def grammar(
    kinds: Kinds, seats: int, *, call_word: str | None = None, silent: bool = False
) -> PhaseGrammar:
    """The grammar while commands of these kinds are expected; decoys included.

    With `call_word` every sentence begins with it. `silent` adds what is not for the voice.
    """
    said = [s for s in _expected(kinds) if silent or not s.silent]
    return _grammar([s.graph(seats) for s in said], call_word, sentences().decoys)


@cache
def barge_in_grammar() -> PhaseGrammar:
    """The few words that are heard while the hall speaks."""
    wanted = set(sentences().barge_in)
    said = [s for s in sentences().sentences if s.text in wanted]
    return _grammar([s.graph(1) for s in said], None, ())


def _expected(kinds: Kinds) -> list[Sentence]:
    return [s for s in sentences().sentences if s.kind in kinds or s.kind in REQUESTS]


def _grammar(graphs: list[Graph], call_word: str | None, decoys: tuple[str, ...]) -> PhaseGrammar:
    call = tuple(call_word.split()) if call_word else ()
    spoken = [(*call, *phrase) for graph in graphs for phrase in graph.phrases()]
    spoken.extend(tuple(decoy.split()) for decoy in decoys)
    folded = tuple(tuple(_folded(tuple(decoy.split()))) for decoy in decoys)
    return PhaseGrammar(tuple(_needed(spoken)), tuple(graphs), folded, tuple(_folded(call)))


def _needed(phrases: list[tuple[str, ...]]) -> Iterator[str]:
    """Leave out phrases all of whose word pairs earlier ones have."""
    covered: set[tuple[str, str]] = set()
    for phrase in phrases:
        pairs = set(zip(("", *phrase), (*phrase, ""), strict=True))
        if not pairs <= covered:
            covered |= pairs
            yield " ".join(phrase)


@dataclass(frozen=True, slots=True)
class CommandRow:
    """One command for the list of what can be said; `silent`: keyboard and page only."""

    name: str
    examples: tuple[str, ...]
    silent: bool


def commands_table(kinds: Kinds) -> tuple[CommandRow, ...]:
    """What can be said while these kinds are expected, each with example wordings."""
    rows: dict[str, list[Sentence]] = {}
    for sentence in _expected(kinds):
        rows.setdefault(sentence.name, []).append(sentence)
    return tuple(
        CommandRow(
            name,
            tuple(dict.fromkeys(s.example() for s in said)),
            all(s.silent for s in said),
        )
        for name, said in rows.items()
    )


def completions(prefix: str, kinds: Kinds, seats: int) -> list[str]:
    """The words that may come next after (or complete) what has been typed."""
    *begun, last = prefix.split() if prefix and not prefix[-1].isspace() else [*prefix.split(), ""]
    head = readings(" ".join(begun))[0]
    following = dict.fromkeys(
        word for s in _expected(kinds) for word in s.graph(seats).following(head)
    )
    return [word for word in following if fold(word).startswith(fold(last.lower()))]


def vocabulary(seats: int = MOST_SEATS) -> frozenset[str]:
    """Every word that may be spoken in any phase, decoys and call words included."""
    spoken = [s.graph(seats).words() for s in sentences().sentences if not s.silent]
    decoys = {word for decoy in sentences().decoys for word in decoy.split()}
    return frozenset(words().call_words).union(decoys, *spoken)
