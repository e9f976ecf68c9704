# SPDX-License-Identifier: MIT
"""Doubt: what to answer to typed words that are no sentence, so that the next ones are.

A number that cannot be, a sentence broken off, a word that does not belong. Words that were
heard get no such answer: the ear wants it short.
"""

import re
from collections.abc import Iterator

from voice_host.game import commands as c
from voice_host.game.expected import expected, expected_anywhere
from voice_host.game.phases.vote import votes_left
from voice_host.game.refusals import Reason
from voice_host.game.rules import MOST_SEATS
from voice_host.game.state import Phase, State
from voice_host.language.announcement import Announcement, host
from voice_host.language.heard.hear import NotNow, Understood, understand
from voice_host.language.heard.sentences import Sentence, Sentences
from voice_host.language.letters import fold
from voice_host.language.nicknames import NOBODY, Nicknames
from voice_host.language.said.reply import not_now
from voice_host.language.words import LONGEST

_POSSIBLE = "5"
"""A number that makes a sentence wherever one can stand."""
_TIMES = frozenset({c.SetTimer, c.AddTime})


def doubt(sentences: Sentences, text: str, state: State, names: Nicknames = NOBODY) -> Announcement:
    """What is wrong with this text, as far as it can be told."""
    return (
        _bad_number(sentences, text, state, names)
        or _broken_off(sentences, text, state, names)
        or host("host.unknown")
    )


def _bad_number(
    sentences: Sentences, text: str, state: State, names: Nicknames
) -> Announcement | None:
    figures = [int(figure) for figure in re.findall(r"\d+", text)]
    if not figures:
        return None
    possible = re.sub(r"\d+", _POSSIBLE, text)
    heard = understand(sentences, possible, expected(state), state.seats, names=names)
    match heard:
        case NotNow(name):
            return not_now(name, state)
        case Understood(c.Vote() | c.Raise()):
            left = len(state.voters) if state.phase is Phase.RAISE else votes_left(state)
            return host(f"refused.{Reason.TOO_MANY_VOTES}", votes=max(figures), left=left)
        case Understood(command) if hasattr(command, "seat") or hasattr(command, "seats"):
            off = [n for n in figures if not 1 <= n <= state.seats] or figures
            return host(f"refused.{Reason.SEAT_OFF_TABLE}", seat=off[0], seats=state.seats)
        case _:
            return None


def _broken_off(
    sentences: Sentences, text: str, state: State, names: Nicknames
) -> Announcement | None:
    """The text begins like a sentence: an example of it, and the word that does not belong."""
    for said, end in _beginnings(sentences, text):
        for sentence in _begun(sentences, said[:end], state, names):
            if sentence.kind in _TIMES:
                return host("host.unknown_time", seconds=LONGEST)
            example = sentence.example()
            if fold(example.split()[0]) == fold(said[0]):
                unknown = said[end] if end < len(said) else ""
                key = "host.unknown_word" if unknown else "host.unfinished"
                return host(key, what=example, **({"word": unknown} if unknown else {}))
    return None


def _beginnings(sentences: Sentences, text: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """The text in words, with how many of them to look at: more of them first, each once."""
    spelling = sentences.spelling
    reads = (spelling.readings(text)[0], *spelling.inflected_readings(text))
    seen: set[tuple[str, ...]] = set()
    for end in range(max(map(len, reads)), 0, -1):
        for said in reads:
            if end <= len(said) and said[:end] not in seen:
                seen.add(said[:end])
                yield said, end


def _begun(
    sentences: Sentences, said: tuple[str, ...], state: State, names: Nicknames
) -> Iterator[Sentence]:
    """Sentences that begin with these words or are them, first those that may be said now."""
    for kinds in (expected(state), expected_anywhere()):
        for sentence in sentences.expected(kinds):
            graph = sentence.graph(MOST_SEATS, names)
            if graph.following(said) or graph.parse(said):
                yield sentence
