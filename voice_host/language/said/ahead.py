# SPDX-License-Identifier: MIT
"""«Что дальше»: what comes after what is on, and as much of what may be said as there is time for.

What comes `whereabouts` knows, what may be said `help`; here they become one answer.
"""

from voice_host.game.state import State
from voice_host.language.announcement import Announcement, Clause, Clauses, host
from voice_host.language.said.pieces import seconds
from voice_host.language.said.speak import speak
from voice_host.language.said.texts import Texts
from voice_host.language.said.whereabouts import comes

_MOST = 3
"""Examples beside what comes: more at a time nobody remembers."""


def ahead(texts: Texts, state: State, examples: tuple[Clause, ...], most: float) -> Announcement:
    """Both, within `most` seconds: as many examples as there is time for, what comes always."""
    coming = comes(state)
    for number in range(min(_MOST, len(examples)), 0, -1):
        may = Clause("ahead.may", {"what": Clauses(examples[:number])})
        told = host("answer.table", what=Clauses((coming, may)))
        if seconds(texts, speak(texts, told)) <= most:
            return told
    return host("answer.table", what=Clauses((coming,)))
