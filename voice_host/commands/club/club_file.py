# SPDX-License-Identifier: MIT
"""A club's record: the games of many evenings in one SQLite file (docs/export.md).

A game stands in it once, by its id: gathered again, it replaces itself, so that one which was
broken off the first time is whole the next. Ids and figures, no words.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from voice_host.commands.club.gathered import KeptGame
from voice_host.commands.club.standings import scored, won
from voice_host.commands.protocol.scoring import Scoring
from voice_host.errors import VoiceHostError
from voice_host.history.chronicle import Seats
from voice_host.language.nicknames import plain

VERSION = 1
"""Of the tables: kept in the file as `user_version`."""
_MARK = 0x564F4943
"""`application_id`: that a file is such a record, whatever it is called."""

SCHEMA = """
CREATE TABLE games (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, evening TEXT NOT NULL, rules TEXT NOT NULL,
  seats INTEGER NOT NULL, over INTEGER NOT NULL, winner TEXT, declared INTEGER NOT NULL,
  ppk INTEGER, seconds REAL NOT NULL, days INTEGER NOT NULL, nights INTEGER NOT NULL,
  first_killed INTEGER, best_move TEXT, best_move_by INTEGER, best_move_right INTEGER
);
CREATE TABLE seats (
  game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, seat INTEGER NOT NULL, name TEXT,
  role TEXT, side TEXT, turned TEXT, won INTEGER, points REAL, fouls INTEGER NOT NULL,
  remarks INTEGER NOT NULL, out TEXT, out_night INTEGER, out_day INTEGER,
  PRIMARY KEY (game, seat)
);
CREATE TABLE votes (
  game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, ballot INTEGER NOT NULL,
  day INTEGER NOT NULL, revote INTEGER NOT NULL, candidate INTEGER NOT NULL,
  votes INTEGER NOT NULL, voters TEXT, rest INTEGER NOT NULL, left_game INTEGER NOT NULL,
  PRIMARY KEY (game, ballot, candidate)
);
CREATE TABLE nights (
  game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, night INTEGER NOT NULL,
  what TEXT NOT NULL, role TEXT, seat INTEGER, found INTEGER
);
CREATE TABLE fouls (
  game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, seat INTEGER NOT NULL,
  what TEXT NOT NULL, count INTEGER, offence TEXT, day INTEGER NOT NULL,
  night INTEGER NOT NULL, phase TEXT NOT NULL, speaker INTEGER, second REAL NOT NULL
);
CREATE INDEX seats_by_name ON seats (name);
CREATE INDEX nights_by_game ON nights (game);
CREATE INDEX fouls_by_game ON fouls (game);
CREATE VIEW ratings AS
  SELECT seats.name, count(*) AS games, count(won) AS decided, coalesce(sum(won), 0) AS wins,
    sum(points) AS points, sum(first_killed IS seats.seat) AS first_killed, sum(fouls) AS fouls
  FROM seats JOIN games ON games.id = seats.game
  WHERE seats.name IS NOT NULL AND games.over
  GROUP BY seats.name ORDER BY points DESC, wins DESC, games, seats.name;
"""
"""Seats are numbers; a list of them is text with commas («1,2,3»), NULL where it is not known."""

Row = tuple[object, ...]


def write_club(path: Path, games: Iterable[KeptGame], scoring: Scoring | None = None) -> int:
    """Add these games to the record, which is made where there is none; how many it holds then.

    All of them or, if something goes wrong, none. Raises `VoiceHostError` where the file is
    something else or cannot be written.
    """
    try:
        with closing(sqlite3.connect(path)) as club, club:
            _open(club, path)
            for kept in games:
                _put(club, kept, scoring)
            (number,) = club.execute("SELECT count(*) FROM games").fetchone()
    except sqlite3.Error as error:
        raise VoiceHostError("club.not_written", path=path, what=str(error)) from None
    return int(number)


def _open(club: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new file; another program's file is left as it is."""
    club.execute("PRAGMA foreign_keys = ON")
    (tables,) = club.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (mark,) = club.execute("PRAGMA application_id").fetchone()
    (version,) = club.execute("PRAGMA user_version").fetchone()
    if tables and (mark, version) != (_MARK, VERSION):
        raise VoiceHostError("club.other_file", path=path)
    if not tables:
        club.executescript(SCHEMA)
        club.execute(f"PRAGMA application_id = {_MARK}")
        club.execute(f"PRAGMA user_version = {VERSION}")


def _put(club: sqlite3.Connection, kept: KeptGame, scoring: Scoring | None) -> None:
    club.execute("DELETE FROM games WHERE id = ?", (kept.id,))
    for table, rows in (
        ("games", (_game(kept),)), ("seats", _seats(kept, scoring)), ("votes", _votes(kept)),
        ("nights", _nights(kept)), ("fouls", _fouls(kept)),
    ):  # fmt: skip
        club.executemany(_INSERT[table], rows)


_INSERT = {
    table: f"INSERT INTO {table} VALUES ({', '.join('?' * columns)})"
    for table, columns in {"games": 16, "seats": 13, "votes": 9, "nights": 6, "fouls": 10}.items()
}


def _listed(seats: Seats | None) -> str | None:
    return None if seats is None else ",".join(map(str, seats))


def _game(kept: KeptGame) -> Row:
    game, best = kept.game, kept.game.best_move
    return (
        kept.id, kept.path.stem, kept.evening, game.rules.id, len(game.seats), kept.over,
        game.winner, game.declared, game.stopped_by, game.seconds, len(game.days),
        len(game.nights), game.first_killed, _listed(best.guesses) if best else None,
        best.seat if best else None, best.right if best else None,
    )  # fmt: skip


def _seats(kept: KeptGame, scoring: Scoring | None) -> Iterator[Row]:
    for seat in kept.game.seats:
        left = seat.out.moment if seat.out else None
        yield (
            kept.id, seat.seat, plain(seat.name) if seat.name else None, seat.role, seat.side,
            seat.turned, won(kept.game, seat), scored(kept.game, scoring, seat), seat.fouls,
            seat.remarks,
            seat.out.cause.value if seat.out else None,
            left.night if left and left.by_night else None,
            left.day if left and not left.by_night else None,
        )  # fmt: skip


def _votes(kept: KeptGame) -> Iterator[Row]:
    for at, ballot in enumerate(kept.game.ballots):
        for tally in ballot.tallies:
            yield (
                kept.id, at, ballot.day, ballot.revote, tally.candidate, tally.votes,
                _listed(tally.voters), tally.rest, tally.candidate in ballot.left,
            )  # fmt: skip


def _nights(kept: KeptGame) -> Iterator[Row]:
    for night in kept.game.nights:
        for deed in night.deeds:
            yield (kept.id, night.number, "deed", deed.role, deed.seat, None)
        for check in night.checks:
            yield (kept.id, night.number, "check", check.role, check.seat, check.found)
        for saved in night.saved:
            yield (kept.id, night.number, "saved", saved.role, saved.seat, None)
        for seat in night.killed or ():
            yield (kept.id, night.number, "killed", None, seat, None)
        for seat in night.taken:
            yield (kept.id, night.number, "taken", None, seat, None)
        if night.killed == ():
            yield (kept.id, night.number, "quiet", None, None, None)


def _fouls(kept: KeptGame) -> Iterator[Row]:
    for foul in kept.game.fouls:
        what, m = ("remark" if foul.remark else "foul"), foul.moment
        yield (kept.id, foul.seat, what, foul.count, foul.offence, m.day, m.night,
               m.phase.value, m.speaker, m.at)  # fmt: skip
    for one in kept.game.sentences:
        what, m = ("ppk" if one.stopped else "removal"), one.moment
        yield (kept.id, one.seat, what, None, one.offence, m.day, m.night, m.phase.value,
               m.speaker, m.at)  # fmt: skip
