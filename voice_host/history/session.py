# SPDX-License-Identifier: MIT
"""One game with its history: submit, undo, follow. The only writer of the journal.

Knows the rules and the journal; nothing of words, sound or real time. A journal that
cannot be written costs no move: `trouble` tells of it and later lines bring it up to date.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from secrets import token_hex

from voice_host.errors import JournalDamaged, JournalUnopened, VoiceHostError
from voice_host.game.commands import Command
from voice_host.game.decide import Decision, decide
from voice_host.game.events import Checked, Event, GameEnded
from voice_host.game.evolve import evolve
from voice_host.game.refusals import CannotFollow
from voice_host.game.rules import Rules
from voice_host.game.state import Phase, State, new_game
from voice_host.game.who import CLOCK, HOST, Actor
from voice_host.history.ids import entry_holds
from voice_host.history.journal import Journal, make_folder
from voice_host.history.record import Entry, Evening, Header, Line, Previous, UndoEntry
from voice_host.history.sittings import next_sitting
from voice_host.history.standing import can_stand

Names = tuple[tuple[int, str], ...]

FIRST = Previous()
"""Nothing is remembered by the first game of an evening."""
ALONE = Evening()
"""A game of which no evening is known."""


@dataclass(frozen=True, slots=True)
class Step:
    """One accepted command: what was before, what happened."""

    before: State
    entry: Entry


class Session:
    """The game now, and the steps that led to it.

    `at` is the game second of the last journal line: of what was done, or gone back to.
    `names` say who sits where; `previous` is remembered of the game before this one,
    `evening` the winners of all of them. `undone` are the commands that were taken back, as they
    were when they were given.
    """

    def __init__(
        self,
        rules: Rules,
        seats: int,
        journal: Journal | None = None,
        names: Names = (),
        previous: Previous = FIRST,
        evening: Evening = ALONE,
    ) -> None:
        self.state = new_game(rules, seats)
        self.names = names
        self.previous = previous
        self.evening = evening
        self.steps: list[Step] = []
        self.undone: list[Step] = []
        self.at = 0.0
        self.trouble: JournalDamaged | None = None
        self._journal = journal
        # The header goes to the disk now, not with the first move: a folder that cannot be written
        # is told of while the players still sit down.
        if journal is not None:
            self._try(journal.flush)

    def submit(
        self, command: Command, now: float, channel: str, by: Actor = HOST
    ) -> tuple[Event, ...]:
        """Let the rules decide, write the line, then let it happen.

        Raises `Rejected`; nothing has changed then.
        """
        return self.commit(decide(self.state, command, now, by), channel)

    def commit(
        self, decision: Decision, channel: str, aimed_at: int | None = None
    ) -> tuple[Event, ...]:
        """Carry out what has been decided in this very state; a tick without events leaves no line.

        Raises ValueError if the game has moved on since.
        """
        # By identity: states are frozen, so another object means that something has happened since,
        # and the events would be the answer to a question that nobody asks any more.
        if decision.before is not self.state:
            raise ValueError("the game has moved on")
        # A tick that finds nothing due is no move: a line of it would be one more thing to undo.
        if decision.events:
            d = decision
            entry = Entry(d.at, channel, d.command, d.events, d.actor, aimed_at)
            self._add(entry, d.after)
        return decision.events

    def undo(self) -> Entry | None:
        """Take back the last command that was given, with all that the clock did after it.

        Returns the entry taken back (its `at` is the second to go back to), None if there
        is none.
        """
        number = self._undoable()
        if not number:
            return None
        taken_back = self.steps[-number].entry
        # An undo computes nothing: the state of that moment was kept, frozen, and is simply there
        # again.
        self._add(UndoEntry(number), self.steps[-number].before)
        return taken_back

    def undoable(self) -> tuple[Step, ...]:
        """The steps that an undo would take back, the given one first."""
        number = self._undoable()
        return tuple(self.steps[-number:]) if number else ()

    def last_given(self) -> Command | None:
        """The command that an undo would take back."""
        return next((step.entry.command for step in self.undoable()), None)

    def undo_reveals(self) -> bool:
        """Would an undo take back what somebody has learnt of it and cannot forget?

        A winner whom the host declared was no secret of ours.
        """
        told = (event for step in self.undoable() for event in step.entry.events)
        return any(
            isinstance(event, Checked) or (isinstance(event, GameEnded) and not event.declared)
            for event in told
        )

    @property
    def begun(self) -> bool:
        """Is there something to go on with: moves, or a game before that is remembered?"""
        return bool(self.steps) or self.previous != FIRST

    @property
    def kept_in(self) -> Path | None:
        """The journal that this game can be gone on with from, be it without its last moves.

        None where there is no need, and where nothing of it has been written.
        """
        over = self.state.phase is Phase.OVER
        if self._journal is None or not self.begun or (over and not self.lost):
            return None
        # A header alone is no game to come back to, unless it remembers the one before it.
        lobby = 0 if self.previous != FIRST else 1
        return self._journal.path if self._journal.written > lobby else None

    @property
    def lost(self) -> bool:
        """Is something of the game not in its journal?"""
        return self.begun and (self._journal is None or self._journal.lags)

    def close(self) -> None:
        """Let go of the journal."""
        if self._journal is not None:
            self._journal.close()

    def _undoable(self) -> int:
        """How many steps back the last given command lies; 0 if there is none."""
        for number, step in enumerate(reversed(self.steps), start=1):
            # What the clock did follows from what somebody did; taken back by itself it would
            # happen again at once.
            if step.entry.actor is not CLOCK:
                return number
        return 0

    def _add(self, line: Line, after: State) -> None:
        """Write the line, then let it happen.

        In this order: what the table has heard must stand in the journal. The power may go between
        the two, and then a move comes back that nobody heard of, which is repeated or undone; the
        other way round one would be gone that all have heard.
        """
        if self._journal is not None:
            self._try(partial(self._journal.write, line))
        self._happen(line, after)

    def _happen(self, line: Line, after: State) -> None:
        """The one way in which a line, new or read, changes the game."""
        if isinstance(line, UndoEntry):
            # Read before the steps are cut: it stands in the first of those that go.
            given = self.steps[-line.undo]
            self.at = given.entry.at
            self.undone.append(given)
            del self.steps[-line.undo :]
        else:
            self.at = line.at
            self.steps.append(Step(self.state, line))
        self.state = after

    def _try(self, write: Callable[[], None]) -> None:
        try:
            write()
            self.trouble = None
        # Kept, not raised: a full disk must not stop an evening. Whoever tells the host asks for
        # it.
        except JournalDamaged as error:
            self.trouble = error

    def go_on_in(self, journal: Journal) -> None:
        """Write what happens from now on into this journal, which holds the game until now."""
        self._journal = journal

    def follow(self, line: Line) -> None:
        """Let a line of a journal happen again. Raises `Impossible` if it cannot have."""
        self._happen(line, self._outcome(line))

    def _outcome(self, line: Line) -> State:
        """The state that a line leads to, which must be one of a game: nobody vouches for a file.

        What is done live is not asked so much: the rules have just led there.
        """
        if isinstance(line, UndoEntry):
            if not 1 <= line.undo <= len(self.steps):
                raise Impossible("line.undo", undo=line.undo, steps=len(self.steps))
            return self.steps[-line.undo].before
        if not entry_holds(line, self.state):
            raise Impossible("line.ids")
        # Not `decide`: a journal is followed by its events, so that it reads the same under a
        # program whose rules have since been mended.
        after = self.state
        try:
            for event in line.events:
                after = evolve(after, event)
        except CannotFollow:
            raise Impossible("line.impossible") from None
        if not can_stand(after):
            raise Impossible("line.impossible")
        return after


class Impossible(VoiceHostError):
    """A line that is well-formed and cannot have happened."""


def begin(
    rules: Rules,
    seats: int,
    path: Path,
    names: Names = (),
    previous: Previous = FIRST,
    evening: Evening = ALONE,
) -> Session:
    """A new game whose journal begins at `path`. Raises `JournalUnopened` if none can be there.

    One of no evening begins its own.
    """
    sitting = next_sitting(path.parent)
    evening = replace(evening, began=evening.began or sitting, game=token_hex(8))
    header = Header(rules, seats, names, previous, evening)
    journal = Journal(path, header, sitting=sitting)
    return Session(rules, seats, journal, names, previous, evening)


def begin_anyhow(
    rules: Rules,
    seats: int,
    path: Path,
    names: Names = (),
    previous: Previous = FIRST,
    evening: Evening = ALONE,
) -> Session:
    """A new game in a folder that is made for it where there is none.

    Where no journal can be it has none, and `trouble` tells what that means.
    """
    try:
        make_folder(path)
        return begin(rules, seats, path, names, previous, evening)
    except JournalUnopened as error:
        session = Session(rules, seats, names=names, previous=previous, evening=evening)
        session.trouble = JournalDamaged("journal.nowhere", why=error.why, folder=path.parent)
        return session


def begin_next(over: Session, path: Path) -> Session:
    """The game after this one: same rules, seats and names; see `begin_anyhow`."""
    state = over.state
    previous = Previous(state.first_killed, state.miss_next)
    evening = replace(over.evening, winners=(*over.evening.winners, state.winner))
    return begin_anyhow(state.rules, state.seats, path, over.names, previous, evening)
