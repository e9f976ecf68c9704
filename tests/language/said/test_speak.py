# SPDX-License-Identifier: MIT
"""How keys are named aloud inside a text."""

from tests.russian import RU
from voice_host.language.announcement import host
from voice_host.language.said.speak import speak


def test_a_key_is_named_so_that_the_ear_cannot_mistake_it() -> None:
    """A Latin letter by its name; one that is no key's stays as it is."""
    said = speak(RU.texts, host("host.unknown_word", word="Q", what="N"))
    assert said.startswith("Не понял слова «Q». Например: «")
    assert "«N»" not in said and "эн" in said
