# SPDX-License-Identifier: MIT
"""A game told as a story: what the hall heard, part by part, and what was found out by night.

Decides what of a game is worth reading and under which heading it stands. What was undone was
never told. Knows nothing of files, screens or sound.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from voice_host.commands.protocol.tables import InWords
from voice_host.game.events import Checked, Chosen, GameEnded, VoteBarred
from voice_host.game.evolve import evolve
from voice_host.game.state import Phase, State
from voice_host.game.who import HALL, HOST
from voice_host.history.chronicler import chronicle
from voice_host.history.session import Session, Step
from voice_host.language.announcement import Announcement
from voice_host.language.language import Language
from voice_host.language.nicknames import Nicknames
from voice_host.language.said.announce import told
from voice_host.language.said.speak import captioned, speak


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was told at game second `at`: to be read, and to be spoken."""

    at: float
    read: str
    spoken: str


@dataclass(frozen=True, slots=True)
class Part:
    """A night or a day, and what was told in it."""

    title: str
    lines: tuple[Line, ...]


def story(language: Language, session: Session) -> tuple[Part, ...]:
    """The parts of a game in order, those in which nothing was told left out."""
    language = language.at(session.state.rules)
    names = Nicknames(session.names)
    found: dict[str, list[Line]] = {}
    for step in session.steps:
        for state, one in _worth_telling(step):
            spoken = speak(language.texts, one)
            if spoken:
                line = Line(step.entry.at, captioned(language.texts, one, names), spoken)
                found.setdefault(_title(language, state), []).append(line)
    return tuple(Part(title, tuple(lines)) for title, lines in found.items())


def who_was_who(language: Language, session: Session) -> Iterator[str]:
    """Seat by seat, as far as it is known."""
    said = InWords.of(language, chronicle(session))
    for seat in said.game.seats:
        known = filter(None, (said.name(seat.seat), said.role(seat.role), said.outcome(seat)))
        yield f"{seat.seat} — {', '.join(known)}."


def read_aloud(language: Language, session: Session) -> tuple[str, ...]:
    """The whole of it line by line: what was told, under its headings, then who was who."""
    parts = story(language, session)
    lines = [text for part in parts for text in (f"{part.title}.", *(x.read for x in part.lines))]
    return (*lines, *who_was_who(language, session))


def _title(language: Language, state: State) -> str:
    if state.phase is Phase.LOBBY:
        return language.messages.text("story.beginning")
    night = state.phase.startswith("night")
    code = "screen.night" if night else "screen.day"
    return language.messages.text(code, number=state.night if night else state.day).capitalize()


def _worth_telling(step: Step) -> Iterator[tuple[State, Announcement]]:
    """The hall's own lines, but for the calls of the time; what a role has found out by night.

    Each with the state that its event led to: one command may end a night and open a day.
    """
    state, events = step.before, step.entry.events
    over = any(isinstance(event, GameEnded) for event in events)
    for event in events:
        after = evolve(state, event)
        # As the hall heard it: of a game that ends here there was no next vote to tell of.
        mute = over and isinstance(event, VoteBarred)
        for one in () if mute else told(state, (event,)):
            found_out = one.audience is HOST and isinstance(event, Checked | Chosen)
            if found_out or (one.audience is HALL and not one.time_call):
                yield after, one
        state = after
