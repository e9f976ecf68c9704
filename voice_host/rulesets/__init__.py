# SPDX-License-Identifier: MIT
"""Rulesets: reading a TOML file into `Rules`, strictly, with errors a host can act on.

A ruleset is found by name among the files beside this one, or by path. A file may begin
with `extends = "wma"` and give only what differs, and say why in a table `[why]`. Knows
files and types, no game logic.
"""

import re
import tomllib
from dataclasses import fields, is_dataclass
from enum import Enum, EnumType
from importlib.resources import files
from pathlib import Path
from reprlib import repr as brief
from typing import Any, TypeVar, get_args

import msgspec

from voice_host.errors import BadRuleset, Told, reason
from voice_host.game.roles import Role
from voice_host.game.rules import Rules
from voice_host.rulesets.check import check, refusal
from voice_host.rulesets.reasons import WHY, Reasons, checked, inherited
from voice_host.text.door import read_text

T = TypeVar("T")
OWN = ""
"""The source of a ruleset that names none: those who play by it."""
_HERE = files("voice_host.rulesets")
_KINDS = {
    "int": Told("wanted.int"),
    "float": Told("wanted.float"),
    "str": Told("wanted.str"),
    "bool": Told("wanted.bool"),
    "object": Told("wanted.table"),
    "array": Told("wanted.array"),
}


def names() -> tuple[str, ...]:
    """The rulesets that come with the program, by name."""
    found = (Path(entry.name) for entry in _HERE.iterdir())
    return tuple(sorted(path.stem for path in found if path.suffix == ".toml"))


def load(name: str) -> Rules:
    """The ruleset of this name, or of this `.toml` file.

    Raises `BadRuleset` naming the file, the key, the value and what was expected.
    """
    data = _read(name, seen=())
    checked(name, data.pop(WHY, {}))
    _refuse_unknown(name, data, Rules, ())
    _check_own_roles(name, data.get("roles", {}))
    rules = _converted(name, data, Rules)
    check(name, rules)
    return rules


def _check_own_roles(name: str, roles: object) -> None:
    """The rows of the ruleset's own roles have the keys of a role, each of its type."""
    rows = roles if isinstance(roles, dict) else {}
    for role, row in rows.items():
        if not isinstance(row, dict):
            raise refusal(name, f"roles.{role}", row, Told("wanted.table"))
        _refuse_unknown(name, row, Role, ("roles", role))
        _converted(name, row, Role, ("roles", role))


def reasons(name: str) -> Reasons:
    """Why the ruleset of this name or file is as it is, by key, inherited ones included."""
    return checked(name, _read(name, seen=()).get(WHY, {}))


def _read(name: str, seen: tuple[str, ...]) -> dict[str, Any]:
    """The file's tables over those of the ruleset that it extends."""
    if name in seen:
        raise BadRuleset("ruleset.extends_itself", name=name)
    data = _parse(name)
    parent = data.pop("extends", None)
    if parent is None:
        return data
    if not isinstance(parent, str):
        raise refusal(name, "extends", parent, Told("wanted.name"))
    if parent.endswith(".toml"):
        parent = str(Path(name).parent / parent)
    try:
        under = _read(parent, (*seen, name))
    except _Missing as error:
        raise BadRuleset("ruleset.extends_none", name=name, what=error.told) from None
    under[WHY] = inherited(data, under.get(WHY))
    # Whoever changes rules answers for them: the text below did not say it so.
    return _merged(under | {"source": OWN}, data)


def _parse(name: str) -> dict[str, Any]:
    """The tables of a file, in whatever encoding an editor has written it."""
    own = name.endswith(".toml")
    if not own and name not in names():
        raise _missing(name)
    try:
        shipped = _HERE / f"{name}.toml"
        return tomllib.loads(read_text(Path(name)) if own else shipped.read_text("utf-8"))
    except (ValueError, OSError, RecursionError) as error:
        raise _unreadable(name, error) from None


class _Missing(BadRuleset):
    """There are no rules of this name."""


def _missing(name: str) -> _Missing:
    return _Missing("ruleset.none_such", name=name, known=", ".join(names()))


def _unreadable(name: str, error: Exception) -> BadRuleset:
    """What kept a file from being read; raises nothing itself."""
    match error:
        case FileNotFoundError() | IsADirectoryError():
            return _missing(name)
        case tomllib.TOMLDecodeError():
            at = re.search(r"line (\d+), column (\d+)", str(error))
            if at is None:
                return BadRuleset("ruleset.no_toml_end", name=name)
            return BadRuleset("ruleset.no_toml", name=name, line=at[1], column=at[2])
        case RecursionError():
            return BadRuleset("ruleset.too_deep", name=name)
        case OSError(errno=13):
            return BadRuleset("ruleset.no_access", name=name)
        case _:
            return BadRuleset("ruleset.not_read", name=name, why=reason(error))


def _merged(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Tables are merged key by key; anything else, such as the roles, is replaced whole."""
    merged = {**under, **over}
    for key, table in over.items():
        if isinstance(table, dict) and isinstance(under.get(key), dict):
            merged[key] = {**under[key], **table}
    return merged


def _refuse_unknown(name: str, data: dict[str, Any], kind: Any, at: tuple[str, ...]) -> None:
    known = {field.name: field.type for field in fields(kind)}
    for key, value in data.items():
        if key not in known:
            where = ".".join((*at, key))
            told = Told(
                "ruleset.unknown_key",
                name=name,
                key=where,
                value=brief(value),
                known=", ".join(known),
            )
            raise BadRuleset(told)
        if is_dataclass(known[key]) and isinstance(value, dict):
            _refuse_unknown(name, value, known[key], (*at, key))


def _converted(name: str, data: dict[str, Any], kind: type[T], at: tuple[str, ...] = ()) -> T:
    """The tables as what they are; `at` is where they stand in the file."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _explained(name, data, str(error), kind, at) from None


def _explained(
    name: str, data: dict[str, Any], error: str, root: Any, at: tuple[str, ...]
) -> BadRuleset:
    """The English message of the library as key, value and expectation."""
    if missing := re.search(r"missing required field `(\w+)`", error):
        return BadRuleset("ruleset.no_key", name=name, key=".".join((*at, missing[1])))
    path = re.search(r"at `\$\.([\w.]+)", error)
    wanted = re.search(r"Expected `(\w+)", error)
    key = path[1] if path else "?"
    value: Any = data
    for part in key.split("."):
        value = value.get(part) if isinstance(value, dict) else value
    kind: Told | str = _KINDS.get(wanted[1], wanted[1]) if wanted else _one_of(root, key)
    if length := re.search(r"`array` of length (\d+)", error):
        kind = Told("wanted.array_of", length=int(length[1]))
    return refusal(name, ".".join((*at, key)), value, kind)


def _one_of(kind: Any, key: str) -> Told:
    """The words that a key may have, by its type; for lists, those of its items."""
    for part in key.split("."):
        kind = next(field.type for field in fields(kind) if field.name == part)
    words: tuple[Any, ...] = tuple(kind) if isinstance(kind, EnumType) else get_args(kind)
    words = tuple(word.value if isinstance(word, Enum) else word for word in words)
    while words and not isinstance(words[0], str):
        words = get_args(words[0])
    return Told("wanted.one_of", words=", ".join(words))
