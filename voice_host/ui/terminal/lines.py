# SPDX-License-Identifier: MIT
"""Text on its way in or out of a screen, made safe: one printable line of bounded length.

Knows nothing of what the words mean.
"""

from voice_host.language.catalogue import Messages

LONGEST = 300
"""Characters of a typed line that are kept; no sentence comes near it."""


def clean(text: str) -> str:
    """The text as one line: what is no character is left out, every gap is one space."""
    shown = "".join(c if c.isprintable() else " " for c in text if not "\ud800" <= c <= "\udfff")
    return " ".join(shown.split())


def typed(text: str) -> str:
    """The same for what was typed, cut to `LONGEST`."""
    return clean(text[: LONGEST * 4])[:LONGEST].rstrip()


def told_by_voice(messages: Messages, text: str) -> str:
    """A sentence that was heard, apart from what is typed and what is said."""
    return messages.text("screen.by_voice", text=clean(text))


def captioned(messages: Messages, text: str, secret: bool) -> str:
    """A caption, with who hears it in words."""
    return messages.text("screen.ear" if secret else "screen.hall", text=clean(text))


def glimpsed(messages: Messages, text: str) -> str:
    """What is shown to who looks and said to nobody."""
    return messages.text("screen.glimpse", text=clean(text))
