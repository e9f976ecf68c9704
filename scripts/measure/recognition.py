# SPDX-License-Identifier: MIT
"""How well a model hears: one table of sets, counts and gates.

Decides the sets: people's clips as they are and disturbed, numerals, phrases of
unseen voices, strangers' words, continuous talk, and what it costs.  A clip is
right when its words are exactly heard, `[unk]` aside, «е» and «ё» alike.
Run: `python -m scripts.measure.recognition MODEL --clips DIR [--out FILE]`.
"""

import argparse
import json
import platform
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from pathlib import Path

import numpy as np

from scripts.measure.clips import (
    RATE,
    Clip,
    Sound,
    in_room,
    noisy,
    over_talkers,
    padded,
    read_clips,
)
from scripts.measure.decoder import Decoder
from scripts.measure.talk import CALL_WORD, PHASES, phase_grammars, retro_phrases, retro_talk
from scripts.measure.through_ears import Ears
from scripts.train_model.texts import CASES, ordinal
from voice_host.game.state import Phase
from voice_host.language.heard.grammar import PhaseGrammar
from voice_host.language.heard.grammar import vocabulary as host_words
from voice_host.language.language import SHIPPED, Language
from voice_host.model.decoding_graph import UNKNOWN
from voice_host.model.vocabulary import extend, vocabulary
from voice_host.voice.hearing import Mode

RU = Language.read(SHIPPED / "ru")
"""The language that is measured."""

WORDS = Path(__file__).parent / "words.txt"
SEED = 5
_NUMERALS = (
    "driveinformer_ru", "driveinformer_ru2", "driveinformer_ru2_old", "opentx_ru",
    "nasimjon_myapp_ru", "quizgame_ru", "clinic_queue", "texttospeech.ru_Marina",
    "gcompris_Alexey_Lubimov",
)  # fmt: skip
_CLIPPED = "gcompris_Alexey_Lubimov"


Change = Callable[[Clip, np.random.Generator], Clip]
Listen = Callable[[Sound], Sequence[str]]
"""The words heard in a sound, `[unk]` among them where that was answered."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; `gate` is met when `share` is on its good side."""

    name: str
    good: int
    count: int
    gate: str
    misses: tuple[str, ...] = ()
    wrong: int = 0
    """Misses for which something else was heard: worse than nothing."""

    @property
    def share(self) -> float:
        """Part of the clips."""
        return self.good / max(1, self.count)


def plain(words: Iterable[str]) -> tuple[str, ...]:
    """Without `[unk]`, «ё» as «е»."""
    return tuple(word.replace("ё", "е") for word in words if word != UNKNOWN)


class Bench:
    """The decoder and the clips, and how a set becomes a row."""

    def __init__(self, model: Path, folder: Path, clips: list[Clip], limit: int | None) -> None:
        """`folder` gets the model with the clips' words added: they must be possible at all."""
        stressed = WORDS.read_text(encoding="utf-8").split()
        extended = extend(model, stressed, folder / "model")
        self.shipped, self.known = vocabulary(model), vocabulary(extended)
        self.decoder, self.ears, self.limit = Decoder(extended), Ears(extended), limit
        self.people = [clip for clip in clips if clip.speaker.startswith("ruvcr_")]
        self.clips = clips
        self.words24 = sorted({clip.text for clip in self.people})
        self.talk = [clip.sound for clip in clips if not clip.text]

    def raw(self, grammar: Iterable[str], unknown: bool = True) -> Listen:
        """The recogniser's own words."""
        phrases = list(grammar)
        return lambda sound: self.decoder.whole(sound, phrases, unknown).words

    def listed(self, grammar: Iterable[str], unknown: bool = True) -> Listen:
        """Through the ears, as `voice-host hear --grammar` answers."""
        phrases = list(grammar)
        return lambda sound: self.ears.one_of(phrases, sound, unknown).split()

    def commands(self, said: PhaseGrammar, mode: Mode = Mode.OPEN) -> Listen:
        """Sentences through the ears, as in the game: all of them, so that one more is a miss."""

        def heard(sound: Sound) -> list[str]:
            return " ".join(one.text for one in self.ears.commands(said, sound, mode)).split()

        return heard

    def row(
        self,
        name: str,
        gate: str,
        clips: list[Clip],
        listen: Listen,
        change: Change | None = None,
    ) -> Row:
        """Exactly heard clips of a set."""
        rng = np.random.default_rng(SEED)
        good, count, wrong, misses = 0, 0, 0, []
        for number, clip in enumerate(clips):
            heard_clip = padded(clip, rng)
            heard_clip = change(heard_clip, rng) if change else heard_clip
            if self.limit and number % max(1, len(clips) // self.limit):
                continue
            words = listen(heard_clip.sound)
            count += 1
            if plain(words) == plain(clip.text.split()):
                good += 1
            else:
                misses.append(f"{clip.text}→{' '.join(words)}")
                wrong += bool(plain(words))
        return Row(name, good, count, gate, tuple(misses), wrong)

    def accepted(self, name: str, gate: str, clips: list[Clip]) -> Iterator[Row]:
        """Stray clips taken as a whole command, each in every phase; raw and through the ears."""
        rng = np.random.default_rng(SEED)
        raw, taken, count = [], [], 0
        for clip in clips[:: max(1, len(clips) // self.limit) if self.limit else 1]:
            sound = padded(clip, rng).sound
            for said in phase_grammars():
                text = " ".join(self.decoder.whole(sound, said.phrases).words)
                count += 1
                if said.complete(text):
                    raw.append(f"{clip.text}→{text}")
                taken += [f"{clip.text}→{one.text}" for one in self.ears.commands(said, sound)]
        yield Row(name, len(raw), count, gate, tuple(raw))
        yield Row(f"{name}, ears", len(taken), count, gate, tuple(taken))

    def false_commands(self, sounds: list[Sound], call_word: str | None = None) -> str:
        """Whole sentences the ears hear in continuous talk, over all phases, by the hour."""
        found: Counter[str] = Counter()
        hours = 0.0
        for sound in sounds:
            for said in phase_grammars(call_word):
                hours += sound.size / RATE / 3600
                found.update(one.text for one in self.ears.commands(said, sound))
        total = found.total()
        often = ", ".join(f"{text} {count}" for text, count in found.most_common(8))
        return f"{total} in {hours:.2f} h: {total / hours:.1f} an hour (gate ≤ 0.5) {often}"


def people_rows(bench: Bench) -> Iterator[Row]:
    """The phone clips, as they are and disturbed; each set raw and through the ears."""
    people, words = bench.people, bench.words24
    said = sorted(host_words(RU.sentences))
    commands = [c for c in people if c.text in said]
    sets: list[tuple[str, str, Change | None]] = [("phone clips", "≥ 0.985", None)]
    for decibels, gate in ((10, "≥ 0.95"), (5, "≥ 0.90")):
        sets.append((f"noise {decibels} dB", gate, partial(noisy, decibels=decibels)))
    sets.append(("room", "≥ 0.96", in_room))
    for heads, decibels, gate in (
        (1, 10, "≥ 0.93"),
        (4, 10, "≥ 0.85"),
        (1, 5, "≥ 0.85"),
        (4, 5, "≥ 0.70"),
        (1, 20, ""),  # a microphone at the collar
        (4, 20, ""),
    ):
        crowd = partial(over_talkers, talk=bench.talk, heads=heads, decibels=decibels)
        sets.append((f"{heads} talker(s) {decibels} dB below", gate, crowd))
    ways = (("", bench.raw), (", ears", bench.listed))
    for name, gate, change in sets:
        open_gate = gate if change else "≥ 0.96"
        for way, listener in ways:
            closed, opened = listener(words, False), listener(words)
            yield bench.row(f"{name}, 24 words{way}", gate, people, closed, change)
            yield bench.row(f"{name}, 24 words + [unk]{way}", open_gate, people, opened, change)
    for way, listener in ways:
        name = f"their command words, {len(said)} words{way}"
        yield bench.row(name, "≥ 0.95", commands, listener(said))


def mode_rows(bench: Bench) -> Iterator[Row]:
    """Everybody's clips that are commands of the vote, in the game: open, and with the key held."""
    vote = phase_grammars()[PHASES.index(Phase.COUNT)]
    clips = [clip for clip in bench.clips if clip.text and vote.complete(clip.text)]
    sets: list[tuple[str, Change | None]] = [("quiet", None), ("room", in_room)]
    sets += [(f"noise {decibels} dB", partial(noisy, decibels=decibels)) for decibels in (10, 5)]
    for heads in (1, 4):
        crowd = partial(over_talkers, talk=bench.talk, heads=heads, decibels=10)
        sets.append((f"{heads} talker(s) 10 dB below", crowd))
    for name, change in sets:
        for mode in (Mode.OPEN, Mode.PUSH):
            listen = bench.commands(vote, mode)
            yield bench.row(f"commands of the vote, {name}, {mode}", "", clips, listen, change)


def numeral_rows(bench: Bench) -> Iterator[Row]:
    """Every pack's numerals with the list of all numerals."""
    numerals = numeral_words(bench.known)
    good = count = 0
    for speaker in _NUMERALS:
        clips = [c for c in bench.clips if c.speaker == speaker and c.text]
        clips = [c for c in clips if set(c.text.split()) <= numerals]
        row = bench.row(f"numerals {speaker}", "≥ 0.93", clips, bench.raw(sorted(numerals)))
        if speaker != _CLIPPED:
            good, count = good + row.good, count + row.count
        yield row
    yield Row("numerals of all packs but the clipped one", good, count, "≥ 0.97")


def numeral_words(known: frozenset[str]) -> set[str]:
    """Cardinals, hundreds and masculine ordinals, all cases, among the model's words."""
    ordinals = {
        word
        for number in (*range(1, 21), *range(30, 100, 10))
        for case in CASES[:5]
        for word in ordinal(number, case).split()
    }
    numbers = RU.words
    cardinals = {word for number in range(101) for word in numbers.cardinal(number).split()}
    hundreds = {word for word in known if word.endswith(("сот", "ста", "сти")) and len(word) > 5}
    return (ordinals | cardinals | hundreds | {"триста", "двести"}) & known


def stray_rows(bench: Bench) -> Iterator[Row]:
    """Strangers' words and talk against the grammars of three phases."""
    strays = [c for c in bench.clips if c.text and not set(c.text.split()) & bench.shipped]
    yield from bench.accepted("stray words taken as a command", "≤ 0.01", strays)
    pieces = [
        Clip(sound[start : start + 4 * RATE], "", "talk", "talk")
        for sound in bench.talk
        for start in range(0, sound.size, 4 * RATE)
    ]
    yield from bench.accepted("talk in 4 s pieces taken as a command", "≤ 0.01", pieces)


def phrase_rows(bench: Bench) -> Iterator[Row]:
    """Whole sentences of three phases by an engine never trained on, with and without call word."""
    for call in (None, CALL_WORD):
        for phase, said in zip(PHASES, phase_grammars(call), strict=True):
            clips = retro_phrases(said, 50)
            name = f"sentences of {phase}{', call word' if call else ''}, retro-ru-tts"
            if not call:
                yield bench.row(name, "≥ 0.99", clips, bench.raw(said.phrases))
            yield bench.row(f"{name}, ears", "≥ 0.99", clips, bench.commands(said))


_LISTENER = """
import pathlib, re, sys, vosk
vosk.SetLogLevel(-1)
model = vosk.Model(sys.argv[1])
recognizer = vosk.KaldiRecognizer(model, 16000, '["фол номер три", "[unk]"]')
for _ in range(50):
    recognizer.AcceptWaveform(bytes(6400))
peak = re.search("VmHWM:\\s*(\\d+)", pathlib.Path("/proc/self/status").read_text())
print(int(peak[1]) / 1024)
"""


def process_megabytes(model: Path) -> float:
    """Memory of a process that only listens."""
    command = [sys.executable, "-c", _LISTENER, str(model)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def cost_lines(bench: Bench, model: Path) -> list[str]:
    """Real-time factor, memory, load time and size."""
    size = sum(p.stat().st_size for p in model.rglob("*") if p.is_file()) / 1e6
    memory = process_megabytes(model)
    factor = bench.decoder.cpu_seconds / max(1e-9, bench.decoder.audio_seconds)
    return [
        f"real-time factor (processor time) {factor:.4f} (gate ≤ 0.03)",
        f"process RSS {memory:.0f} MB (gate ≤ 120 MB)",
        f"load {bench.decoder.load_seconds:.2f} s (gate ≤ 0.3 s), size {size:.1f} MB (gate ≤ 8 MB)",
        f"machine {platform.machine()} {platform.processor()}, seed {SEED}, vosk",
    ]


def print_talk(bench: Bench) -> None:
    """False commands in more than an hour of talk."""
    for name, sounds in (("clips' talk", bench.talk), ("retro-ru-tts talk", retro_talk(300))):
        for call in (None, CALL_WORD):
            way = "with the call word" if call else "open"
            print(f"false commands in {name}, {way}:", bench.false_commands(sounds, call))


GROUPS = {
    "people": people_rows,
    "numerals": numeral_rows,
    "modes": mode_rows,
    "sentences": phrase_rows,
    "strays": stray_rows,
}
TALK = "talk"


def measure(
    model: Path, clips: Path, groups: Collection[str], limit: int | None, show: bool
) -> list[Row]:
    """Prints the table of these groups of sets and returns its rows."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(model, Path(folder), read_clips(clips), limit)
        for row in chain.from_iterable(GROUPS[name](bench) for name in GROUPS if name in groups):
            rows.append(row)
            right = f"{row.good:4d}/{row.count:<4d} {row.share:.3f}"
            line = f"{row.name:45s} {right}, {row.wrong} wrong  {row.gate}"
            print(line, flush=True)
            if show:
                print("     ", "; ".join(row.misses[:40]))
        if TALK in groups:
            print_talk(bench)
        print("\n".join(cost_lines(bench, model)))
    return rows


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--clips", type=Path, required=True)
    parser.add_argument("--limit", type=int, help="about so many clips a set, for a quick look")
    parser.add_argument(
        "--only", nargs="+", choices=(*GROUPS, TALK), default=(*GROUPS, TALK), help="sets"
    )
    parser.add_argument("--show", action="store_true", help="list what was misheard")
    parser.add_argument("--out", type=Path, help="rows as JSON")
    arguments = parser.parse_args()
    rows = measure(
        arguments.model, arguments.clips, arguments.only, arguments.limit, arguments.show
    )
    if arguments.out:
        data = [asdict(row) for row in rows]
        arguments.out.write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
