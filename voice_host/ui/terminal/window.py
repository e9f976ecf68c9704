# SPDX-License-Identifier: MIT
"""The terminal: captions as a log of plain lines, one line to type in, the table below it.

Nothing is ever redrawn but the last lines, so a screen reader reads on. Decides only how
things are typed and shown; words go to the host as they are (see keys.py for keys).
`caption`, `show` and `stop` may be called from any thread, `run` from the main one.
"""

import asyncio
import contextvars
import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from queue import Empty, SimpleQueue
from textwrap import fill
from threading import Lock

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import Completer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.shortcuts import CompleteStyle, print_formatted_text
from prompt_toolkit.styles import Style

from voice_host.game.state import MASKED, Phase
from voice_host.host.inbox import Message, Noticed, Pressed, Push, Quit, Typed
from voice_host.host.screen import Picture
from voice_host.language.catalogue import Messages
from voice_host.text.letters import LONGEST
from voice_host.ui.terminal import status
from voice_host.ui.terminal.bindings import WordCompleter, bindings
from voice_host.ui.terminal.key_names import Act, Begin, KeyWords, Own, Say
from voice_host.ui.terminal.lines import captioned, glimpsed, tells_roles, told_by_voice, typed

Post = Callable[[Message], None]
Complete = Callable[[str], list[str]]
Invitation = Callable[[], Sequence[str]]
"""How phones come in, line by line; drawn as they are."""

_STYLE = Style.from_dict({"bottom-toolbar": "noreverse", "ear": "italic", "typed": "bold"})


def usable() -> bool:
    """Are keyboard and screen a terminal that can do more than lines?"""
    try:
        both = sys.stdin.isatty() and sys.stdout.isatty()
    except (AttributeError, ValueError):
        return False
    return both and os.environ.get("TERM", "") not in ("dumb", "unknown")


class Terminal:
    """A `Screen` for the host.

    `at_once`: every key acts at once (`--keys`); `plain_status`: no table and no running
    seconds below the line; `talk`: there is a microphone that a key opens. `complete` gives
    the words that may follow what was typed; `role_names` says role ids in words. Roles are
    hidden until asked for.
    """

    def __init__(
        self,
        messages: Messages,
        complete: Complete = lambda typed: [],
        *,
        at_once: bool = False,
        plain_status: bool = False,
        talk: bool = True,
        role_names: Mapping[str, str] | None = None,
        eyes_free: bool = False,
    ) -> None:
        self._eyes_free = eyes_free
        self._messages = messages
        self.keys = KeyWords(messages)
        self.at_once = at_once
        self._talk = talk
        self.line_open = not at_once
        self._plain_status = plain_status
        self._role_names = role_names or {}
        self._roles_shown = False
        self._glimpse = ""
        self._talking = False
        self._picture: Picture | None = None
        self._shown = ""
        self._lines: SimpleQueue[tuple[str, str]] = SimpleQueue()
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._context = contextvars.copy_context()
        self._printing = False
        self._ended = False
        self._post: Post = lambda message: None
        self._invitation: Invitation = tuple
        self._session = self._new_session(WordCompleter(complete))

    def _new_session(self, completer: Completer) -> PromptSession[str]:
        session: PromptSession[str] = PromptSession(
            self._prompt,
            completer=completer,
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,
            key_bindings=bindings(self),
            bottom_toolbar=self._toolbar,
            is_password=Condition(lambda: self._silent),
            style=_STYLE,
        )
        session.default_buffer.on_text_changed += _bounded
        session.default_buffer.on_text_changed += self._forget_glimpse
        return session

    # What the host thread calls.

    def caption(self, text: str, secret: bool) -> None:
        """A line of the log; from any thread, in order."""
        self._log(captioned(self._messages, text, secret), "class:ear" if secret else "")

    def whisper(self, seat: int, text: str) -> None:
        """Nothing: everybody sees this screen."""

    def heard(self, text: str) -> None:
        """A line of the log; from any thread, in order."""
        self._log(told_by_voice(self._messages, text), "class:typed")

    def glimpse(self, text: str) -> None:
        """Below the line until something is typed, so that no log keeps it; from any thread."""
        if self._plain_status and text:
            self._log(glimpsed(self._messages, text), "class:ear")
            return
        self._glimpse = glimpsed(self._messages, text) if text else ""
        self._session.app.invalidate()

    def show(self, picture: Picture) -> None:
        """Draw what is below the line, if it has changed; from any thread."""
        self._picture = picture
        shown = self._toolbar()
        if shown != self._shown:
            self._shown = shown
            self._session.app.invalidate()

    def keys_help(self, phase: Phase) -> str:
        """See `Screen`."""
        return self.keys.help(phase, self.at_once, self._talk)

    def invite(self, invitation: Invitation) -> None:
        """Show how phones come in, now and whenever it is asked for."""
        self._invitation = invitation
        for line in invitation():
            self._log(line)

    def stop(self) -> None:
        """End `run`; from any thread, at any time."""
        self._ended = True
        self._call(self._leave)

    # What the main thread calls.

    def run(self, post: Post) -> None:
        """Take keys and lines until the user leaves or `stop`; posts `Quit` at the end."""
        self._post = post
        try:
            self._session.prompt(
                pre_run=self._begin, set_exception_handler=False, handle_sigint=True
            )
        except (EOFError, KeyboardInterrupt, OSError):
            pass  # Ctrl-D, Ctrl-C, or the terminal is gone
        finally:
            with self._lock:
                self._loop = None
                self._ended = True
            self._print_waiting()
            post(Quit())

    def _begin(self) -> None:
        """Inside the running application: lines can be printed from now on."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._failed)
        self._context = contextvars.copy_context()
        with self._lock:
            self._loop = loop
        self._call(self._flush)
        if self._ended:
            self._call(self._leave)

    def _failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        """A terminal that cannot be written to is left; anything else is only noted."""
        error = context.get("exception")
        if isinstance(error, OSError):
            self._leave()
        else:
            logging.getLogger(__name__).error("%s: %r", context.get("message"), error)

    def _call(self, what: Callable[[], object]) -> bool:
        """Have the application's loop do it; False if none runs."""
        with self._lock:
            if self._loop is None:
                return False
            try:
                self._loop.call_soon_threadsafe(what, context=self._context)
            except RuntimeError:  # it has just been closed
                return False
            return True

    def _leave(self) -> None:
        app = self._session.app
        if app.is_running and app.future is not None and not app.future.done():
            app.exit(exception=EOFError)

    # Lines of the log.

    def _log(self, line: str, style: str = "") -> None:
        self._lines.put((style, line))
        if not self._call(self._flush) and self._ended:
            self._print_waiting()

    def _flush(self) -> None:
        """One break in the drawing for all lines that wait."""
        if not self._lines.empty() and not self._printing:
            self._printing = True
            run_in_terminal(self._print_waiting)

    def _print_waiting(self) -> None:
        self._printing = False
        try:
            while True:
                style, line = self._lines.get_nowait()
                print_formatted_text(
                    FormattedText([(style, self._wrapped(line))]),
                    style=_STYLE,
                    output=self._session.output,
                )
        except Empty:
            pass
        except OSError:
            self._leave()

    def _wrapped(self, line: str) -> str:
        """Broken between words: a screen reader reads a row at a time."""
        width = max(20, self._session.output.get_size().columns)
        return fill(line, width, break_on_hyphens=False)

    # Keys and lines, called by the bindings.

    @property
    def picture(self) -> Picture | None:
        """What was shown last."""
        return self._picture

    @property
    def phase(self) -> Phase:
        """The phase that was shown last."""
        return self._picture.view.phase if self._picture else Phase.LOBBY

    @property
    def running(self) -> bool:
        """Was the clock shown as running?"""
        return self._picture is None or self._picture.running

    @property
    def counts(self) -> bool:
        """By night, where somebody leads who sees no screen."""
        state = self._picture.state if self._picture else None
        return self._eyes_free and state is not None and state.phase in MASKED

    def count(self) -> None:
        """One press of a key that counts."""
        self._post(Pressed())

    @property
    def _silent(self) -> bool:
        """Does the table sleep, so that whoever types has been woken and must leave no trace?"""
        state = self._picture.state if self._picture else None
        return state is not None and state.asleep and state.rules.led.by == "laptop"

    @property
    def _roles_known(self) -> bool:
        return any(seat.role for seat in self._picture.view.seats) if self._picture else False

    def act(self, act: Act, buffer: Buffer) -> None:
        """Do what a key does."""
        self._glimpse = ""
        match act:
            case Say(words):
                buffer.reset()
                self.send(words)
            case Begin(words):
                buffer.reset()
                buffer.insert_text(words)
            case Own.LINE:
                buffer.reset()
                self.line_open = True
            case _:
                buffer.reset()
                self._own(act)

    def accept(self, buffer: Buffer) -> None:
        """Send what the line holds; an empty one hides what was shown for a glimpse."""
        self._glimpse = ""
        words = self.keys.sentence(self.phase, typed(buffer.text))
        silent = self._silent
        if not silent and not tells_roles(words, self.keys.roles):
            buffer.append_to_history()
        buffer.reset()
        self.line_open = not self.at_once
        self.send(words, silent=silent)

    def close_line(self, buffer: Buffer) -> None:
        """Forget what was typed."""
        buffer.reset()
        self.line_open = not self.at_once

    def send(self, words: str, silent: bool = False) -> None:
        """Words to the host, or to the screen where they are for it; `silent`: no line is left."""
        if not words:
            return
        secret = tells_roles(words, self.keys.roles)
        if not silent:
            self._log(f"> {self.keys.roles} …" if secret else f"> {words}", "class:typed")
        if own := self.keys.own(words):
            self._own(own)
        else:
            self._post(Typed(words))

    def no_key(self, key: str) -> None:
        """A key that means nothing; say so rather than be silent."""
        self._answer(self._messages.text("screen.no_key", key=key))

    def _answer(self, line: str) -> None:
        """A line of the screen's own; whoever has no table drawn for him is told it."""
        if self._plain_status:
            self._post(Noticed(line))
        else:
            self._log(line)

    def _own(self, act: Own) -> None:
        match act:
            case Own.TALK if not self._talk:
                self._answer(self._messages.text("screen.no_talk"))
            case Own.TALK:
                self._talking = not self._talking
                self._post(Push(self._talking))
            case Own.TABLE if self._picture:
                for line in (
                    status.status(self._picture, self._messages, names=self._role_names),
                    *status.listing(self._picture, self._messages),
                ):
                    self._log(line)
                self._to_the_ear(act)
            case Own.ROLES if self._picture and (self._plain_status or not self._roles_known):
                self._log(
                    status.roles(self._picture, self._messages, self._role_names), "class:ear"
                )
                self._to_the_ear(act)
            case Own.ROLES:
                self._roles_shown = not self._roles_shown
            case Own.PHONES:
                for line in self._invitation() or (self._messages.text("screen.no_phones"),):
                    self._log(line)
            case Own.LEAVE:
                self._leave()
        self._session.app.invalidate()

    def _to_the_ear(self, act: Own) -> None:
        """Whoever has no table drawn for him is told it too."""
        if self._plain_status:
            self._post(Typed(self.keys.word(act)))

    def _forget_glimpse(self, buffer: Buffer) -> None:
        if buffer.text:
            self._glimpse = ""

    # What is drawn.

    def _prompt(self) -> str:
        if not self.at_once:
            return "> "
        code = "screen.line_prompt" if self.line_open else "screen.keys_prompt"
        return f"{self._messages.text(code)} "

    def _toolbar(self) -> str:
        picture = self._picture
        if picture is None:
            return ""
        line = status.status(
            picture, self._messages, not self._plain_status, self._talking, self._role_names
        )
        if self._plain_status:
            return line
        width = self._session.output.get_size().columns
        names = self._role_names if self._roles_shown else None
        shown = (line, *status.rows(picture, self._messages, width, names), self._glimpse)
        return "\n".join(filter(None, shown))


def _bounded(buffer: Buffer) -> None:
    """Of a line that is too long (something was pasted) so much is kept that it is refused."""
    if len(buffer.text) > LONGEST + 1:
        buffer.text = buffer.text[: LONGEST + 1]
