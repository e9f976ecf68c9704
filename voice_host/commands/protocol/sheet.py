# SPDX-License-Identifier: MIT
"""A protocol as one HTML file for A4: the circle of seats, who voted for whom, all tables.

Nothing in it is fetched from anywhere and no script runs: it may be printed, mailed and kept.
Sides are told by words and by shape, never by colour alone.
"""

from collections.abc import Iterable, Iterator
from html import escape
from math import cos, pi, sin
from string import Template

from voice_host.commands.protocol.tables import InWords, Row, Table, listed
from voice_host.game.roles import TOWN
from voice_host.history import chronicle as ch

_RADIUS, _SIZE = 150, 420
_PAGE = Template("""\
<!doctype html>
<html lang="$language">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
@page { size: A4; margin: 12mm; }
body { font: 11pt/1.35 sans-serif; color: #111; background: #fff; max-width: 186mm;
  margin: 0 auto; padding: 4mm; }
h1 { font-size: 16pt; margin: 0 0 2mm; } h2 { font-size: 12pt; margin: 5mm 0 1mm; }
p { margin: 0 0 2mm; }
table { border-collapse: collapse; width: 100%; font-size: 9.5pt; }
th, td { border: 1px solid #777; padding: .6mm 1.5mm; text-align: left; vertical-align: top; }
th { background: #eee; } tr { break-inside: avoid; } h2 { break-after: avoid; }
svg { display: block; width: 105mm; height: 105mm; margin: 2mm auto; }
svg circle { fill: #fff; stroke: #111; stroke-width: 1.5; }
svg .other circle { fill: #222; } svg .other .number { fill: #fff; }
svg .out circle { stroke-dasharray: 4 3; } svg .out text { text-decoration: line-through; }
svg text { font: 12px sans-serif; text-anchor: middle; fill: #111; }
svg.bars { width: 100%; height: auto; margin: 2mm 0; } svg rect { fill: #444; }
svg .label { text-anchor: end; } svg .value { text-anchor: start; }
.cards { display: grid; grid-template-columns: repeat(3, 1fr); gap: 0; }
.card { border: 1px dashed #777; padding: 4mm; min-height: 34mm; break-inside: avoid; }
.card .role { font-size: 16pt; font-weight: bold; }
svg .number { font-size: 17px; font-weight: bold; }
@media print { body { padding: 0; max-width: none; } }
</style>
</head>
<body>
<main>
<h1>$title</h1>
$body
</main>
</body>
</html>
""")


def sheet(said: InWords, lines: Iterable[str], tables: Iterable[Table]) -> str:
    """The whole file. `lines` stand under its title, one paragraph each."""
    parts = [*(f"<p>{escape(line)}</p>" for line in lines), _circle(said), *_matrix(said)]
    parts += [part for one in tables for part in section(one)]
    title = said.text("protocol.heading", rules=said.game.rules.title)
    return page(said.text("protocol.language"), title, parts)


def page(language: str, title: str, parts: Iterable[str]) -> str:
    """A file of these parts, which are HTML; `language` is a code of two letters."""
    return _PAGE.substitute(language=language, title=escape(title), body="\n".join(parts))


def section(table: Table) -> Iterator[str]:
    """A table under its title."""
    yield f"<h2>{escape(table.title)}</h2>"
    yield _html(table.head, table.rows)


def _html(head: Row, rows: Iterable[Row]) -> str:
    above = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = [f"<table>\n<thead><tr>{above}</tr></thead>", "<tbody>"]
    lines += [f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows]
    return "\n".join([*lines, "</tbody>", "</table>"])


def _matrix(said: InWords) -> Iterator[str]:
    """A row a voter, a column a vote: whom he voted for, where that is known."""
    ballots = [ballot for ballot in said.game.ballots if _known(ballot)]
    if not ballots:
        return
    yield f"<h2>{escape(said.text('protocol.title.matrix'))}</h2>"
    head = [said.text("protocol.players.seat")]
    head += [
        said.text("protocol.revote_of" if b.revote else "protocol.vote_of", day=b.day)
        for b in ballots
    ]
    rows = []
    for seat in said.game.seats:
        label = f"{seat.seat} {said.name(seat.seat)}".rstrip()
        rows.append((label, *(_whom(ballot, seat.seat) for ballot in ballots)))
    yield _html(tuple(head), rows)


def _known(ballot: ch.Ballot) -> bool:
    return any(tally.voters for tally in ballot.tallies)


def _whom(ballot: ch.Ballot, seat: int) -> str:
    return listed(tuple(t.candidate for t in ballot.tallies if seat in (t.voters or ())))


def _circle(said: InWords) -> str:
    """The table from above, seat 1 at the top, clockwise."""
    seats = said.game.seats
    label = "; ".join(_told(said, seat) for seat in seats)
    lines = [
        f'<svg viewBox="0 0 {_SIZE} {_SIZE}" role="img" aria-label="{escape(label, quote=True)}">'
    ]
    for seat in seats:
        turn = 2 * pi * (seat.seat - 1) / len(seats) - pi / 2
        x, y = (_SIZE / 2 + _RADIUS * f(turn) for f in (cos, sin))
        lines += _drawn(said, seat, x, y)
    return "\n".join([*lines, "</svg>"])


def _told(said: InWords, seat: ch.Seat) -> str:
    parts = [str(seat.seat), said.name(seat.seat), said.role(seat.turned or seat.role)]
    return ", ".join(filter(None, [*parts, said.outcome(seat)]))


def _drawn(said: InWords, seat: ch.Seat, x: float, y: float) -> Iterator[str]:
    """A town's seat is white, every other known one dark; who is out is dashed and struck out."""
    kinds = ("other" if seat.side not in (None, TOWN) else "", "out" if seat.out else "")
    yield f'<g class="{" ".join(filter(None, kinds))}">'
    yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="19"/>'
    yield f'<text class="number" x="{x:.1f}" y="{y + 6:.1f}">{seat.seat}</text>'
    below = filter(None, (said.name(seat.seat), said.role(seat.turned or seat.role)))
    for line, text in enumerate(below):
        yield f'<text x="{x:.1f}" y="{y + 33 + 14 * line:.1f}">{escape(text)}</text>'
    yield "</g>"
