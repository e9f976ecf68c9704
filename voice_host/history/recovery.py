# SPDX-License-Identifier: MIT
"""From a journal's file back to its game: to go on with, to look at, or to check by the rules.

Knows what the lines mean in a game. What stands in them is `record.py`'s, how they get into
the file `journal.py`'s.
"""

from dataclasses import replace
from pathlib import Path

from voice_host.errors import BadRuleset, JournalDamaged, JournalEmpty, JournalUnopened, Told
from voice_host.game.decide import decide
from voice_host.game.refusals import Rejected
from voice_host.game.state import Phase
from voice_host.history.journal import reopen
from voice_host.history.record import (
    Found,
    Header,
    Line,
    UndoEntry,
    damaged,
    damaged_header,
    read,
)
from voice_host.history.session import Impossible, Session
from voice_host.rulesets.check import check


def recover(path: Path) -> Session:
    """The game of a journal as it stood at its last whole line, ready to go on.

    `trouble` tells where lines have been lost, altered or damaged, and where the journal cannot
    be written any more: the game goes on without it. Raises `JournalDamaged` if it cannot go on,
    `GameRunning` if another copy of the program plays it.
    """
    # Read before it is opened for writing: of a game that cannot be followed the file stays as it
    # is.
    session, found, odd = _followed(path)
    try:
        journal = reopen(path, found)
        session.go_on_in(journal)
        session.trouble = _lost(found, odd, journal.aside)
    # The game is whole in memory, so it is played on; only what comes now will not be kept.
    except JournalUnopened as error:
        lost = _lost(found, odd)
        if lost is None:
            told = Told("journal.no_more", path=path, why=error.why)
        else:
            told = Told("journal.lost_and_no_more", path=path, why=error.why, lost=lost.told)
        session.trouble = JournalDamaged(told)
    return session


def _lost(found: Found, odd: int | None, aside: Path | None = None) -> JournalDamaged | None:
    """What of the game is not as it was played, None if all is."""
    if found.damage is not None:
        damage = found.damage.told
        if aside is None:
            return JournalDamaged("journal.recovered_before", damage=damage)
        return JournalDamaged("journal.recovered_and_kept", damage=damage, aside=aside)
    if odd is None:
        return None
    return JournalDamaged("journal.gap", line=odd)


def unfinished(path: Path) -> bool:
    """Is there a game to go on with: begun, or remembering the one before it, and not over?

    A damaged journal counts, for nobody knows how its game went on. Raises `JournalDamaged`
    if no game can be made of it.
    """
    try:
        session, found, _ = _followed(path)
    except JournalEmpty:
        return False
    over = session.state.phase is Phase.OVER
    return found.damage is not None or (session.begun and not over)


def load(path: Path) -> Session:
    """The game of a journal, to look at: the file is not touched. Raises `JournalDamaged`."""
    session, found, _ = _followed(path)
    if found.damage is not None:
        raise found.damage
    return session


def look(path: Path) -> Session:
    """The same, of a damaged one as far as it can be read."""
    session, _, _ = _followed(path)
    return session


def _followed(path: Path) -> tuple[Session, Found, int | None]:
    """The game after every line, and the first line that is not as it was written.

    A line with a right checksum that follows by its number is what was played, whatever rules this
    version of the program has: they are asked only about lines that have none. (`replay` asks
    them about all.) A line that cannot have happened is passed over where lines before it are
    gone; elsewhere it is damage.
    """
    found = read(path)
    session = _sat_down(path, found.header)
    odd = min(filter(None, (found.gap, found.altered)), default=None)
    for number, line in enumerate(found.lines, start=2):
        # Past the first odd line the state is not quite the one in which the rest was decided, and
        # what the rules say of it proves nothing.
        doubted = number in found.unsummed and (odd is None or number < odd)
        if doubted and _difference(session, line) is not None:
            odd = number
        try:
            session.follow(line)
        except Impossible as error:
            if found.gap is None or number < found.gap:
                # Read again up to here, so that size and number of the last line are those of what
                # is kept.
                damage = damaged(path, number, error.told)
                return session, replace(read(path, before=number), damage=damage), odd
    return session, found, odd


def _sat_down(path: Path, header: Header) -> Session:
    # The rules in a header were checked when the game began, by another program perhaps and on
    # another disk: the rest of this one relies on them as on its own.
    try:
        check(header.rules.id, header.rules)
    except BadRuleset as error:
        raise damaged_header(path, error.told) from None
    table = header.rules.table
    if not table.fewest <= header.seats <= table.most:
        raise damaged_header(path, Told("line.seats", seats=header.seats))
    if not all(1 <= seat <= header.seats for seat, _ in header.names):
        raise damaged_header(path, Told("line.name_of_no_seat"))
    previous = header.previous
    if not all(
        1 <= seat <= header.seats for seat in (previous.first_killed or 1, *previous.missing)
    ):
        raise damaged_header(path, Told("line.no_seat_before"))
    known, evening = header.names, header.evening
    return Session(header.rules, header.seats, names=known, previous=previous, evening=evening)


def replay(path: Path) -> Told | None:
    """Put a journal's commands to the rules again; the first difference, None if there is none."""
    found = read(path)
    if found.damage is not None:
        raise found.damage
    session = _sat_down(path, found.header)
    for number, line in enumerate(found.lines, start=2):
        # From here on other commands have gone before, so every further difference would be a false
        # one.
        if number == found.gap:
            return Told("line.gap", number=number)
        difference = _difference(session, line)
        if difference is not None:
            return Told("line.differs", number=number, difference=difference)
        try:
            session.follow(line)
        except Impossible as error:
            return Told("line.differs", number=number, difference=error.told)
    # What the rules would have done just so may still be altered: the channel, the header's names.
    return None if found.altered is None else Told("line.altered", number=found.altered)


def _difference(session: Session, line: Line) -> Told | None:
    """What the rules, or an undo, would have written in place of this line."""
    if isinstance(line, UndoEntry):
        number = len(session.undoable())
        same = 0 < number == line.undo
        return None if same else Told("line.other_undo", undo=line.undo, number=number)
    try:
        events = decide(session.state, line.command, line.at, line.actor).events
    except Rejected:
        return Told("line.refused")
    same = events == line.events
    return None if same else Told("line.other_events")
