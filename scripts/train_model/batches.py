# SPDX-License-Identifier: MIT
"""Endless training batches: stored utterances → augmented features + phones.

Decides which stores are heard how often, which utterances are fit to learn
from, and how sounds become features.  Runs in processes of its own, so the
network never waits.  It must not know about networks or losses.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scripts.train_model import augment
from scripts.train_model.store import Store
from scripts.train_model.stress import Stresses
from voice_host.model.features import CEPSTRA, log_mel
from voice_host.model.pronounce import PHONES

Features = NDArray[np.float32]
Words = list[list[int]]
WEIGHTS = {
    "corpus": 1.0, "espeak": 0.5, "festival": 0.7, "festvox": 2.0, "asterisk": 3.0, "people": 3.0,
    "pairs": 0.5, "coded": 0.7,
}  # fmt: skip
"""How many times one pass hears each store."""
NOBODY = 0.05
"""Share of sounds in which nobody near speaks: their transcript is empty."""
SHORT, OFTENER = 2, 2
"""Utterances of so few words are heard so many times more: a command is often one word alone."""
_PHONE = {phone: index for index, phone in enumerate(PHONES)}
_LONGEST = 13.5


@dataclass(frozen=True, slots=True)
class Item:
    """One utterance to learn from."""

    store: str
    index: int
    words: Words
    seconds: float
    voice: str


@dataclass(frozen=True, slots=True)
class Batch:
    """Features (utterances, frames, 40), true frame counts, phones of each transcript."""

    features: Features
    frames: list[int]
    words: list[Words]


class Corpus:
    """All stores of a folder with the phones of their transcripts."""

    def __init__(self, folder: Path, cache: Path) -> None:
        names = [name for name in WEIGHTS if (folder / f"{name}.done").exists()]
        self.stores = {name: Store(folder, name) for name in names}
        self.items: dict[str, list[Item]] = {}
        stresses = Stresses(cache)
        self.strangers = [
            store for name in ("strangers", "others") if len(store := Store(folder, name))
        ]
        """People who only ever talk in the background, a store for each kind."""
        noises, rooms = Store(folder, "noises"), Store(folder, "rooms")
        self.places = augment.Places(
            tuple(noises.sound(i).astype(np.float32) for i in range(len(noises))),
            tuple((rooms.sound(i) * 1e-4).astype(np.float32) for i in range(len(rooms))),
        )
        every = [u.text for store in self.stores.values() for u in store.utterances]
        stresses.learn({word for text in every for word in text.split()})
        for name, store in self.stores.items():
            trusted = name not in ("espeak", "pairs")  # eSpeak says words with its own stress
            self.items[name] = list(_usable(store, stresses, trusted))

    def transcripts(self) -> list[Words]:
        """Phones of every utterance once, for the phone bigram."""
        return [item.words for items in self.items.values() for item in items]

    def one_pass(self, rng: np.random.Generator) -> list[Item]:
        """Items of one weighted pass, shuffled."""
        chosen: list[Item] = []
        for name, items in self.items.items():
            whole, part = divmod(WEIGHTS[name], 1)
            chosen += items * int(whole)
            chosen += [items[i] for i in rng.permutation(len(items))[: int(len(items) * part)]]
        chosen += [item for item in chosen if len(item.words) <= SHORT] * OFTENER
        return [chosen[i] for i in rng.permutation(len(chosen))]

    def sound(self, item: Item) -> Features:
        """Samples of an item in int16 scale."""
        return self.stores[item.store].sound(item.index).astype(np.float32)

    def talker(self, besides: str, rng: np.random.Generator) -> Features:
        """Speech of some voice other than `besides`, half the time of a stranger's."""
        if self.strangers and rng.random() < 0.5:
            store = self.strangers[int(rng.integers(len(self.strangers)))]
            return store.sound(int(rng.integers(len(store)))).astype(np.float32)
        while True:
            names = list(self.items)
            items = self.items[names[rng.integers(len(names))]]
            item = items[rng.integers(len(items))]
            if item.voice != besides:
                return self.sound(item)


def _usable(store: Store, stresses: Stresses, trusted: bool) -> Iterator[Item]:
    """Utterances whose length fits their words."""
    for index, utterance in enumerate(store.utterances):
        words: Words = []
        for word in utterance.text.split():
            said = stresses.phones(word, trusted)
            if said:
                words.append([_PHONE[phone] for phone in said])
        count = sum(map(len, words))
        if not count or not 0.15 < utterance.seconds < _LONGEST:
            continue
        if 1.5 < count / utterance.seconds < 22:
            yield Item(store.name, index, words, utterance.seconds, utterance.voice)


def warped(rng: np.random.Generator, energies: Features) -> Features:
    """As another mouth would say it: moments drawn out or cut short, formants moved.

    Time runs 0.7–1.4 times as fast, changing every third of a second or so; frequencies move
    by up to one and a half mel bands, each region on its own.
    """
    out = energies
    if rng.random() < 0.6 and len(out) > 20:
        pace = rng.uniform(0.85, 1.2) * np.exp(rng.normal(0, 0.15, 2 + len(out) // 33))
        steps = np.interp(np.arange(len(out)), np.linspace(0, len(out), pace.size), pace)
        places = np.concatenate([[0.0], np.cumsum(np.clip(steps, 0.7, 1.4))])
        places = places * ((len(out) - 1) / places[-1])
        count = max(12, int(len(out) / np.clip(steps, 0.7, 1.4).mean()))
        moments = np.linspace(0, len(steps), count)
        out = _between(out, np.interp(moments, np.arange(len(places)), places))
    if rng.random() < 0.5:
        bands = out.shape[1]
        shift = np.interp(np.arange(bands), np.linspace(0, bands, 6), rng.normal(0, 0.6, 6))
        places = np.clip(np.arange(bands) + np.clip(shift, -1.5, 1.5), 0, bands - 1)
        out = _between(out.T, places).T
    return np.ascontiguousarray(out, np.float32)


def _between(rows: Features, places: NDArray[np.float64]) -> Features:
    """Rows at places that are no whole numbers."""
    low = np.minimum(places.astype(np.int64), len(rows) - 2)
    part = (places - low).astype(np.float32)[:, None]
    return np.asarray(rows[low] * (1 - part) + rows[low + 1] * part, np.float32)


def masked(rng: np.random.Generator, energies: Features) -> Features:
    """With a band and some moments blotted out (SpecAugment, gently)."""
    out = energies.copy()
    if rng.random() < 0.35:
        width = rng.integers(1, 6)
        start = rng.integers(0, out.shape[1] - width)
        out[:, start : start + width] = out[:, start : start + width].mean()
    for _ in range(rng.integers(0, 3)):
        if rng.random() < 0.4 and len(out) > 60:
            width = rng.integers(2, 11)
            start = rng.integers(0, len(out) - width)
            out[start : start + width] = energies.mean(0)
    return out


def features(rng: np.random.Generator, sound: Features) -> Features:
    """Cepstra with a random vocal-tract warp and masks."""
    warp = 1.0
    if rng.random() < 0.6:
        warp = round(round(float(np.clip(rng.normal(1, 0.07), 0.84, 1.18)) / 0.02) * 0.02, 2)
    return masked(rng, warped(rng, log_mel(sound, warp))) @ CEPSTRA.T


def endless(corpus: Corpus, seed: int, seconds: float) -> Iterator[Batch]:
    """Batches of about `seconds` of audio, utterances of like length together, for ever."""
    rng = np.random.default_rng(seed)
    while True:
        items = corpus.one_pass(rng)
        for start in range(0, len(items), 768):
            groups = _grouped(sorted(items[start : start + 768], key=lambda i: i.seconds), seconds)
            for group in (groups[k] for k in rng.permutation(len(groups))):
                yield _batch(corpus, rng, group)


def _grouped(items: list[Item], seconds: float) -> list[list[Item]]:
    groups: list[list[Item]] = [[]]
    for item in items:
        if groups[-1] and (len(groups[-1]) + 1) * (item.seconds + 0.6) > seconds:
            groups.append([])
        groups[-1].append(item)
    return groups


def _batch(corpus: Corpus, rng: np.random.Generator, group: list[Item]) -> Batch:
    made, words = [], []
    for item in group:

        def talker(draw: np.random.Generator, voice: str = item.voice) -> Features:
            return corpus.talker(voice, draw)

        if rng.random() < NOBODY and item.seconds < 4:
            sound, said = augment.nobody(rng, talker, corpus.places), []
        else:
            sound, said = (
                augment.utterance(rng, corpus.sound(item), talker, corpus.places),
                item.words,
            )
        cepstra = features(rng, sound)
        if len(cepstra) > 3:
            made.append(cepstra)
            words.append(said)
    frames = [len(cepstra) for cepstra in made]
    padded = np.stack([np.pad(c, ((0, max(frames) - len(c)), (0, 0)), "edge") for c in made])
    return Batch(padded.astype(np.float32), frames, words)
