"""`voice-host enroll`: the model learns its host's voice."""

import click

from voice_host.commands import usage
from voice_host.commands.model import tell_which
from voice_host.enrol import dialogue, lesson
from voice_host.language.language import Language


@click.command(cls=usage.Command)
@click.option("--mic", help="Микрофон: устройство или файл .wav с паузами.")
@click.option("--hall", help="Колонка: устройство, файл .wav или none.")
@click.option("--remove", is_flag=True, help="Забыть голос.")
@click.pass_obj
def command(language: Language, mic: str | None, hall: str | None, remove: bool) -> None:
    """Настроить слух на ваш голос: повторить тридцать команд."""
    if remove:
        gone = dialogue.forget()
        click.echo("Ваш голос забыт." if gone else "Настройки на голос и не было.")
        return
    phrases = lesson.phrases(language)
    dialogue.learn(mic, hall, phrases, language, click.echo)
    tell_which(language)
