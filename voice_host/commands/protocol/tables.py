# SPDX-License-Identifier: MIT
"""The tables of a protocol in words, which every form of it for people is made of.

Decides what stands in which column. A column's heading is the message `protocol.TABLE.COLUMN`;
headings and values stand in one order. Knows nothing of Markdown, CSV or HTML.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from voice_host.commands.protocol.scoring import Point, Scoring, points, scoring_of, total
from voice_host.game.roles import DRAW
from voice_host.game.state import Cause, Phase
from voice_host.history import chronicle as ch
from voice_host.language.announcement import host
from voice_host.language.dialect import role_param, side_param, sought
from voice_host.language.language import Language
from voice_host.language.nicknames import Nicknames, plain
from voice_host.language.said.reply import spoken
from voice_host.language.said.speak import captioned

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """One table: its id, its title, what stands above its columns, its rows."""

    id: str
    title: str
    head: Row
    rows: tuple[Row, ...]


def table(name: str, said: "InWords") -> Table:
    """The table of this id, one of `TABLES`."""
    head = tuple(said.language.messages.table(f"protocol.{name}").values())
    rows = tuple(TABLES[name](said))
    return Table(name, said.text(f"protocol.title.{name}"), head, rows)


@dataclass(frozen=True, slots=True)
class InWords:
    """A game, and the words of its rules for what is in it; its points, if any are given."""

    language: Language
    game: ch.Chronicle
    scoring: Scoring | None = None

    @classmethod
    def of(
        cls, language: Language, game: ch.Chronicle, scoring: Scoring | None = None
    ) -> "InWords":
        """With the scoring that was asked for, else that of the game's ruleset."""
        return cls(language.at(game.rules), game, scoring or scoring_of(game.rules.id))

    @property
    def text(self) -> Callable[..., str]:
        """The message of a code."""
        return self.language.messages.text

    @property
    def winner(self) -> str:
        """Who has won."""
        if self.game.winner == DRAW:
            return self.text("protocol.draw")
        return self.side(self.game.winner) or self.text("protocol.nobody")

    def role(self, role: str | None) -> str:
        """What a role, or a team by its side, is called here; "" while it is not known."""
        return self.language.words.role(role_param(self.game.rules, role)) if role else ""

    def side(self, side: str | None) -> str:
        """What a side is called here."""
        return self.language.words.side(side_param(self.game.rules, side)) if side else ""

    def name(self, seat: int | None) -> str:
        """Who sits there, as far as it is known."""
        return plain(self.game.seats[seat - 1].name or "") if seat else ""

    def offence(self, offence: str | None) -> str:
        """What somebody was punished for, where it was said."""
        return self.language.words.offence(offence) if offence else ""

    def phase(self, phase: Phase, waking: str | None = None) -> str:
        """What a part of the game is called, where a role was awake by that."""
        code = f"screen.phase.{phase.name.lower()}"
        return self.text(code, role=self.role(waking))

    def when(self, moment: ch.Moment | None) -> str:
        """Of which day or night."""
        if moment is None:
            return ""
        code = "screen.night" if moment.by_night else "screen.day"
        return self.text(code, number=moment.number)

    def voters(self, voters: ch.Seats | None) -> str:
        """Who they were, or that it is not known."""
        return self.text("protocol.not_named") if voters is None else listed(voters)

    def outcome(self, seat: ch.Seat) -> str:
        """How he left; who has stopped the game is named, in the game or out of it."""
        if seat.out is None:
            outcome = self.text("screen.in_game")
        elif seat.out.cause is Cause.FOULS:
            number = self.language.words.cardinal(seat.fouls)
            outcome = self.text("protocol.fouls_number", fouls=seat.fouls, number=number)
        else:
            outcome = self.text(f"screen.cause.{seat.out.cause.name.lower()}")
        stopped = seat.seat == self.game.stopped_by
        return self.text("protocol.stopped", outcome=outcome) if stopped else outcome


def listed(seats: ch.Seats) -> str:
    """«5, 7, 8»."""
    return ", ".join(map(str, seats))


def clock(seconds: float) -> str:
    """Game seconds as «12:05»."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def _players(said: InWords) -> Iterator[Row]:
    for player in said.game.seats:
        role = said.role(player.role)
        if player.turned:
            role = said.text("protocol.turned", role=role, turned=said.role(player.turned))
        yield (
            str(player.seat),
            said.name(player.seat),
            role,
            said.side(player.side),
            str(player.fouls),
            said.outcome(player),
            said.when(player.out.moment) if player.out else "",
            ", ".join(map(said.offence, said.game.offences(player.seat))),
        )


def _days(said: InWords) -> Iterator[Row]:
    for day in said.game.days:
        yield (
            str(day.number),
            str(day.opener or ""),
            ", ".join(_nominated(said, one) for one in day.nominations if one.up),
            listed(day.missed),
            _came_to(said, day),
            clock(day.began),
        )


def _nominated(said: InWords, one: ch.Nomination) -> str:
    if one.by is not None:
        return said.text("protocol.nominated_by", seat=one.seat, by=one.by)
    if one.fingers is not None:
        return said.text("protocol.nominated_by_fingers", seat=one.seat, fingers=one.fingers)
    return str(one.seat)


def _came_to(said: InWords, day: ch.Day) -> str:
    """What the day's votes have come to, "" while they have come to nothing."""
    if day.no_vote:
        return said.text(f"protocol.no_vote.{day.no_vote}")
    last = day.ballots[-1] if day.ballots else None
    if last is not None and last.broken:
        return said.text("protocol.broken")
    left = last.left if last is not None else day.unvoted
    if left:
        return said.text("protocol.left", seats=listed(left))
    over = last is not None and (last.kept or (last.raised and not last.raised.carried))
    return said.text("protocol.nobody_left") if over else ""


def _votes(said: InWords) -> Iterator[Row]:
    for ballot in said.game.ballots:
        what = said.phase(Phase.REVOTE if ballot.revote else Phase.COUNT)
        for tally in ballot.tallies:
            yield (
                str(ballot.day),
                what,
                str(tally.candidate),
                str(tally.votes),
                said.voters(tally.voters),
                ", ".join(_remarks(said, ballot, tally)),
            )
        if ballot.raised:
            stay = "protocol.raised" if ballot.raised.carried else "protocol.not_raised"
            yield (
                str(ballot.day),
                said.phase(Phase.RAISE),
                listed(ballot.tied),
                str(ballot.raised.votes),
                said.voters(ballot.raised.voters),
                said.text(stay),
            )
        if ballot.broken:
            yield (str(ballot.day), what, "", "", "", said.text("protocol.broken"))


def _remarks(said: InWords, ballot: ch.Ballot, tally: ch.Tally) -> Iterator[str]:
    """What is to be said of one candidate's votes."""
    if tally.rest:
        yield said.text("protocol.rest")
    if tally.own:
        yield said.text("protocol.own")
    if tally.candidate in ballot.tied:
        yield said.text("protocol.tied")
    elif tally.candidate in ballot.left:
        yield said.text("protocol.leaves")


def _nights(said: InWords) -> Iterator[Row]:
    for night in said.game.nights:
        number = str(night.number)
        for deed in night.deeds:
            seat = str(deed.seat) if deed.seat is not None else said.text("protocol.chose_nobody")
            yield (number, _deed(said, deed.role), said.role(deed.role), seat, "")
        for check in night.checks:
            yield (number, said.text("protocol.check"), said.role(check.role), str(check.seat),
                   _found(said, check))  # fmt: skip
        for saved in night.saved:
            yield (number, said.text("protocol.saved"), said.role(saved.role), str(saved.seat), "")
        if night.number or night.killed is None:
            yield (number, said.text("protocol.result"), "", *_dead(said, night))


def _deed(said: InWords, role: str) -> str:
    """What a role does by night; of a deed that has no name here, no more than that."""
    rules = said.game.rules
    deed = rules.role(role).deed if rules.has_role(role) else ""
    known = said.language.messages.found(f"protocol.deed.{deed}")
    return known or said.text("protocol.deed.other")


def _found(said: InWords, check: ch.Check) -> str:
    if check.found is None:
        return said.text("protocol.not_known")
    rules = said.game.rules
    sought_for = sought(rules, check.role) if rules.has_role(check.role) else ""
    if not sought_for or not rules.role(check.role).seeks:
        return said.text("protocol.acted" if check.found else "protocol.not_acted")
    what = said.role(rules.role(check.role).seeks)
    return what if check.found else said.text("protocol.is_not", what=what)


def _dead(said: InWords, night: ch.Night) -> tuple[str, str]:
    """Whom the night has cost, and how."""
    if night.killed is None:
        return "", said.text("protocol.night_not_over")
    if not night.killed:
        return "", said.text("protocol.nobody_killed")
    told = [said.text("protocol.killed")]
    if night.taken:
        told.append(said.text("protocol.taken", seats=listed(night.taken)))
    if night.shared:
        told.append(said.text("protocol.shared", seats=listed(night.shared)))
    return listed(night.killed), ", ".join(told)


def _fouls(said: InWords) -> Iterator[Row]:
    punished: list[tuple[str, ch.Foul | ch.Sentence]] = [
        *((_foul(said, foul), foul) for foul in said.game.fouls),
        *((_sentence(said, sentence), sentence) for sentence in said.game.sentences),
    ]
    for what, one in sorted(punished, key=lambda row: row[1].moment.at):
        yield (
            str(one.seat),
            said.name(one.seat),
            what,
            said.offence(one.offence),
            said.when(one.moment),
            said.phase(one.moment.phase, one.moment.waking),
            str(one.moment.speaker or ""),
            clock(one.moment.at),
        )


def _foul(said: InWords, foul: ch.Foul) -> str:
    return said.text("protocol.remark" if foul.remark else "protocol.foul", count=foul.count)


def _sentence(said: InWords, one: ch.Sentence) -> str:
    return said.text("protocol.ppk" if one.stopped else "protocol.removal")


def _speeches(said: InWords) -> Iterator[Row]:
    for floor in said.game.floors:
        lasted = "" if floor.ended is None else clock(floor.ended - floor.moment.at)
        yield (
            said.when(floor.moment),
            said.phase(floor.moment.phase, floor.moment.waking),
            str(floor.seat),
            said.name(floor.seat),
            clock(floor.moment.at),
            lasted,
        )


def _undone(said: InWords) -> Iterator[Row]:
    names = Nicknames(tuple((p.seat, p.name) for p in said.game.seats if p.name))
    for one in said.game.undone:
        told = host("undone.fact", what=spoken(one.command))
        yield (
            said.when(one.moment),
            said.phase(one.moment.phase, one.moment.waking),
            clock(one.moment.at),
            captioned(said.language.texts, told, names),
        )


def _points(said: InWords) -> Iterator[Row]:
    """Those who have got any, and what for; no row where the scoring gives none."""
    if said.scoring is None or not said.scoring.gives:
        return
    for seat in said.game.seats:
        given = points(said.game, said.scoring, seat)
        yield (
            str(seat.seat),
            said.name(seat.seat),
            figure(total(given)),
            ", ".join(_point(said, point) for point in given),
        )


def _point(said: InWords, point: Point) -> str:
    sign = "+" if point.points > 0 else ""
    return f"{said.text(f'protocol.point.{point.reason}')} {sign}{figure(point.points)}"


def figure(value: float) -> str:
    """«0,7», «-0,5», «0»: as a Russian table has it, and a spreadsheet counts with it."""
    return f"{value:g}".replace(".", ",")


TABLES: dict[str, Callable[[InWords], Iterator[Row]]] = {
    "players": _players,
    "points": _points,
    "days": _days,
    "votes": _votes,
    "nights": _nights,
    "fouls": _fouls,
    "speeches": _speeches,
    "undone": _undone,
}
"""What fills each table, in the order in which they are told."""
