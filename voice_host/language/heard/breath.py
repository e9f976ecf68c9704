# SPDX-License-Identifier: MIT
"""What one breath may hold besides one sentence: a correction of it, or two of them.

«Фол третьему, нет, пятому» is the second half put where the first one had it; «фол третьему и
пятому» is two fouls. Both are cut out of the words alone and read as sentences by whoever is
asked: what a sentence is, and what may be said now, is not this file's. Nothing is guessed: if
the halves fit together in two ways that mean different things, all of them are answered.
"""

from collections.abc import Callable, Iterator

from voice_host.language.acts import Act, Kind
from voice_host.language.spelling import Reading, Token
from voice_host.text.letters import fold

Read = Callable[[Reading], Act | None]
"""The one command that these words are now; None if they are none, or more than one."""

MOST = 16
"""Words in a breath: what is longer is read as one sentence or not at all."""


def corrected(
    said: Reading, marks: frozenset[tuple[str, ...]], joiner: str, read: Read
) -> list[Act]:
    """What the words mean if the speaker corrects himself after a word that marks it.

    The commands that it may be, none twice; empty if it is no correction. What he took back
    must have been a command too: else something of the line is left over.
    """
    return [act for _, act in _corrected(said, marks, joiner, read)] if len(said) <= MOST else []


def _corrected(
    said: Reading, marks: frozenset[tuple[str, ...]], joiner: str, read: Read
) -> list[tuple[Reading, Act]]:
    """Whole sentences that are meant; the last mark that makes one is the one that counts."""
    for at in range(len(said) - 1, 0, -1):
        second = _after_mark(said, at, marks)
        first = said[:at]
        # Who is startled marks it twice: «четыре, ой, нет, пять».
        while second and any(_after_mark(first, n, marks) == () for n in range(1, len(first))):
            first = first[:-1]
        if not second:
            continue
        act = read(first)
        was = [(first, act)] if act is not None else _corrected(first, marks, joiner, read)
        if len(was) == 1 and (found := _put_right(*was[0], second, joiner, read)):
            return found
    return []


def _after_mark(said: Reading, at: int, marks: frozenset[tuple[str, ...]]) -> Reading | None:
    """What stands after the mark that stands there; None if none does."""
    words = tuple(fold(token.shown) for token in said[at:])
    lengths = (len(mark) for mark in marks if words[: len(mark)] == mark)
    length = max(lengths, default=0)
    return said[at + length :] if length else None


def doubled(
    said: Reading, joiner: str, number: Callable[[Token], bool], read: Read
) -> list[tuple[Act, Act]]:
    """The pairs of commands, in order, that the words are; none twice, empty if they are none.

    After the joiner the second may leave out how the first one begins: «фол третьему и пятому».
    Numbers alone are no command beside another, and two numbers that follow each other are cut
    nowhere: «тридцать один» is not thirty, and then one.
    """
    found: list[tuple[Act, Act]] = []
    for at in range(1, len(said) if len(said) <= MOST else 0):
        first, joined = said[:at], said[at].shown == joiner
        second = said[at + 1 :] if joined else said[at:]
        cut_number = not joined and number(first[-1]) and number(second[0])
        if not second or cut_number or all(map(number, first)) or (one := read(first)) is None:
            continue
        for two in _seconds(first, second, joined, number, read, type(one)):
            if (one, two) not in found:
                found.append((one, two))
    return found


def _seconds(
    first: Reading,
    second: Reading,
    joined: bool,
    number: Callable[[Token], bool],
    read: Read,
    kind: Kind,
) -> Iterator[Act]:
    """What the second half may be: a sentence of its own, or the first one's with another end."""
    if not all(map(number, second)) and (whole := read(second)) is not None:
        yield whole
    for cut in range(1, len(first) if joined else 0):
        again = read(first[:cut] + second)
        if type(again) is kind and again is not None:
            yield again


def _put_right(
    first: Reading, was: Act, second: Reading, joiner: str, read: Read
) -> list[tuple[Reading, Act]]:
    """The words with some of them replaced, else all of them, and what they then mean.

    The last words come first: they are what has just been said.
    """
    spans = [(i, end) for end in range(len(first), 0, -1) for i in reversed(range(end))]
    found: list[tuple[Reading, Act]] = []
    for begin, end in spans:
        if (begin, end) == (0, len(first)) or [t.shown for t in first[begin:end]] == [joiner]:
            continue
        words = (*first[:begin], *second, *first[end:])
        now = read(words)
        if type(now) is type(was) and now is not None and all(now != two for _, two in found):
            found.append((words, now))
    whole = None if found else read(second)
    return found if whole is None else [(second, whole)]
