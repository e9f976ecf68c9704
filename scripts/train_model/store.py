# SPDX-License-Identifier: MIT
"""Utterances on disk: one file of samples, one file of facts about them.

Decides the layout `<name>.pcm` (int16, 16 kHz, mono, no header) and
`<name>.jsonl` (one object an utterance: offset and length in samples, text,
voice).  What an interrupted appending left half is cut off on opening.  It must
not know where the sound came from.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from voice_host.audio.samples import rounded

RATE = 16000
Samples = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Utterance:
    """One stored utterance; `offset` and `length` count samples."""

    offset: int
    length: int
    text: str
    voice: str

    @property
    def end(self) -> int:
        """The sample after its last."""
        return self.offset + self.length

    @property
    def seconds(self) -> float:
        """Duration in seconds."""
        return self.length / RATE


class Store:
    """A set of utterances under `folder/name.*`; open for adding, read on demand."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        self._pcm = folder / f"{name}.pcm"
        self._facts = folder / f"{name}.jsonl"
        self.utterances = self._whole()
        self._samples: Samples | None = None

    def __len__(self) -> int:
        return len(self.utterances)

    def _whole(self) -> list[Utterance]:
        """The utterances all of whose samples and facts are there; the rest is cut off."""
        facts = self._facts.read_bytes() if self._facts.exists() else b""
        lines = [line for line in facts.splitlines(keepends=True) if line.endswith(b"\n")]
        held = self._pcm.stat().st_size // 2 if self._pcm.exists() else 0
        found = [Utterance(**json.loads(line)) for line in lines]
        while found and found[-1].end > held:
            found.pop()
        _cut(self._facts, sum(map(len, lines[: len(found)])))
        _cut(self._pcm, 2 * (found[-1].end if found else 0))
        return found

    def add(self, sound: NDArray[np.float32], text: str, voice: str) -> Self:
        """Appends one utterance; `sound` in int16 scale, 16 kHz."""
        samples = rounded(sound)
        end = self.utterances[-1].end if self.utterances else 0
        utterance = Utterance(end, samples.size, text, voice)
        with self._pcm.open("ab") as pcm:
            pcm.write(samples.tobytes())
        with self._facts.open("a", encoding="utf-8") as facts:
            facts.write(json.dumps(asdict(utterance), ensure_ascii=False) + "\n")
        self.utterances.append(utterance)
        self._samples = None
        return self

    def clear(self) -> None:
        """Forgets all utterances."""
        self.utterances, self._samples = [], None
        _cut(self._facts, 0)
        _cut(self._pcm, 0)

    def sound(self, index: int) -> Samples:
        """Samples of one utterance, int16 at 16 kHz."""
        if self._samples is None:
            self._samples = np.memmap(self._pcm, np.int16, "r")
        utterance = self.utterances[index]
        return self._samples[utterance.offset : utterance.end]


def _cut(path: Path, size: int) -> None:
    if path.exists() and path.stat().st_size > size:
        os.truncate(path, size)
