"""`voice-host doctor`: is everything there for an evening, and what to do if it is not."""

import sys
from collections.abc import Callable, Iterator

import click

from voice_host import places
from voice_host.commands import usage
from voice_host.enrol.speech_model import best_model, spoken_words
from voice_host.errors import VoiceHostError
from voice_host.language.heard.hear import vocabulary
from voice_host.language.language import Language
from voice_host.voice.checkup import Check, sound_checks


def report(language: Language, echo: Callable[[str], None]) -> bool:
    """Print every check with its hint; are all well?"""
    well = True
    for check in _checks(language):
        well = well and check.ok
        echo(f"{'есть' if check.ok else 'НЕТ '}  {check.name}: {check.detail}")
        if check.hint and not check.ok:
            echo(f"      {check.hint}")
    return well


def _checks(language: Language) -> Iterator[Check]:
    yield from sound_checks()
    yield _model(language)
    yield _journals()


def _journals() -> Check:
    folder = places.games_folder()
    if places.writable(folder):
        return Check("Журналы игр", True, str(folder))
    hint = "Игра пойдёт без записи. Записывать в другое место: voice-host play --journal ФАЙЛ."
    return Check("Журналы игр", False, f"в «{folder}» не записать.", hint)


def _model(language: Language) -> Check:
    spoiled: list[str] = []
    try:
        chosen, model = best_model(spoiled.append, spoken_words(language))
    except VoiceHostError as error:
        return Check("Модель речи", False, error.message, error.hint)
    if spoiled:
        return Check("Модель речи", False, " ".join(spoiled))
    if missing := model.missing(sorted(vocabulary(language.sentences))):
        said = f"{chosen.folder} не знает слов: {', '.join(missing)}"
        return Check("Модель речи", False, said, "Эти слова можно печатать.")
    return Check("Модель речи", True, str(chosen.folder))


@click.command(cls=usage.Command)
@click.pass_obj
def command(language: Language) -> None:
    """Проверить устройства, голоса, модель."""
    sys.exit(not report(language, click.echo))
