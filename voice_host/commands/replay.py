"""`voice-host replay`: a journal's commands put to the rules again."""

import sys
from pathlib import Path

import click

from voice_host.commands import usage
from voice_host.commands.options import FILE
from voice_host.history.recovery import replay


@click.command(cls=usage.Command)
@click.argument("file", metavar="ФАЙЛ", type=FILE)
def command(file: Path) -> None:
    """Проверить журнал: те же команды, те же события?"""
    difference = replay(file)
    click.echo("Сходится." if difference is None else difference)
    sys.exit(difference is not None)
