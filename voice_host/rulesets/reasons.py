# SPDX-License-Identifier: MIT
"""Why a ruleset is as it is: the `[why]` table of its file, a reason for a key.

`"speech.seconds" = "S1: …"`: the text that decides it, in our words; «⚖» in front where the
text is silent or may be read in two ways. Nothing of the game depends on it.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from voice_host.errors import Told
from voice_host.game.rules import Rules
from voice_host.rulesets.check import refusal

WHY = "why"
"""The name of the table."""

Reasons = dict[str, str]


_NO_CHOICE = frozenset({"id", "title", "source", "roles", "names.cases"})
"""What is no figure or choice: how the ruleset is called, its own roles, grammar.

Nor is it who leads a table (`led`): no dialect decides it.
"""


def kinds() -> Iterator[str]:
    """Every key that may have a reason: `reveal`, `speech.seconds` …, in the file's order."""
    yield from (key for key in _all() if key not in _NO_CHOICE and not key.startswith("led."))


def _all() -> Iterator[str]:
    for section in fields(Rules):
        if is_dataclass(section.type):
            yield from (f"{section.name}.{field.name}" for field in fields(section.type))
        else:
            yield section.name


def inherited(data: dict[str, Any], under: object) -> dict[str, Any]:
    """The reasons of the ruleset below, without those for what this file changes itself."""
    reasons = under if isinstance(under, dict) else {}
    return {key: reason for key, reason in reasons.items() if not _given(key, data)}


def _given(key: str, data: dict[str, Any]) -> bool:
    section, _, name = key.partition(".")
    table = data.get(section)
    return name in table if isinstance(table, dict) else table is not None


def checked(name: str, why: object) -> Reasons:
    """The reasons, if they are texts for keys that there are. Raises `BadRuleset`."""
    if not isinstance(why, dict):
        raise refusal(name, WHY, why, Told("wanted.table"))
    known = set(kinds())
    for key, reason in why.items():
        if key not in known:
            raise refusal(name, f"{WHY}.{key}", reason, Told("wanted.key"))
        if not isinstance(reason, str):
            raise refusal(name, f"{WHY}.{key}", reason, Told("wanted.str"))
    return why
