"""Reading a language file: TOML into a typed value, mistakes into `BadSentences`.

Knows nothing of what the files mean. Every mistake is told with the file, the key (or the
line) and the column where there is one, in Russian, with a hint.
"""

import re
from pathlib import Path
from typing import TypeVar

import msgspec

from voice_host.errors import BadSentences

RU = Path(__file__).parent / "ru"
"""The folder of the Russian files."""

T = TypeVar("T")

_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_KEY = re.compile(r" - at `(?:key in )?\$\.?([^`]*)`")


def bad(file: Path, key: str, column: int | None, what: str, hint: str) -> BadSentences:
    """The error for a mistake in the value of `key`, at `column` (from 1) of it."""
    at = f", знак {column}" if column is not None else ""
    return BadSentences(f"{file.name}: {key}{at}: {what}", hint)


def read_toml(file: Path, kind: type[T]) -> T:
    """The content of the file as `kind`; raises `BadSentences`."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise BadSentences(
            f"{file}: файл не читается ({error.strerror})", "Проверьте, что файл есть и доступен."
        ) from error
    try:
        raw = msgspec.toml.decode(content)
    except msgspec.DecodeError as error:
        raise _not_toml(file, str(error)) from error
    try:
        return msgspec.convert(raw, kind, str_keys=True, strict=True)
    except msgspec.ValidationError as error:
        found = _KEY.search(str(error))
        key = found[1] if found else "начало файла"
        what = f"неподходящее значение ({_KEY.sub('', str(error))})"
        raise bad(file, key, None, what, "Сравните с соседними ключами этого файла.") from error


def _not_toml(file: Path, error: str) -> BadSentences:
    place = _PLACE.search(error)
    where = f"строка {place[1]}, знак {place[2]}" if place else "конец файла или кодировка"
    return BadSentences(
        f"{file.name}: {where}: это не TOML",
        "Обычно забыта кавычка, запятая или скобка; файл должен быть в UTF-8.",
    )
