"""The vote: candidates in order, the rest to the last, ties, tie speeches, the raise question.

Source: S1 and S0 ("Как идёт партия"); shrinking ties by rules.md §3.
"""

from voice_host.game import events as ev
from voice_host.game.commands import Ballot, Raise, Vote
from voice_host.game.draft import Draft
from voice_host.game.errors import Reason, Rejected
from voice_host.game.outcome import settle
from voice_host.game.seats import living, on_table
from voice_host.game.state import Cause, Phase, State


def enter_count(draft: Draft) -> Phase | None:
    """Open the day's vote, unless an exclusion, the rules or the lack of nominees forbid it."""
    why = _why_no_vote(draft.state)
    if why is not None:
        draft.add(ev.VoteSkipped(why))
        return Phase.SHOOTING
    return _open(draft, Phase.COUNT, draft.state.nominees)


def _why_no_vote(state: State) -> str | None:
    if state.barred_by:
        return "barred"
    if not state.nominees:
        return "no_nominees"
    lone = len(state.nominees) == 1
    if lone and state.day == 0 and not state.rules.votes.single_on_day_0:
        return "single_nominee"
    return None


def enter_revote(draft: Draft) -> Phase | None:
    """Vote again over the tied seats."""
    return _open(draft, Phase.REVOTE, draft.state.tied)


def _open(draft: Draft, phase: Phase, candidates: tuple[int, ...]) -> Phase | None:
    draft.add(ev.VoteOpened(phase, candidates))
    return _rest_to_last(draft)


def leave_count(draft: Draft) -> Phase | None:
    """«Дальше» in a count: nobody for the candidate now called."""
    return _count(draft, 0)


def apply(draft: Draft, command: Vote | Ballot | Raise) -> Phase | None:
    """Take votes; answer the phase that follows when the vote is decided."""
    match command:
        case Vote():
            return cast(draft, command)
        case Ballot(voters):
            return cast_by_seat(draft, voters)
        case Raise(votes):
            return answer_raise(draft, votes)


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
    """These living seats, none of whom has voted yet, vote for the candidate now called."""
    voted = {seat for tally in draft.state.tallies for seat in tally.voters}
    for seat in voters:
        living(draft.state, seat)
        if seat in voted:
            raise Rejected(Reason.VOTED_ALREADY, seat=seat)
        if voters.count(seat) > 1:
            raise Rejected(Reason.REPEATED_SEAT, seat=seat)
    return _count(draft, len(voters), voters)


def _count(draft: Draft, votes: int, voters: tuple[int, ...] = ()) -> Phase | None:
    left = _votes_left(draft.state)
    if not 0 <= votes <= left:
        raise Rejected(Reason.TOO_MANY_VOTES, votes=votes, left=left)
    candidate = draft.state.candidate
    assert candidate is not None
    draft.add(ev.VotesCounted(candidate, votes, _following(draft.state), voters))
    return _rest_to_last(draft)


def _votes_left(state: State) -> int:
    return len(state.alive) - sum(tally.votes for tally in state.tallies)


def _following(state: State) -> int | None:
    """The candidate after the one now called."""
    at = len(state.tallies) + 1
    return state.candidates[at] if at < len(state.candidates) else None


def _rest_to_last(draft: Draft) -> Phase | None:
    """The last candidate is not counted: he takes the votes that are left (S1)."""
    last = draft.state.candidate
    if last is None or _following(draft.state) is not None:
        return None
    draft.add(ev.VotesCounted(last, _votes_left(draft.state), None, rest=True))
    return _conclude(draft)


def _conclude(draft: Draft) -> Phase:
    """One leader leaves; several speak and are voted again; the same set twice is raised."""
    state = draft.state
    most = max(tally.votes for tally in state.tallies)
    leaders = tuple(tally.candidate for tally in state.tallies if tally.votes == most)
    if len(leaders) == 1:
        return _vote_out(draft, leaders)
    same_again = state.phase is Phase.REVOTE and leaders == state.candidates
    draft.add(ev.VoteTied(leaders))
    return Phase.RAISE if same_again else Phase.TIE_SPEECH


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


def enter_raise(draft: Draft) -> None:
    """Ask whether all tied seats are to leave."""
    draft.begin(Phase.RAISE)


def leave_raise(draft: Draft) -> Phase:
    """«Дальше»: nobody is for it."""
    return answer_raise(draft, 0)


def answer_raise(draft: Draft, votes: int) -> Phase:
    """All leave with more than half of the living; an equal split keeps them (S0, S1)."""
    voters = len(draft.state.alive)
    if not 0 <= votes <= voters:
        raise Rejected(Reason.TOO_MANY_VOTES, votes=votes, left=voters)
    carried = 2 * votes > voters
    draft.add(ev.RaiseAnswered(votes, carried))
    return _vote_out(draft, draft.state.tied) if carried else Phase.SHOOTING


def _vote_out(draft: Draft, seats: tuple[int, ...]) -> Phase:
    """They are out from this moment, and keep only their last words."""
    for seat in seats:
        draft.add(ev.PlayerOut(seat, Cause.VOTED))
    draft.add(ev.VoteClosed(seats))
    settle(draft)
    return Phase.VOTED_LAST_WORD


def enter_last_words(draft: Draft) -> Phase | None:
    """Those voted out speak, in list order."""
    return _last_word(draft, draft.state.leaving)


def leave_last_word(draft: Draft) -> Phase | None:
    """The next one voted out, or the night."""
    return _last_word(draft, draft.state.queue)


def _last_word(draft: Draft, queue: tuple[int, ...]) -> Phase | None:
    speech = draft.state.rules.speech
    spoken = draft.give_floor(Phase.VOTED_LAST_WORD, queue, speech.last_word, speech.call)
    return None if spoken else Phase.SHOOTING
