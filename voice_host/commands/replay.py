# SPDX-License-Identifier: MIT
"""`voice-host replay`: a journal's commands put to the rules again, or its game told as a story."""

import sys
from pathlib import Path

import click

from voice_host.commands.options import FILE
from voice_host.commands.story import story, who_was_who
from voice_host.errors import Told, VoiceHostError
from voice_host.history.recovery import load, replay
from voice_host.history.session import Session
from voice_host.language.language import Language
from voice_host.ui.command_line import usage


def as_prose(language: Language, session: Session) -> str:
    """The story as text. Raises `VoiceHostError` where nothing has been played."""
    parts = story(language, session)
    if not parts:
        raise VoiceHostError("story.nothing")
    text = language.messages.text
    told = [f"# {text('story.heading', rules=session.state.rules.title)}"]
    for part in parts:
        told += [f"## {part.title}", " ".join(line.read for line in part.lines)]
    told += [f"## {text('story.who')}", "\n".join(who_was_who(language, session))]
    return "\n\n".join(told) + "\n"


@click.command(cls=usage.Command)
@click.argument("file", type=FILE)
@click.option("--story", "as_story", is_flag=True)
@click.option("--sound", type=FILE)
@click.option("--voice", default="")
@click.option("--real", is_flag=True)
@click.pass_obj
def command(
    language: Language,
    /,
    file: Path,
    as_story: bool,
    sound: Path | None,
    voice: str,
    real: bool,
) -> None:
    """Put a journal to the rules again, or tell its game."""
    if as_story:
        click.echo(as_prose(language, load(file)), nl=False)
    if sound is not None:
        from voice_host.commands.told_aloud import tell_aloud  # sound is loaded where it is wanted

        tell_aloud(language, load(file), sound, voice, real)
    if as_story or sound is not None:
        return
    difference = replay(file)
    click.echo(language.messages.says(difference or Told("replay.same")))
    sys.exit(difference is not None)
