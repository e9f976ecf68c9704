# SPDX-License-Identifier: MIT
"""How the command line is explained: help and complaints about options, in the language's words.

Click knows what is wrong and speaks English; this file finds the words for it among the
messages, by the names of command and option. The language is the `obj` of click's context. It
knows no command of ours.
"""

import re
from collections.abc import Callable, Iterable
from math import isnan
from typing import Any

import click

from voice_host.errors import Told
from voice_host.language.catalogue import Messages
from voice_host.language.language import Language

Tell = Callable[[Told], None]


def teller(messages: Messages, *, err: bool = False) -> Tell:
    """Prints what is told, with its hint, as a line."""
    return lambda told: click.echo(messages.line(told), err=err)


def _messages(context: click.Context) -> Messages:
    language = context.find_object(Language)
    return Messages({}) if language is None else language.messages


def _path(context: click.Context) -> str:
    """The command's name after those of its groups: "model.fetch"; "" for the program."""
    names: list[str] = []
    while context.parent is not None:
        names.insert(0, context.info_name or "")
        context = context.parent
    return ".".join(names)


class _Help(click.HelpFormatter):
    """Click's own words are replaced by ours."""

    def __init__(self, messages: Messages, width: int | None, max_width: int | None) -> None:
        super().__init__(width=width, max_width=max_width)
        self._usage = messages.text("usage.usage")
        self._words = messages.table("usage.words")
        self._english = re.compile("|".join(map(re.escape, self._words)) or r"\Z.")

    def _ours(self, text: str) -> str:
        return self._english.sub(lambda found: self._words[found[0]], text)

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, self._ours(args), f"{self._usage} ")

    def write_heading(self, heading: str) -> None:
        super().write_heading(self._ours(heading))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        ours = [(self._ours(name), self._ours(about)) for name, about in rows]
        super().write_dl(ours, col_max, col_spacing)


class _Context(click.Context):
    def make_formatter(self) -> click.HelpFormatter:
        """See `click.Context`."""
        return _Help(_messages(self), self.terminal_width, self.max_content_width)


class Command(click.Command):
    """A command whose help stands among the messages: `help.NAME.about`, `help.NAME.OPTION`.

    `metavar.NAME.OPTION` is what stands for its value; `any` in place of a name means
    every command.
    """

    context_class = _Context

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """See `click.Command`; the words are found before any of them is shown."""
        _find_words(self, ctx)
        return super().parse_args(ctx, args)


class Group(click.Group):
    """A group of such commands."""

    context_class = _Context
    command_class = Command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """See `click.Command`."""
        _find_words(self, ctx)
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """See `click.Group`; no command is needed for what is said of it, however long."""
        above = f"{_path(ctx)}." if _path(ctx) else ""
        rows = [
            (name, _messages(ctx).text(f"help.{above}{name}.about").split("\n\n")[0])
            for name in self.list_commands(ctx)
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """See `click.Group`; a command that there is not is told of in our words."""
        if self.get_command(ctx, args[0]) is None:
            known = ", ".join(self.list_commands(ctx))
            told = Told("usage.no_command", command=args[0], known=known)
            raise click.UsageError(_messages(ctx).says(told), ctx)
        return super().resolve_command(ctx, args)


def _find_words(command: click.Command, context: click.Context) -> None:
    """Give a command and its options what is said of them."""
    messages, path = _messages(context), _path(context)
    command.help = messages.text(f"help.{path}.about" if path else "help.about")
    for param in command.params:
        param.metavar = _first(messages, codes("metavar", path, param)) or param.metavar
        if isinstance(param, click.Option):
            param.help = _first(messages, codes("help", path, param))


def codes(kind: str, path: str, param: click.Parameter) -> tuple[str, ...]:
    """Where the words for an option of a command may stand: its own ones, those of any."""
    return f"{kind}.{path}.{param.name}", f"{kind}.any.{param.name}"


def _first(messages: Messages, codes: Iterable[str]) -> str | None:
    return next(filter(None, map(messages.found, codes)), None)


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


def complaint(error: click.ClickException, messages: Messages) -> str:
    """What is wrong with the line that was typed, and where to read how it is done."""
    wrong = _wrong(error)
    context = error.ctx if isinstance(error, click.UsageError) else None
    path = context.command_path if context else "voice-host"
    said = messages.says(wrong) if isinstance(wrong, Told) else wrong
    return f"{said.rstrip()}\n{messages.text('usage.help', path=path)}"


def _wrong(error: click.ClickException) -> Told | str:
    match error:
        case click.NoSuchOption():
            return Told("usage.no_option", option=error.option_name)
        case click.BadOptionUsage(message=message) if "does not take" in message:
            return Told("usage.takes_no_value", option=error.option_name)
        case click.BadOptionUsage():
            return Told("usage.needs_value", option=error.option_name)
        case click.MissingParameter(param=param):
            return Told("usage.missing", name=_name(param), wanted=_wanted(param))
        case click.BadParameter(param=param):
            return Told("usage.bad_value", name=_name(param), wanted=_wanted(param))
        case _:
            extra = re.search(r"extra arguments? \((.*)\)", error.message)
            return Told("usage.extra", extra=extra[1]) if extra else error.message


def _name(param: click.Parameter | None) -> Told | str:
    if isinstance(param, click.Option):
        return param.opts[0]
    return param.human_readable_name.upper() if param else Told("usage.some_option")


def _wanted(param: click.Parameter | None) -> Told | str:
    match param.type if param else None:
        case click.Choice(choices=choices):
            return Told("usage.one_of", choices=", ".join(map(str, choices)))
        case click.IntRange(min=low, max=high) | click.FloatRange(min=low, max=high):
            return Told("usage.between", low=str(low), high=str(high))
        case kind if kind is click.INT:
            return Told("usage.whole_number")
        case _:
            return ""
