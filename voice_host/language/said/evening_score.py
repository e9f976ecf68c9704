# SPDX-License-Identifier: MIT
"""How the evening stands: who has won how many of its games, and who the last one.

This game counts once it is over. Sides have the names that they have in its rules.
"""

from collections import Counter
from collections.abc import Iterator

from voice_host.game.roles import DRAW
from voice_host.game.rules import Rules
from voice_host.game.state import Phase, State
from voice_host.language.announcement import Announcement, Clause, Clauses, host
from voice_host.language.dialect import side_param, side_param_of_whom

Winners = tuple[str | None, ...]
"""Of the games of an evening in their order; None: nobody was declared."""


def score(state: State, before: Winners) -> Announcement:
    """Wins by side, most first, then draws, then games without a winner."""
    won = Counter(before + _own(state))
    if not won:
        return host("answer.score_none")
    return host("answer.score", what=Clauses(tuple(_counted(state.rules, won))))


def _own(state: State) -> Winners:
    return (state.winner,) if state.phase is Phase.OVER else ()


def _counted(rules: Rules, won: Counter[str | None]) -> Iterator[Clause]:
    for side, count in won.most_common():
        if side not in (None, DRAW):
            yield Clause(
                "answer.score_item", {"side": side_param(rules, str(side)), "count": count}
            )
    if draws := won[DRAW]:
        yield Clause("answer.score_draw", {"count": draws})
    if unknown := won[None]:
        yield Clause("answer.score_unknown", {"count": unknown})


def last_winner(state: State, before: Winners) -> Announcement:
    """Of the game before this one, whatever this one has come to."""
    if not before:
        return host("answer.last_none")
    if before[-1] is None:
        return host("answer.last_unknown")
    if before[-1] == DRAW:
        return host("answer.last_draw")
    return host("answer.last_winner", side=side_param_of_whom(state.rules, before[-1]))
