# SPDX-License-Identifier: MIT
"""What the host has chosen for every evening: a small TOML file that may be written by hand, too.

Decides what can be kept and how the file is read and written; the command line beats it. What is
not known here is kept as it stands. A file that cannot be read is told of, and left alone.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from voice_host.errors import BadSentences, Told, reason
from voice_host.language.requests import Level
from voice_host.language.toml_file import read_toml
from voice_host.ui.command_line.usage import Tell


class Kept(msgspec.Struct, frozen=True):
    """The settings that there are: each a key of the file, None where nothing was chosen.

    `hall`, `ear` and `mic` are devices by name; an `ear` of "none" was chosen, too, out of the
    loudspeakers that were `known` then.
    """

    eyes_free: bool = False
    talk: Level = Level.FULL
    hall: str | None = None
    ear: str | None = None
    mic: str | None = None
    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """The file and what stands in it; `written` False where it could not be read."""

    path: Path
    tell: Tell
    kept: Kept
    rest: tuple[tuple[str, Any], ...] = ()
    writable: bool = True

    def keep(self, **chosen: object) -> "Settings":
        """The same with these changed, written to the disk; what fails is told."""
        kept = msgspec.structs.replace(self.kept, **chosen)
        changed = replace(self, kept=kept)
        if kept != self.kept and self.writable:
            changed._write()
        return changed

    def _write(self) -> None:
        values = {**dict(self.rest), **msgspec.to_builtins(self.kept)}
        fresh = self.path.with_suffix(".new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(_toml(values), encoding="utf-8")
            fresh.replace(self.path)
        except OSError as error:
            self.tell(Told("settings.not_written", path=self.path, why=reason(error)))


def read_settings(path: Path, tell: Tell) -> Settings:
    """What is kept there; the defaults where there is no file yet, or none that can be read."""
    try:
        raw = read_toml(path, dict[str, Any]) if path.exists() else {}
        kept = read_toml(path, Kept) if raw else Kept()
    except BadSentences as error:
        tell(Told("settings.bad", path=path, what=error.told))
    else:
        known = Kept.__struct_fields__
        return Settings(path, tell, kept, tuple(x for x in raw.items() if x[0] not in known))
    return Settings(path, tell, Kept(), writable=False)


def _toml(values: dict[str, Any], table: str = "") -> str:
    """The values as TOML, tables last, as everything after a table's head belongs to it."""
    plain = {key: value for key, value in values.items() if not isinstance(value, dict)}
    lines = [f"[{table}]\n"] if table else []
    # A string of JSON is one of TOML, too, once DEL is written as a number.
    lines += [
        f"{_key(key)} = {_value(value)}\n"
        for key, value in plain.items()
        if value not in (None, (), [])
    ]
    for key, value in values.items():
        if isinstance(value, dict):
            lines.append("\n" + _toml(value, f"{table}.{_key(key)}".lstrip(".")))
    return "".join(lines)


def _key(name: str) -> str:
    return (
        name
        if name.replace("_", "").replace("-", "").isalnum() and name.isascii()
        else (_value(name))
    )


def _value(value: Any) -> str:
    if isinstance(value, bool | int | float):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
