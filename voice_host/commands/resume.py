# SPDX-License-Identifier: MIT
"""`voice-host resume`: a game that was broken off is gone on with.

What whoever leaves one is told of coming back stands here too.
"""

from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import Any

import click

from voice_host.commands.evening import spend
from voice_host.commands.kept_choices import set_up
from voice_host.commands.options import FILE, PORT, evening_options
from voice_host.commands.unfinished_games import game_to_go_on_with, journals
from voice_host.errors import Told, VoiceHostError
from voice_host.history.recovery import recover
from voice_host.history.session import Session
from voice_host.language.language import Language
from voice_host.ui.command_line import usage
from voice_host.ui.command_line.usage import Tell


def farewell(left: Session, tell: Tell) -> None:
    """Whoever leaves in mid-game, perhaps by a wrong key, is told how to come back, or what is
    lost."""
    path = left.kept_in
    if path is None:
        if left.lost:
            tell(Told("resume.nothing_kept"))
        return
    # Its folder may have gone meanwhile, with a stick that somebody pulled out: no promise then.
    if not path.is_file():
        tell(Told("resume.gone", path=path))
        return
    how = "voice-host resume" if _is_last(path) else f"voice-host resume {quote(str(path))}"
    tell(Told("resume.kept_without_last" if left.lost else "resume.kept", how=how))


def _is_last(path: Path) -> bool:
    """Is it the one that `resume` takes by itself?"""
    with suppress(VoiceHostError, OSError):
        return journals()[0].samefile(path)
    return False


@click.command(cls=usage.Command)
@click.argument("file", type=FILE, required=False)
@evening_options
@click.pass_obj
def command(language: Language, /, file: Path | None, **given: Any) -> None:
    """Go on with a game that was broken off."""
    session = recover(file or game_to_go_on_with(language))
    with closing(session):
        seats, names = session.state.seats, session.names
        said, by_phones = language.at(session.state.rules), session.state.rules.led.phones
        if by_phones and given["phones"] is None:
            given["phones"] = PORT
        made = replace(set_up(language, given), by_phones=by_phones)
        left = spend(said, lambda: session, seats, names, made, recovered=True)
    farewell(left, usage.teller(language.messages))
