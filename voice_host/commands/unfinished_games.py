# SPDX-License-Identifier: MIT
"""Which games there are to go on with, and which of them `resume` takes.

They come in the order in which they were played, by the journals' own numbers. Somebody who sits
at a terminal is asked where there are several; otherwise it is the one played last.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import click

from voice_host import places
from voice_host.errors import JournalDamaged, Told, VoiceHostError
from voice_host.history.recovery import look, unfinished
from voice_host.history.session import Session
from voice_host.history.sittings import last_played_first
from voice_host.language.language import Language
from voice_host.language.nicknames import plain
from voice_host.language.said.speak import captioned
from voice_host.language.said.whereabouts import Moment, where

_OFFERED = 9
"""As many as are told apart by one digit; older ones are gone on with by their file's name."""
_LOOKED_AT = 60
"""How far back it is looked for them: each journal is read to its end for that."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that can be gone on with; `damage` where it cannot be told whether it can."""

    path: Path
    damage: JournalDamaged | None = None


def journals() -> tuple[Path, ...]:
    """All journals of this computer, the one last played first."""
    return last_played_first(places.journals())


def unfinished_games() -> Iterator[Unfinished]:
    """The one last played first."""
    for path in journals()[:_LOOKED_AT]:
        try:
            if unfinished(path):
                yield Unfinished(path)
        except JournalDamaged as error:
            yield Unfinished(path, error)


def game_to_go_on_with(language: Language) -> Path:
    """The one that is chosen, else the one last played.

    Where nobody can tell whether that can go on, an older game is not taken in its place.
    """
    games = unfinished_games()
    found = tuple(islice(games, _OFFERED)) if _somebody_is_there() else tuple(islice(games, 1))
    if not found:
        raise VoiceHostError("resume.none")
    chosen = found[0] if len(found) == 1 else _chosen(language, found)
    if chosen.damage is not None:
        raise VoiceHostError("resume.undecided", why=chosen.damage.told)
    return chosen.path


def _somebody_is_there() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _chosen(language: Language, found: tuple[Unfinished, ...]) -> Unfinished:
    """Which of several is meant; an empty line is the first."""
    for number, game in enumerate(found, start=1):
        click.echo(f"{number}. {language.messages.says(_about(language, game))}")
    numbers = {"": 1} | {str(number): number for number in range(1, len(found) + 1)}
    asked = language.messages.text("resume.which", most=len(found))
    while (typed := click.prompt(asked, default="", show_default=False).strip()) not in numbers:
        pass
    return found[numbers[typed] - 1]


def _about(language: Language, game: Unfinished) -> Told:
    """Its name, which is its date, its rules, where it stands, who sits there."""
    if game.damage is not None:
        return Told("resume.damaged_game", name=game.path.stem)
    session = look(game.path)
    at = language.at(session.state.rules)
    told = Told(
        "resume.game",
        name=game.path.stem,
        rules=session.state.rules.title,
        where=captioned(at.texts, where(session.state, Moment(session.at, held=True))),
        seats=session.state.seats,
    )
    return Told("resume.with_names", game=told, names=_names(session)) if session.names else told


def _names(session: Session) -> str:
    return ", ".join(plain(name) for _, name in session.names)
