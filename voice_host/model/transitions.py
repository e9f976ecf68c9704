# SPDX-License-Identifier: MIT
"""Phones as Kaldi sees them: word positions, transition-ids, outputs of the network.

Decides the numbering that final.mdl and HCLr.fst must share.  Silence is
Kaldi phone 1; every other phone has four numbers, by its place in the word.
One emitting state a phone (Kaldi's chain topology): the frame that enters it
scores with output 2k, the frames that stay with 2k + 1, k being the place in
PHONES; so a transition-id follows from the phone's number alone.  It must not
know words or weights.
"""

import math

import numpy as np

from voice_host.model.kaldi import KaldiReader, KaldiWriter
from voice_host.model.pronounce import PHONES, SILENCE

BEGIN, END, INSIDE, SINGLE = range(4)
_TYPES = ("begin", "end", "internal", "singleton")
_NUMBER = {phone: index for index, phone in enumerate(p for p in PHONES if p != SILENCE)}
STAY_SHARE = 0.5
"""Probability of staying in a state; the network's scores decide nearly everything."""
STAY = -math.log(STAY_SHARE)
LEAVE = -math.log(1 - STAY_SHARE)
OUTPUTS = 2 * len(PHONES)
SILENCE_PHONE = 1
PHONE_COUNT = 1 + 4 * len(_NUMBER)


def kaldi_phone(phone: str, position: int) -> int:
    """Kaldi's number of a phone; `position` is BEGIN, END, INSIDE or SINGLE."""
    return SILENCE_PHONE if phone == SILENCE else 2 + 4 * _NUMBER[phone] + position


def word_phones(pronunciation: tuple[str, ...]) -> tuple[int, ...]:
    """Kaldi's numbers of the phones of one word."""
    if len(pronunciation) == 1:
        return (kaldi_phone(pronunciation[0], SINGLE),)
    first, *inside, last = pronunciation
    middle = (kaldi_phone(phone, INSIDE) for phone in inside)
    return (kaldi_phone(first, BEGIN), *middle, kaldi_phone(last, END))


def enter(kaldi: int) -> int:
    """Transition-id consumed on entering a phone."""
    return 2 * kaldi


def stay(kaldi: int) -> int:
    """Transition-id consumed by every further frame."""
    return 2 * kaldi - 1


def word_boundaries() -> str:
    """graph/phones/word_boundary.int: without it Vosk's word times are wrong."""
    lines = [f"{SILENCE_PHONE} nonword"]
    lines += [f"{kaldi} {_TYPES[(kaldi - 2) % 4]}" for kaldi in range(2, PHONE_COUNT + 1)]
    return "\n".join(lines) + "\n"


def _outputs(kaldi: int) -> tuple[int, int]:
    k = PHONES.index(SILENCE) if kaldi == SILENCE_PHONE else 1 + (kaldi - 2) // 4
    return 2 * k, 2 * k + 1


def write_transitions(writer: KaldiWriter) -> None:
    """The <TransitionModel> of final.mdl."""
    writer.token("<TransitionModel>", "<Topology>")
    writer.integers(range(1, PHONE_COUNT + 1)).integers([-1] + [0] * PHONE_COUNT)
    writer.integer(-1, 1, 2)  # forward and self-loop classes differ; one entry; two states
    writer.integer(0, 1, 2, 0).real(STAY_SHARE).integer(1).real(1 - STAY_SHARE)
    writer.integer(-1, -1, 0)
    writer.token("</Topology>", "<Tuples>").integer(PHONE_COUNT)
    for kaldi in range(1, PHONE_COUNT + 1):
        writer.integer(kaldi, 0, *_outputs(kaldi))
    logs = np.full(2 * PHONE_COUNT + 1, -STAY, np.float32)
    logs[2::2], logs[0] = -LEAVE, 0
    writer.token("</Tuples>", "<LogProbs>").vector(logs).token("</LogProbs>", "</TransitionModel>")


def skip_transitions(reader: KaldiReader) -> None:
    """Reads past a <TransitionModel>; raises ValueError if it is not the one we write."""
    expected = KaldiWriter()
    write_transitions(expected)
    ours = bytes(expected.buffer[2:])
    if reader.data[reader.at : reader.at + len(ours)] != ours:
        raise ValueError("the transition model is not of this project")
    reader.at += len(ours)
