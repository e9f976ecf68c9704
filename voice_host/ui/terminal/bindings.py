# SPDX-License-Identifier: MIT
"""How keys reach the terminal screen: which of them are text, and which act.

In an open line letters are text, and only on an empty one do signs, arrows and Latin
letters act; with `--keys` and no line open every key acts at once.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from voice_host.game.state import Phase
from voice_host.host.screen import Picture
from voice_host.ui.terminal.key_names import (
    DIGITS,
    OPEN_LINE,
    ROWS,
    Act,
    KeyWords,
    Own,
)


class Keyboard(Protocol):
    """What the bindings need of the screen."""

    at_once: bool
    line_open: bool
    keys: KeyWords

    @property
    def picture(self) -> Picture | None:
        """What was shown last."""

    @property
    def phase(self) -> Phase:
        """The phase that was shown last."""

    @property
    def running(self) -> bool:
        """Was the clock shown as running?"""

    @property
    def counts(self) -> bool:
        """Are presses counted now?"""

    def count(self) -> None:
        """One press."""

    def act(self, act: Act, buffer: Buffer) -> None:
        """Do what a key does."""

    def accept(self, buffer: Buffer) -> None:
        """Send what the line holds."""

    def close_line(self, buffer: Buffer) -> None:
        """Forget what was typed."""

    def no_key(self, key: str) -> None:
        """A key that means nothing."""


class WordCompleter(Completer):
    """Completes the last word of the line by the words that may stand there."""

    def __init__(self, words: Callable[[str], list[str]]) -> None:
        self._words = words

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """The words that may come next after what stands before the cursor."""
        before = document.text_before_cursor
        begun = 0 if before[-1:].isspace() else len((before.split() or [""])[-1])
        return [Completion(word, -begun) for word in self._words(before)]


def bindings(keyboard: Keyboard) -> KeyBindings:
    """The keys of the terminal, beside those that edit a line."""
    found = KeyBindings()
    _bind_line(found, keyboard)
    _bind_acting(found, keyboard)
    _bind_counting(found, keyboard)
    return found


def _bind_line(found: KeyBindings, keyboard: Keyboard) -> None:
    """Enter and Escape; and single keys on an empty line."""

    @Condition
    def empty() -> bool:
        return keyboard.line_open and not keyboard.at_once and not get_app().current_buffer.text

    def on_empty(event: KeyPressEvent) -> None:
        act = keyboard.keys.written(_name(event), keyboard.running)
        if act is not None:
            keyboard.act(act, event.current_buffer)

    for name in (*_empty_line_names(keyboard.keys), *OPEN_LINE):
        found.add(name, filter=empty)(on_empty)

    @found.add("enter")
    def _(event: KeyPressEvent) -> None:
        if event.current_buffer.text or keyboard.line_open:
            keyboard.accept(event.current_buffer)
        else:
            keyboard.act(Own.LINE, event.current_buffer)

    @found.add("escape")
    @found.add("c-c", filter=Condition(lambda: bool(get_app().current_buffer.text)))
    def _(event: KeyPressEvent) -> None:
        # As shells do: the first Ctrl-C drops what stands in the line, the next one leaves.
        keyboard.close_line(event.current_buffer)


COUNTING = (
    " ", "pageup", "pagedown", "home", "end", "insert", "f1", "f2", "f3", "f4", "f5", "f6", "f7",
    "f8", "f9", "f10", "f11", "f12", "f13", "f14", "f15", "f16",
)  # fmt: skip
"""Keys that write nothing: what pedals, presenters and the buttons of headsets are set to send."""


def _bind_counting(found: KeyBindings, keyboard: Keyboard) -> None:
    """By night, for a host who sees no screen: so many presses are a number."""
    counting = Condition(lambda: keyboard.counts and not get_app().current_buffer.text)
    for name in COUNTING:
        found.add(name, filter=counting, eager=True)(lambda event: keyboard.count())


def _empty_line_names(keys: KeyWords) -> Iterable[str]:
    """Keys that no sentence begins with: Latin letters, signs, arrows, Tab."""
    for row in ROWS:
        for name in keys.names(row):
            if name.isascii():
                yield from (name, name.upper()) if row.letter else (name,)


def _bind_acting(found: KeyBindings, keyboard: Keyboard) -> None:
    """Every key acts: `--keys` with no line open."""
    acting = Condition(lambda: not keyboard.line_open)

    def on_key(event: KeyPressEvent) -> None:
        name, buffer = _name(event), event.current_buffer
        if name.isdecimal() or (name == " " and _listing(keyboard, buffer)):
            buffer.insert_text(name)
            if keyboard.keys.complete(keyboard.phase, buffer.text, _seats(keyboard)):
                keyboard.accept(buffer)
            return
        act = Own.LINE if name in OPEN_LINE else keyboard.keys.pressed(name, keyboard.running)
        if act is None:
            keyboard.no_key(name)
        else:
            keyboard.act(act, buffer)

    for name in (Keys.Any, " ", "left", "right", "tab"):
        found.add(name, filter=acting)(on_key)


def _listing(keyboard: Keyboard, buffer: Buffer) -> bool:
    """Are several numbers being typed, so that a space goes between two of them?"""
    several = keyboard.phase in DIGITS and DIGITS[keyboard.phase].wanted > 1
    return several and buffer.text[-1:].isdecimal()


def _seats(keyboard: Keyboard) -> int:
    return len(keyboard.picture.view.seats) if keyboard.picture else 0


def _name(event: KeyPressEvent) -> str:
    """A key as the table names it."""
    key = event.key_sequence[0].key
    names = {Keys.ControlI: "tab", Keys.Left: "left", Keys.Right: "right"}
    return names.get(key, event.data) if isinstance(key, Keys) else key
