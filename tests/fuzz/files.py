# SPDX-License-Identifier: MIT
"""Files that somebody wrote, a program mangled or a disk lost: each is read or refused in words.

`python -m tests.fuzz.files --number 100000` makes so many from a seed, out of files that are good:
rules, names, scenarios, scorings, settings (journals have faults of their own: `tests.history`).
Bytes turn, lines come twice or go, values are others, brackets nest, encodings change. Whatever
comes, the reader answers, or raises an error that has words for a host; anything else is a fault.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.russian import RU
from voice_host import rulesets
from voice_host.commands import scenario
from voice_host.commands.nicknames_file import read_names
from voice_host.commands.protocol.scoring import load_scoring
from voice_host.commands.settings import read_settings
from voice_host.commands.show_rules import wording
from voice_host.errors import Told, VoiceHostError
from voice_host.game.roles import ROLES
from voice_host.game.state import Phase
from voice_host.rulesets.describe import described

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "voice_host"
PIECES = (
    "", " ", "=", '"', "'", "[", "]", "[[", "{", "}", "#", ",", "\t", "\r\n", "\0", "\ufeff", "é",
    "true", "false", "0", "-1", "1e999", "nan", "9" * 400, "1979-05-27", '"""', "[" * 3000, "@",
    "{a=" * 900, "a." * 3000 + "b = 1", '"\\ud800"', '"\\u0000"', 'extends = "wma"', "id", "роли",
    "<ear", "<not", "> дальше", "+10", "Ёж", "ы" * 3000, "Имя " * 500, ">", "\u2028", "extends",
    *ROLES, *(phase.value for phase in Phase),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kind:
    """Files of one kind: good ones, and who reads them."""

    name: str
    suffix: str
    good: tuple[bytes, ...]
    read: Callable[[Path], object]


def _rules(path: Path) -> object:
    rules = rulesets.load(str(path))
    return described(rules, rulesets.reasons(str(path)), wording(RU.at(rules)))


def _settings(path: Path) -> object:
    told: list[Told] = []
    return read_settings(path, told.append)


def _played(path: Path) -> object:
    return scenario.run(RU, path)


def kinds() -> tuple[Kind, ...]:
    """Every kind of file that a person writes."""

    def files(folder: Path, pattern: str) -> tuple[bytes, ...]:
        return tuple(path.read_bytes() for path in sorted(folder.glob(pattern)))

    names = "1 Марина\n2 Олег\n3 Рыжая Соня\n10 Ли́за\n".encode()
    kept = b'ear = "two"\nhall = "one"\n[music]\nfile = "x"\n'
    rules = files(SHIPPED / "rulesets", "*.toml")
    scorings = files(SHIPPED / "commands/protocol/scorings", "*.toml")
    games = files(ROOT / "tests/scenarios", "*/*.txt")
    return (
        Kind("rules", ".toml", rules, _rules),
        Kind("names", ".txt", (names,), lambda path: read_names(RU, path, 10)),
        Kind("scorings", ".toml", scorings, lambda path: load_scoring(str(path))),
        Kind("settings", ".toml", (kept,), _settings),
        Kind("scenarios", ".txt", games, _played),
    )


def fault(rng: Random, good: bytes) -> bytes:
    """The file with something done to it."""
    lines = good.split(b"\n")
    for _ in range(rng.choice([1, 1, 2, 5])):
        at = rng.randrange(len(lines))
        piece = rng.choice(PIECES).encode("utf-8", "surrogatepass")
        match rng.randrange(8):
            case 0:
                lines[at] = piece
            case 1:
                lines.insert(at, piece)
            case 2:
                lines.insert(at, rng.choice(lines))
            case 3 if len(lines) > 1:
                del lines[at]
            case 4:
                words = lines[at].split(b" ")
                words[rng.randrange(len(words))] = piece
                lines[at] = b" ".join(words)
            case 5:
                head, sign, _ = lines[at].partition(b"=")
                lines[at] = head + sign + b" " + piece
            case 6:
                turned = bytearray(lines[at] or b"x")
                turned[rng.randrange(len(turned))] = rng.randrange(256)
                lines[at] = bytes(turned)
            case _:
                cut = rng.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:cut] + piece + lines[at][cut:]
    data = b"\n".join(lines)
    if rng.random() < 0.1:
        text = data.decode("utf-8", "replace")
        data = text.encode(rng.choice(["cp1251", "utf-16", "koi8-r", "cp866"]), "replace")
    return data[: rng.randrange(len(data) + 1)] if rng.random() < 0.05 else data


def tried(kind: Kind, path: Path, data: bytes) -> str:
    """ "read" or "refused"; whatever is no answer to a host is raised."""
    path.write_bytes(data)
    try:
        kind.read(path)
    except VoiceHostError as error:
        assert RU.messages.line(error), error.code
        return "refused"
    return "read"


def main() -> int:
    """The long run, by hand."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    outcomes: Counter[str] = Counter()
    slowest: dict[str, float] = {}
    every, bad = kinds(), 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.number):
            rng = Random(f"{options.seed} {number}")
            kind = rng.choice(every)
            began = time.process_time()
            try:
                outcome = tried(
                    kind, Path(folder) / f"file{kind.suffix}", fault(rng, rng.choice(kind.good))
                )
            except Exception as error:  # noqa: BLE001 what a fuzzer looks for
                outcome, bad = "FAULT", bad + 1
                print(
                    f"  {kind.name} {options.seed} {number}: {type(error).__name__} {error!s:.150}"
                )
            outcomes[f"{kind.name} {outcome}"] += 1
            slowest[kind.name] = max(slowest.get(kind.name, 0.0), time.process_time() - began)
    print(f"seed {options.seed}: {options.number} files, {dict(sorted(outcomes.items()))}")
    print("slowest, seconds:", {name: round(took, 2) for name, took in slowest.items()})
    return bad


if __name__ == "__main__":
    sys.exit(main())
