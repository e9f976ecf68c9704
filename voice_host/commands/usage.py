"""How the command line is explained: help and complaints about options, in Russian.

Click knows what is wrong and speaks English; this file says it in Russian. It knows no
command of ours.
"""

import re
from collections.abc import Iterable
from math import isnan
from typing import Any

import click

_WORDS = {
    "Options": "Параметры",
    "Commands": "Команды",
    "Positional arguments": "Что указать",
    "Show this message and exit.": "Показать эту справку.",
    "INTEGER RANGE": "ЧИСЛО",
    "FLOAT RANGE": "ЧИСЛО",
    "INTEGER": "ЧИСЛО",
    "TEXT": "ТЕКСТ",
    "PATH": "ПУТЬ",
    "[OPTIONS]": "[ПАРАМЕТРЫ]",
    "COMMAND [ARGS]...": "КОМАНДА …",
    "[COMMAND] [ARGS]...": "[КОМАНДА …]",
    "[default: ": "[обычно: ",
    "[required]": "[обязательно]",
    "; required]": "; обязательно]",
}
_ENGLISH = re.compile("|".join(map(re.escape, _WORDS)))


def _russian(text: str) -> str:
    return _ENGLISH.sub(lambda found: _WORDS[found[0]], text)


class _Help(click.HelpFormatter):
    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, _russian(args), "Как писать: ")

    def write_heading(self, heading: str) -> None:
        super().write_heading(_russian(heading))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        russian = [(_russian(name), _russian(about)) for name, about in rows]
        super().write_dl(russian, col_max, col_spacing)


class _Context(click.Context):
    formatter_class = _Help


class Command(click.Command):
    """A command whose help is in Russian."""

    context_class = _Context

    def get_short_help_str(self, limit: int = 45) -> str:
        """See `click.Command`; a sentence that is too long for a line goes on in the next one."""
        return (self.help or "").strip().split("\n\n")[0].replace("\n", " ")


class Group(click.Group):
    """A group of such commands."""

    context_class = _Context
    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """See `click.Group`; a command that there is not is told of in Russian."""
        if self.get_command(ctx, args[0]) is None:
            known = ", ".join(self.list_commands(ctx))
            raise click.UsageError(f"Команды «{args[0]}» нет. Есть: {known}.", ctx)
        return super().resolve_command(ctx, args)


class Numbers(click.FloatRange):
    """Numbers between two; «nan», which lies between any, is none."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """See `click.ParamType`."""
        number = float(super().convert(value, param, ctx))
        if isnan(number):
            self.fail("nan", param, ctx)
        return number


def complaint(error: click.ClickException) -> str:
    """What is wrong with the line that was typed."""
    match error:
        case click.NoSuchOption():
            return f"Параметра {error.option_name} нет."
        case click.BadOptionUsage(message=message) if "does not take" in message:
            return f"Параметр {error.option_name} пишется без значения."
        case click.BadOptionUsage():
            return f"Параметру {error.option_name} нужно значение."
        case click.MissingParameter(param=param):
            return f"Не хватает: {_name(param)}. {_wanted(param)}".rstrip()
        case click.BadParameter(param=param):
            return f"{_name(param)}: такого значения не бывает. {_wanted(param)}".rstrip()
        case _:
            extra = re.search(r"extra arguments? \((.*)\)", error.message)
            return f"Лишнее: {extra[1]}." if extra else error.message


def hint(error: click.ClickException) -> str:
    """Where to read how it is done."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"Справка: {context.command_path if context else 'voice-host'} --help"


def _name(param: click.Parameter | None) -> str:
    if isinstance(param, click.Option):
        return param.opts[0]
    return (param.human_readable_name if param else "Параметр").upper()


def _wanted(param: click.Parameter | None) -> str:
    match param.type if param else None:
        case click.Choice(choices=choices):
            return f"Бывает: {', '.join(map(str, choices))}."
        case click.IntRange(min=low, max=high) | click.FloatRange(min=low, max=high):
            return f"Нужно число от {low} до {high}."
        case kind if kind is click.INT:
            return "Нужно целое число."
        case _:
            return ""
