# SPDX-License-Identifier: MIT
"""A ruleset as a person reads it: a line per figure, in the order of the file, and why.

All words are given by who asks: they are the language's.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from textwrap import wrap

from voice_host.game.roles import Death, Role
from voice_host.game.rules import Rules, Share
from voice_host.rulesets.reasons import Reasons, kinds

_UNLIMITED = 99
"""A number of times that means: as often as he likes."""

Names = Mapping[str, str]
"""What things are called, by id."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What a language calls the keys of a ruleset (`labels`), its choices, the roles, the keys of
    a role's row, and the words «yes», «no», «of», «unlimited» by these names."""

    labels: Names
    choices: Names
    roles: Names
    words: Names
    row: Names


def keys(rules: Rules) -> Iterator[tuple[str, object]]:
    """Every key of the ruleset's tables with its value, such as `speech.seconds`, 60."""
    for key in kinds():
        section, _, name = key.partition(".")
        table = getattr(rules, section)
        value = getattr(table, name) if name else table
        yield key, _other_names(rules) if key == "names.roles" else value


def _other_names(rules: Rules) -> dict[str, str]:
    """What roles of the catalogue are called here; the ruleset's own have no other name."""
    return {role: said for role, said in rules.names.roles.items() if role not in rules.roles}


def figures(rules: Rules, wording: Wording) -> dict[str, str]:
    """The value of every key in words; roles by the ruleset's own names where it has any."""
    own = replace(wording, roles={**wording.roles, **rules.names.roles})
    return {
        key: _value(key, value, wording if key == "names.roles" else own)
        for key, value in keys(rules)
    }


def described(rules: Rules, reasons: Reasons, wording: Wording) -> str:
    """The ruleset as lines of text, under each figure its reason where there is one."""
    lines = []
    for key, value in figures(rules, wording).items():
        lines.append(f"  {wording.labels[key]}: {value}")
        lines += wrap(reasons.get(key, ""), 88, initial_indent=_IN, subsequent_indent=_IN)
    own = replace(wording, roles={**wording.roles, **rules.names.roles})
    return "\n".join((*lines, *(_own_role(role, row, own) for role, row in rules.roles.items())))


def _own_role(role: str, row: Role, by: Wording) -> str:
    """A role of the ruleset's own, with what it has."""
    values = ((field.name, getattr(row, field.name)) for field in fields(row))
    plain = ((key, v.value if isinstance(v, Death) else v) for key, v in values)
    said = [f"{by.row[key]} — {_words(v, by)}" for key, v in plain if v not in _NOTHING]
    return f"  {by.row['role']} {_words(role, by)}: {', '.join(said)}"


_NOTHING = ("", 0, False, Death.NOTHING.value)
_IN = " " * 6


def _value(key: str, value: object, by: Wording) -> str:
    if key == "night.self_heals" and value == _UNLIMITED:
        return by.words["unlimited"]
    if key == "names.sides" and isinstance(value, dict):
        return _words({side: said[0] for side, said in value.items()}, by)
    return _words(value, by)


def _words(value: object, by: Wording) -> str:
    match value:
        case bool():
            return by.words["yes" if value else "no"]
        case dict():
            return _pairs(value, by) or by.words["no"]
        case tuple():
            return ", ".join(_item(item, by) for item in value) or by.words["no"]
        case Share(least, usual, most):
            return f"{least}, {usual}, {most}" if usual else by.words["no"]
        case 0:
            return by.words["no"]
        case float():
            return f"{value:g}".replace(".", ",")
        case _:
            return by.roles.get(str(value)) or by.choices.get(str(value), str(value))


def _pairs(table: Mapping[str, object], by: Wording) -> str:
    """Counts are «мафия 2», names «шериф — комиссар», compositions by size «8: дон 1, …»."""
    if any(isinstance(value, dict) for value in table.values()):
        return "; ".join(f"{size}: {_words(value, by)}" for size, value in table.items())
    dash = {True: " — ", False: " "}
    return ", ".join(
        f"{_words(key, by)}{dash[isinstance(value, str)]}{_words(value, by)}"
        for key, value in table.items()
    )


def _item(item: object, by: Wording) -> str:
    if not isinstance(item, tuple):
        return _words(item, by)
    return f" {by.words['of']} ".join(map(str, item))
