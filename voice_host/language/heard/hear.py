# SPDX-License-Identifier: MIT
"""Hearing: words into a command, given which kinds of commands are expected now.

The whole utterance must be one sentence exactly; there is no "close enough".
Whether the command is right for the game is for the rules to say. The recogniser's grammar
and the lists for people, made of the same sentences, are passed on from here.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from voice_host.language.acts import REQUESTS, Act, Kinds
from voice_host.language.heard.grammar import (
    PhaseGrammar,
    answers_grammar,
    barge_in_grammar,
    grammar,
    vocabulary,
)
from voice_host.language.heard.sentences import Sentence, Sentences
from voice_host.language.heard.word_graph import Ways
from voice_host.language.heard.wordings import CommandRow, commands_table, completions
from voice_host.language.nicknames import NOBODY, Nicknames
from voice_host.language.spelling import Reading, ways
from voice_host.text.letters import LONGEST, fold, folded

__all__ = [
    "Ambiguous",
    "CommandRow",
    "Hearing",
    "NotNow",
    "PhaseGrammar",
    "Understood",
    "Unknown",
    "answers_grammar",
    "barge_in_grammar",
    "commands_table",
    "completions",
    "grammar",
    "understand",
    "vocabulary",
]


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


_MOST_OPTIONS = 3
"""So many are named where it is asked which was meant."""

Hearing = Understood | NotNow | Ambiguous | Unknown


def understand(
    sentences: Sentences,
    text: str,
    kinds: Kinds,
    seats: int,
    *,
    names: Nicknames = NOBODY,
    call_word: str | None = None,
    silent: bool = True,
) -> Hearing:
    """What the text means while commands of these kinds are expected at a table of `seats`.

    The players may be called by their `names`. With `call_word` the text must begin with
    it; without, a call word there is passed over.
    `silent` False leaves out the sentences that are not for the voice.
    Bare numbers are ordinals, or feminine, only where nothing else makes a sentence.
    """
    if len(text) > LONGEST:
        return Unknown()
    for reads in sentences.spelling.readings(text):
        hearing = _best(sentences, reads, kinds, seats, names, call_word, silent)
        if not isinstance(hearing, Unknown):
            return hearing
    return Unknown()


def _best(
    sentences: Sentences,
    reads: Iterable[Reading],
    kinds: Kinds,
    seats: int,
    names: Nicknames,
    call_word: str | None,
    silent: bool,
) -> Hearing:
    """The first reading that is a sentence now, else one of another phase."""
    not_now: Hearing = Unknown()
    for read in reads:
        hearing = _hear(
            dict(_meanings(sentences, _without_call(sentences, read, call_word), names, silent)),
            kinds,
            seats,
        )
        if isinstance(hearing, Understood | Ambiguous):
            return hearing
        if isinstance(hearing, NotNow):
            not_now = hearing
    return not_now


def _without_call(sentences: Sentences, said: Reading, call_word: str | None) -> tuple[Ways, ...]:
    read = ways(said)
    if call_word is not None:
        call = tuple((word,) for word in folded(call_word.split()))
        return read[len(call) :] if read[: len(call)] == call else ()
    called = read and read[0][0] in map(fold, sentences.words.call_words)
    return read[1:] if called and len(read) > 1 else read


def _hear(meanings: dict[Act, str], kinds: Kinds, seats: int) -> Hearing:
    expected = kinds | REQUESTS
    now = [act for act in meanings if type(act) in expected]
    if len(now) > 1:
        return Ambiguous(tuple(now[:_MOST_OPTIONS]))
    if now:
        return Understood(now[0], meanings[now[0]])
    for act, name in meanings.items():
        return NotNow(name, act)
    return Unknown()


def _meanings(
    sentences: Sentences, said: tuple[Ways, ...], names: Nicknames, silent: bool
) -> Iterator[tuple[Act, str]]:
    """Every command that these words make, with its name."""
    if not said:
        return
    index = _by_first_word(sentences, names)
    begun = dict.fromkeys(sentence for way in said[0] for sentence in index.get(way, ()))
    for sentence in begun:
        if silent or not sentence.silent:
            for captured in sorted(sentence.reader(names).parse(said)):
                yield sentence.act(captured), sentence.name


def _by_first_word(sentences: Sentences, names: Nicknames) -> dict[str, list[Sentence]]:
    """The sentences that may begin with a word."""

    def make() -> dict[str, list[Sentence]]:
        found: dict[str, list[Sentence]] = {}
        for sentence in sentences.sentences:
            for word in sentence.reader(names).first():
                found.setdefault(word, []).append(sentence)
        return found

    return sentences.once((_by_first_word, names), make)
