# SPDX-License-Identifier: MIT
"""Lexicon → decoding graph: HCLr.fst and Gr.fst in the layout of Vosk's runtime grammars.

Decides the shape of the search: a prefix tree of all words over transition-ids
with optional silence between words, and the word `[unk]`, which takes in what
is no command: whole decoy words at a price, or any phones in the order
Russian likes.  Word numbers follow the prefix tree, so look-ahead sets stay
small.  It must not know sounds or weights of the network.
"""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from voice_host.model.fst import Fst, const_acceptor, olabel_lookahead
from voice_host.model.lexicon import Lexicon, Pronunciation
from voice_host.model.pronounce import PHONES, SILENCE
from voice_host.model.transitions import (
    BEGIN,
    END,
    INSIDE,
    LEAVE,
    SILENCE_PHONE,
    SINGLE,
    STAY,
    enter,
    kaldi_phone,
    stay,
    word_boundaries,
    word_phones,
)

UNKNOWN = "[unk]"
_SILENCE_COST = math.log(2)  # silence or none before a word: even odds
_LIKELY = 0.004


@dataclass(frozen=True, slots=True)
class Background:
    """What `[unk]` is made of; costs are negative natural logarithms.

    `follow[a][b]` is the probability of phone b after phone a (places in
    PHONES; silence stands for the edge of a word); empty means any order.
    """

    start_cost: float = 0.0
    phone_cost: float = 1.0
    follow: Sequence[Sequence[float]] = ()
    follow_scale: float = 1.0
    decoy_cost: float = 6.0
    decoys: Sequence[Pronunciation] = field(default=())


class _Builder:
    """The transducer under construction; every method adds a part of it."""

    def __init__(self) -> None:
        self.fst = Fst()
        self.words = ["<eps>"]
        self._ids: dict[str, int] = {}
        self._ends: dict[int, int] = {}
        start = self.fst.state()
        self.loop = self.fst.state(0.0)
        self.silence = self.fst.state()
        self.fst.arc(self.silence, stay(SILENCE_PHONE), 0, STAY, self.silence)
        self.fst.arc(self.silence, 0, 0, LEAVE, self.loop)
        self._between(start, 0.0)

    def _between(self, state: int, leave: float) -> None:
        self.fst.arc(state, 0, 0, leave + _SILENCE_COST, self.loop)
        self.fst.arc(state, enter(SILENCE_PHONE), 0, leave + _SILENCE_COST, self.silence)

    def label(self, word: str) -> int:
        """Number of a word, the next one if it is new."""
        if word not in self._ids:
            self._ids[word] = len(self.words)
            self.words.append(word)
        return self._ids[word]

    def phone(self, source: int, kaldi: int, label: int, cost: float) -> int:
        """A phone after `source`; returns its state."""
        target = self.fst.state()
        self.fst.arc(target, stay(kaldi), 0, STAY, target)
        self.fst.arc(source, enter(kaldi), label, cost, target)
        return target

    def end(self, source: int, kaldi: int, label: int, cost: float) -> None:
        """The last phone of a word: its state is shared by all words that end so."""
        if kaldi not in self._ends:
            target = self.fst.state()
            self.fst.arc(target, stay(kaldi), 0, STAY, target)
            self._between(target, LEAVE)
            self._ends[kaldi] = target
        self.fst.arc(source, enter(kaldi), label, cost, self._ends[kaldi])

    def tree(self, entries: list[tuple[tuple[int, ...], str]], cost: float = 0.0) -> None:
        """Words by their phones, sorted; the label stands where the word is first certain."""
        self._branch(self.loop, entries, 0, False, cost)

    def _branch(
        self,
        source: int,
        entries: list[tuple[tuple[int, ...], str]],
        depth: int,
        labelled: bool,
        cost: float,
    ) -> None:
        start = 0
        while start < len(entries):
            kaldi = entries[start][0][depth]
            stop = start
            while stop < len(entries) and entries[stop][0][depth] == kaldi:
                stop += 1
            group = entries[start:stop]
            start = stop
            if len(group[0][0]) == depth + 1:  # the position of a phone tells that words end here
                for word in dict.fromkeys(word for _, word in group):
                    self.end(source, kaldi, 0 if labelled else self.label(word), cost)
                    if labelled:
                        break
                continue
            certain = not labelled and len({word for _, word in group}) == 1
            label = self.label(group[0][1]) if certain else 0
            target = self.phone(source, kaldi, label, cost)
            self._branch(target, group, depth + 1, labelled or certain, LEAVE)

    def unknown(self, background: Background) -> None:
        """The word [unk]: decoy words and a free run of phones."""
        label = self.label(UNKNOWN)
        decoys = sorted({word_phones(decoy) for decoy in background.decoys})
        if decoys:
            root = self.fst.state()
            self.fst.arc(self.loop, 0, 0, background.decoy_cost, root)
            self._decoys(root, decoys, 0, label, 0.0)
        after: dict[str, int] = {}
        speech = [phone for phone in PHONES if phone != SILENCE]
        for phone in speech:
            after[phone] = self.fst.state()
        for phone in speech:
            cost = background.start_cost + self._step(background, SILENCE, phone)
            if cost == math.inf:
                continue
            begun = self.phone(self.loop, kaldi_phone(phone, BEGIN), label, cost)
            self.fst.arc(begun, 0, 0, LEAVE, after[phone])
            self.end(self.loop, kaldi_phone(phone, SINGLE), label, cost)
        inside = {phone: self._inside(phone, after[phone]) for phone in speech}
        for before in speech:
            for phone in speech:
                cost = self._step(background, before, phone)
                if cost < math.inf:
                    kaldi = kaldi_phone(phone, INSIDE)
                    self.fst.arc(after[before], enter(kaldi), 0, cost, inside[phone])
                    self.end(after[before], kaldi_phone(phone, END), 0, cost)

    def _inside(self, phone: str, after: int) -> int:
        state = self.fst.state()
        self.fst.arc(state, stay(kaldi_phone(phone, INSIDE)), 0, STAY, state)
        self.fst.arc(state, 0, 0, LEAVE, after)
        return state

    @staticmethod
    def _step(background: Background, before: str, phone: str) -> float:
        if not background.follow:
            return background.phone_cost
        share = background.follow[PHONES.index(before)][PHONES.index(phone)]
        if share < _LIKELY:
            return math.inf
        return background.phone_cost - background.follow_scale * math.log(share)

    def _decoys(
        self, source: int, decoys: list[tuple[int, ...]], depth: int, label: int, cost: float
    ) -> None:
        start = 0
        while start < len(decoys):
            kaldi = decoys[start][depth]
            stop = start
            while stop < len(decoys) and decoys[stop][depth] == kaldi:
                stop += 1
            group, start = decoys[start:stop], stop
            if len(group[0]) == depth + 1:
                self.end(source, kaldi, label, cost)
            else:
                target = self.phone(source, kaldi, label, cost)
                self._decoys(target, group, depth + 1, 0, LEAVE)


def build(lexicon: Lexicon, background: Background) -> tuple[Fst, list[str]]:
    """The transducer from transition-ids to words, and its words (the first is <eps>)."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 10_000))
    builder = _Builder()
    entries = [(word_phones(said), word) for word, ways in lexicon.items() for said in ways]
    builder.tree(sorted(set(entries)))
    builder.unknown(background)
    return builder.fst, builder.words


def write_graph(folder: Path, lexicon: Lexicon, background: Background) -> None:
    """The files of `graph/`; Gr.fst allows any words in any order (used with no grammar)."""
    (folder / "phones").mkdir(parents=True, exist_ok=True)
    fst, words = build(lexicon, background)
    (folder / "HCLr.fst").write_bytes(olabel_lookahead(fst, len(words) - 1))
    (folder / "Gr.fst").write_bytes(const_acceptor(_any_words(words), words))
    (folder / "disambig_tid.int").write_text("")
    (folder / "phones" / "word_boundary.int").write_text(word_boundaries())


def _any_words(words: list[str]) -> Fst:
    fst = Fst()
    state = fst.state(0.0)
    cost = math.log(len(words) - 1)
    for number in range(1, len(words)):
        fst.arc(state, number, number, cost, state)
    return fst
