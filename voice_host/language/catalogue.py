# SPDX-License-Identifier: MIT
"""Messages: what is shown for the codes that errors, troubles, checks and commands carry.

Read from files of messages and checked all at once. A place in a text is a place of
`str.format`: `{path}`, `{seconds:.2f}`; `{lines:|строка|строки|строк}` gives the form of a word
that goes with a number, `{why!h}` the hint of what is `Told` within a message and `{why!l}` its
whole line, `{hint.network}` another message of the files. What is told within a message stands
there without its full stop: the sentence around it goes on. Knows neither who raises a code nor
where it is shown.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from string import Formatter
from typing import Any

from voice_host.errors import BadSentences, Param, Told, VoiceHostError
from voice_host.language.toml_file import read_toml
from voice_host.language.words import plural

FILES = ("messages.toml",)
"""Where the messages of a language stand; a code stands in one of them."""


@dataclass(frozen=True, slots=True)
class Message:
    """What is told, and what to do about it ("" where there is nothing)."""

    says: str
    hint: str = ""

    @property
    def places(self) -> frozenset[str]:
        """What must be given to fill it."""
        found = {place for text in (self.says, self.hint) for place in _places(text)}
        return frozenset(place for place in found if "." not in place)

    @property
    def others(self) -> frozenset[str]:
        """The messages that stand within it."""
        return frozenset(p for t in (self.says, self.hint) for p in _places(t) if "." in p)


@dataclass(frozen=True, slots=True)
class Messages:
    """The messages of one language by their codes."""

    by_code: Mapping[str, Message]

    @classmethod
    def read(cls, folder: Path) -> "Messages":
        """From the files of a language's folder. Raises `BadSentences` with all that is wrong."""
        found: dict[str, Message] = {}
        wrong: list[str] = []
        for file in FILES:
            for code, value in _flat(read_toml(folder / file, dict[str, Any])):
                message = _message(value)
                if message is None or code in found:
                    wrong.append(f"{file}: {code}")
                else:
                    found[code] = message
        if wrong:
            raise BadSentences("language.bad_messages", keys=", ".join(wrong))
        return cls(found)

    def found(self, code: str) -> str:
        """The message of a code that nothing has to fill; "" if there is none."""
        return self.by_code[code].says if code in self.by_code else ""

    def table(self, above: str) -> dict[str, str]:
        """The messages below a code, by the rest of their codes: words for a set of things."""
        begins = f"{above}."
        return {
            code.removeprefix(begins): message.says
            for code, message in self.by_code.items()
            if code.startswith(begins)
        }

    def text(self, code: str, **params: Param) -> str:
        """The message of a code."""
        return self.says(Told(code, **params))

    def says(self, told: Told | VoiceHostError) -> str:
        """What has happened. One that the language lacks is shown by its code."""
        told = told.told if isinstance(told, VoiceHostError) else told
        message = self.by_code.get(told.code)
        return self._filled(message.says, told.params) if message else str(told)

    def hint(self, told: Told | VoiceHostError) -> str:
        """What to do about it, or about what is told within it; "" where there is nothing."""
        told = told.told if isinstance(told, VoiceHostError) else told
        message = self.by_code.get(told.code)
        if message is not None and message.hint:
            return self._filled(message.hint, told.params)
        inner = (self.hint(value) for value in told.params.values() if isinstance(value, Told))
        return next(filter(None, inner), "")

    def line(self, told: Told | VoiceHostError) -> str:
        """Message and hint as sentences of one line."""
        hint = self.hint(told)
        return f"{self.says(told).rstrip('.')}. {hint}" if hint else self.says(told)

    def _filled(self, text: str, params: Mapping[str, Param]) -> str:
        return _Filling(self).vformat(text, (), params).rstrip()


class _Filling(Formatter):
    """`str.format`, the form of a word that goes with a number, and messages within messages."""

    def __init__(self, messages: Messages) -> None:
        self._messages = messages

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        """See `Formatter`; a name with a dot in it is the code of another message."""
        if "." in field_name:
            return self._messages.found(field_name), field_name
        return super().get_field(field_name, args, kwargs)

    def convert_field(self, value: Any, conversion: Any) -> Any:
        """See `Formatter`: what was told within a message, its hint, or its whole line."""
        if isinstance(value, Told):
            match conversion:
                case "h":
                    return self._messages.hint(value)
                case "l":
                    return self._messages.line(value)
                case _:
                    return self._messages.says(value).removesuffix(".")
        if conversion == "l":
            return value
        return super().convert_field(value, conversion)

    def format_field(self, value: Any, format_spec: str) -> str:
        """See `Formatter`."""
        if format_spec.startswith("|"):
            one, few, many = format_spec[1:].split("|")
            return plural(int(value), (one, few, many))
        return str(super().format_field(value, format_spec))


def _places(text: str) -> Iterator[str]:
    """The names of the places; raises ValueError where a bracket has no pair."""
    for _, name, _, _ in Formatter().parse(text):
        if name is not None:
            yield name


def _flat(tree: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Every message with its whole code; one with a hint is a table, one without a text."""
    for key, value in tree.items():
        if isinstance(value, dict) and not value.keys() <= {"says", "hint"}:
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def _message(value: Any) -> Message | None:
    """None if it is none."""
    match value:
        case str():
            made = partial(Message, value)
        case {"says": str(says), "hint": str(hint)}:
            made = partial(Message, says, hint)
        case _:
            return None
    try:
        made().places  # noqa: B018 - they are looked for, which may fail
        return made()
    except ValueError:
        return None
