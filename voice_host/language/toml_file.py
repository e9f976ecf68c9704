# SPDX-License-Identifier: MIT
"""Reading a language file: TOML into a typed value, mistakes into `BadSentences`.

Knows nothing of what the files mean. Every mistake is told with the file, the key (or the
line) and the column where there is one.
"""

import re
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from voice_host.errors import BadSentences, Told, reason
from voice_host.text.door import read_text

T = TypeVar("T")

_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_MISSING = re.compile(r"missing required field `(\w+)`")
_KEY = re.compile(r" - at `(?:key in |key` in `)?\$\.?([^`]*)`")


def bad(file: Path, key: str | Told, column: int | None, what: Told) -> BadSentences:
    """The error for a mistake in the value of `key`, at `column` (from 1) of it."""
    if column is None:
        return BadSentences("language.bad", file=file.name, key=key, what=what)
    return BadSentences("language.bad_at", file=file.name, key=key, column=column, what=what)


def only_words(text: str, file: Path, key: str) -> str:
    """The same text, which must be words in small letters, no more; raises `BadSentences`."""
    if not text.strip():
        raise bad(file, key, 1, Told("language.only_words_empty"))
    for word in re.finditer(r"\S+", text):
        if not word[0].isalpha() or word[0] != word[0].lower():
            raise bad(file, key, word.start() + 1, Told("language.only_words", text=text))
    return text


def read_toml(file: Path, kind: type[T]) -> T:
    """The content of the file as `kind`; raises `BadSentences`."""
    try:
        content = read_text(file)
    except OSError as error:
        raise BadSentences("language.not_read", file=file, why=reason(error)) from error
    try:
        raw = msgspec.toml.decode(content)
    except (ValueError, RecursionError) as error:
        raise _not_toml(file, str(error)) from error
    try:
        return _convert(raw, kind)
    except msgspec.ValidationError as error:
        key = ".".join(_path(raw, kind, str(error))) or Told("language.beginning")
        missing = _MISSING.search(str(error))
        if missing:
            raise bad(file, key, None, Told("language.no_key", key=missing[1])) from error
        raise bad(file, key, None, Told("language.bad_value")) from error


def _convert(raw: object, kind: type[T]) -> T:
    return msgspec.convert(raw, kind, str_keys=True, strict=True)


def _path(raw: Any, kind: type[T], error: str) -> list[str]:
    """The keys that lead to the wrong value.

    msgspec writes "[...]" for any key of a free table: the one meant is the one that
    gives the same error when the table has no other.
    """
    found = _KEY.search(error)
    path = found[1].replace("[...]", ".*").strip(".").split(".") if found else []
    for at, key in enumerate(path):
        if key.startswith("*"):
            tried = (k for k in _keys(raw, path[:at]) if _alone(raw, path[:at], k, kind))
            path[at] = next(tried, "") + key[1:]
    return path


def _keys(raw: Any, path: list[str]) -> list[str]:
    for key in path:
        raw = raw[key]
    return list(raw)


def _alone(raw: Any, path: list[str], key: str, kind: type[T]) -> bool:
    """Is the value wrong when its table holds this key only?"""
    try:
        _convert(_only(raw, path, key), kind)
    except msgspec.ValidationError as error:
        return bool(_KEY.search(str(error)))
    return False


def _only(raw: Any, path: list[str], key: str) -> dict[str, Any]:
    """The content with no other key in the table at `path`."""
    if not path:
        return {key: raw[key]}
    return {**raw, path[0]: _only(raw[path[0]], path[1:], key)}


def _not_toml(file: Path, error: str) -> BadSentences:
    place = _PLACE.search(error)
    if place is None:
        return BadSentences("language.no_toml", file=file.name)
    return BadSentences("language.no_toml_at", file=file.name, line=place[1], column=place[2])
