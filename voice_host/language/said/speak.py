"""Speaking: an announcement into the text that is spoken, and that text into a caption."""

import re
from collections.abc import Iterable

from voice_host.language.announcement import Announcement
from voice_host.language.nicknames import NOBODY, Nicknames
from voice_host.language.said.texts import wording
from voice_host.language.spelling import STRESS
from voice_host.language.words import words

_LETTER = re.compile(r"\b([A-Z])\b(?: / ([А-ЯЁ])\b)?")
"""A key by its Latin letter, and the Russian one on it: «Y / Н»."""


def speak(announcement: Announcement) -> str:
    """The text of an announcement; empty when only its count or its sound is to be heard."""
    return _LETTER.sub(_spelled, wording(announcement.key, announcement.params))


def _spelled(letter: re.Match[str]) -> str:
    """Unmistakable to the ear: a Latin N sounds like the Russian letter of another key."""
    latin, russian = words().latin.get(letter[1]), words().russian.get(letter[2] or "")
    if latin is None:
        return letter[0]
    return f"латинская {latin}, русская {russian}" if russian else f"латинская {latin}"


def captioned(announcement: Announcement, names: Nicknames = NOBODY) -> str:
    """The same text to be read: unspelled, unstressed, a seat with the name of its player."""
    return caption(wording(announcement.key, announcement.params, names))


def closing(announcement: Announcement) -> str:
    """The word said one beat after the text; empty when there is none."""
    return wording(announcement.closing, {}) if announcement.closing else ""


def caption(text: str) -> str:
    """The text as it is read: without stress marks."""
    return text.replace(STRESS, "")


def number_word(number: int) -> str:
    """A number 0–999 in words."""
    return words().cardinal(number)


def count_words(numbers: Iterable[int]) -> tuple[str, ...]:
    """The numbers of a count in words."""
    return tuple(number_word(number) for number in numbers)
