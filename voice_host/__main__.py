# SPDX-License-Identifier: MIT
"""The entry point: `voice-host`, and `python -m voice_host`.

Until everything is imported, Ctrl-C ends the program as quietly as it does later. What
libraries of sound and speech write to standard error (in English, across the screen) goes
nowhere: only what the program itself says gets there.
"""

import os
import sys
from contextlib import suppress
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line."""
    try:
        _hush_libraries()
        from voice_host import cli
    except KeyboardInterrupt:
        sys.exit(130)
    cli.main()


def _hush_libraries() -> None:
    """Keep standard error for Python alone; the descriptor that C code writes to is nowhere."""
    ours = sys.stderr
    if os.name != "posix" or ours is None:  # it is when it was closed before the start
        return
    with suppress(OSError, ValueError):
        kept = os.dup(ours.fileno())
        sys.stderr = os.fdopen(kept, "w", 1, ours.encoding, ours.errors)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)


if __name__ == "__main__":
    main()
