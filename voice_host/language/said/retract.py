# SPDX-License-Identifier: MIT
"""Taking back in the hall what an undo makes untrue, so that the table is told as the host is.

Decides whether the hall had heard anything of what is undone, what of it may be named aloud and
where the game stands again. Secrets are never named: by night the hall learns no
more than that.
"""

from collections.abc import Iterable

from voice_host.game import commands as c
from voice_host.game.events import Event
from voice_host.game.state import MASKED, State
from voice_host.game.who import HALL
from voice_host.language.announcement import Announcement, Clause, Clauses
from voice_host.language.said.announce import told
from voice_host.language.said.reply import spoken
from voice_host.language.said.whereabouts import phase_called

_PUBLIC = (
    c.Foul | c.TakeBackFoul | c.Remove | c.Ppk | c.Nominate | c.Vote | c.Ballot | c.Raise | c.Kill
    | c.KillAll | c.Miss | c.Take | c.Reveal | c.BestMove | c.LongerSpeeches | c.DeclareWinner
    | c.EndGame
)  # fmt: skip
"""What the hall is told by name; of the others it is told what follows from them."""


def retracted(
    command: c.Command, steps: Iterable[tuple[State, tuple[Event, ...]]], after: State
) -> Announcement | None:
    """What the hall is to be told when these steps are undone: it stood so in `after`, their end.

    None where it has heard nothing of them; calls of the time were true when they were made.
    """
    steps = list(steps)
    before = steps[0][0]
    heard = [
        one
        for state, events in steps
        for one in told(state, events)
        if one.audience is HALL and not one.time_call
    ]
    if not heard:
        return None
    public, moved = isinstance(command, _PUBLIC), _stands(before) != _stands(after)
    again = Clauses((Clause("undone.night"),)) if before.phase in MASKED else phase_called(before)
    if public and moved:
        key, params = "undone.both", {"what": spoken(command), "again": again}
    elif public:
        key, params = "undone.fact", {"what": spoken(command)}
    else:
        key, params = "undone.back", {"again": again}
    # A minute that is given back begins when its owner knows that it is his.
    return Announcement(key, dict(params), holds_clock=True)


def _stands(state: State) -> tuple[object, ...]:
    return state.phase, state.speaker, state.candidate
