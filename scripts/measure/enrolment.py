# SPDX-License-Identifier: MIT
# mypy: disable-error-code="import-untyped,import-not-found,misc,no-untyped-call,unused-ignore"
"""What a host gains from two minutes of repeated commands.

`python -m scripts.measure.enrolment --clips DIR`: each speaker of the clips is
a host.  Half of his words teach the model, the other half are heard before and
after, then the halves change places; one table.  A voice that the
product would not keep counts as it was.  Words that the model lacks are added
to it first, as nicknames are.  It must not know how a model adapts.
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scripts.measure.clips import Clip, noisy, padded, read_clips
from scripts.measure.decoder import Decoder
from scripts.measure.report import machine
from voice_host.enrol.dialogue import hears
from voice_host.model.adapt import FEWEST, Repetition, enroll
from voice_host.model.vocabulary import extend

SHIPPED = Path(__file__).parents[2] / "models" / "ru-host"
FEWEST_WORDS = 2 * FEWEST
SEED = 1
RUSSIAN = re.compile("[а-яё]+(?: [а-яё]+){0,4}")
NOISE = 10.0
"""Decibels of the noise in the second pair of columns."""


@dataclass(slots=True)
class Count:
    """Clips heard rightly, before and after, quiet and in noise; lessons kept."""

    clips: int = 0
    quiet_before: int = 0
    quiet_after: int = 0
    noise_before: int = 0
    noise_after: int = 0
    lessons: int = 0
    kept: int = 0

    def add(self, other: "Count") -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def row(self, name: str) -> str:
        shares = [
            f"{share / max(1, self.clips):9.3f}"
            for share in (self.quiet_before, self.quiet_after, self.noise_before, self.noise_after)
        ]
        return f"{name:28}{self.clips:6}{''.join(shares)}   {self.kept}/{self.lessons}"


def halves(clips: list[Clip], seed: int) -> Iterator[tuple[list[Clip], list[Clip]]]:
    """The speaker's words in two halves, each once to learn and once to judge."""
    words = sorted({clip.text for clip in clips})
    chosen = set(np.random.default_rng(seed).permutation(words)[: len(words) // 2].tolist())
    one = [clip for clip in clips if clip.text in chosen]
    other = [clip for clip in clips if clip.text not in chosen]
    yield one, other
    yield other, one


def lesson(model: Path, before: Decoder, learn: list[Clip], judge: list[Clip], seed: int) -> Count:
    """One half taught, the other heard against every word of both."""
    grammar = sorted({clip.text for clip in [*learn, *judge]})
    order = np.random.default_rng(seed).permutation(len(learn))
    rng = np.random.default_rng(seed)
    said = [Repetition(padded(learn[at], rng).sound, learn[at].text) for at in order]
    count = Count(clips=len(judge), lessons=1)
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder) / "voice"
        count.kept = enroll(model, said, own, hears).kept
        after = Decoder(own) if count.kept else None
        for clip in judge:
            quiet = padded(clip, rng)
            noise = noisy(quiet, rng, NOISE)
            heard = right(before, quiet, grammar), right(before, noise, grammar)
            count.quiet_before += heard[0]
            count.noise_before += heard[1]
            if after:
                heard = right(after, quiet, grammar), right(after, noise, grammar)
            count.quiet_after += heard[0]
            count.noise_after += heard[1]
    return count


def right(decoder: Decoder, clip: Clip, grammar: list[str]) -> bool:
    """Is the clip heard as its words and nothing else?"""
    return " ".join(decoder.whole(clip.sound, grammar).words) == clip.text


def main() -> None:
    """One row a speaker, and all of them together."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--clips", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=SHIPPED)
    chosen = parser.parse_args()
    speakers = speakers_of(read_clips(chosen.clips))
    print(machine())
    print(f"seed {SEED}; two halves each; own words + [unk]; noise {NOISE:.0f} dB")
    print(f"{'speaker':28}{'clips':>6}{'before':>9}{'after':>9}{'noise':>9}{'after':>9}   kept")
    total = Count()
    with tempfile.TemporaryDirectory() as folder:
        words = {word for clips in speakers.values() for c in clips for word in c.text.split()}
        model = extend(chosen.model, sorted(words), Path(folder) / "model")
        before = Decoder(model)
        for speaker, clips in sorted(speakers.items()):
            own = Count()
            for learn, judge in halves(clips, SEED):
                own.add(lesson(model, before, learn, judge, SEED))
            print(own.row(speaker), flush=True)
            total.add(own)
    print(total.row("all"))
    sys.exit(total.clips == 0)


def speakers_of(clips: list[Clip]) -> dict[str, list[Clip]]:
    """Clips of those who say enough different words or short phrases, all in Russian letters."""
    found: dict[str, list[Clip]] = {}
    for clip in clips:
        if RUSSIAN.fullmatch(clip.text):
            found.setdefault(clip.speaker, []).append(clip)
    return {s: said for s, said in found.items() if len({c.text for c in said}) >= FEWEST_WORDS}


if __name__ == "__main__":
    main()
