# SPDX-License-Identifier: MIT
"""The shape of the program: who may import whom, and how large a piece may be."""

import ast
import re
import sys
from pathlib import Path
from statistics import median, quantiles

import pytest

PACKAGE = Path(__file__).parent.parent / "voice_host"
FILES = sorted(PACKAGE.rglob("*.py"))

MAP = Path(__file__).parent.parent / "ARCHITECTURE.md"


def table() -> dict[str, tuple[str, ...]]:
    """The import table of ARCHITECTURE.md: what each folder and top file may import of ours."""
    text = MAP.read_text(encoding="utf-8").partition("| from | may import |")[2]
    rows = text.partition("\n\n")[0].splitlines()[2:]
    names = [re.findall(r"`([\w.]+)`", row) for row in rows]
    return {row[0]: tuple(row[1:]) for row in names}


ALLOWED = table()

TESTS = Path(__file__).parent
REAL_TIME = {"speech", "devices", "browser"}
"""Marks of tests whose sound and pages take the time they take."""
INSTRUMENTS = {"awaited.py", "at_the_table.py", "virtual_sound.py"}
"""What such tests wait with."""

BANNED_IN_GAME = {"time", "random", "threading", "asyncio", "logging", "datetime", "os", "secrets"}


def imports(path: Path) -> set[str]:
    """Every module that a file imports, by its full name."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            found.add(module)
            if module == "voice_host":
                found |= {f"{module}.{name.name}" for name in node.names}
    return {module for module in found if module != "voice_host" and "__" not in module}


def part(path: Path) -> str:
    """The part of the program a file belongs to: its folder, or its own name."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def name(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


@pytest.mark.parametrize("path", [p for p in FILES if part(p) != "__init__"], ids=name)
def test_a_part_imports_only_what_the_map_allows(path: Path) -> None:
    """The map of the packages: knowledge flows one way."""
    allowed = (part(path), *ALLOWED[part(path)])
    for module in imports(path):
        own = module.removeprefix("voice_host.")
        if own != module:
            assert any(own == a or own.startswith(f"{a}.") for a in allowed), module


def test_hearing_and_speaking_meet_in_one_direction() -> None:
    """What both need knows neither; what is said may speak of what was heard, never the reverse."""
    for path in FILES:
        if part(path) == "language":
            room = path.relative_to(PACKAGE).parts[1]
            free = {"heard": ("said",), "said": (), "language.py": ()}  # which holds all of it
            barred = free.get(room, ("heard", "said"))
            for module in imports(path):
                for other in barred:
                    assert not module.startswith(f"voice_host.language.{other}"), (path, module)


@pytest.mark.parametrize("path", [p for p in FILES if part(p) == "game"], ids=name)
def test_the_game_is_pure(path: Path) -> None:
    """Nothing but the standard library, and nothing of it that knows time, chance or threads."""
    for module in imports(path):
        top = module.split(".")[0]
        assert top in {"voice_host", *sys.stdlib_module_names}, module
        assert top not in BANNED_IN_GAME, module


def circles(allowed: dict[str, tuple[str, ...]]) -> set[str]:
    """Parts of the table that are reached from themselves."""
    found = set()
    for start in allowed:
        seen: set[str] = set()
        ahead = list(allowed[start])
        while ahead:
            part = ahead.pop().split(".")[0]
            if part not in seen:
                seen.add(part)
                ahead += allowed[part]
        found |= {start} & seen
    return found


def test_the_table_names_what_is_there_and_goes_round_nowhere() -> None:
    """No more rooms than sixteen, every one in the table, none in it that is gone."""
    there = {part(path) for path in FILES} - {"__init__"}
    assert set(ALLOWED) == there
    assert len(there) <= 16
    assert not circles(ALLOWED)


def test_the_map_names_every_folder_and_no_other() -> None:
    """The tree in ARCHITECTURE.md, folder by folder."""
    tree = MAP.read_text(encoding="utf-8").partition("\nvoice_host/\n")[2].partition("```")[0]
    drawn = set(re.findall(r"(?:^  |(?<=  ))(\w+/)", tree, re.M))
    folders = {p.parent.name + "/" for p in FILES if p.parent != PACKAGE}
    assert drawn == folders | {"ru/"}


def test_where_things_are_added_is_where_they_are() -> None:
    """Every file that the table of additions names is there."""
    table = MAP.read_text(encoding="utf-8").partition("## Where things are added")[2]
    table = table.partition("\n## ")[0]
    named = re.findall(r"`([\w/]+/[\w]+\.(?:py|toml)|[\w/]+/)`", table)
    assert len(named) > 15
    for file in named:
        assert (PACKAGE / file).exists() or (MAP.parent / file).exists(), file


def test_no_two_modules_share_a_name() -> None:
    """So that a name in a traceback or a search leads to one file."""
    names = [path.name for path in FILES if path.name != "__init__.py"]
    assert sorted(names) == sorted(set(names))


def named(path: Path) -> set[str]:
    """Every name and attribute that the code of a file uses, as it is written."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {ast.unparse(n) for n in ast.walk(tree) if isinstance(n, ast.Name | ast.Attribute)}


def test_a_language_is_read_where_the_program_is_put_together_and_nowhere_else() -> None:
    """Which language it is stands in one file; all others are given what they need of it."""
    readers = {"Language.read", "SHIPPED"}
    assert {name(p) for p in FILES if named(p) & readers} == {"cli.py", "language/language.py"}


def test_nothing_is_kept_for_the_whole_process() -> None:
    """What is worked out once lives in the value it was worked out of, and goes with it."""
    for path in FILES:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.FunctionDef):
                continue
            for mark in node.decorator_list:
                kept = ast.unparse(mark).split("(")[0].rpartition(".")[2] in {"cache", "lru_cache"}
                # Tables of the frequencies of sounds are the same for every model.
                assert not kept or name(path) == "model/features.py", (name(path), node.name)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_every_module_says_what_it_decides(path: Path) -> None:
    """A docstring opens every file."""
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def function_sizes(path: Path) -> list[int]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [n.end_lineno - n.lineno + 1 for n in ast.walk(tree) if isinstance(n, kinds)]  # type: ignore[operator]


def test_files_and_functions_stay_small() -> None:
    """Files: median ≤ 180 lines, none > 400. Functions: p90 ≤ 30 lines, none > 60."""
    files = [len(path.read_text(encoding="utf-8").splitlines()) for path in FILES]
    assert median(files) <= 180
    assert max(files) <= 400
    functions = [size for path in FILES for size in function_sizes(path)]
    assert quantiles(functions, n=10)[-1] <= 30
    assert max(functions) <= 60


def test_nothing_asks_which_ruleset_it_is() -> None:
    """Dialects differ by their figures, never by their name: it is compared with nothing."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            sides = (node.left, *node.comparators) if isinstance(node, ast.Compare) else ()
            asked = (node.subject,) if isinstance(node, ast.Match) else sides
            for side in asked:
                assert not ast.unparse(side).endswith("rules.id"), name(path)
        if part(path) == "game":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                assert not (isinstance(node, ast.Attribute) and node.attr == "id"), name(path)


def test_every_file_names_its_licence() -> None:
    """In the form that licence scanners read, among its first lines."""
    root = PACKAGE.parent
    ours = [
        path for top in ("voice_host", "tests", "scripts") for path in (root / top).rglob("*.py")
    ]
    bare = [
        str(path.relative_to(root))
        for path in ours
        if "# SPDX-License-Identifier: MIT\n" not in path.read_text(encoding="utf-8")[:200]
    ]
    assert len(ours) > 300 and bare == []


def sleeps(tree: ast.AST) -> list[int]:
    """Lines in which somebody waits for a time to pass; `sleep(0)` only lets others go on."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and "sleep" in {getattr(node.func, "attr", ""), getattr(node.func, "id", "")}
        and not (node.args and isinstance(node.args[0], ast.Constant) and node.args[0].value == 0)
    ]


def marks(node: ast.AST) -> set[str]:
    """The marks that stand there: `pytest.mark.devices`, alone, called or in a list."""
    return {
        found.attr
        for found in ast.walk(node)
        if isinstance(found, ast.Attribute) and ast.unparse(found.value) == "pytest.mark"
    }


def waiting(source: str) -> list[int]:
    """Lines of a file of tests in which a test that takes no real time sleeps."""
    tree = ast.parse(source)
    whole = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"
    ]
    if set().union(*map(marks, whole)) & REAL_TIME:
        return []
    timed = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and set().union(*map(marks, node.decorator_list)) & REAL_TIME
    ]
    allowed = {line for node in timed for line in sleeps(node)}
    return [line for line in sleeps(tree) if line not in allowed]


def test_no_test_of_the_quick_suite_sleeps() -> None:
    """It waits for what must come about (`tests.awaited`); its time is a clock held in the hand."""
    files = [file for file in TESTS.rglob("*.py") if file.name not in INSTRUMENTS]
    found = {str(file): waiting(file.read_text(encoding="utf-8")) for file in files}
    assert {file: lines for file, lines in found.items() if lines} == {}


def test_a_sleep_in_a_test_is_found() -> None:
    """In a function, in a thread of it, from `asyncio`; not where a mark says real time."""
    body = "def test_a():\n    time.sleep(0.1)\n    asyncio.sleep(0)\n"
    assert waiting(body) == [2]
    assert waiting("@pytest.mark.devices\n" + body) == []
    assert waiting("pytestmark = [pytest.mark.long, pytest.mark.browser]\n" + body) == []
    assert waiting("pytestmark = pytest.mark.long\n" + body) == [3]
