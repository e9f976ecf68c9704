# SPDX-License-Identifier: MIT
"""Every code has its words, every word its code, and all that is wrong is told at once."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import click
import pytest

from tests.russian import FOLDER, RU
from tests.telling import says
from voice_host.cli import COMMANDS
from voice_host.errors import BadSentences, Told, VoiceHostError
from voice_host.language.catalogue import FILES, Message, Messages
from voice_host.ui.command_line.usage import codes

PACKAGE = Path(__file__).parents[2] / "voice_host"
SOURCES = sorted(PACKAGE.rglob("*.py"))
HELP = ("help.", "metavar.")
"""Found by the names of commands and options: see the last tests."""


def error_names() -> set[str]:
    """Told, and every class of errors, those of other files too."""
    names = {"Told", "VoiceHostError"}
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES]
    grown = 0
    while len(names) > grown:
        grown = len(names)
        names |= {
            node.name
            for tree in trees
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef)
            and any(isinstance(base, ast.Name) and base.id in names for base in node.bases)
        }
    return names


NAMES = error_names()


@dataclass(frozen=True)
class Use:
    """One place where a code is given: the codes it may be, and the params given with it."""

    where: str
    codes: tuple[str, ...]
    params: frozenset[str]
    begins: str = ""


def constants(node: ast.expr) -> tuple[str, ...]:
    """The codes that an argument may be: a text, or a choice of two."""
    match node:
        case ast.Constant(value=str(code)):
            return (code,)
        case ast.IfExp(body=one, orelse=other):
            return (*constants(one), *constants(other))
        case _:
            return ()


def chosen_before(tree: ast.Module) -> dict[int, tuple[str, ...]]:
    """For a name that is read in a function: the codes that were given to it there."""
    found: dict[int, tuple[str, ...]] = {}
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        given: dict[str, tuple[str, ...]] = {}
        for node in ast.walk(function):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if constants(value):
                    given[name] = (*given.get(name, ()), *constants(value))
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and node.id in given:
                found[id(node)] = given[node.id]
    return found


def uses(source: str, where: str = "") -> Iterator[Use]:
    """Every call that makes an error or something told, or asks for a text, with its code."""
    tree = ast.parse(source)
    chosen = chosen_before(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        match node.func:
            case ast.Name(id=name) if name in NAMES:
                pass
            case ast.Name(id="text") | ast.Attribute(attr="text" | "found"):
                pass
            case _:
                continue
        params = frozenset(keyword.arg or "**" for keyword in node.keywords)
        codes = constants(node.args[0]) or chosen.get(id(node.args[0]), ())
        begins = ""
        if isinstance(node.args[0], ast.JoinedStr):
            first = node.args[0].values[0]
            begins = str(first.value) if isinstance(first, ast.Constant) else ""
        if codes or begins:
            yield Use(f"{where}:{node.lineno}", codes, params, begins)


def every_use() -> Iterator[Use]:
    for path in SOURCES:
        yield from uses(path.read_text(encoding="utf-8"), str(path.relative_to(PACKAGE)))


def wrong(use: Use, known: Messages) -> Iterator[str]:
    """What is wrong with one of them, with its place."""
    for code in use.codes:
        message = known.by_code.get(code)
        if message is None:
            yield f"{use.where}: no words for {code}"
        elif message.places != use.params:
            yield f"{use.where}: {code} has {sorted(message.places)}, given {sorted(use.params)}"


def test_every_code_has_words_with_its_params() -> None:
    """All that are wrong are named at once."""
    assert [line for use in every_use() for line in wrong(use, RU.messages)] == []


def test_no_words_are_left_over() -> None:
    """Each message is asked for somewhere: by its code, by its table, or by another message."""
    texts = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    named = set(re.findall(r"[\"']([a-z_]+(?:\.[a-z_0-9]+)+)[\"']", texts))
    begun = set(re.findall(r"\(f\"([a-z_]+\.(?:[a-z_]+\.)*)\{", texts))
    tables = set(re.findall(r"\.table\(\"([\w.]+)\"\)", texts))
    inner = {code for message in RU.messages.by_code.values() for code in message.others}
    left = [
        code
        for code in RU.messages.by_code
        if code not in named | inner
        and not code.startswith(HELP)
        and not any(code.startswith(start) for start in begun)
        and not any(code.startswith(f"{table}.") for table in tables)
    ]
    assert left == []


RUSSIAN = {
    "text/letters.py": "the letters of Russian, and «ё» as «е», by which files are read",
    "model/pronounce.py": "how Russian letters sound",
    "voice/espeak.py": "the vowels that a synthesiser is told the stress of",
    "voice/pyttsx.py": "by what name a system calls its Russian voices",
}
"""The files outside `language/ru` that hold Russian, each with its reason; no more than four."""


def test_russian_stands_in_the_files_of_the_language() -> None:
    """Docstrings apart, no other file has a literal with a Russian letter."""
    found = set()
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            literal = node.value if isinstance(node, ast.Constant) and id(node) not in docs else ""
            if isinstance(literal, str) and re.search("[а-яё]", literal, re.IGNORECASE):
                found.add(path.relative_to(PACKAGE).as_posix())
    assert found == set(RUSSIAN)
    assert len(RUSSIAN) <= 4


def test_a_message_within_another_is_there() -> None:
    """«{hint.network}» names one that nothing has to fill."""
    known = RU.messages.by_code
    for code, message in known.items():
        for other in message.others:
            assert other in known and not known[other].places, code


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('raise VoiceHostError("no.such", path=1)', ["no words for no.such"]),
        (
            'raise AudioUnavailable("audio.no_recording", file=1)',
            ["audio.no_recording has ['path'], given ['file']"],
        ),
        (
            'Told("reason.folder" if x else "reason.no_such", name=2)',
            ["reason.folder has [], given ['name']", "no words for reason.no_such"],
        ),
        ('messages.text("demo.heard_nothing")', ["no words for demo.heard_nothing"]),
        ('raise JournalDamaged("journal.none")', []),
        (
            'def f(x):\n    code = "reason.folder" if x else "reason.gone"\n    Told(code, n=1)',
            ["reason.folder has [], given ['n']", "no words for reason.gone"],
        ),
    ],
)
def test_what_is_wrong_is_found(source: str, found: list[str]) -> None:
    """The check itself: it finds what is not so."""
    lines = [line for use in uses(source) for line in wrong(use, RU.messages)]
    assert [line.partition(": ")[2] for line in lines] == found


def test_all_that_is_wrong_in_a_file_is_told_at_once(tmp_path: Path) -> None:
    """By its keys."""
    for name in FILES:
        (tmp_path / name).write_text("")
    (tmp_path / FILES[0]).write_text(
        '[a]\nfine = "да"\nnumber = 3\nbrace = "{раз"\n[a.hinted]\nsays = "да"\nhint = 2\n',
        encoding="utf-8",
    )
    with pytest.raises(BadSentences) as caught:
        Messages.read(tmp_path)
    told = says(caught.value)
    assert all(f"a.{key}" in told for key in ("number", "brace", "hinted"))
    assert "fine" not in told


def test_the_files_are_those_of_the_language() -> None:
    """What is read is what is there."""
    assert Messages.read(FOLDER) == RU.messages


def commands() -> Iterator[tuple[str, click.Command]]:
    for name, file in COMMANDS.items():
        command = import_module(f"voice_host.commands.{file}").command
        yield name, command
        for inner, one in getattr(command, "commands", {}).items():
            yield f"{name}.{inner}", one


def test_every_command_and_option_is_explained() -> None:
    """And no explanation is of one that there is not."""
    used = {"help.about", "help.any.version"}
    for path, command in commands():
        assert RU.messages.found(f"help.{path}.about"), path
        used |= {f"help.{path}.about"}
        for param in command.params:
            option = isinstance(param, click.Option)
            help_, metavar = (
                [code for code in codes(kind, path, param) if RU.messages.found(code)][:1]
                for kind in ("help", "metavar")
            )
            assert help_ if option else metavar, (path, param.name)
            used |= {*help_, *metavar}
    assert [c for c in RU.messages.by_code if c.startswith(HELP) and c not in used] == []


def test_an_error_without_words_is_shown_by_its_code() -> None:
    """Better than nothing where a language lacks it."""
    assert Messages({}).says(VoiceHostError("a.b", n=3)) == "a.b(n=3)"
    assert Messages({}).hint(Told("a.b")) == ""


def test_a_message_stands_within_another_by_its_text_its_hint_or_whole() -> None:
    """Without its full stop where the sentence goes on; what is no message stands as it is."""
    known = Messages(
        {
            "full": Message("Диск полон.", "Освободите место."),
            "said": Message("Не записано: {why}, увы."),
            "cure": Message("Сначала: {why!h}"),
            "line": Message("Журнал. {why!l}"),
        }
    )
    why = Told("full")
    assert known.text("said", why=why) == "Не записано: Диск полон, увы."
    assert known.text("cure", why=why) == "Сначала: Освободите место."
    assert known.text("line", why=why) == "Журнал. Диск полон. Освободите место."
    assert known.text("line", why="Просто так.") == "Журнал. Просто так."
