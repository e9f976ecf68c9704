"""`voice-host enroll`: the model learns its host's voice."""

import click

from voice_host.commands import usage
from voice_host.commands.model import tell_which
from voice_host.enrol import dialogue, lesson


@click.command(cls=usage.Command)
@click.option("--mic", help="Микрофон: устройство или файл .wav с паузами.")
@click.option("--hall", help="Колонка: устройство, файл .wav или none.")
@click.option("--remove", is_flag=True, help="Забыть голос.")
def command(mic: str | None, hall: str | None, remove: bool) -> None:
    """Настроить слух на ваш голос: повторить тридцать команд."""
    if remove:
        gone = dialogue.forget()
        click.echo("Ваш голос забыт." if gone else "Настройки на голос и не было.")
        return
    dialogue.learn(mic, hall, lesson.phrases(), click.echo)
    tell_which()
