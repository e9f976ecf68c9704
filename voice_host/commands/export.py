# SPDX-License-Identifier: MIT
"""`voice-host export`: a finished or unfinished game as a protocol, in one of its forms.

Decides what stands in each form; what there is to tell is the chronicle's, the words are the
tables'.
"""

import csv
import io
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from voice_host.commands.options import FILE
from voice_host.commands.protocol.game_data import as_json
from voice_host.commands.protocol.mafiaratings import as_mafiaratings
from voice_host.commands.protocol.scoring import Scoring, load_scoring
from voice_host.commands.protocol.sheet import sheet
from voice_host.commands.protocol.tables import TABLES, InWords, Row, Table, clock, listed, table
from voice_host.commands.unfinished_games import journals
from voice_host.errors import VoiceHostError, reason
from voice_host.history.chronicler import chronicle
from voice_host.history.recovery import load
from voice_host.history.session import Session
from voice_host.language.language import Language
from voice_host.ui.command_line import usage

FORMS = ("json", "md", "csv", "html", "mafiaratings")
_FIGURE = re.compile(r"-?\d+(,\d+)?")
SHEETS = ("players", "votes", "nights", "fouls", "days", "speeches", "points")
"""The tables that are files of a folder of CSV."""


def exported(
    language: Language,
    session: Session,
    form: str,
    with_undone: bool = False,
    named: str = "players",
    scoring: Scoring | None = None,
) -> str:
    """The protocol of the game as text in one of the `FORMS`; of CSV the table `named`.

    `scoring` is in place of the one that the game's ruleset has.
    """
    game = chronicle(session)
    said = InWords.of(language, game, scoring)
    match form:
        case "json":
            return as_json(game, with_undone, said.scoring)
        case "csv":
            return as_csv(table(named, said))
        case "mafiaratings":
            return as_mafiaratings(game)
        case "html":
            return sheet(said, _lines(said), _tables(said, with_undone))
        case _:
            heading = said.text("protocol.heading", rules=game.rules.title)
            return as_markdown(heading, _lines(said), _tables(said, with_undone))


def _tables(said: InWords, with_undone: bool) -> Iterator[Table]:
    """The tables that have something in them, without the columns in which nothing stands."""
    for name in TABLES:
        if name != "undone" or with_undone:
            full = table(name, said)
            if full.rows:
                yield without_empty(full)


def without_empty(full: Table) -> Table:
    """The table without the columns in which nothing stands."""
    kept = [at for at in range(len(full.head)) if any(row[at] for row in full.rows)]
    rows = tuple(tuple(row[at] for at in kept) for row in full.rows)
    return Table(full.id, full.title, tuple(full.head[at] for at in kept), rows)


def _lines(said: InWords) -> Iterator[str]:
    """What stands above the tables: who has won, how long it took, the best move."""
    yield _end(said)
    yield said.text("protocol.lasted", time=clock(said.game.seconds))
    best = said.game.best_move
    if best is not None:
        told = said.text("protocol.best_move", seats=listed(best.guesses))
        by = said.text("protocol.best_move_by", seat=best.seat)
        right = (
            "" if best.right is None else said.text("protocol.best_move_right", right=best.right)
        )
        yield " ".join(filter(None, (told, by, right)))


def _end(said: InWords) -> str:
    """Who has won, and why the game was stopped if it was."""
    ppk, winner = said.game.stopped_by, said.winner
    if ppk is None:
        return said.text("protocol.winner", winner=winner)
    return said.text("protocol.winner_by_ppk", winner=winner, seat=ppk)


def as_markdown(title: str, lines: Iterable[str], tables: Iterable[Table]) -> str:
    """A title, paragraphs, tables."""
    parts = [f"# {title}", *lines]
    for one in tables:
        parts += [f"## {one.title}", "\n".join(_rows(one.head, one.rows))]
    return "\n\n".join(parts) + "\n"


def _rows(head: Row, rows: Iterable[Row]) -> Iterator[str]:
    for line in (head, tuple("---" for _ in head), *rows):
        yield f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |"


def as_csv(one: Table) -> str:
    """One table for a spreadsheet of a Russian system: `;` between cells."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow(one.head)
    writer.writerows(tuple(map(_no_formula, row)) for row in one.rows)
    return text.getvalue()


def _no_formula(cell: str) -> str:
    """A spreadsheet counts what begins so: a player called «=1+1» stays a name, a figure one."""
    if _FIGURE.fullmatch(cell):
        return cell
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell


def _encoded(form: str, text: str) -> bytes:
    """As the programs that read it want it: a spreadsheet takes UTF-8 for that only by its mark."""
    return text.encode("utf-8-sig" if form == "csv" else "utf-8")


def _printed(form: str, text: str) -> None:
    """On a terminal as text; into a file or a pipe the very bytes, where it takes bytes."""
    if form == "csv" and hasattr(sys.stdout, "buffer") and not sys.stdout.isatty():
        click.echo(_encoded(form, text), nl=False)
    else:
        click.echo(text, nl=False)


def write_new(path: Path, content: bytes) -> None:
    """A file that was not there. Raises `VoiceHostError` where there is one, or none can be."""
    try:
        with path.open("xb") as file:
            file.write(content)
    except OSError as error:
        raise VoiceHostError("export.not_written", path=path, why=reason(error)) from None


def _write_folder(folder: Path, said: InWords) -> None:
    """A CSV file for each table, in a folder that is made."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise VoiceHostError("export.not_written", path=folder, why=reason(error)) from None
    for name in SHEETS:
        text = as_csv(table(name, said))
        write_new(folder / f"{name}.csv", _encoded("csv", text))


@click.command(cls=usage.Command)
@click.argument("file", type=FILE, required=False)
@click.option("--format", "form", type=click.Choice(FORMS), default="md", show_default=True)
@click.option("--out", type=FILE)
@click.option("--table", "named", type=click.Choice(SHEETS), default="players")
@click.option("--points", "scored", default="")
@click.option("--with-undone", is_flag=True)
@click.pass_obj
def command(
    language: Language,
    /,
    file: Path | None,
    form: str,
    out: Path | None,
    named: str,
    scored: str,
    with_undone: bool,
) -> None:
    """Print the protocol of a game."""
    session = load(file or journals()[0])
    scoring = load_scoring(scored) if scored else None
    if out is not None and form == "csv" and not out.suffix:
        _write_folder(out, InWords.of(language, chronicle(session), scoring))
        return
    text = exported(language, session, form, with_undone, named, scoring)
    if out is None:
        _printed(form, text)
    else:
        write_new(out, _encoded(form, text))
