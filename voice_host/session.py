"""One game with its history: submit, undo, recover. The only writer of the journal.

Knows the rules and the journal; nothing of words, sound or real time. A journal that
cannot be written costs no move: `trouble` tells of it and later lines bring it up to date.
"""

from dataclasses import dataclass
from pathlib import Path

from voice_host.errors import JournalDamaged
from voice_host.game.commands import Command
from voice_host.game.decide import decide
from voice_host.game.errors import Rejected
from voice_host.game.events import Event
from voice_host.game.evolve import evolve
from voice_host.game.rules import Rules
from voice_host.game.state import State, new_game
from voice_host.journal import Entry, Header, Journal, Line, UndoEntry, damaged, read, reopen

CLOCK = "clock"
"""The channel of commands that nobody gave: undo passes over them."""


@dataclass(frozen=True, slots=True)
class Step:
    """One accepted command: what was before, what happened."""

    before: State
    entry: Entry


class Session:
    """The game now, and the steps that led to it."""

    def __init__(self, rules: Rules, seats: int, journal: Journal | None = None) -> None:
        self.state = new_game(rules, seats)
        self.steps: list[Step] = []
        self.trouble: JournalDamaged | None = None
        self._journal = journal

    @property
    def at(self) -> float:
        """The game second of the last step, 0 before the first."""
        return self.steps[-1].entry.at if self.steps else 0.0

    def submit(self, command: Command, now: float, channel: str) -> tuple[Event, ...]:
        """Let the rules decide, write the line, then let it happen.

        Raises `Rejected`; nothing has changed then. A tick without events leaves no line.
        """
        events = decide(self.state, command, now)
        if events:
            entry = Entry(now, channel, command, events)
            self._write(entry)
            self._apply(entry)
        return events

    def undo(self) -> Entry | None:
        """Take back the last command that was given, with all that the clock did after it.

        Returns the entry taken back (its `at` is the second to go back to), None if there
        is none.
        """
        number = self._undoable()
        if not number:
            return None
        taken_back = self.steps[-number].entry
        self._write(UndoEntry(number))
        self._take_back(number)
        return taken_back

    def last_given(self) -> Step | None:
        """The step that an undo would take back."""
        number = self._undoable()
        return self.steps[-number] if number else None

    def close(self) -> None:
        """Let go of the journal."""
        if self._journal is not None:
            self._journal.close()

    def _undoable(self) -> int:
        """How many steps back the last given command lies; 0 if there is none."""
        for number, step in enumerate(reversed(self.steps), start=1):
            if step.entry.channel != CLOCK:
                return number
        return 0

    def _write(self, line: Line) -> None:
        if self._journal is None:
            return
        try:
            self._journal.write(line)
            self.trouble = None
        except JournalDamaged as error:
            self.trouble = error

    def _apply(self, entry: Entry) -> None:
        self.steps.append(Step(self.state, entry))
        for event in entry.events:
            self.state = evolve(self.state, event)

    def _take_back(self, number: int) -> None:
        self.state = self.steps[-number].before
        del self.steps[-number:]

    def _follow(self, path: Path, lines: tuple[Line, ...]) -> None:
        for number, line in enumerate(lines, start=2):
            try:
                if isinstance(line, UndoEntry):
                    self._take_back(line.undo)
                else:
                    self._apply(line)
            except (AssertionError, IndexError) as error:
                raise damaged(path, number, error) from None


def begin(rules: Rules, seats: int, path: Path) -> Session:
    """A new game whose journal begins at `path`."""
    return Session(rules, seats, Journal(path, Header(rules, seats)))


def recover(path: Path) -> Session:
    """The game of a journal as it stood at its last whole line, ready to go on."""
    header, lines, size = read(path)
    session = Session(header.rules, header.seats)
    session._follow(path, lines)
    session._journal = reopen(path, size)
    return session


def load(path: Path) -> Session:
    """The game of a journal, to look at: the file is not touched."""
    header, lines, _ = read(path)
    session = Session(header.rules, header.seats)
    session._follow(path, lines)
    return session


def replay(path: Path) -> str | None:
    """Put a journal's commands to the rules again; the first difference, None if there is none."""
    header, lines, _ = read(path)
    session = Session(header.rules, header.seats)
    for number, line in enumerate(lines, start=2):
        if isinstance(line, UndoEntry):
            session._take_back(line.undo)
            continue
        try:
            events = decide(session.state, line.command, line.at)
        except Rejected as refusal:
            return f"строка {number}: правила не принимают {line.command} ({refusal.reason})"
        if events != line.events:
            return f"строка {number}: в журнале {line.events}, по правилам {events}"
        session._apply(line)
    return None
