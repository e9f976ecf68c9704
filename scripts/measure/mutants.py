# SPDX-License-Identifier: MIT
"""How many small breaks of the rules, of the ear's matching and of the journal the tests notice.

Each mutant changes one place of one file (a comparison, a sum, a number, a condition) in a copy of
the project and runs the tests that mirror the file, then those of its folder, then whole games.
The first failure kills it. A sample is taken with a seed; survivors are printed with their place.
Our own two dozen lines of tree-walking do it, because the tests chosen per file are what makes it
quick enough to be run, and the tests are imported by path. Not for CI: a mutant takes seconds.
"""

import argparse
import ast
import copy
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

from scripts.measure.report import Figure, print_report

ROOT = Path(__file__).parents[2]
FOLDERS = {
    "game": ("tests/game", "tests/dialects", "tests/commands/test_scenarios.py", "tests/host"),
    "language/heard": ("tests/language", "tests/host"),
    "history": ("tests/history", "tests/commands/test_commands.py", "tests/host"),
}
"""A folder of the package and the tests that may notice a break in it, likeliest first."""
GATE = 90.0
LIMIT_SECONDS = 300
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Add, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the file, the line, the change in words, and the file's text with it."""

    file: Path
    line: int
    change: str
    text: str

    @property
    def place(self) -> str:
        """Where it is, for an editor to jump to."""
        return f"{self.file}:{self.line}: {self.change}"


def mutants(file: Path) -> list[Mutant]:
    """Every mutant of a file of the project, given relative to its root, in order of lines."""
    source = (ROOT / file).read_text(encoding="utf-8")
    tree = ast.parse(source)
    return [
        Mutant(file, line, f"{ast.unparse(before)} → {ast.unparse(after)}", ast.unparse(mutated))
        for line, before, after, mutated in _changes(tree)
    ]


def _changes(tree: ast.Module) -> Iterator[tuple[int, ast.expr, ast.expr, ast.Module]]:
    for number, node in enumerate(places := list(_expressions(tree))):
        for change in range(_ways(node)):
            mutated = copy.deepcopy(tree)
            changed = list(_expressions(mutated))[number]
            _break(changed, change)
            yield places[number].lineno, node, changed, mutated


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    """Expressions that run: neither annotations nor decorators, nor bare strings."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                if isinstance(child, ast.expr):
                    yield child
                yield from _expressions(child)


def _ways(node: ast.expr) -> int:
    """How many changes there are of this expression alone."""
    match node:
        case ast.Compare(ops=ops):
            return sum(type(op) in SWAPPED for op in ops)
        case ast.BinOp(op=op) | ast.BoolOp(op=op):
            return int(type(op) in SWAPPED)
        case ast.UnaryOp(op=ast.Not()):
            return 1
        case ast.Constant(value=bool() | int()):
            return 1
        case ast.IfExp():
            return 1
        case _:
            return 0


def _break(node: ast.expr, change: int) -> None:
    match node:
        case ast.Compare(ops=ops):
            place = [k for k, op in enumerate(ops) if type(op) in SWAPPED][change]
            ops[place] = _swapped(ops[place])
        case ast.BinOp() | ast.BoolOp():
            node.op = _swapped(node.op)
        case ast.UnaryOp(operand=operand):
            node.operand = ast.copy_location(ast.UnaryOp(ast.Not(), operand), operand)
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value)):
            node.value = value + 1
        case ast.IfExp(body=body, orelse=orelse):
            node.body, node.orelse = orelse, body


def _swapped(operator: ast.AST) -> Any:
    """The other operator of the same kind."""
    return SWAPPED[type(operator)]()


def tests_of(file: Path, folder: str) -> list[str]:
    """The mirrored test first, then the folder's; a file there is not is left out."""
    inside = file.relative_to("voice_host")
    mirrored = Path("tests") / inside.with_name(f"test_{inside.name}")
    wanted = [str(mirrored), str(mirrored.parent), *FOLDERS[folder]]
    return [name for name in dict.fromkeys(wanted) if (ROOT / name).exists()]


def survives(mutant: Mutant, folder: str, place: Path) -> bool:
    """Does no test notice it? `place` is a copy of the project that nobody else uses now."""
    target = place / mutant.file
    whole = target.read_text(encoding="utf-8")
    target.write_text(mutant.text, encoding="utf-8")
    command = [
        *(
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:randomly",
        ),
        *("-m", "not speech and not devices and not browser", *tests_of(mutant.file, folder)),
    ]
    env = os.environ | {"PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=place, env=env, capture_output=True, timeout=LIMIT_SECONDS
        )
    except subprocess.TimeoutExpired:
        return False  # it no longer ends, which is noticed
    finally:
        target.write_text(whole, encoding="utf-8")
    return done.returncode == 0


def sample(folder: str, count: int, rng: Random) -> list[Mutant]:
    """So many mutants of a folder, or all if there are no more."""
    files = sorted((ROOT / "voice_host" / folder).rglob("*.py"))
    found = [mutant for file in files for mutant in mutants(file.relative_to(ROOT))]
    return rng.sample(found, min(count, len(found)))


def measure(folder: str, chosen: list[Mutant], copies: "SimpleQueue[Path]", jobs: int) -> Figure:
    """Run the chosen mutants of a folder and print those that live."""

    place = copies.get()
    unbroken = Mutant(chosen[0].file, 0, "", (ROOT / chosen[0].file).read_text(encoding="utf-8"))
    if not survives(unbroken, folder, place):
        raise SystemExit(f"{folder}: the tests fail before anything is broken")
    copies.put(place)

    def run(mutant: Mutant) -> bool:
        place = copies.get()
        try:
            alive = survives(mutant, folder, place)
        finally:
            copies.put(place)
        if alive:
            print(f"  survived  {mutant.place}", flush=True)
        return alive

    with ThreadPoolExecutor(jobs) as pool:
        alive = sum(pool.map(run, chosen))
    killed = len(chosen) - alive
    share = 100 * alive / max(1, len(chosen))
    print(f"  {folder}: {killed} of {len(chosen)} killed", flush=True)
    return Figure(f"{folder}: unnoticed", share, "%", 100 - GATE, len(chosen))


def main() -> int:
    """Measure and print; exit code 1 if more than a tenth is unnoticed in a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="mutants of each folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", choices=FOLDERS, action="append")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(options.jobs):
            place = Path(name) / str(number)
            for part in ("voice_host", "tests", "scripts", "models", "docs"):
                shutil.copytree(ROOT / part, place / part, ignore=shutil.ignore_patterns("*.pyc"))
            for file in ROOT.iterdir():
                if file.is_file():
                    shutil.copy(file, place)
            copies.put(place)
        figures = [
            measure(
                folder, sample(folder, options.count, Random(options.seed)), copies, options.jobs
            )
            for folder in options.folder or FOLDERS
        ]
    return 0 if print_report("Mutants", figures, [f"seed {options.seed}"]) else 1


if __name__ == "__main__":
    sys.exit(main())
