# SPDX-License-Identifier: MIT
"""The last deed of the dying: a kamikaze takes a player of his choice along.

With unknown roles the host sees who dies with whom and says so himself.
"""

from voice_host.game import events as ev
from voice_host.game.commands import Take
from voice_host.game.draft import Draft
from voice_host.game.night.deaths import die, dying_with, show_roles
from voice_host.game.phases.outcome import settle
from voice_host.game.roles import Death
from voice_host.game.seats import living
from voice_host.game.state import Cause, Phase, State

_SPEAKING = frozenset({Phase.KILLED_LAST_WORD, Phase.VOTED_LAST_WORD})


def enter(draft: Draft) -> Phase | None:
    """Those of the dead who take somebody along choose, one after another."""
    state = draft.state
    return _choose(draft, _avengers(state, state.leaving or state.killed))


def leave(draft: Draft) -> Phase | None:
    """This one takes nobody; the next one chooses."""
    return _choose(draft, draft.state.queue)


def _avengers(state: State, seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in seats if dying_with(state, seat) is Death.TAKE)


def _choose(draft: Draft, queue: tuple[int, ...]) -> Phase | None:
    if draft.give_floor(Phase.REVENGE, queue, draft.state.rules.night.revenge):
        return None
    if not draft.state.rules.speech.at_end:
        settle(draft)
    return Phase.VOTED_LAST_WORD if draft.state.leaving else Phase.BEST_MOVE


def take(draft: Draft, command: Take) -> Phase | bool | None:
    """The seat dies, with all who follow it; answer as `discipline.apply` does."""
    state, seat = draft.state, living(draft.state, command.seat).seat
    had_floor = state.speaker == seat
    dead = die(draft, (seat,), Cause.TAKEN)
    queue = (*state.queue, *dead) if state.phase in _SPEAKING else state.queue
    if state.phase is Phase.REVENGE:
        queue = (*state.queue, *_avengers(state, dead))
    draft.add(ev.Taken(state.speaker, dead, queue))
    show_roles(draft, *dead)
    if state.phase is Phase.REVENGE:
        return _choose(draft, queue)
    return had_floor  # elsewhere only a host who knows no roles tells of it: nobody has won yet
