# SPDX-License-Identifier: MIT
"""Help: what the host is likeliest to want to say now, with seats that it can be said of.

Decides what is likely in which phase, and what belongs to a topic; which of it is expected, the
rules say. How it is cut and when it is told is not decided here.
"""

from collections.abc import Iterator, Mapping

from voice_host.game.decide import decide
from voice_host.game.phases.vote import votes_left
from voice_host.game.refusals import Rejected
from voice_host.game.state import Phase, State
from voice_host.language.acts import Kinds
from voice_host.language.announcement import Clause
from voice_host.language.heard.hear import Understood, understand
from voice_host.language.heard.sentences import Sentences
from voice_host.language.heard.slot_values import Value
from voice_host.language.heard.wordings import commands_table
from voice_host.language.requests import Request

_TALK = ("end_turn", "nominate", "foul", "add_time")
_LIKELY: dict[Phase, tuple[str, ...]] = {
    Phase.LOBBY: ("start",),
    Phase.OVER: ("declare_winner", "new_game", "undo"),
    Phase.SPEECH: _TALK,
    Phase.BEST_MOVE: ("best_move", "end_turn", "foul"),
    Phase.REVENGE: ("take", "next", "foul"),
    Phase.NOMINATION: ("nominate", "fingers", "next"),
    Phase.RESULT: ("kill", "miss", "kill_all"),
    Phase.SHOOTING: ("choose", "recount", "next"),
    Phase.RAISE: ("raise", "foul", "undo"),
    **dict.fromkeys((Phase.COUNT, Phase.REVOTE), ("vote", "ballot", "foul", "undo")),
    **dict.fromkeys((Phase.DON, Phase.SHERIFF, Phase.ROLE), ("check", "choose", "end_turn")),
}
"""By name, likeliest first; elsewhere as in `_ANYWHERE`."""
_ANYWHERE = ("end_turn", "next", "foul", "pause", "undo", "ask")
TOPICS = {
    "vote": ("nominate", "vote", "ballot", "raise", "ask"),
    "night": ("kill", "miss", "recount", "check", "choose", "best_move"),
}
_TYPED = frozenset({"check", "choose"})
"""Secrets: what must not be said aloud is typed."""


def likely(sentences: Sentences, kinds: Kinds, state: State) -> tuple[Clause, ...]:
    """An example of every command that is expected now, the likeliest first."""
    rows = {row.name: row for row in commands_table(sentences, kinds)}
    first = dict.fromkeys((*_LIKELY.get(state.phase, ()), *_ANYWHERE))
    names = [name for name in first if name in rows]
    names += [name for name, row in rows.items() if name not in first and not row.silent]
    told = {name: sentences.example(name, _real(name, state)) for name in names}
    return tuple(
        _clause(name, said)
        for name, said in told.items()
        if not _refused(sentences, said, kinds, state)
    )


def _refused(sentences: Sentences, said: str, kinds: Kinds, state: State) -> bool:
    """Would the rules refuse this very example? A role answers once, a foul may be too late."""
    heard = understand(sentences, said, kinds, state.seats)
    if not isinstance(heard, Understood):
        return True
    command = heard.command
    if isinstance(command, Request):
        return False
    try:
        decide(state, command, 0.0)
    except Rejected:
        return True
    return False


def about(sentences: Sentences, topic: str, state: State) -> tuple[Clause, ...]:
    """What is said at the vote or by night, whatever is on now."""
    return tuple(
        _clause(name, sentences.example(name, _real(name, state))) for name in TOPICS[topic]
    )


def _clause(name: str, said: str) -> Clause:
    return Clause("help.typed" if name in _TYPED else "help.said", {"what": said})


def _real(name: str, state: State) -> Mapping[str, frozenset[Value]]:
    """Seats and numbers of this table at this moment, so that what is heard can be repeated."""
    seats = tuple(_seats(name, state)) or state.alive or (1,)
    votes = state.candidate and max(0, min(4, votes_left(state)))
    given: dict[str, frozenset[Value]] = {
        "": frozenset({seats[0]}),
        "seats": frozenset(seats[:3]),
        "voters": frozenset(seats[:3]),
    }
    return given if votes is None else {**given, "votes": frozenset({votes})}


def _seats(name: str, state: State) -> Iterator[int]:
    """Those it may be said of: nobody is put up twice, and who speaks is rarely meant."""
    beside = state.nominees if name in ("nominate", "fingers") else ()
    for seat in (*state.alive[2:], *state.alive[:2]):
        if seat not in beside and (seat != state.speaker or name in ("best_move", "kill")):
            yield seat
