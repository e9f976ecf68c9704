# SPDX-License-Identifier: MIT
"""Doubt: what to answer to typed words that are no sentence, so that the next ones are.

A number that cannot be, a sentence broken off, a word that does not belong. Words that were
heard get no such answer: the ear wants it short.
"""

import re

from voice_host.game import commands as c
from voice_host.game.expected import expected, expected_anywhere
from voice_host.game.phases.vote import votes_left
from voice_host.game.refusals import Reason
from voice_host.game.state import Phase, State
from voice_host.language.announcement import Announcement, host
from voice_host.language.heard.hear import NotNow, Understood, understand
from voice_host.language.heard.sentences import Sentence, Sentences
from voice_host.language.nicknames import NOBODY, Nicknames
from voice_host.language.said.reply import not_now
from voice_host.language.spelling import Reading, ways
from voice_host.language.words import LONGEST as LONGEST_TIME
from voice_host.text.letters import LONGEST, fold

_POSSIBLE = "5"
"""A number that makes a sentence wherever one can stand."""
_STEM = 3
"""Letters that «минут» and «минута» have in common."""
_TIMES = frozenset({c.SetTimer, c.AddTime})


def doubt(sentences: Sentences, text: str, state: State, names: Nicknames = NOBODY) -> Announcement:
    """What is wrong with this text, as far as it can be told."""
    if len(text) > LONGEST:
        return host("host.too_long")
    line = sentences.spelling.in_layout(text) or text
    return (
        _bad_number(sentences, line, state, names)
        or _broken_off(sentences, line, state, names)
        or host("host.unknown")
    )


def _bad_number(
    sentences: Sentences, text: str, state: State, names: Nicknames
) -> Announcement | None:
    """A number that no such sentence can have; it would be one with another number."""
    numbers = [t.bare for t in sentences.spelling.tokens(text) if t.bare is not None]
    if not numbers:
        return None
    possible = re.sub(r"\d+", _POSSIBLE, text)
    heard = understand(sentences, possible, expected(state), state.seats, names=names)
    match heard:
        case NotNow(name):
            return not_now(name, state)
        case Understood(c.Vote() | c.Raise()):
            left = len(state.voters) if state.phase is Phase.RAISE else votes_left(state)
            return host(f"refused.{Reason.TOO_MANY_VOTES}", votes=max(numbers), left=left)
        case Understood(command) if hasattr(command, "seat") or hasattr(command, "seats"):
            off = [n for n in numbers if not 1 <= n <= state.seats] or numbers
            return host(f"refused.{Reason.SEAT_OFF_TABLE}", seat=off[0], seats=state.seats)
        case Understood(c.SetTimer() | c.AddTime()):
            return host("host.unknown_time", seconds=LONGEST_TIME)
        case _:
            return None


def _broken_off(
    sentences: Sentences, text: str, state: State, names: Nicknames
) -> Announcement | None:
    """The text begins like a sentence: an example of it, and the word that does not belong."""
    tokens = sentences.spelling.tokens(text)
    reads = (tokens, sentences.spelling.loose(tokens))
    for said, end, sentence in _begun(sentences, reads, state, names):
        unknown = said[end].shown if end < len(said) else ""
        if sentence.kind in _TIMES and _is_time(sentences, said, end):
            return host("host.unknown_time", seconds=LONGEST_TIME)
        example = sentence.example()
        if fold(example.split()[0]) in said[0].ways and example != unknown:
            key = "host.unknown_word" if unknown else "host.unfinished"
            return host(key, what=example, **({"word": unknown} if unknown else {}))
    return None


def _begun(
    sentences: Sentences, reads: tuple[Reading, ...], state: State, names: Nicknames
) -> list[tuple[Reading, int, Sentence]]:
    """Sentences that begin like the text, with how much of it: the most of it first.

    Among those that go equally far, first those that may be said now. Each is walked once.
    """
    found: list[tuple[Reading, int, Sentence]] = []
    for kinds in (expected(state), expected_anywhere()):
        for sentence in sentences.expected(kinds):
            for said in reads:
                end = sentence.reader(names).reach(ways(said))
                if end:
                    found.append((said, end, sentence))
    return sorted(found, key=lambda one: -one[1])


def _is_time(sentences: Sentences, said: Reading, end: int) -> bool:
    """Is what does not belong a length of time: the number after «таймер», «минут» after it?"""
    if end >= len(said):
        return False
    if said[end].bare is not None:
        return True
    words = sentences.words
    units = {
        *words.seconds_unit,
        *(w for d in words.durations.values() for p in d for w in p.split()),
    }
    return said[end - 1].bare is not None and said[end].shown[:3] in {unit[:3] for unit in units}
