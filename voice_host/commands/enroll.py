# SPDX-License-Identifier: MIT
"""`voice-host enroll`: the model learns its host's voice."""

import click

from voice_host.commands.devices_by_ear import typed_now
from voice_host.commands.model import tell_which
from voice_host.enrol import dialogue, lesson
from voice_host.errors import Told
from voice_host.language.language import Language
from voice_host.ui.command_line import usage


@click.command(cls=usage.Command)
@click.option("--mic")
@click.option("--hall")
@click.option("--remove", is_flag=True)
@click.pass_obj
def command(language: Language, /, mic: str | None, hall: str | None, remove: bool) -> None:
    """Teach the model a voice, or forget it."""
    tell = usage.teller(language.messages)
    if remove:
        tell(Told("enroll.forgotten" if dialogue.forget() else "enroll.nothing_to_forget"))
        return
    phrases = lesson.phrases(language)
    dialogue.learn(mic, hall, phrases, language, click.echo, typed_now)
    tell_which(language)
