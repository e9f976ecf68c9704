"""`voice-host doctor`: is everything there for an evening, and what to do if it is not."""

import sys
from collections.abc import Callable, Iterator

import click

from voice_host import places
from voice_host.enrol.speech_model import best_model, spoken_words
from voice_host.errors import Told, VoiceHostError
from voice_host.language.heard.hear import vocabulary
from voice_host.language.language import Language
from voice_host.ui.command_line import usage
from voice_host.voice.checkup import Check, sound_checks


def report(language: Language, echo: Callable[[str], None]) -> bool:
    """Print every check with its hint; are all well?"""
    well, messages = True, language.messages
    for check in _checks(language):
        well = well and check.ok
        mark = messages.text("doctor.there" if check.ok else "doctor.missing")
        echo(f"{mark:4}  {messages.says(check.name)}: {messages.says(check.detail)}")
        hint = messages.hint(check.detail)
        if hint and not check.ok:
            echo(f"      {hint}")
    return well


def _checks(language: Language) -> Iterator[Check]:
    yield from sound_checks(language.messages.text("doctor.sample"))
    yield _model(language)
    yield _journals()


def _journals() -> Check:
    folder, name = places.games_folder(), Told("doctor.journals")
    if places.writable(folder):
        return Check(name, True, Told("doctor.folder", folder=folder))
    return Check(name, False, Told("doctor.journals_not_written", folder=folder))


def _model(language: Language) -> Check:
    name, spoiled = Told("doctor.model"), list[Told]()
    try:
        chosen, model = best_model(spoiled.append, spoken_words(language))
    except VoiceHostError as error:
        return Check(name, False, error.told)
    if spoiled:
        passed_over = " ".join(map(language.messages.says, spoiled))
        return Check(name, False, Told("doctor.models_spoiled", passed_over=passed_over))
    if missing := model.missing(sorted(vocabulary(language.sentences))):
        lacks = Told("doctor.words_missing", folder=chosen.folder, words=", ".join(missing))
        return Check(name, False, lacks)
    return Check(name, True, Told("doctor.folder", folder=chosen.folder))


@click.command(cls=usage.Command)
@click.pass_obj
def command(language: Language, /) -> None:
    """Look at devices, voices and the model."""
    sys.exit(not report(language, click.echo))
