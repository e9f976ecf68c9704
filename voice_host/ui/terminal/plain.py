# SPDX-License-Identifier: MIT
"""The screen when there is no terminal: lines in, captions out, nothing drawn.

Reading ends at the end of input; the game does not. If nobody reads the captions any
more, or they cannot be written, the host is asked to leave.
"""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from threading import Event, Lock, Thread
from typing import TextIO

from voice_host.game.state import Phase
from voice_host.host.inbox import Message, Quit, Typed
from voice_host.host.screen import Picture
from voice_host.language.catalogue import Messages
from voice_host.text.door import lines
from voice_host.ui.terminal.key_names import KeyWords, Own
from voice_host.ui.terminal.lines import captioned, glimpsed, told_by_voice, typed

_BLOCK = 4096
_LOOK_SECONDS = 0.5
_READER_GONE = (errno.EPIPE, errno.EINVAL)
"""A broken pipe, as different systems call it."""

Post = Callable[[Message], None]


class Plain:
    """Captions as lines on `out`; lines from the descriptor `source` to the host's inbox."""

    def __init__(
        self, messages: Messages, source: int | None = None, out: TextIO | None = None
    ) -> None:
        self._messages = messages
        self._keys = KeyWords(messages)
        self._source = source
        # Signs that stand for words; other keys would act in a phase that no line shows.
        self._asked = {"?": messages.text("screen.keys")}
        self._out = out or sys.stdout
        self._lock = Lock()
        self._closed = False
        self._lost: OSError | None = None
        self._done = Event()
        self._post: Post = lambda message: None
        self._invitation: Callable[[], Sequence[str]] = tuple

    def caption(self, text: str, secret: bool) -> None:
        """Print it; from any thread."""
        with self._lock:
            if not self._closed:
                self._write(captioned(self._messages, text, secret))

    def whisper(self, seat: int, text: str) -> None:
        """Nothing: everybody sees this screen."""

    def heard(self, text: str) -> None:
        """Print it; from any thread."""
        with self._lock:
            if not self._closed:
                self._write(told_by_voice(self._messages, text))

    def glimpse(self, text: str) -> None:
        """Print it: a stream of lines cannot take one back."""
        with self._lock:
            if text and not self._closed:
                self._write(glimpsed(self._messages, text))

    def show(self, picture: Picture) -> None:
        """Nothing: the captions tell all."""

    def keys_help(self, phase: Phase) -> str:
        """See `Screen`: a pipe has no keys."""
        return self._messages.text("screen.no_keys")

    def invite(self, invitation: Callable[[], Sequence[str]]) -> None:
        """Print how phones come in, now and whenever it is asked for."""
        self._invitation = invitation
        self._show_invitation()

    def _show_invitation(self) -> None:
        with self._lock:
            for line in self._invitation():
                if not self._closed:
                    self._write(line)

    def run(self, post: Post) -> None:
        """Post every line until the input ends, `stop`, or Ctrl-C (then the host leaves).

        Raises the OSError for which a caption could not be written, unless its reader has gone.
        """
        self._post = post
        if self._closed:
            post(Quit())
        Thread(target=self._read, name="lines", daemon=True).start()
        try:
            while not self._done.wait(_LOOK_SECONDS):
                pass
        except KeyboardInterrupt:
            post(Quit())
        if self._lost is not None:
            raise self._lost

    def stop(self) -> None:
        """End `run`; from any thread."""
        self._done.set()

    def _write(self, line: str) -> None:
        encoding = self._out.encoding or "utf-8"
        try:
            print(line.encode(encoding, "replace").decode(encoding), file=self._out, flush=True)
        except (OSError, ValueError) as error:
            self._closed = True
            if isinstance(error, OSError) and error.errno not in _READER_GONE:
                self._lost = error
            _forget(self._out)
            self._post(Quit())

    def _read(self) -> None:
        try:
            source = sys.stdin.fileno() if self._source is None else self._source
            for line in lines(lambda: os.read(source, _BLOCK)):
                text = typed(line)
                match self._keys.own(text):
                    case Own.LEAVE:
                        self._post(Quit())
                    case Own.PHONES:
                        self._show_invitation()
                    case _ if text:
                        self._post(Typed(self._asked.get(text, text)))
        except (OSError, ValueError, AttributeError):
            pass  # no input at all is the end of input
        finally:
            self._done.set()


def _forget(out: TextIO) -> None:
    """Let what is still written to a broken pipe go nowhere, so that leaving is quiet."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, out.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass  # it has no descriptor: nothing will be flushed to it either
