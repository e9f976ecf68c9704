# SPDX-License-Identifier: MIT
"""How many small breaks of the rules, of the ear's matching and of the journal the tests notice.

Each mutant changes one place of one file (a comparison, a sum, a number, a condition) in a copy of
the project. A forked process, which has the libraries loaded already, runs the test that mirrors
the file; if that passes, another runs the tests of its folder, and a third whole games. The first
failure kills it, and so does a test that takes many times what it takes unbroken. A sample is taken
with a seed; survivors are printed with their place. Our own lines of tree-walking do it, because
the tests chosen per file make it quick enough to be run: 1 to 3 s a mutant. Not for CI.
"""

import argparse
import ast
import copy
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, settings

from scripts.measure.report import Figure, print_report

ROOT = Path(__file__).parents[2]
FOLDERS = {
    "game": ("tests/game", "tests/dialects", "tests/commands/test_scenarios.py"),
    "language/heard": ("tests/language", "tests/host"),
    "history": ("tests/history", "tests/protocols", "tests/commands", "tests/host"),
}
"""A folder of the package and the tests of whole games that may notice a break in it."""
GATE = 90.0
OURS = ("voice_host", "tests", "scripts")
PYTEST = (
    *("-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # loaded before the fork, on purpose
    *("-m", "not speech and not devices and not browser and not long"),
)
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


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds that tests may take, by their files: several times what they take unbroken."""

    known: dict[tuple[str, ...], float]

    def of(self, tests: list[str], place: Path) -> float:
        """Raises SystemExit if they do not pass in the unbroken copy."""
        if tuple(tests) not in self.known:
            began = time.monotonic()
            if not passes(tests, place, 600):
                raise SystemExit(f"fails before anything is broken: {' '.join(tests)}")
            self.known[tuple(tests)] = 10 + 4 * (time.monotonic() - began)
        return self.known[tuple(tests)]


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


def stages(file: Path, folder: str) -> list[list[str]]:
    """Tests that may notice a break in the file, by stages: its mirror, its folder, whole games."""
    inside = file.relative_to("voice_host")
    mirrored = Path("tests") / inside.with_name(f"test_{inside.name}")
    near = sorted((ROOT / mirrored.parent).glob("test_*.py"))
    wanted = [
        [str(mirrored)],
        [str(test.relative_to(ROOT)) for test in near],
        list(FOLDERS[folder]),
    ]
    there = [[name for name in stage if (ROOT / name).exists()] for stage in wanted]
    return [stage for stage in there if stage]


def passes(tests: list[str], place: Path, limit: float) -> bool:
    """Do these tests of the copy pass within so many seconds? Runs them in a fork."""
    process = get_context("fork").Process(target=_run, args=(tests, place))
    process.start()
    process.join(limit)
    alive = process.is_alive()
    with suppress(ProcessLookupError):
        os.killpg(process.pid or 0, signal.SIGKILL)  # and whatever a test has left running
    process.join()
    return not alive and process.exitcode == 0


def _run(tests: list[str], place: Path) -> None:
    """In the fork: forget the project as it is, run the tests of the copy, leave without a word."""
    os.setsid()
    os.chdir(place)
    sink = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(sink, stream)
    for name in [m for m in sys.modules if m.partition(".")[0] in OURS]:
        del sys.modules[name]
    sys.path[:] = [str(place), *(entry for entry in sys.path if entry != str(ROOT))]
    os.environ |= {"PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    sys.dont_write_bytecode = True
    # A failure is a failure: hypothesis need not look for its smallest form.
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("mutants", phases=phases, derandomize=True, database=None)
    settings.load_profile("mutants")
    os._exit(pytest.main([*PYTEST, *tests]))


def survives(mutant: Mutant, folder: str, place: Path, limits: Limits) -> bool:
    """Does no test notice it?"""
    target = place / mutant.file
    whole, kept = target.read_text(encoding="utf-8"), target.stat()
    target.write_text(mutant.text, encoding="utf-8")
    try:
        return all(
            passes(tests, place, limits.of(tests, place)) for tests in stages(mutant.file, folder)
        )
    finally:
        target.write_text(whole, encoding="utf-8")
        os.utime(target, ns=(kept.st_atime_ns, kept.st_mtime_ns))  # its byte code is good again


def sample(folder: str, count: int, rng: Random) -> list[Mutant]:
    """So many mutants of a folder, or all if there are no more."""
    files = sorted((ROOT / "voice_host" / folder).rglob("*.py"))
    found = [mutant for file in files for mutant in mutants(file.relative_to(ROOT))]
    return rng.sample(found, min(count, len(found)))


def measure(folder: str, chosen: list[Mutant], place: Path, limits: Limits) -> Figure:
    """Run the chosen mutants of a folder and print those that live."""
    for mutant in chosen:  # with nothing broken they must pass, and how long it takes is the limit
        for tests in stages(mutant.file, folder):
            limits.of(tests, place)
    began, alive = time.monotonic(), 0
    for mutant in chosen:
        if survives(mutant, folder, place, limits):
            alive += 1
            print(f"  survived  {mutant.place}", flush=True)
    took = time.monotonic() - began
    print(
        f"  {folder}: {len(chosen) - alive} of {len(chosen)} killed, "
        f"{took / max(1, len(chosen)):.1f} s each",
        flush=True,
    )
    share = 100 * alive / max(1, len(chosen))
    return Figure(f"{folder}: unnoticed", share, "%", 100 - GATE, len(chosen))


def main() -> int:
    """Measure and print; exit code 1 if more than a tenth is unnoticed in a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60, help="mutants of each folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", choices=FOLDERS, action="append")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        place, limits = Path(name), Limits({})
        for part in ("voice_host", "tests", "scripts", "models", "docs"):
            shutil.copytree(ROOT / part, place / part)
        for file in ROOT.iterdir():
            if file.is_file():
                shutil.copy2(file, place)
        figures = [
            measure(folder, sample(folder, options.count, Random(options.seed)), place, limits)
            for folder in options.folder or FOLDERS
        ]
    return 0 if print_report("Mutants", figures, [f"seed {options.seed}"]) else 1


if __name__ == "__main__":
    sys.exit(main())
