# SPDX-License-Identifier: MIT
"""The criterion of training and enrolment: lattice-free MMI, in numpy.

Decides loss and gradient of one batch: log-likelihood of the transcript
(every alignment, silence optional around each word) minus that of a phone
bigram (every phone sequence), per output frame (Povey et al. 2016; flat start
as Hadian et al. 2018).  Each phone k has two outputs: 2k for its first frame,
2k+1 for the frames after it.  It must not know about features or networks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Words = Sequence[Sequence[int]]
_IMPOSSIBLE = -1e30


@dataclass(frozen=True, slots=True)
class Transcripts:
    """Chains of phones of one batch, padded to (utterances, units)."""

    phone: NDArray[np.int64]
    present: NDArray[np.bool_]
    skips: Array
    starts: Array
    ends: Array


def transcripts(batch: Sequence[Words]) -> Transcripts:
    """Chains with silence (phone 0) before and after the words, and perhaps between them.

    Every sound here begins and ends in silence. Were it optional there, a flat start would let
    the first phone swallow it, and word times with it.
    """
    chains = []
    for words in batch:
        chain = [0]
        for word in words:
            chain += [*word, 0]
        chains.append(
            (chain, [False, *(flag for w in words for flag in [*[False] * len(w), True])])
        )
    shape = (len(chains), max(len(chain) for chain, _ in chains))
    phone, present = np.zeros(shape, np.int64), np.zeros(shape, np.bool_)
    skips, starts, ends = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    for row, (chain, optional) in enumerate(chains):
        count = len(chain)
        phone[row, :count], present[row, :count] = chain, True
        skips[row, 2:count] = optional[1 : count - 1]
        starts[row, 0] = ends[row, count - 1] = 1
    return Transcripts(phone, present, skips, starts, ends)


def _shifted(array: Array, by: int) -> Array:
    out = np.zeros_like(array)
    out[:, by:] = array[:, :-by]
    return out


def numerator(
    scores: Array, frames: NDArray[np.int64], chains: Transcripts
) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Log-likelihood per utterance, occupancy (batch, time, output), and whether it fits at all."""
    batch, time, outputs = scores.shape
    wide = (batch, time, chains.phone.shape[1])
    first_of = np.broadcast_to((2 * chains.phone)[:, None], wide)
    first = np.take_along_axis(scores, first_of, 2)
    later = np.take_along_axis(scores, first_of + 1, 2)
    first = np.where(chains.present[:, None], first, _IMPOSSIBLE)
    later = np.where(chains.present[:, None], later, _IMPOSSIBLE)
    top = np.maximum(first.max(2), later.max(2))
    first, later = np.exp(first - top[..., None]), np.exp(later - top[..., None])
    ahead_first, ahead_later = np.zeros((2, time, batch, wide[2]))
    scale, total = np.ones((time, batch)), np.zeros(batch)
    for t in range(time):
        live = t < frames
        if t == 0:
            new, stay = chains.starts * first[:, 0], np.zeros_like(chains.starts)
        else:
            mass = ahead_first[t - 1] + ahead_later[t - 1]
            new = (_shifted(mass, 1) + chains.skips * _shifted(mass, 2)) * first[:, t]
            stay = mass * later[:, t]
        norm = np.maximum(new.sum(1) + stay.sum(1), 1e-300)
        before = max(t - 1, 0)
        ahead_first[t] = np.where(live[:, None], new / norm[:, None], ahead_first[before])
        ahead_later[t] = np.where(live[:, None], stay / norm[:, None], ahead_later[before])
        scale[t] = np.where(live, norm, 1.0)
        total += np.where(live, np.log(norm) + top[:, t], 0)
    final = ((ahead_first[-1] + ahead_later[-1]) * chains.ends).sum(1)
    fits = final > 1e-280
    behind = chains.ends / np.maximum(final, 1e-300)[:, None]
    for t in range(time - 1, -1, -1):
        live = (t < frames)[:, None]
        ahead_first[t] *= behind * live
        ahead_later[t] *= behind * live
        if t:
            enter, stay = first[:, t] * behind, later[:, t] * behind
            back = stay.copy()
            back[:, :-1] += enter[:, 1:]
            back[:, :-2] += (chains.skips * enter)[:, 2:]
            behind = np.where(live, back / scale[t][:, None], behind)
    rows = (np.arange(batch)[:, None, None] * time + np.arange(time)[None, :, None]) * outputs
    place = rows + first_of
    index = np.concatenate([place.ravel(), (place + 1).ravel()])
    weight = np.concatenate(
        [ahead_first.transpose(1, 0, 2).ravel(), ahead_later.transpose(1, 0, 2).ravel()]
    )
    occupancy = np.bincount(index, weight, minlength=scores.size).reshape(scores.shape)
    likelihood = total + np.log(np.maximum(final, 1e-300))
    return likelihood, occupancy * fits[:, None, None], fits


class PhoneBigram:
    """The denominator: how likely each phone follows each other one in the transcripts."""

    def __init__(self, corpus: Sequence[Words], phones: int, between: float = 0.25) -> None:
        """Counts transcripts; `between` is the chance of a silence between two words."""
        counts, first = np.full((phones, phones), 0.02), np.full(phones, 0.02)
        for words in corpus:
            if not words:
                first[0] += 1.0
                continue
            first[0] += 0.9
            first[words[0][0]] += 0.1
            counts[0, words[0][0]] += 0.9
            for word, after in zip(words, [*words[1:], None], strict=True):
                np.add.at(counts, (word[:-1], word[1:]), 1.0)
                if after is None:
                    counts[word[-1], 0] += 0.9
                else:
                    counts[word[-1], after[0]] += 1.0 - between
                    counts[word[-1], 0] += between
                    counts[0, after[0]] += between
        counts[0, 0] = 0.0
        self.follow: Array = counts / counts.sum(1, keepdims=True)
        self.first: Array = first / first.sum()

    @classmethod
    def of_words(cls, follow: Sequence[Sequence[float]], between: float = 0.25) -> Self:
        """From the order of phones inside words, phone 0 standing for the edge of a word."""
        bigram = cls([], len(follow))
        inside = np.array(follow) + 1e-4
        inside /= inside.sum(1, keepdims=True)
        leaving = inside[1:, :1]
        bigram.follow = inside.copy()
        bigram.follow[1:, 1:] += leaving * (1 - between) * inside[0, 1:]
        bigram.follow[1:, 0] *= between
        bigram.follow[0, 0] = 0
        bigram.follow /= bigram.follow.sum(1, keepdims=True)
        return bigram

    def denominator(self, scores: Array, frames: NDArray[np.int64]) -> tuple[Array, Array]:
        """Log-likelihood of all phone sequences per utterance, and occupancy like `scores`."""
        batch, time, outputs = scores.shape
        top = scores.max(2)
        share = np.exp(scores - top[..., None]).transpose(1, 0, 2)
        first, later = (
            np.ascontiguousarray(share[..., 0::2]),
            np.ascontiguousarray(share[..., 1::2]),
        )
        ahead_first, ahead_later = np.zeros((2, time, batch, outputs // 2))
        scale, total = np.ones((time, batch)), np.zeros(batch)
        for t in range(time):
            live = t < frames
            if t == 0:
                new, stay = self.first * first[0], np.zeros_like(first[0])
            else:
                mass = ahead_first[t - 1] + ahead_later[t - 1]
                new, stay = (mass @ self.follow) * first[t], mass * later[t]
            norm = np.maximum(new.sum(1) + stay.sum(1), 1e-300)
            before = max(t - 1, 0)
            ahead_first[t] = np.where(live[:, None], new / norm[:, None], ahead_first[before])
            ahead_later[t] = np.where(live[:, None], stay / norm[:, None], ahead_later[before])
            scale[t] = np.where(live, norm, 1.0)
            total += np.where(live, np.log(norm) + top[:, t], 0)
        behind = np.ones((batch, outputs // 2))
        occupancy = np.zeros((time, batch, outputs))
        backward = np.ascontiguousarray(self.follow.T)
        for t in range(time - 1, -1, -1):
            live = (t < frames)[:, None]
            occupancy[t, :, 0::2] = ahead_first[t] * behind * live
            occupancy[t, :, 1::2] = ahead_later[t] * behind * live
            if t:
                norm = scale[t][:, None]
                back = (first[t] * behind / norm) @ backward + later[t] * behind / norm
                behind = np.where(live, back, behind)
        return total, occupancy.transpose(1, 0, 2)


def loss_and_gradient(
    scores: Array, frames: NDArray[np.int64], batch: Sequence[Words], bigram: PhoneBigram
) -> tuple[float, Array]:
    """Mean loss per output frame and its gradient, same shape as `scores`."""
    likely, target, fits = numerator(scores, frames, transcripts(batch))
    every, occupancy = bigram.denominator(scores, frames)
    count = float(frames.sum())
    loss = float(((every - likely) * fits).sum() / count)
    return loss, (occupancy * fits[:, None, None] - target) / count
