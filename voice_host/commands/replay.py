# SPDX-License-Identifier: MIT
"""`voice-host replay`: a journal's commands put to the rules again."""

import sys
from pathlib import Path

import click

from voice_host.commands.options import FILE
from voice_host.errors import Told
from voice_host.history.recovery import replay
from voice_host.language.language import Language
from voice_host.ui.command_line import usage


@click.command(cls=usage.Command)
@click.argument("file", type=FILE)
@click.pass_obj
def command(language: Language, /, file: Path) -> None:
    """Put a journal to the rules again."""
    difference = replay(file)
    click.echo(language.messages.says(difference or Told("replay.same")))
    sys.exit(difference is not None)
