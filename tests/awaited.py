# SPDX-License-Identifier: MIT
"""Waiting in tests: for what must come about, never for a time that should be enough."""

import time
from collections.abc import Callable

LONGEST = 20.0
"""Seconds; so long that only what never comes about is given up, however busy the machine."""
_LOOK = 0.005


def until(holds: Callable[[], object]) -> None:
    """Wait for it; fails with `AssertionError` when it does not come about."""
    end = time.monotonic() + LONGEST
    while not holds():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(_LOOK)
