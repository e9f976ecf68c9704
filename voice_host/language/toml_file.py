"""Reading a language file: TOML into a typed value, mistakes into `BadSentences`.

Knows nothing of what the files mean. Every mistake is told with the file, the key (or the
line) and the column where there is one, in Russian, with a hint.
"""

import re
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from voice_host.errors import BadSentences, reason

T = TypeVar("T")

_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_MISSING = re.compile(r"missing required field `(\w+)`")
_KEY = re.compile(r" - at `(?:key in |key` in `)?\$\.?([^`]*)`")


def bad(file: Path, key: str, column: int | None, what: str, hint: str) -> BadSentences:
    """The error for a mistake in the value of `key`, at `column` (from 1) of it."""
    at = f", знак {column}" if column is not None else ""
    return BadSentences(f"{file.name}: {key}{at}: {what}", hint)


def only_words(text: str, file: Path, key: str) -> str:
    """The same text, which must be words in small letters, no more; raises `BadSentences`."""
    hint = "Здесь бывают только слова строчными буквами, без скобок и знаков."
    if not text.strip():
        raise bad(file, key, 1, "пусто", hint)
    for word in re.finditer(r"\S+", text):
        if not word[0].isalpha() or word[0] != word[0].lower():
            raise bad(file, key, word.start() + 1, f"ожидалось слово в «{text}»", hint)
    return text


def read_toml(file: Path, kind: type[T]) -> T:
    """The content of the file as `kind`; raises `BadSentences`."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise BadSentences(
            f"{file}: файл не читается ({reason(error)})", "Проверьте, что файл есть и доступен."
        ) from error
    try:
        raw = msgspec.toml.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _not_toml(file, str(error)) from error
    try:
        return _convert(raw, kind)
    except msgspec.ValidationError as error:
        key = ".".join(_path(raw, kind, str(error))) or "начало файла"
        missing = _MISSING.search(str(error))
        what = f"нет ключа «{missing[1]}»" if missing else "неподходящее значение"
        raise bad(file, key, None, what, "Сравните с соседними ключами этого файла.") from error


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
    where = f"строка {place[1]}, знак {place[2]}" if place else "конец файла или кодировка"
    return BadSentences(
        f"{file.name}: {where}: это не TOML",
        "Обычно забыта кавычка, запятая или скобка; файл должен быть в UTF-8.",
    )
