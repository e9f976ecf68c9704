# SPDX-License-Identifier: MIT
"""Wordings for people: the list of what can be said, and completion for the keyboard."""

from dataclasses import dataclass

from voice_host.language.acts import Kinds
from voice_host.language.heard.sentences import Sentence, Sentences
from voice_host.language.nicknames import NOBODY, Nicknames
from voice_host.text.letters import fold


@dataclass(frozen=True, slots=True)
class CommandRow:
    """One command for the list of what can be said; `silent`: keyboard only."""

    name: str
    examples: tuple[str, ...]
    silent: bool


def commands_table(sentences: Sentences, kinds: Kinds) -> tuple[CommandRow, ...]:
    """What can be said while these kinds are expected, each with example wordings."""
    rows: dict[str, list[Sentence]] = {}
    for sentence in sentences.expected(kinds):
        rows.setdefault(sentence.name, []).append(sentence)
    return tuple(
        CommandRow(
            name,
            tuple(dict.fromkeys(s.example() for s in said)),
            all(s.silent for s in said),
        )
        for name, said in rows.items()
    )


def completions(
    sentences: Sentences, prefix: str, kinds: Kinds, seats: int, names: Nicknames = NOBODY
) -> list[str]:
    """The words that may come next after (or complete) what has been typed."""
    *begun, last = prefix.split() if prefix and not prefix[-1].isspace() else [*prefix.split(), ""]
    head = sentences.spelling.words(" ".join(begun))
    following = dict.fromkeys(
        word for s in sentences.expected(kinds) for word in s.graph(seats, names).following(head)
    )
    return [word for word in following if fold(word).startswith(fold(last.lower()))]
