# SPDX-License-Identifier: MIT
"""Which game `resume` goes on with, and what whoever leaves one is told of coming back."""

from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import Any

import click

from voice_host import places
from voice_host.commands.evening import spend
from voice_host.commands.options import FILE, PORT, evening_options
from voice_host.commands.setup import setup
from voice_host.errors import JournalDamaged, Told, VoiceHostError
from voice_host.history.recovery import recover, unfinished
from voice_host.history.session import Session
from voice_host.language.language import Language
from voice_host.ui.command_line import usage
from voice_host.ui.command_line.usage import Tell


def last_unfinished() -> Path:
    """The game last played that is not over and has begun, or remembers the one before it.

    Where nobody can tell whether one is, an older game is not taken in its place.
    """
    for path in places.journals():
        try:
            if unfinished(path):
                return path
        except JournalDamaged as error:
            raise VoiceHostError("resume.undecided", why=error.told) from None
    raise VoiceHostError("resume.none")


def farewell(left: Session, tell: Tell) -> None:
    """Whoever leaves in mid-game, perhaps by a wrong key, is told how to come back, or what is
    lost."""
    path = left.kept_in
    if path is None:
        if left.lost:
            tell(Told("resume.nothing_kept"))
        return
    how = "voice-host resume" if _is_last(path) else f"voice-host resume {quote(str(path))}"
    tell(Told("resume.kept_without_last" if left.lost else "resume.kept", how=how))


def _is_last(path: Path) -> bool:
    """Is it the one that `resume` takes by itself?"""
    with suppress(VoiceHostError, OSError):
        return places.journals()[0].samefile(path)
    return False


@click.command(cls=usage.Command)
@click.argument("file", type=FILE, required=False)
@evening_options
@click.pass_obj
def command(language: Language, /, file: Path | None, **given: Any) -> None:
    """Go on with a game that was broken off."""
    session = recover(file or last_unfinished())
    with closing(session):
        seats, names = session.state.seats, session.names
        said, by_phones = language.at(session.state.rules), session.state.rules.led.phones
        if by_phones and given["phones"] is None:
            given["phones"] = PORT
        made = replace(setup(**given), by_phones=by_phones)
        left = spend(said, lambda: session, seats, names, made, recovered=True)
    farewell(left, usage.teller(language.messages))
