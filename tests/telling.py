# SPDX-License-Identifier: MIT
"""What a host would read of an error: its code as the language words it."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from tests.russian import RU
from voice_host.errors import Told, VoiceHostError

E = TypeVar("E", bound=VoiceHostError)


def says(told: Told | VoiceHostError | None) -> str:
    """What has happened, in words."""
    assert told is not None
    return RU.messages.says(told)


def hint(told: Told | VoiceHostError | None) -> str:
    """What to do about it, in words."""
    assert told is not None
    return RU.messages.hint(told)


def into(lines: list[str]) -> Callable[[Told], None]:
    """Keeps what is told as the lines that a host would read."""
    return lambda told: lines.append(RU.messages.line(told))


@contextmanager
def refused(kind: type[E], match: str = "") -> Iterator[pytest.ExceptionInfo[E]]:
    """Within it an error of this kind is raised whose words hold `match`."""
    with pytest.raises(kind) as caught:
        yield caught
    assert re.search(match, says(caught.value)), says(caught.value)
