# SPDX-License-Identifier: MIT
"""The count: candidates in order, votes by number or by seat, the rest to the last.

What a count comes to is in `verdict.py`. Source: S1 and S0 ("Как идёт партия").
"""

from voice_host.game import events as ev
from voice_host.game.commands import Ballot, Hand, Raise, Vote
from voice_host.game.draft import Draft
from voice_host.game.phases.by_phone import raise_hand
from voice_host.game.phases.nomination import leaves_unvoted, standing, why_no_vote
from voice_host.game.phases.verdict import answer_raise, conclude, vote_out
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.seats import called, living, on_table
from voice_host.game.state import Phase, State, Timer


def enter_count(draft: Draft) -> Phase | None:
    """Open the day's vote, unless an exclusion, the rules or the lack of nominees forbid it."""
    state, why = draft.state, why_no_vote(draft.state)
    if why is not None:
        draft.add(ev.VoteSkipped(why))
        return Phase.NIGHT
    if leaves_unvoted(state):
        return vote_out(draft, standing(state))
    return _open(draft, Phase.COUNT, standing(state))


def enter_revote(draft: Draft) -> Phase | None:
    """Vote again over the tied seats."""
    return _open(draft, Phase.REVOTE, draft.state.tied)


def _open(draft: Draft, phase: Phase, candidates: tuple[int, ...]) -> Phase | None:
    draft.add(ev.VoteOpened(phase, candidates, _window(draft)))
    return _go_on(draft)


def leave_count(draft: Draft) -> Phase | None:
    """«Дальше» in a count: nobody for the candidate now called, or who raises his hand."""
    return _count(draft, len(draft.state.signs), draft.state.signs)


def apply(draft: Draft, command: Vote | Ballot | Raise | Hand) -> Phase | None:
    """Take votes; answer the phase that follows when the vote is decided."""
    match command:
        case Vote():
            return cast(draft, command)
        case Ballot(voters):
            return cast_by_seat(draft, voters)
        case Raise(votes):
            return answer_raise(draft, votes)
        case Hand():
            raise_hand(draft)
    return None


def cast(draft: Draft, command: Vote) -> Phase | None:
    """So many votes for the candidate now called (in the raise question: for leaving)."""
    if draft.state.phase is Phase.RAISE:
        if command.candidate is not None:
            raise Rejected(Reason.NOT_THE_CANDIDATE, seat=command.candidate)
        return answer_raise(draft, command.votes)
    if command.candidate is not None:
        on_table(draft.state, command.candidate)
        if command.candidate != draft.state.candidate:
            raise Rejected(Reason.NOT_THE_CANDIDATE, seat=command.candidate)
    return _count(draft, command.votes)


def cast_by_seat(draft: Draft, voters: tuple[int, ...]) -> Phase | None:
    """These seats, none of whom has voted yet, vote for the candidate now called."""
    state = draft.state
    voted = {seat for tally in state.tallies for seat in tally.voters}
    for seat in voters:
        living(state, seat)
        if seat not in state.voters:
            raise Rejected(Reason.MAY_NOT_VOTE, seat=seat)
        if seat in voted and not state.rules.votes.each:
            raise Rejected(Reason.VOTED_ALREADY, seat=seat)
        if voters.count(seat) > 1:
            raise Rejected(Reason.REPEATED_SEAT, seat=seat)
    return _count(draft, len(voters), voters)


def _count(draft: Draft, votes: int, voters: tuple[int, ...] = ()) -> Phase | None:
    left = votes_left(draft.state)
    if not 0 <= votes <= left:
        raise Rejected(Reason.TOO_MANY_VOTES, votes=votes, left=left)
    candidate = called(draft.state.candidate)
    following = _following(draft.state)
    timer = None if following is None else _window(draft)
    draft.add(ev.VotesCounted(candidate, votes, following, voters, timer=timer))
    return _go_on(draft)


def _window(draft: Draft) -> Timer | None:
    """How long players may raise their hands; a host who counts them takes his time."""
    led = draft.state.rules.led
    return draft.timer(led.hands) if led.phones else None


def votes_left(state: State) -> int:
    """How many votes can still be given to the candidate now called."""
    counted = 0 if state.rules.votes.each else sum(tally.votes for tally in state.tallies)
    return len(state.voters) - counted


def _following(state: State) -> int | None:
    """The candidate after the one now called."""
    at = len(state.tallies) + 1
    return state.candidates[at] if at < len(state.candidates) else None


def takes_rest(state: State) -> bool:
    """Is the candidate now called not counted, because what is left goes to the last one (S1)?"""
    votes = state.rules.votes
    return votes.rest == "last" and not votes.each and _following(state) is None


def _go_on(draft: Draft) -> Phase | None:
    """Call the next candidate, or end the count."""
    state = draft.state
    if state.candidate is None:
        _count_own_votes(draft)
        return conclude(draft)
    if takes_rest(state):
        draft.add(ev.VotesCounted(state.candidate, votes_left(state), None, rest=True))
        return conclude(draft)
    return None


def _count_own_votes(draft: Draft) -> None:
    """Where it is known who has voted, a candidate who has not votes against himself (S3)."""
    state = draft.state
    named = all(tally.voters or not tally.votes for tally in state.tallies)
    if state.rules.votes.rest != "self" or state.rules.votes.each or not named:
        return
    voted = {seat for tally in state.tallies for seat in tally.voters}
    for seat in state.candidates:
        if seat in state.voters and seat not in voted:
            draft.add(ev.OwnVoteCounted(seat))
