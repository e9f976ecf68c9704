# SPDX-License-Identifier: MIT
"""Speaking: an announcement into the text that is spoken, and that text into a caption."""

import re
from collections.abc import Iterable
from functools import partial

from voice_host.language.announcement import Announcement
from voice_host.language.nicknames import NOBODY, Nicknames
from voice_host.language.said.texts import Texts
from voice_host.text.letters import STRESS

_LETTER = re.compile(r"\b([A-Z])\b(?: / ([^\W\d_])\b)?")
"""A key by its Latin letter, and the one beside it in the other layout: «Y / Н»."""


def speak(texts: Texts, announcement: Announcement) -> str:
    """The text of an announcement; empty when only its count or its sound is to be heard."""
    text = texts.wording(announcement.key, announcement.params)
    return _LETTER.sub(partial(_spelled, texts), text)


def _spelled(texts: Texts, letter: re.Match[str]) -> str:
    """Unmistakable to the ear: a Latin N sounds like the Russian letter of another key."""
    latin = texts.words.latin.get(letter[1])
    beside = texts.words.beside.get(letter[2] or "")
    if latin is None:
        return letter[0]
    if beside is None:
        return texts.clause("key.latin", {"letter": latin})
    return texts.clause("key.both", {"letter": latin, "beside": beside})


def captioned(texts: Texts, announcement: Announcement, names: Nicknames = NOBODY) -> str:
    """The same text to be read: unspelled, unstressed, a seat with the name of its player."""
    return caption(texts.wording(announcement.key, announcement.params, names))


def closing(texts: Texts, announcement: Announcement) -> str:
    """The word said one beat after the text; empty when there is none."""
    return texts.wording(announcement.closing, {}) if announcement.closing else ""


def caption(text: str) -> str:
    """The text as it is read: without stress marks."""
    return text.replace(STRESS, "")


def count_words(texts: Texts, numbers: Iterable[int]) -> tuple[str, ...]:
    """The numbers of a count in words."""
    return tuple(map(texts.words.cardinal, numbers))
