# SPDX-License-Identifier: MIT
"""The command line: which file does what, and how it ends.

The language is read here once and handed down as click's `obj`. A
`VoiceHostError` is printed as message and hint, exit code 2; nothing prints a traceback. A
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
from voice_host.errors import Told, VoiceHostError, not_loaded, reason
from voice_host.language.catalogue import Messages
from voice_host.language.language import SHIPPED, Language
from voice_host.ui.command_line import usage
from voice_host.ui.command_line.error_log import keep_errors

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
    "evening": "show_evening",
    "cards": "print_cards",
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
@click.version_option(__version__, prog_name="voice-host", message="%(prog)s %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main() -> NoReturn:
    """Run the command line; a host never sees a traceback."""
    log, messages = keep_errors(), Messages({})
    try:
        language = Language.read(SHIPPED / "ru")
        messages = language.messages
        _make_writable(messages.text("usage.usage"), sys.stdout, sys.stderr)
        cli(prog_name="voice-host", standalone_mode=False, obj=language)
        _leave(0)
    except VoiceHostError as error:
        _leave(2, messages.says(error), messages.hint(error))
    except click.exceptions.Abort:
        _leave(130)
    except click.ClickException as error:
        _leave(2, usage.complaint(error, messages))
    except BrokenPipeError:
        _leave(0)
    except ImportError as error:
        logging.getLogger(__name__).exception("main thread")
        told = not_loaded(error)
        _leave(2, messages.says(told), messages.hint(told))
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None and error.errno in _NO_ROOM:
            told = Told("output.not_writable", why=reason(error))
            _leave(2, messages.says(told), messages.hint(told))
        logging.getLogger(__name__).exception("main thread")
        code = "program.error" if log.kept else "program.error_not_kept"
        told = Told(code, file=log.baseFilename)
        _leave(2, messages.says(told), messages.hint(told))


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


def _make_writable(sample: str, *streams: TextIO | None) -> None:
    """Output in an encoding without the letters of a sample is UTF-8; else signs may become «?»."""
    for stream in streams:
        if isinstance(stream, TextIOWrapper):
            try:
                sample.encode(stream.encoding)
                stream.reconfigure(errors="replace")
            except UnicodeEncodeError:
                stream.reconfigure(encoding="utf-8")
