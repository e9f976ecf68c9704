# SPDX-License-Identifier: MIT
"""A finished or unfinished game as a protocol: JSON, Markdown or CSV.

Reads a session; the Russian column names are the protocol's own.
"""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from voice_host.commands.options import FILE
from voice_host.game import events as ev
from voice_host.game.commands import Ppk, Remove
from voice_host.game.roles import DRAW
from voice_host.game.state import Cause, Phase, Player
from voice_host.history.recovery import load
from voice_host.history.session import Session
from voice_host.language.dialect import role_param, side_param
from voice_host.language.language import Language
from voice_host.ui.command_line import usage


@dataclass(frozen=True, slots=True)
class Vote:
    """One counted candidate of one vote."""

    day: int
    phase: str
    candidate: int
    votes: int
    voters: tuple[int, ...]


def exported(language: Language, session: Session, form: str) -> str:
    """The protocol of the game as text in `form` ("json", "md" or "csv")."""
    language = language.at(session.state.rules)
    return {"json": _json, "md": _markdown, "csv": _csv}[form](language, session)


def _columns(language: Language, table: str) -> tuple[str, ...]:
    """What stands above the columns of the players, or of the votes, in their order."""
    return tuple(language.messages.table(f"protocol.{table}").values())


def _rows(language: Language, session: Session) -> list[tuple[str, ...]]:
    return [_row(language, session, player) for player in session.state.players]


def _row(language: Language, session: Session, player: Player) -> tuple[str, ...]:
    role = language.words.role(role_param(session.state.rules, player.role)) if player.role else ""
    why = ", ".join(map(language.words.offence, _offences(session, player.seat)))
    left = _left(session, player)
    when = ""
    if left is not None:
        code = "screen.night" if left.night else "screen.day"
        when = language.messages.text(code, number=left.number)
    return (
        str(player.seat),
        role,
        str(player.fouls),
        _outcome(language, session, player),
        when,
        why,
    )


def _outcome(language: Language, session: Session, player: Player) -> str:
    """How he left; who has stopped the game is named, in the game or out of it."""
    text = language.messages.text
    if player.out is None:
        outcome = text("screen.in_game")
    elif player.out is Cause.FOULS:
        number = language.words.cardinal(player.fouls)
        outcome = text("protocol.fouls", fouls=player.fouls, number=number)
    else:
        outcome = text(f"screen.cause.{player.out.name.lower()}")
    stopped = player.seat == session.state.ppk
    return text("protocol.stopped", outcome=outcome) if stopped else outcome


@dataclass(frozen=True, slots=True)
class _Left:
    """When a player left the game."""

    night: bool
    number: int


def _left(session: Session, player: Player) -> _Left | None:
    """The last time that he did, if he is still out and the journal has not lost that line."""
    if player.out is None:
        return None
    left = (
        step.before
        for step in reversed(session.steps)
        if any(isinstance(e, ev.PlayerOut) and e.seat == player.seat for e in step.entry.events)
    )
    if (before := next(left, None)) is None:
        return None
    night = before.phase.startswith("night")
    return _Left(night, before.night if night else before.day)


def _offences(session: Session, seat: int) -> tuple[str, ...]:
    """Why a seat has been punished, where it was said: its standing fouls, removal, ППК."""
    fouls: list[str | None] = []
    for step in session.steps:
        for event in step.entry.events:
            if isinstance(event, ev.FoulGiven) and event.seat == seat:
                fouls.append(event.offence)
            elif isinstance(event, ev.FoulTakenBack) and event.seat == seat:
                del fouls[-1:]  # none where the journal has lost the line that gave it
    given = (step.entry.command for step in session.steps)
    last = [c.offence for c in given if isinstance(c, Remove | Ppk) and c.seat == seat]
    return tuple(offence for offence in (*fouls, *last) if offence)


def votes(session: Session) -> tuple[Vote, ...]:
    """Every vote that still stands, in order."""
    return tuple(
        Vote(step.before.day, step.before.phase.value, e.candidate, e.votes, e.voters)
        for step in session.steps
        for e in step.entry.events
        if isinstance(e, ev.VotesCounted)
    )


def _end(language: Language, session: Session) -> str:
    """Who has won, and why the game was stopped if it was."""
    ppk = session.state.ppk
    winner = _winner(language, session)
    if ppk is None:
        return language.messages.text("protocol.winner", winner=winner)
    return language.messages.text("protocol.winner_by_ppk", winner=winner, seat=ppk)


def _winner(language: Language, session: Session) -> str:
    winner = session.state.winner
    if winner == DRAW:
        return language.messages.text("protocol.draw")
    if winner is None:
        return language.messages.text("protocol.nobody")
    return language.words.side(side_param(session.state.rules, winner))


def _json(language: Language, session: Session) -> str:
    state = session.state
    data = {
        "rules": state.rules.id,
        "phase": state.phase.value,
        "day": state.day,
        "night": state.night,
        "winner": state.winner,
        "ppk": state.ppk,
        "best_move": state.best_move,
        "players": [
            {
                "seat": p.seat,
                "role": p.role,
                "fouls": p.fouls,
                "offences": _offences(session, p.seat),
                "out": p.out,
                "out_night": left.number if left and left.night else None,
                "out_day": left.number if left and not left.night else None,
            }
            for p in state.players
            for left in (_left(session, p),)
        ],
        "votes": [
            {"day": v.day, "phase": v.phase, "candidate": v.candidate, "votes": v.votes,
             "voters": v.voters}
            for v in votes(session)
        ],
    }  # fmt: skip
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _markdown(language: Language, session: Session) -> str:
    state = session.state
    text = language.messages.text
    lines = [text("protocol.title", rules=state.rules.title), "", _end(language, session), ""]
    lines += _table(_columns(language, "players"), _rows(language, session))
    if state.best_move:
        lines += ["", text("protocol.best_move", seats=", ".join(map(str, state.best_move)))]
    counted = votes(session)
    if counted:
        rows = [
            (str(v.day), text(f"screen.phase.{Phase(v.phase).name.lower()}"), str(v.candidate),
             str(v.votes), ", ".join(map(str, v.voters)))
            for v in counted
        ]  # fmt: skip
        head = _columns(language, "votes")
        lines += ["", text("protocol.votes_title"), "", *_table(head, rows)]
    return "\n".join(lines) + "\n"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    lines = (head, tuple("---" for _ in head), *rows)
    return [f"| {' | '.join(line)} |" for line in lines]


def _csv(language: Language, session: Session) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_columns(language, "players"))
    writer.writerows(_rows(language, session))
    return text.getvalue()


@click.command(cls=usage.Command)
@click.argument("file", type=FILE)
@click.option("--format", "form", type=click.Choice(["json", "md", "csv"]), required=True)
@click.pass_obj
def command(language: Language, file: Path, form: str) -> None:
    """Print the protocol of a game."""
    click.echo(exported(language, load(file), form), nl=False)
