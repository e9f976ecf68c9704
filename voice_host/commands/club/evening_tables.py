# SPDX-License-Identifier: MIT
"""What is told of several games in words: the list of them, the ratings, graphs.

A column's heading is the message `club.TABLE.COLUMN`. Each game is told in its own ruleset's
words: in one the town is red, in another blue.
"""

from collections import Counter
from collections.abc import Iterator
from html import escape

from voice_host.commands.club.gathered import KeptGame
from voice_host.commands.club.standings import standings
from voice_host.commands.protocol.scoring import Scoring
from voice_host.commands.protocol.tables import InWords, Row, Table, clock, figure
from voice_host.language.language import Language
from voice_host.language.nicknames import plain

Games = tuple[KeptGame, ...]
_WIDTH, _LABEL, _LINE = 640, 180, 22


def tables(language: Language, games: Games, scoring: Scoring | None = None) -> Iterator[Table]:
    """The list of the games, and the ratings where players have been named."""
    yield _table(language, "games", tuple(_game(language, *pair) for pair in enumerate(games, 1)))
    rows = tuple(_standings(games, scoring))
    if rows:
        yield _table(language, "players", rows)


def _table(language: Language, name: str, rows: tuple[Row, ...]) -> Table:
    head = tuple(language.messages.table(f"club.{name}").values())
    return Table(name, language.messages.text(f"club.title.{name}"), head, rows)


def _game(language: Language, number: int, kept: KeptGame) -> Row:
    game, best = kept.game, kept.game.best_move
    said = InWords.of(language, game)
    killed = game.first_killed
    return (
        str(number),
        kept.path.stem,
        game.rules.title,
        said.winner if kept.over else said.text("club.not_over"),
        clock(game.seconds),
        f"{killed} {said.name(killed)}".strip() if killed else "",
        _best(said) if best else "",
    )


def _best(said: InWords) -> str:
    best = said.game.best_move
    if best is None or best.right is None:
        return said.text("protocol.not_known")
    return said.text("club.right_of", right=best.right, guesses=len(best.guesses))


def _standings(games: Games, scoring: Scoring | None) -> Iterator[Row]:
    for one in standings(games, scoring):
        best = f"{one.guessed}/{one.best_moves}" if one.best_moves else ""
        figures = (one.games, one.wins, one.games - one.decided or "", one.first_killed, best)
        given = "" if one.points is None else figure(one.points)
        yield (one.name, given, *map(str, figures), str(one.fouls))


def graphs(language: Language, games: Games) -> Iterator[str]:
    """Wins by side, minutes and fouls game by game, as HTML with SVG."""
    over = [kept for kept in games if kept.over]
    wins = Counter(InWords.of(language, k.game).winner for k in over)
    yield _bars(language, "wins", tuple(wins.most_common()))
    minutes = tuple((_label(kept), round(kept.game.seconds / 60)) for kept in games)
    yield _bars(language, "minutes", minutes)
    fouls = tuple((_label(k), sum(not f.remark for f in k.game.fouls)) for k in games)
    yield _bars(language, "fouls", fouls)


def _label(kept: KeptGame) -> str:
    return plain(kept.path.stem)


def _bars(language: Language, name: str, rows: tuple[tuple[str, int], ...]) -> str:
    """A bar a row with its figure beside it; nothing is told by a colour alone."""
    title = language.messages.text(f"club.title.{name}")
    told = escape("; ".join(f"{label} — {value}" for label, value in rows), quote=True)
    most, height = max((value for _, value in rows), default=0) or 1, _LINE * len(rows) + 8
    lines = [
        f"<h2>{escape(title)}</h2>",
        f'<svg class="bars" viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{told}">',
    ]
    for at, (label, value) in enumerate(rows):
        y, width = _LINE * at + 4, (_WIDTH - _LABEL - 60) * value / most
        lines += [
            f'<text class="label" x="{_LABEL - 8}" y="{y + 14}">{escape(label)}</text>',
            f'<rect x="{_LABEL}" y="{y}" width="{width:.1f}" height="{_LINE - 6}"/>',
            f'<text class="value" x="{_LABEL + width + 6:.1f}" y="{y + 14}">{value}</text>',
        ]
    return "\n".join([*lines, "</svg>"])
