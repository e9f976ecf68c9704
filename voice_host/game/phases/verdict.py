# SPDX-License-Identifier: MIT
"""What a count comes to: who leaves, ties, tie speeches, the raise question, last words.

Source: S1 and S0 ("Как идёт партия"); what else there is and why: docs/rulesets.md.
"""

from voice_host.game import events as ev
from voice_host.game.draft import Draft
from voice_host.game.night.deaths import die, show_roles
from voice_host.game.phases.outcome import settle
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.state import Cause, Phase, State


def conclude(draft: Draft) -> Phase:
    """One leader leaves; several speak and are voted again; the same set twice is raised."""
    state, votes = draft.state, draft.state.rules.votes
    leaders = _leaders(state)
    if len(leaders) == 1 and _enough(state, leaders[0]):
        return vote_out(draft, leaders)
    if len(leaders) == 1:
        leaders = _two_best(state)
    draft.add(ev.VoteTied(leaders))
    first = state.phase is Phase.COUNT
    if first and len(state.alive) == votes.no_revote_at:
        return _keep(draft)
    if votes.tie == "raise" or (not first and leaders == state.candidates):
        return Phase.RAISE
    return Phase.TIE_SPEECH


def _leaders(state: State) -> tuple[int, ...]:
    most = max(tally.votes for tally in state.tallies)
    return tuple(tally.candidate for tally in state.tallies if tally.votes == most)


def _enough(state: State, leader: int) -> bool:
    """Most votes, or where it is asked for (S0, variations) more than half of them."""
    votes = next(tally.votes for tally in state.tallies if tally.candidate == leader)
    return not state.rules.votes.absolute or 2 * votes > len(state.voters)


def _two_best(state: State) -> tuple[int, ...]:
    """Those with the two highest counts, when the highest was not enough."""
    best = sorted({tally.votes for tally in state.tallies}, reverse=True)[:2]
    return tuple(tally.candidate for tally in state.tallies if tally.votes in best)


def _keep(draft: Draft) -> Phase:
    draft.add(ev.TieKept(draft.state.tied))
    return Phase.NIGHT


def enter_tie_speeches(draft: Draft) -> Phase | None:
    """Each tied seat speaks, in list order."""
    return _tie_speech(draft, draft.state.tied)


def leave_tie_speech(draft: Draft) -> Phase | None:
    """The next tied seat, or the revote."""
    return _tie_speech(draft, draft.state.queue)


def _tie_speech(draft: Draft, queue: tuple[int, ...]) -> Phase | None:
    speech = draft.state.rules.speech
    spoken = draft.give_floor(Phase.TIE_SPEECH, queue, speech.tie, speech.call)
    return None if spoken else Phase.REVOTE


def enter_raise(draft: Draft) -> Phase | None:
    """Ask whether all tied seats are to leave, unless the ruleset forbids to ask."""
    state, votes = draft.state, draft.state.rules.votes
    tied, living = len(state.tied), len(state.alive)
    if (tied == living and not votes.raise_all) or (tied, living) in votes.no_raise:
        return _keep(draft)
    draft.begin(Phase.RAISE, state.rules.led.hands if state.rules.led.phones else 0)
    return None


def leave_raise(draft: Draft) -> Phase:
    """«Дальше»: nobody is for it, or nobody more than those who raise their hands."""
    return answer_raise(draft, len(draft.state.signs))


def answer_raise(draft: Draft, votes: int) -> Phase:
    """All leave with more than half of the living; an equal split keeps them (S0, S1)."""
    voters = len(draft.state.voters)
    if not 0 <= votes <= voters:
        raise Rejected(Reason.TOO_MANY_VOTES, votes=votes, left=voters)
    carried = 2 * votes > voters
    draft.add(ev.RaiseAnswered(votes, carried))
    return vote_out(draft, draft.state.tied) if carried else Phase.NIGHT


def vote_out(draft: Draft, seats: tuple[int, ...]) -> Phase:
    """They are out from this moment, and keep only their last words."""
    gone = die(draft, seats, Cause.VOTED)
    draft.add(ev.VoteClosed(gone))
    show_roles(draft, *gone)
    return Phase.REVENGE


def enter_last_words(draft: Draft) -> Phase | None:
    """Those voted out speak, in list order."""
    return _last_word(draft, draft.state.leaving)


def leave_last_word(draft: Draft) -> Phase | None:
    """The next one voted out, or the night."""
    return _last_word(draft, draft.state.queue)


def _last_word(draft: Draft, queue: tuple[int, ...]) -> Phase | None:
    speech = draft.state.rules.speech
    if draft.give_floor(Phase.VOTED_LAST_WORD, queue, speech.last_word, speech.call):
        return None
    settle(draft)
    return Phase.NIGHT
