# SPDX-License-Identifier: MIT
"""Lines that somebody types, or a cat does: what is left over of one never passes for the whole.

`python -m tests.fuzz.lines --number 200000` makes so many from a seed, gives each to a host as a
pipe would, and tells how many were understood, the time that they took, and which broke a rule:

- no error of ours, whatever the line;
- a command with something foreign in it (a word nobody knows, a sign, a byte that is no letter) is
  no command: nothing at all is done;
- a number more in a line is never passed over: the command is another one then, or none.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests import games
from tests.russian import RU
from voice_host import rulesets
from voice_host.game.expected import expected
from voice_host.game.state import State
from voice_host.history.session import Session
from voice_host.language.acts import Act
from voice_host.language.heard.hear import Ambiguous, Hearing, NotNow, Two, Understood, understand
from voice_host.language.said.doubt import doubt
from voice_host.text.door import lines as read_lines

FOREIGN = (
    "стул", "кхм", "ъъъ", "xyz", "фолл", "номерок", "третьемуу", "@", "%", "^", "&", "=", "~",
    "\N{REPLACEMENT CHARACTER}", "\x07", "😀", "½", "№№", "3½", "₽", "1e5", "0x3", "<", "трии",
)  # fmt: skip
"""What no sentence has."""
NUMBERS = ("3", "7", "25", "пять", "двадцать", "седьмой", "третьего", "0", "99999", "12")
MARKS = {word for mark in RU.sentences.words.correction_marks for word in mark}
ENCODINGS = ("utf-8", "cp1251", "cp866", "koi8-r", "utf-16")
SAID = Path(__file__).parents[1] / "language" / "said"


@dataclass(frozen=True, slots=True)
class Line:
    """A line as its bytes come in, and what must hold of it.

    `whole`: the sentence it was made of. `foreign`: something in it that no sentence has.
    `more`: a number more than the sentence has.
    """

    data: bytes
    whole: str
    foreign: bool = False
    more: bool = False


def phrases() -> tuple[str, ...]:
    """Everything that the tables of the tests know how to say."""
    texts = (file.read_text("utf-8") for file in sorted(SAID.glob("*.tsv")))
    said = (row.partition("\t")[0] for text in texts for row in text.splitlines()[1:])
    return tuple(dict.fromkeys(phrase for phrase in said if phrase.strip()))


def states(names: Iterable[str]) -> tuple[State, ...]:
    """A game of each ruleset, at every one of its moments once."""
    found: dict[tuple[str, str], State] = {}
    for name in names:
        rules = rulesets.load(name)
        session = Session(rules, rules.table.seats)
        games.play(session, Random(name), 120)
        found |= {(name, step.before.phase): step.before for step in session.steps}
    return tuple(found.values())


def line(rng: Random, known: tuple[str, ...]) -> Line:
    """A sentence, whole or changed in one of the ways that lines are."""
    whole = rng.choice(known)
    words = whole.split()
    place = rng.randrange(len(words) + 1)
    match rng.randrange(8):
        case 0:
            return Line(_bytes(rng, whole), whole)
        case 1 | 2:
            words.insert(place, rng.choice(FOREIGN))
            return Line(" ".join(words).encode("utf-8", "surrogatepass"), whole, foreign=True)
        case 3 | 4:
            words.insert(place, rng.choice(NUMBERS))
            # A number in what the speaker takes back is taken back with it.
            slip = MARKS & set(whole.replace(",", "").split())
            return Line(" ".join(words).encode(), whole, more=not slip)
        case 5:
            rng.shuffle(words)
            return Line(" ".join(words).encode(), whole)
        case 6:
            data = bytearray(whole.encode())
            for _ in range(rng.choice([1, 2, 8])):
                data[rng.randrange(len(data))] = rng.randrange(256)
            return Line(bytes(data), whole)
        case _:
            joined = " ".join(rng.choices(known, k=rng.choice([2, 3, 40])))
            return Line(joined.encode()[: rng.choice([40, 400, 3000])], whole)


def _bytes(rng: Random, text: str) -> bytes:
    return text.encode(rng.choice(ENCODINGS), "replace")


def texts(data: bytes) -> Iterator[str]:
    """The lines that a pipe gives of these bytes."""
    blocks = iter([data + b"\n", b""])
    yield from read_lines(lambda: next(blocks, b""))


def commands(heard: Hearing) -> tuple[Act, ...]:
    """What would be done, or offered to be."""
    match heard:
        case Understood(command) | NotNow(_, command):
            return (command,)
        case Ambiguous(options):
            return options
        case Two(both):
            return both
        case _:
            return ()


def wrong(one: Line, state: State) -> str | None:
    """What is wrong with how the line is read; None if nothing is."""
    kinds = expected(state)
    for text in texts(one.data):
        heard = understand(RU.sentences, text, kinds, state.seats)
        found = commands(heard)
        if not found:
            doubt(RU.sentences, text, state)
        if one.foreign and found:
            return f"{text!r} is {found}"
        if one.more and isinstance(heard, Understood):
            whole = commands(understand(RU.sentences, one.whole, kinds, state.seats))
            if found == whole:
                return f"{text!r} is what {one.whole!r} is"
    return None


def run(
    number: int, seed: int, places: tuple[State, ...]
) -> tuple[Counter[str], list[float], list[str]]:
    """So many lines: what became of them, milliseconds of each, and what was wrong."""
    rng, known = Random(seed), phrases()
    outcomes: Counter[str] = Counter()
    took: list[float] = []
    faults: list[str] = []
    for _ in range(number):
        one, state = line(rng, known), rng.choice(places)
        began = time.process_time()
        fault = wrong(one, state)
        took.append((time.process_time() - began) * 1000)
        outcomes["wrong" if fault else "foreign" if one.foreign else "other"] += 1
        if fault:
            faults.append(f"{state.rules.id} {state.phase}: {fault}")
    return outcomes, took, faults


def main() -> int:
    """The long run, by hand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    places = states(rulesets.names())
    outcomes, took, faults = run(options.number, options.seed, places)
    took.sort()
    print(f"seed {options.seed}: {options.number} lines, {dict(outcomes)}")
    print(f"p50 {took[len(took) // 2]:.2f} ms, p99 {took[len(took) * 99 // 100]:.2f} ms (gate 20)")
    for fault in faults[:40]:
        print(" ", fault)
    return bool(faults) or took[len(took) * 99 // 100] > 20


if __name__ == "__main__":
    sys.exit(main())
