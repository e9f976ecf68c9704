# SPDX-License-Identifier: MIT
"""Text on its way in or out of a screen, made safe: one printable line of bounded length.

Knows nothing of what the words mean.
"""

from voice_host.language.catalogue import Messages
from voice_host.text.letters import LONGEST, UNREADABLE, tidy


def clean(text: str) -> str:
    """The text as one line: what is no character is left out, every gap is one space."""
    shown = "".join(c if c.isprintable() else " " for c in text if not "\ud800" <= c <= "\udfff")
    return " ".join(shown.split())


def typed(text: str) -> str:
    """The same for what was typed, where what is no character shows as a sign that is none.

    A line too long to be read stays longer than `LONGEST`, so that it is refused: cut, it might
    be another command.
    """
    shown = " ".join(tidy(text[: LONGEST + 1]).split())
    if len(text) > LONGEST:
        return shown.ljust(LONGEST + 1, "…")
    return shown if shown.strip(f"{UNREADABLE} ") else ""


def tells_roles(words: str, roles: str) -> bool:
    """Does a line name cards, wherever in it? No log and no history keeps such a line."""
    return f" {roles} " in f" {words.lower()} "


def told_by_voice(messages: Messages, text: str) -> str:
    """A sentence that was heard, apart from what is typed and what is said."""
    return messages.text("screen.by_voice", text=clean(text))


def captioned(messages: Messages, text: str, secret: bool) -> str:
    """A caption, with who hears it in words."""
    return messages.text("screen.ear" if secret else "screen.hall", text=clean(text))


def glimpsed(messages: Messages, text: str) -> str:
    """What is shown to who looks and said to nobody."""
    return messages.text("screen.glimpse", text=clean(text))
