# SPDX-License-Identifier: MIT
"""Meaning: words into a command, given which kinds of commands are expected now.

The whole utterance must be one sentence exactly; there is no "close enough".
Whether the command is right for the game is for the rules to say.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from voice_host.language.acts import REQUESTS, Act, Kinds, name_of
from voice_host.language.heard.breath import corrected, doubled
from voice_host.language.heard.sentences import Sentence, Sentences
from voice_host.language.heard.word_graph import Ways
from voice_host.language.nicknames import NOBODY, Nicknames
from voice_host.language.requests import No, Yes
from voice_host.language.spelling import Reading, ways
from voice_host.text.letters import LONGEST, fold, folded


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


@dataclass(frozen=True, slots=True)
class Two:
    """The words are two commands in one breath, in this order."""

    commands: tuple[Act, Act]


Hearing = Understood | NotNow | Ambiguous | Two | Unknown


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
    Bare numbers are ordinals, or feminine, only where nothing else makes a sentence; and only
    what is no sentence is looked through for a correction, or for two of them.
    """
    if len(text) > LONGEST:
        return Unknown()

    def hear(said: Reading, silent: bool = silent) -> Hearing:
        return _hear(dict(_meanings(sentences, ways(said), names, silent)), kinds)

    groups = [
        [_without_call(sentences, read, call_word) for read in reads]
        for reads in sentences.spelling.readings(text)
    ]
    for reads in groups:
        hearing = _best(reads, hear)
        if not isinstance(hearing, Unknown):
            return hearing
    several = (_in_one_breath(sentences, read, hear) for reads in groups for read in reads)
    return next((found for found in several if not isinstance(found, Unknown)), Unknown())


def in_one_breath(
    sentences: Sentences,
    text: str,
    kinds: Kinds,
    whole: Callable[[tuple[str, ...]], bool],
    *,
    names: Nicknames = NOBODY,
    silent: bool = True,
) -> Hearing:
    """What these words are if they are a sentence put right, or two, each `whole` as it stands."""

    def hear(said: Reading, silent: bool = silent) -> Hearing:
        if not whole(tuple(token.shown for token in said)):
            return Unknown()
        return _hear(dict(_meanings(sentences, ways(said), names, silent)), kinds)

    return _in_one_breath(sentences, sentences.spelling.tokens(text), hear)


class _Hear(Protocol):
    def __call__(self, said: Reading, silent: bool = ...) -> Hearing: ...


def _in_one_breath(sentences: Sentences, said: Reading, hear: _Hear) -> Hearing:
    """A sentence that its speaker has corrected, or two sentences."""

    def read(part: Reading) -> Act | None:
        hearing = hear(part)
        return hearing.command if isinstance(hearing, Understood) else None

    words = sentences.words
    meant = corrected(said, words.correction_marks, words.joiner, read)
    if len(meant) > 1:
        return Ambiguous(tuple(meant[:_MOST_OPTIONS]))
    if meant:
        return Understood(meant[0], name_of(meant[0]))

    def deed(part: Reading) -> Act | None:
        """«Да нет» is no yes and then a no; and what must not be said aloud is a line of its own,
        for the screen has to know it by its beginning."""
        found = hear(part, silent=False)
        if not isinstance(found, Understood) or isinstance(found.command, Yes | No):
            return None
        return found.command

    pairs = doubled(said, words.joiner, sentences.spelling.is_number, deed)
    return Two(pairs[0]) if len(pairs) == 1 else Unknown()


def _best(reads: Iterable[Reading], hear: Callable[[Reading], Hearing]) -> Hearing:
    """The first reading that is a sentence now, else one of another phase."""
    not_now: Hearing = Unknown()
    for read in reads:
        hearing = hear(read)
        if isinstance(hearing, Understood | Ambiguous):
            return hearing
        if isinstance(hearing, NotNow):
            not_now = hearing
    return not_now


def _without_call(sentences: Sentences, said: Reading, call_word: str | None) -> Reading:
    read = ways(said)
    if call_word is not None:
        call = tuple((word,) for word in folded(call_word.split()))
        return said[len(call) :] if read[: len(call)] == call else ()
    called = read and read[0][0] in map(fold, sentences.words.call_words)
    return said[1:] if called and len(said) > 1 else said


def _hear(meanings: dict[Act, str], kinds: Kinds) -> Hearing:
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
