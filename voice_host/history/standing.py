# SPDX-License-Identifier: MIT
"""Can a state stand? What holds between the parts of every state that the rules lead to.

Only a journal that was altered, or has lost lines, can lead anywhere else: each of its lines may
be sound by itself and still leave a vote without candidates. The rules rely on what is
asked here and would fail on anything else, so such a line is refused before it counts. The
tests ask the same of every state of random games.
"""

from voice_host.game.roles import SHOOTING
from voice_host.game.state import Phase, State

_WITH_A_SPEAKER = frozenset(
    {
        Phase.REVENGE, Phase.BEST_MOVE, Phase.KILLED_LAST_WORD, Phase.SPEECH, Phase.DEFENCE,
        Phase.TIE_SPEECH, Phase.VOTED_LAST_WORD,
    }
)  # fmt: skip
_BY_ROLE = frozenset({Phase.DON, Phase.SHERIFF, Phase.ROLE})


def can_stand(state: State) -> bool:
    """Do the parts of the state agree with each other?"""
    return _floor(state) and _slot(state) and _vote(state) and _end(state)


def _floor(state: State) -> bool:
    """Somebody has the floor just where a phase is his."""
    return (state.speaker is not None) == (state.phase in _WITH_A_SPEAKER)


def _slot(state: State) -> bool:
    """The role that is awake is one that this phase wakes, and the next one can be found."""
    night, first = state.rules.night, state.rules.first_night
    match state.phase:
        case Phase.NIGHT:
            return False
        case Phase.SHOOTING:
            return SHOOTING in night.order
        case Phase.MEETING:
            return state.waking in first.meet
        case Phase.FIRST_DON | Phase.FIRST_SHERIFF:
            return state.waking is not None
        case phase if phase in _BY_ROLE:
            return state.waking in night.order and state.waking != SHOOTING
        case _:
            return state.waking is None


def _vote(state: State) -> bool:
    """Whoever is called is the next of the candidates, and no more have voted than may."""
    match state.phase:
        case Phase.COUNT | Phase.REVOTE:
            counted = tuple(tally.candidate for tally in state.tallies)
            votes = [0] if state.rules.votes.each else [tally.votes for tally in state.tallies]
            # Votes are counted in the order of the list, so the number counted tells who is called.
            called = state.candidates[len(counted) : len(counted) + 1]
            return (
                called == (state.candidate,)
                and counted == state.candidates[: len(counted)]
                and sum(votes) <= len(state.voters)
            )
        case Phase.TIE_SPEECH | Phase.RAISE:
            return bool(state.tied)
        case _:
            return True


def _end(state: State) -> bool:
    """A winner, or somebody who has stopped the game, is known when it is over."""
    over = state.phase is Phase.OVER
    return over or (state.winner is None and state.ppk is None)
