# SPDX-License-Identifier: MIT
"""Where errors of the program itself go: into a file of the user, never onto the screen.

One that cannot be written there is lost without a word: the game goes on.
"""

import logging
import sys
import threading
from contextlib import suppress

from voice_host import places

_OURS = logging.getLogger("voice_host")


class ErrorLog(logging.FileHandler):
    """The file, which need not be there before the first error; `kept`: is the last one in it?"""

    kept = False

    def emit(self, record: logging.LogRecord) -> None:
        """Write it down, if that can be."""
        self.kept = True
        try:
            super().emit(record)
        except OSError:
            self.kept = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging calls it
        """Called where the file can be opened and not written."""
        self.kept = False


def keep_errors() -> ErrorLog:
    """From now on, those of every thread and of every library too."""
    path = places.log_file()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
    log = ErrorLog(path, encoding="utf-8", errors="backslashreplace", delay=True)
    logging.root.handlers = [log]
    threading.excepthook = _thread_ended
    sys.unraisablehook = _not_raised
    return log


def _thread_ended(args: threading.ExceptHookArgs) -> None:
    name = args.thread.name if args.thread else "?"
    if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
        _OURS.error("thread %s", name, exc_info=args.exc_value)


def _not_raised(args: "sys.UnraisableHookArgs") -> None:
    """Errors in finalizers and in callbacks of libraries."""
    _OURS.error("%s: %r", args.err_msg, args.object, exc_info=args.exc_value)
