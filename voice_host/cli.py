"""The command line: which file does what, and how it ends. Errors are in Russian.

A `VoiceHostError` is printed as message and hint, exit code 2; nothing prints a traceback. A
command's file is imported when that command is given: what takes long (sound, speech, the
terminal) is not waited for by the others.
"""

import errno
import logging
import os
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn, TextIO

import click

from voice_host import __version__
from voice_host.commands import usage
from voice_host.commands.error_log import ErrorLog, keep_errors
from voice_host.errors import VoiceHostError, reason
from voice_host.language.language import SHIPPED, Language

COMMANDS = {
    "play": "play",
    "resume": "resume",
    "demo": "demo",
    "replay": "replay",
    "scenario": "scenario",
    "hear": "hear_recordings",
    "say": "say",
    "rules": "show_rules",
    "commands": "list_commands",
    "doctor": "doctor",
    "export": "export",
    "enroll": "enroll",
    "model": "model",
}
"""The file in `commands/` of each command."""
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What the system answers when output is sent to a file and cannot be written."""


class _Commands(usage.Group):
    """Knows every command by name, and its file once it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """See `click.Group`."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """See `click.Group`."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"voice_host.commands.{COMMANDS[cmd_name]}").command
        return command


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(
    __version__, prog_name="voice-host", message="%(prog)s %(version)s", help="Показать версию."
)
@click.pass_context
def cli(context: click.Context) -> None:
    """Голосовой ведущий «Мафии»: слушает, считает, помнит. Без сети."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    else:
        context.obj = Language.read(SHIPPED / "ru")


def main() -> NoReturn:
    """Run the command line; a host never sees a traceback."""
    log = keep_errors()
    try:
        _speak_russian(sys.stdout, sys.stderr)
        cli(prog_name="voice-host", standalone_mode=False)
        _leave(0)
    except VoiceHostError as error:
        _leave(2, error.message, error.hint)
    except click.exceptions.Abort:
        _leave(130)
    except click.ClickException as error:
        _leave(2, usage.complaint(error), usage.hint(error))
    except BrokenPipeError:
        _leave(0)
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None and error.errno in _NO_ROOM:
            _leave(2, *_no_output(error))
        logging.getLogger(__name__).exception("main thread")
        _leave(2, "Внутренняя ошибка программы.", _where_kept(log))


def _where_kept(log: ErrorLog) -> str:
    if log.kept:
        return f"Она записана в «{log.baseFilename}»."
    return f"Записать её в «{log.baseFilename}» не удалось: проверьте место на диске и права."


def _leave(code: int, *lines: str) -> NoReturn:
    """Say these lines and end; output that nobody reads any more is forgotten."""
    with suppress(OSError):  # the terminal is gone
        for line in filter(None, lines):
            click.echo(line, err=True)
    try:
        if sys.stdout is not None:  # it is when it was closed before the start
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def _no_output(error: OSError) -> tuple[str, str]:
    return f"Вывод не записать: {reason(error)}.", "Направьте его в другое место."


def _speak_russian(*streams: TextIO | None) -> None:
    """Output in an encoding without Russian letters is UTF-8; a sign that one lacks becomes «?»."""
    for stream in streams:
        if isinstance(stream, TextIOWrapper):
            try:
                "Ж".encode(stream.encoding)
                stream.reconfigure(errors="replace")
            except UnicodeEncodeError:
                stream.reconfigure(encoding="utf-8")
