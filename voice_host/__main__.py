# SPDX-License-Identifier: MIT
"""The entry point: `voice-host`, and `python -m voice_host`.

Until everything is imported, Ctrl-C ends the program as quietly as it does later. What
libraries of sound and speech write to standard error (in English, across the screen) goes
nowhere: only what the program itself says gets there.
"""

import os
import sys
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line."""
    try:
        _hush_libraries()
        from voice_host import cli
    except KeyboardInterrupt:
        sys.exit(130)
    except ImportError as error:
        print(_lacking(error), file=sys.stderr)
        sys.exit(2)
    cli.main()


def _lacking(error: ImportError) -> str:
    """What is told where not even the command line is there; the language's own reader is not."""
    from voice_host.errors import not_loaded

    file = Path(__file__).parent / "language" / "ru" / "messages.toml"
    message = tomllib.loads(file.read_text(encoding="utf-8"))["part"]["not_loaded"]
    said: str = message["says"].format(**not_loaded(error).params)
    return f"{said}\n{message['hint']}"


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
