# SPDX-License-Identifier: MIT
"""Faults of journals: what disks, editors and pranks make of a file, from a seed.

`python -m tests.history.faults --number 20000` makes so many of journals of every ruleset and
tells which of them end in an error of our own; the quick suite makes a few hundred.
"""

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from tests import games
from tests.game import chance
from tests.parlour import Parlour
from tests.russian import RU
from voice_host import rulesets
from voice_host.commands.export import exported
from voice_host.errors import VoiceHostError
from voice_host.game.commands import SetRoles
from voice_host.game.roles import ROLES, SIDES
from voice_host.game.state import Cause, Phase
from voice_host.history.checksum import summed
from voice_host.history.recovery import load, recover, replay, unfinished
from voice_host.history.session import begin
from voice_host.text.opening import MOST_OF_A_JOURNAL

FORMAT_1 = sorted((Path(__file__).parents[1] / "journals" / "format1").glob("[nrs]*.jsonl"))
NASTY: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 5, 11, 31, 999, 10**9, 10**30, -(10**30), 0.5, 1e308, -1e308, "",
    "x", "\x1b[2J", "ы" * 50, "seat:0", "seat:99", "host", [], {}, [[]], [1, 2, 3],
    [3, 3], [0], [99],
    {"kind": "Next"}, {"kind": "TimeUp"}, {"ends_at": 5.0}, {"ends_at": 1e300, "calls": [1e300]},
    *ROLES, *SIDES, "draw", *Phase, *Cause, "barred", "no_nominees",
)  # fmt: skip
TYPED = ("стол", "продолжить", "дальше", "да", "отмена", "да", "сколько времени", "справка")


def journals(folder: Path) -> tuple[bytes, ...]:
    """Whole journals: of every ruleset with the roles told and without, and some old ones."""
    made = []
    for number, name in enumerate(rulesets.names()):
        rules = rulesets.load(name)
        for known in (False, True):
            path = folder / f"{name}-{known}.jsonl"
            session = begin(rules, rules.table.seats, path)
            rng = Random(number)
            if known:
                roles = chance.composition(rng, rules, rules.table.seats)
                session.submit(SetRoles(roles), 0.0, "keyboard")
            games.play(session, rng, 60)
            session.close()
            made.append(path.read_bytes())
    return (*made, *(path.read_bytes() for path in FORMAT_1[::4]))


# --- what goes wrong ---


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container of a JSON value with every key or index in it."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in list(keys):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


def altered(rng: Random, lines: list[bytes], others: list[bytes]) -> list[bytes]:
    """One value of one line is another; its checksum is wrong, right or gone."""
    at = 0 if rng.random() < 0.1 else rng.randrange(len(lines))
    line = json.loads(lines[at])
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        container, key = rng.choice(list(places(line)))
        like = [
            c[k]
            for other in rng.sample(others, 8)
            for c, k in places(json.loads(other))
            if k == key
        ]
        if rng.random() < 0.1 and isinstance(container, dict):
            del container[key]
        else:
            container[key] = rng.choice(like) if like and rng.random() < 0.5 else rng.choice(NASTY)
        if not line:
            break
    lines[at] = with_sum(rng, line)
    return lines


def with_sum(rng: Random, line: Any) -> bytes:
    kept = line.pop("crc32", None) if isinstance(line, dict) else None
    bare = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()
    if rng.random() < 0.5 and bare != b"{}":
        return summed(bare)
    return bare[:-1] + b',"crc32":"%s"}' % str(kept).encode() if rng.random() < 0.5 else bare


def raw(rng: Random, lines: list[bytes], others: list[bytes]) -> list[bytes]:
    """A value that no JSON writer of ours would write stands in place of a number."""
    at = rng.randrange(len(lines))
    values = (
        b"NaN", b"Infinity", b"1e999", b"[" * 200_000, b"[" * 5000 + b"]" * 5000,
        b'{"a":' * 5000 + b"1" + b"}" * 5000, b"9" * 5000, b'"' + b"a" * 100_000 + b'"', b"\xff",
        b"1,2", b"}", b'"\\ud800"', b"0x10", b"-0", b"1.5",
    )  # fmt: skip
    line = lines[at]
    digits = [i for i in range(1, len(line)) if line[i : i + 1].isdigit() and line[i - 1] in b":["]
    if digits:
        place = rng.choice(digits)
        line = line[:place] + rng.choice(values) + line[place + 1 :]
    body = line[: line.rfind(b',"crc32"')] + b"}"
    lines[at] = summed(body) if rng.random() < 0.5 and b'"crc32"' in line else line
    return lines


def moved(rng: Random, lines: list[bytes], others: list[bytes]) -> list[bytes]:
    """Lines are gone, doubled, in another order, or from another game."""
    for _ in range(rng.choice([1, 1, 2, 5])):
        at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(5):
            case 0 if len(lines) > 2:
                del lines[at]
            case 1:
                lines[at], lines[to] = lines[to], lines[at]
            case 2:
                lines.insert(to, lines[at])
            case 3:
                lines[at] = rng.choice(others)
            case _:
                lines = lines[: max(1, min(at, to))] + lines[max(at, to) :]
    return lines


def bytewise(rng: Random, lines: list[bytes], others: list[bytes]) -> list[bytes]:
    """Bits turn, blocks become zero or noise, the end is cut off, a long line grows."""
    data = bytearray(b"\n".join(lines))
    for _ in range(rng.choice([1, 1, 3, 20])):
        at = rng.randrange(len(data))
        match rng.randrange(6):
            case 0 | 1:
                data[at] ^= 1 << rng.randrange(8)
            case 2:
                data[at : at + 512] = bytes(min(512, len(data) - at))
            case 3:
                data[at : at + 64] = rng.randbytes(64)
            case 4:
                data[at:at] = rng.choice([b"\n", b"\r\n", b"\0", b"\xef\xbb\xbf", b" " * 70_000])
            case _:
                del data[max(at, 2) :]
    return [bytes(data)]


KINDS: tuple[Callable[[Random, list[bytes], list[bytes]], list[bytes]], ...] = (
    altered, altered, altered, raw, moved, bytewise,
)  # fmt: skip


def fault(whole: tuple[bytes, ...], seed: int) -> bytes:
    """A journal with a fault."""
    rng = Random(seed)
    others = [line for other in rng.sample(whole, 3) for line in other.splitlines()]
    lines = rng.choice(KINDS)(rng, rng.choice(whole).splitlines(), others)
    assert sum(map(len, lines)) < MOST_OF_A_JOURNAL
    return b"\n".join(lines) + (b"\n" if rng.random() < 0.9 else b"")


# --- what must come of it ---


def seen(path: Path) -> None:
    """The game's protocol in every form."""
    for form in ("json", "md", "csv"):
        exported(RU, load(path), form)


def outcome(path: Path, seed: int) -> str:
    """What becomes of a journal by every command that takes one, and of the game that is resumed.

    "refused" or "resumed"; whatever is no answer to a host is raised.
    """
    for look in (replay, unfinished, seen):
        with suppress(VoiceHostError):
            look(path)
    try:
        session = recover(path)
    except VoiceHostError:
        return "refused"
    try:
        told = session.trouble is not None
        parlour = Parlour(session, recovered=True)
        for words in TYPED:
            parlour.types(words)
        games.play(session, Random(seed), 8)
        parlour.wait(70.0)
    finally:
        session.close()
    again = recover(path)
    again.close()
    if not told:
        assert (again.state, again.trouble) == (session.state, None)
    return "told" if told else "resumed"


def tried(folder: Path, whole: tuple[bytes, ...], seed: int) -> str:
    """The outcome of the fault of this seed; an error of our own tells the seed."""
    path = folder / "fault.jsonl"
    path.write_bytes(fault(whole, seed))
    try:
        return outcome(path, seed)
    except BaseException as error:
        error.add_note(f"seed {seed}: {path.read_bytes()[-300:]!r}")
        raise
    finally:
        for aside in folder.glob("fault.jsonl.damaged*"):
            aside.unlink()


def main() -> None:
    """Ends at the first that is an error of our own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=5000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="vh-") as folder:
        whole = journals(Path(folder))
        for seed in range(options.first, options.first + options.number):
            counts[tried(Path(folder), whole, seed)] += 1
    print(dict(counts))


if __name__ == "__main__":
    main()
