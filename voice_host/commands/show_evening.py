# SPDX-License-Identifier: MIT
"""`voice-host evening`: what was played, who won how often, and all protocols at once."""

from collections.abc import Iterator
from pathlib import Path

import click

from voice_host import places
from voice_host.commands.club.club_file import write_club
from voice_host.commands.club.evening_tables import Games, graphs, tables
from voice_host.commands.club.gathered import Tell, gathered, last_evening
from voice_host.commands.export import as_markdown, exported, without_empty, write_new
from voice_host.commands.options import FILE
from voice_host.commands.protocol.scoring import Scoring, load_scoring
from voice_host.commands.protocol.sheet import page, section
from voice_host.errors import Told, VoiceHostError, reason
from voice_host.history.recovery import load
from voice_host.language.language import Language
from voice_host.ui.command_line import usage

_CLUB = (".sqlite", ".db", ".sqlite3")
_FORMS = ("md", "json", "html")
"""In which forms each game of an evening is written into a folder."""


def _page(language: Language, title: str, games: Games, scoring: Scoring | None) -> str:
    parts = [
        part for one in tables(language, games, scoring) for part in section(without_empty(one))
    ]
    return page(
        language.messages.text("protocol.language"), title, [*parts, *graphs(language, games)]
    )


def _write_folder(
    language: Language, folder: Path, title: str, games: Games, scoring: Scoring | None
) -> None:
    """Every game in each form, and the page of the evening."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise VoiceHostError("export.not_written", path=folder, why=reason(error)) from None
    for kept in games:
        session = load(kept.path)
        for form in _FORMS:
            text = exported(language, session, form, scoring=scoring)
            write_new(folder / f"{kept.path.stem}.{form}", text.encode())
    write_new(folder / "evening.html", _page(language, title, games, scoring).encode())


def _games(folders: tuple[Path, ...], tell: Tell, every: bool) -> Games:
    games = tuple(gathered(folders, tell)) if every else last_evening(folders, tell)
    if not games:
        raise VoiceHostError("club.no_games")
    return games


def _lines(language: Language, games: Games) -> Iterator[str]:
    if not any(seat.name for kept in games for seat in kept.game.seats):
        yield language.messages.text("club.nobody_named")


@click.command(cls=usage.Command)
@click.argument("folders", type=FILE, nargs=-1)
@click.option("--all", "every", is_flag=True)
@click.option("--points", "scored", default="")
@click.option("--out", type=FILE)
@click.pass_obj
def command(
    language: Language, /, folders: tuple[Path, ...], every: bool, scored: str, out: Path | None
) -> None:
    """Tell what was played in an evening."""
    tell = usage.teller(language.messages, err=True)
    scoring = load_scoring(scored) if scored else None
    folders = folders or (places.games_folder(),)
    if out is not None and out.suffix.lower() in _CLUB:
        number = write_club(out, gathered(folders, tell), scoring)
        click.echo(language.messages.says(Told("club.written", path=out, games=number)))
        return
    games = _games(folders, tell, every)
    title = language.messages.text("club.heading_all" if every else "club.heading")
    match out.suffix.lower() if out is not None else None:
        case None:
            shown = map(without_empty, tables(language, games, scoring))
            click.echo(as_markdown(title, _lines(language, games), shown), nl=False)
        case ".html" if out is not None:
            write_new(out, _page(language, title, games, scoring).encode())
        case "" if out is not None:
            _write_folder(language, out, title, games, scoring)
        case other:
            raise VoiceHostError("club.no_form", suffix=str(other))
