# SPDX-License-Identifier: MIT
"""A picture of the game in words: the status line, and the table as rows or as a list.

Decides how a screen words the table; draws nothing and keeps nothing.
"""

from collections.abc import Callable, Mapping

from voice_host.game.state import Cause, Phase
from voice_host.game.view import SeatView, View
from voice_host.host.screen import Picture

PHASES = {
    Phase.LOBBY: "сбор",
    Phase.DEAL: "надевают маски",
    Phase.AGREEMENT: "договорка",
    Phase.FIRST_DON: "выход дона",
    Phase.FIRST_SHERIFF: "выход шерифа",
    Phase.MEETING: "знакомство",
    Phase.FIRST_PAUSE: "ожидание утра",
    Phase.REVENGE: "последнее дело",
    Phase.BEST_MOVE: "лучший ход",
    Phase.KILLED_LAST_WORD: "последнее слово",
    Phase.DISCUSSION: "обсуждение",
    Phase.SPEECH: "речь",
    Phase.NOMINATION: "выставление",
    Phase.DEFENCE: "оправдание",
    Phase.COUNT: "голосование",
    Phase.TIE_SPEECH: "речь в переголосовании",
    Phase.REVOTE: "переголосование",
    Phase.RAISE: "подъём",
    Phase.VOTED_LAST_WORD: "последнее слово",
    Phase.NIGHT: "ночь",
    Phase.SHOOTING: "стрельба",
    Phase.DON: "проверка дона",
    Phase.SHERIFF: "проверка шерифа",
    Phase.ROLE: "выбор роли",
    Phase.RESULT: "итог ночи",
    Phase.OVER: "игра окончена",
}
CAUSES = {
    Cause.VOTED: "заголосован",
    Cause.KILLED: "убит",
    Cause.TAKEN: "погиб вслед",
    Cause.FOULS: "выбыл по фолам",
    Cause.REMOVED: "удалён",
}
_WINNERS = {
    "town": "победа красных",
    "mafia": "победа мафии",
    "maniac": "победа маньяка",
    "yakuza": "победа якудзы",
    "draw": "ничья",
    "none": "без победителя",
}


def status(picture: Picture, ticking: bool = True, talking: bool = False) -> str:
    """One line: when, phase, who, time left, pause, what is awaited.

    Without `ticking` it holds no seconds, so that a screen reader is not set off by them.
    """
    view = picture.view
    left = picture.seconds_left
    parts = (
        _when(picture),
        PHASES[view.phase],
        f"говорит {view.speaker}" if view.speaker else "",
        f"голоса за {view.candidate}" if view.candidate else "",
        clock(left) if ticking and left is not None else "",
        "" if picture.running else "пауза",
        "ждёт «да»" if picture.asks else "",
        "микрофон открыт" if talking else "",
        _won(view),
    )
    return " · ".join(part for part in parts if part)


def _won(view: View) -> str:
    """In the ruleset's own names where it has any."""
    own = view.names.sides.get(view.winner or "")
    return f"победа {own[1]}" if own else _WINNERS.get(view.winner or "", "")


def _when(picture: Picture) -> str:
    phase = picture.view.phase
    if phase in (Phase.LOBBY, Phase.OVER):
        return ""
    if phase.startswith("night"):
        return f"ночь {0 if phase.startswith('night0') else picture.view.night}"
    return f"день {picture.view.day}"


def clock(seconds: float) -> str:
    """Minutes and seconds; what has begun of a second counts."""
    whole = int(-(-seconds // 1))
    return f"{whole // 60}:{whole % 60:02}"


def rows(picture: Picture, width: int, names: Mapping[str, str] | None = None) -> list[str]:
    """The table, a column a seat; only rows that say anything. `names` (role → word): roles too."""
    seats = picture.view.seats
    names = None if names is None else {**names, **picture.view.names.roles}
    wide = 4 if names is None else 8
    fitting = max(1, (width - 10) // wide)
    return [
        line
        for at in range(0, len(seats), fitting)
        for line in _rows(seats[at : at + fitting], wide, names)
    ]


def _rows(seats: tuple[SeatView, ...], wide: int, names: Mapping[str, str] | None) -> list[str]:
    def row(title: str, cell: Callable[[SeatView], str]) -> str:
        cells = [cell(seat) for seat in seats]
        return (
            f"{title:<10}" + "".join(f"{c[: wide - 1]:<{wide}}" for c in cells)
            if any(cells)
            else ""
        )

    lines = (
        row("место", lambda s: str(s.seat)),
        row("выбыл", lambda s: "" if s.alive else CAUSES[s.out or Cause.REMOVED][:3]),
        row("фолы", lambda s: str(s.fouls or "")),
        row("молчит", lambda s: "да" if s.muted else ""),
        row("выставлен", lambda s: "да" if s.nominated else ""),
        row("голоса", lambda s: "" if s.votes is None else str(s.votes)),
        row("роль", lambda s: _role(s, names)) if names is not None else "",
    )
    return [line.rstrip() for line in lines if line]


def listing(picture: Picture) -> list[str]:
    """The table for the ear: a line a seat, in words, without roles."""
    return [f"место {seat.seat}: {_about(seat)}" for seat in picture.view.seats]


def _about(seat: SeatView) -> str:
    parts = (
        "в игре" if seat.alive else CAUSES[seat.out or Cause.REMOVED],
        f"фолов {seat.fouls}" if seat.fouls else "",
        "молчит" if seat.muted else "",
        "выставлен" if seat.nominated else "",
        f"голосов {seat.votes}" if seat.votes is not None else "",
    )
    return ", ".join(part for part in parts if part)


def roles(picture: Picture, names: Mapping[str, str]) -> str:
    """Who is who, in one line."""
    names = {**names, **picture.view.names.roles}
    known = [f"{seat.seat} {_role(seat, names)}" for seat in picture.view.seats if seat.role]
    return "роли: " + (", ".join(known) or "не введены")


def _role(seat: SeatView, names: Mapping[str, str] | None) -> str:
    return (names or {}).get(seat.role or "", seat.role or "")
