"""Rulesets: reading a TOML file into `Rules`, strictly, with errors a host can act on.

A ruleset is found by name among the files beside this one, or by path. A file may begin
with `extends = "wma"` and give only what differs. Knows files and types, no game logic.
"""

import re
import tomllib
from dataclasses import fields, is_dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from voice_host.errors import BadRuleset
from voice_host.game.roles import ROLES
from voice_host.game.rules import Rules

_HERE = files("voice_host.rulesets")
_RUSSIAN = {
    "int": "целое число",
    "float": "число",
    "str": "строка в кавычках",
    "bool": "true или false",
    "object": "таблица",
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
    _refuse_unknown(name, data, Rules, ())
    try:
        rules = msgspec.convert(data, Rules)
    except msgspec.ValidationError as error:
        raise _explained(name, data, error) from None
    _check(name, rules)
    return rules


def _read(name: str, seen: tuple[str, ...]) -> dict[str, Any]:
    """The file's tables over those of the ruleset that it extends."""
    if name in seen:
        raise BadRuleset(f"Правила «{name}» расширяют сами себя.", "Уберите строку extends.")
    data = _parse(name)
    parent = data.pop("extends", None)
    return data if parent is None else _merged(_read(str(parent), (*seen, name)), data)


def _parse(name: str) -> dict[str, Any]:
    try:
        if name.endswith(".toml"):
            text = Path(name).read_text(encoding="utf-8")
        else:
            text = (_HERE / f"{name}.toml").read_text(encoding="utf-8")
        return tomllib.loads(text)
    except (FileNotFoundError, IsADirectoryError):
        hint = f"Есть правила: {', '.join(names())}. Свои — путём к файлу .toml."
        raise BadRuleset(f"Нет правил «{name}».", hint) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise BadRuleset(f"Файл правил «{name}» не читается: {error}", "Исправьте файл.") from None


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
            hint = f"Здесь бывают ключи: {', '.join(known)}."
            raise BadRuleset(f"Правила «{name}»: неизвестный ключ {where} = {value!r}.", hint)
        if is_dataclass(known[key]) and isinstance(value, dict):
            _refuse_unknown(name, value, known[key], (*at, key))


def _explained(name: str, data: dict[str, Any], error: msgspec.ValidationError) -> BadRuleset:
    """The English message of the library as key, value and expectation."""
    text = str(error)
    if missing := re.search(r"missing required field `(\w+)`", text):
        return BadRuleset(f"Правила «{name}»: нет ключа {missing[1]}.", "Добавьте его.")
    path = re.search(r"at `\$\.([\w.]+)", text)
    wanted = re.search(r"Expected `([\w| ]+)`", text)
    key = path[1] if path else "?"
    value: Any = data
    for part in key.split("."):
        value = value.get(part) if isinstance(value, dict) else value
    kind = _RUSSIAN.get(wanted[1], wanted[1]) if wanted else text
    return BadRuleset(f"Правила «{name}»: {key} = {value!r}, а нужно: {kind}.", "Исправьте файл.")


def _check(name: str, rules: Rules) -> None:
    """What the types cannot say: ranges, and that the roles exist and fit the table."""
    for section in (getattr(rules, f.name) for f in fields(rules)):
        if not is_dataclass(section):
            continue
        for f in fields(section):
            value = getattr(section, f.name)
            if isinstance(value, int | float) and not 0 <= value <= 3600:
                _refuse(name, f.name, value, "число от 0 до 3600")
    table = rules.table
    if not 1 <= table.fewest <= table.seats <= table.most <= 30:
        _refuse(name, "table.seats", table.seats, "1 ≤ fewest ≤ seats ≤ most ≤ 30")
    for role, number in table.roles.items():
        if role not in ROLES or number < 0:
            _refuse(name, f"table.roles.{role}", number, f"роли: {', '.join(ROLES)}, число от 0")
    if table.filler not in ROLES:
        _refuse(name, "table.filler", table.filler, f"одна из ролей: {', '.join(ROLES)}")
    if sum(table.roles.values()) > table.fewest:
        _refuse(name, "table.roles", sum(table.roles.values()), f"не больше {table.fewest} ролей")


def _refuse(name: str, key: str, value: object, wanted: str) -> None:
    raise BadRuleset(f"Правила «{name}»: {key} = {value!r}, а нужно: {wanted}.", "Исправьте файл.")
