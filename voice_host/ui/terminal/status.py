# SPDX-License-Identifier: MIT
"""A picture of the game in words: the status line, and the table as rows or as a list.

Decides how a screen words the table; draws nothing and keeps nothing.
"""

from collections.abc import Callable, Mapping

from voice_host.errors import Told
from voice_host.game.state import Cause, Phase
from voice_host.game.view import SeatView, View
from voice_host.host.screen import Picture
from voice_host.language.catalogue import Messages


def status(
    picture: Picture,
    messages: Messages,
    ticking: bool = True,
    talking: bool = False,
    names: Mapping[str, str] | None = None,
) -> str:
    """One line: when, phase, who, time left, pause, what is awaited.

    Without `ticking` it holds no seconds, so that a screen reader is not set off by them.
    `names` (role → word) are the usual ones; the ruleset's own come first.
    """
    view, text = picture.view, messages.text
    left = picture.seconds_left
    parts = (
        _when(picture, messages),
        text(f"screen.phase.{view.phase.name.lower()}", role=_awake(view, names or {})),
        text("screen.speaks", seat=view.speaker) if view.speaker else "",
        text("screen.votes_for", seat=view.candidate) if view.candidate else "",
        clock(left) if ticking and left is not None else "",
        "" if picture.running else text("screen.paused"),
        text("screen.asks") if picture.asks else "",
        text("screen.talking") if talking else "",
        _won(view, messages),
    )
    return " · ".join(part for part in parts if part)


def _awake(view: View, names: Mapping[str, str]) -> str:
    role = view.waking or ""
    return view.names.roles.get(role) or names.get(role, role)


def _won(view: View, messages: Messages) -> str:
    """In the ruleset's own names where it has any."""
    own = view.names.sides.get(view.winner or "")
    if own:
        return messages.text("screen.won", side=own[1])
    return messages.found(f"screen.winner.{view.winner}")


def _when(picture: Picture, messages: Messages) -> str:
    phase = picture.view.phase
    if phase in (Phase.LOBBY, Phase.OVER):
        return ""
    if phase.startswith("night"):
        number = 0 if phase.startswith("night0") else picture.view.night
        return messages.text("screen.night", number=number)
    return messages.text("screen.day", number=picture.view.day)


def clock(seconds: float) -> str:
    """Minutes and seconds; what has begun of a second counts."""
    whole = int(-(-seconds // 1))
    return f"{whole // 60}:{whole % 60:02}"


def rows(
    picture: Picture, messages: Messages, width: int, names: Mapping[str, str] | None = None
) -> list[str]:
    """The table, a column a seat; only rows that say anything. `names` (role → word): roles too."""
    seats = picture.view.seats
    names = None if names is None else {**names, **picture.view.names.roles}
    wide = 4 if names is None else 8
    fitting = max(1, (width - 10) // wide)
    return [
        line
        for at in range(0, len(seats), fitting)
        for line in _rows(seats[at : at + fitting], messages, wide, names)
    ]


def _rows(
    seats: tuple[SeatView, ...], messages: Messages, wide: int, names: Mapping[str, str] | None
) -> list[str]:
    titles, yes = messages.table("screen.row"), messages.text("screen.yes")

    def row(title: str, cell: Callable[[SeatView], str]) -> str:
        cells = [cell(seat) for seat in seats]
        return (
            f"{titles[title]:<10}" + "".join(f"{c[: wide - 1]:<{wide}}" for c in cells)
            if any(cells)
            else ""
        )

    lines = (
        row("seat", lambda s: str(s.seat)),
        row("out", lambda s: "" if s.alive else cause(s, messages)[:3]),
        row("fouls", lambda s: str(s.fouls or "")),
        row("muted", lambda s: yes if s.muted else ""),
        row("nominated", lambda s: yes if s.nominated else ""),
        row("votes", lambda s: "" if s.votes is None else str(s.votes)),
        row("role", lambda s: _role(s, names)) if names is not None else "",
    )
    return [line.rstrip() for line in lines if line]


def cause(seat: SeatView, messages: Messages) -> str:
    """Why a seat is out."""
    return messages.text(f"screen.cause.{(seat.out or Cause.REMOVED).name.lower()}")


def listing(picture: Picture, messages: Messages) -> list[str]:
    """The table for the ear: a line a seat, in words, without roles."""
    return [
        messages.text("screen.seat", seat=seat.seat, about=_about(seat, messages))
        for seat in picture.view.seats
    ]


def _about(seat: SeatView, messages: Messages) -> str:
    text = messages.text
    parts = (
        text("screen.in_game") if seat.alive else cause(seat, messages),
        text("screen.fouls", number=seat.fouls) if seat.fouls else "",
        text("screen.muted") if seat.muted else "",
        text("screen.nominated") if seat.nominated else "",
        text("screen.votes", number=seat.votes) if seat.votes is not None else "",
    )
    return ", ".join(part for part in parts if part)


def roles(picture: Picture, messages: Messages, names: Mapping[str, str]) -> str:
    """Who is who, in one line, unless nobody at the table may see it."""
    if picture.state.rules.led.sealed and picture.state.phase is not Phase.OVER:
        return messages.text("screen.roles_hidden")
    names = {**names, **picture.view.names.roles}
    known = [f"{seat.seat} {_role(seat, names)}" for seat in picture.view.seats if seat.role]
    return messages.text("screen.roles", roles=", ".join(known) or Told("screen.no_roles"))


def _role(seat: SeatView, names: Mapping[str, str] | None) -> str:
    return (names or {}).get(seat.role or "", seat.role or "")
