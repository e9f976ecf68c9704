# SPDX-License-Identifier: MIT
"""Putting players up for the vote, and their defence before it."""

from voice_host.game import events as ev
from voice_host.game.commands import Fingers, Nominate
from voice_host.game.draft import Draft
from voice_host.game.phases import by_phone
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.seats import living
from voice_host.game.state import Phase, State


def apply(draft: Draft, command: Nominate | Fingers) -> None:
    """Do what the command asks; nominations never end a phase."""
    match command:
        case Nominate(seat) if draft.by is not None and draft.state.phase is Phase.NOMINATION:
            by_phone.point(draft, seat)
        case Nominate():
            nominate(draft, command)
        case Fingers():
            point(draft, command)


def nominate(draft: Draft, command: Nominate) -> None:
    """The speaker puts up one seat; the first not yet put up is accepted (S1).

    No taking back; putting up oneself is allowed. After all have pointed the host may name
    a nominee without counting.
    """
    state, speaker = draft.state, draft.state.speaker
    living(state, command.seat)
    if command.by is not None and command.by != speaker:
        raise Rejected(Reason.NOT_THEIR_SPEECH, seat=command.by, speaker=speaker or 0)
    if command.seat in state.nominees:
        raise Rejected(Reason.ALREADY_NOMINATED, seat=command.seat)
    if speaker is not None and any(n.by == speaker for n in state.nominations):
        raise Rejected(Reason.ONE_NOMINATION, seat=speaker)
    draft.add(ev.Nominated(command.seat, speaker))


def enter_pointing(draft: Draft) -> Phase | None:
    """All point at once, where the ruleset has it (S3)."""
    if draft.state.rules.nominations.by == "speaker":
        return Phase.DEFENCE
    led = draft.state.rules.led
    draft.begin(Phase.NOMINATION, led.pointing if led.phones else 0)
    return None


def leave_pointing(draft: Draft) -> Phase:
    """The nominees defend themselves; where players point by their phones, it is counted now."""
    if draft.state.rules.led.phones:
        by_phone.count_fingers(draft)
    return Phase.DEFENCE


def point(draft: Draft, command: Fingers) -> None:
    """So many of those who have not pointed yet point at a seat: two make a nominee (S3)."""
    state, needed = draft.state, draft.state.rules.nominations.fingers
    living(state, command.seat)
    if command.seat in state.nominees:
        raise Rejected(Reason.ALREADY_NOMINATED, seat=command.seat)
    left = len(state.voters) - state.pointed
    if not 0 <= command.number <= left:
        raise Rejected(Reason.TOO_MANY_VOTES, votes=command.number, left=left)
    draft.add(ev.Pointed(command.seat, command.number))
    if command.number >= needed:
        draft.add(ev.Nominated(command.seat, None))


def why_no_vote(state: State) -> ev.WhyNoVote | None:
    """Why the day's vote is not held, None if it is."""
    if state.barred_by:
        return "barred"
    if not standing(state):
        return "no_nominees"
    if len(standing(state)) > 1:
        return None
    votes = state.rules.votes
    early = state.day == 0 and not votes.single_on_day_0
    return "single_nominee" if early or votes.single == "skipped" else None


def standing(state: State) -> tuple[int, ...]:
    """The nominees who still live."""
    return tuple(seat for seat in state.nominees if state.player(seat).alive)


def leaves_unvoted(state: State) -> bool:
    """Does the lone nominee leave without a vote (S3)?"""
    return state.rules.votes.single == "leaves" and len(standing(state)) == 1


def enter_defence(draft: Draft) -> Phase | None:
    """Every nominee speaks before the vote, if it is held."""
    state = draft.state
    if why_no_vote(state) is not None or leaves_unvoted(state):
        return Phase.COUNT
    return _defend(draft, standing(state))


def leave_defence(draft: Draft) -> Phase | None:
    """The next nominee, or the vote."""
    return _defend(draft, draft.state.queue)


def _defend(draft: Draft, queue: tuple[int, ...]) -> Phase | None:
    speech = draft.state.rules.speech
    spoken = draft.give_floor(Phase.DEFENCE, queue, speech.defence, speech.call)
    return None if spoken else Phase.COUNT
