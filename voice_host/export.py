"""A finished or unfinished game as a protocol: JSON, Markdown or CSV.

Reads a session; the Russian column names are the protocol's own.
"""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass

from voice_host.game import events as ev
from voice_host.game.commands import Ppk, Remove
from voice_host.game.roles import DRAW
from voice_host.game.rules import Rules
from voice_host.game.state import Cause, Player
from voice_host.language.own_names import role_called, side_name
from voice_host.language.texts import wording
from voice_host.language.words import plural, words
from voice_host.session import Session

_OUT = {
    None: "в игре",
    Cause.VOTED: "заголосован",
    Cause.KILLED: "убит",
    Cause.TAKEN: "погиб вслед",
    Cause.REMOVED: "удалён",
}
_FOULS = ("фол", "фола", "фолов")
_COLUMNS = ("место", "роль", "фолы", "исход", "ночь", "причины")


@dataclass(frozen=True, slots=True)
class Vote:
    """One counted candidate of one vote."""

    day: int
    phase: str
    candidate: int
    votes: int
    voters: tuple[int, ...]


def exported(session: Session, form: str) -> str:
    """The protocol of the game as text in `form` ("json", "md" or "csv")."""
    return {"json": _json, "md": _markdown, "csv": _csv}[form](session)


def _rows(session: Session) -> list[tuple[str, ...]]:
    rules = session.state.rules
    return [
        _row(player, rules, _offences(session, player.seat)) for player in session.state.players
    ]


def _row(player: Player, rules: Rules, offences: tuple[str, ...]) -> tuple[str, ...]:
    role = role_called(rules, player.role) if player.role else ""
    night = str(player.out_night) if player.out else ""
    fouls = str(player.fouls)
    why = ", ".join(map(words().offence, offences))
    return (str(player.seat), role, fouls, _outcome(player), night, why)


def _outcome(player: Player) -> str:
    if player.out is Cause.FOULS:
        return f"{words().cardinal(player.fouls)} {plural(player.fouls, _FOULS)}"
    return _OUT[player.out]


def _offences(session: Session, seat: int) -> tuple[str, ...]:
    """Why a seat has been punished, where it was said: its standing fouls, removal, ППК."""
    fouls: list[str | None] = []
    for step in session.steps:
        for event in step.entry.events:
            if isinstance(event, ev.FoulGiven) and event.seat == seat:
                fouls.append(event.offence)
            elif isinstance(event, ev.FoulTakenBack) and event.seat == seat:
                fouls.pop()
    graver = (step.entry.command for step in session.steps)
    last = [c.offence for c in graver if isinstance(c, Remove | Ppk) and c.seat == seat]
    return tuple(offence for offence in (*fouls, *last) if offence)


def votes(session: Session) -> tuple[Vote, ...]:
    """Every vote that still stands, in order."""
    return tuple(
        Vote(step.before.day, step.before.phase.value, e.candidate, e.votes, e.voters)
        for step in session.steps
        for e in step.entry.events
        if isinstance(e, ev.VotesCounted)
    )


def _winner(session: Session) -> str:
    winner = session.state.winner
    if winner == DRAW:
        return "ничья"
    if winner is None:
        return "нет"
    side = side_name(session.state.rules, winner)
    return words().sides[side].n[0] if side in words().sides else side


def _json(session: Session) -> str:
    state = session.state
    data = {
        "rules": state.rules.id,
        "phase": state.phase.value,
        "day": state.day,
        "night": state.night,
        "winner": state.winner,
        "best_move": state.best_move,
        "players": [
            {
                "seat": p.seat,
                "role": p.role,
                "fouls": p.fouls,
                "offences": _offences(session, p.seat),
                "out": p.out,
                "out_night": p.out_night if p.out else None,
            }
            for p in state.players
        ],
        "votes": [
            {"day": v.day, "phase": v.phase, "candidate": v.candidate, "votes": v.votes,
             "voters": v.voters}
            for v in votes(session)
        ],
    }  # fmt: skip
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _markdown(session: Session) -> str:
    state = session.state
    lines = [f"# Протокол: {state.rules.title}", "", f"Победитель: {_winner(session)}.", ""]
    lines += _table(_COLUMNS, _rows(session))
    if state.best_move:
        lines += ["", f"Лучший ход: {', '.join(map(str, state.best_move))}."]
    counted = votes(session)
    if counted:
        rows = [
            (str(v.day), wording(f"phase.{v.phase}", {}).lower(), str(v.candidate), str(v.votes),
             ", ".join(map(str, v.voters)))
            for v in counted
        ]  # fmt: skip
        head = ("день", "что", "кандидат", "голоса", "кто")
        lines += ["", "## Голосования", "", *_table(head, rows)]
    return "\n".join(lines) + "\n"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    lines = (head, tuple("---" for _ in head), *rows)
    return [f"| {' | '.join(line)} |" for line in lines]


def _csv(session: Session) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows(_rows(session))
    return text.getvalue()
