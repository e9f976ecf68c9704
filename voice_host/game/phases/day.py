# SPDX-License-Identifier: MIT
"""The day: morning, best move, last words, discussion, speeches in turn."""

from voice_host.game import events as ev
from voice_host.game.commands import BestMove, LongerSpeeches, Reveal
from voice_host.game.draft import Draft
from voice_host.game.phases.outcome import settle
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.seats import called, on_table
from voice_host.game.state import Cause, Phase, Player, State


def break_quiet_day(draft: Draft) -> Phase:
    """Morning after a night without victims."""
    return break_day(draft, ())


def break_day(draft: Draft, killed: tuple[int, ...]) -> Phase:
    """Morning: day K follows night K, so the first one is day 0."""
    draft.add(ev.DayBroke(draft.state.night, killed))
    return Phase.REVENGE


def enter_best_move(draft: Draft) -> Phase | None:
    """Only a lone victim of the first standard night has a best move (S1)."""
    state, rules = draft.state, draft.state.rules.best_move
    first = state.night == 1 and len(state.killed) == 1
    voted = sum(p.out is Cause.VOTED and p.out_night == 0 for p in state.players)
    if not first or (rules.unless_voted and voted >= rules.unless_voted):
        return Phase.KILLED_LAST_WORD
    spoken = draft.give_floor(Phase.BEST_MOVE, state.killed, rules.seconds)
    return None if spoken else Phase.KILLED_LAST_WORD


def apply(draft: Draft, command: BestMove | Reveal | LongerSpeeches) -> Phase | bool:
    """Do what the command asks; answer the phase that follows, or whether this one ends."""
    match command:
        case BestMove():
            return name_best_move(draft, command)
        case Reveal():
            return reveal(draft)
        case LongerSpeeches():
            lengthen_speeches(draft)
    return False


def name_best_move(draft: Draft, command: BestMove) -> Phase:
    """Take the guesses; a wrong number, a repeat or the victim's own seat is asked again."""
    victim, rules = called(draft.state.speaker), draft.state.rules.best_move
    guesses = command.seats
    fewest = 1 if rules.fewer else rules.guesses
    if not fewest <= len(guesses) <= rules.guesses:
        raise Rejected(Reason.WRONG_NUMBER_OF_SEATS, number=rules.guesses)
    for seat in guesses:
        on_table(draft.state, seat)
        if seat == victim:
            raise Rejected(Reason.OWN_SEAT, seat=seat)
        if guesses.count(seat) > 1:
            raise Rejected(Reason.REPEATED_SEAT, seat=seat)
    draft.add(ev.BestMoveNamed(victim, guesses))
    return Phase.KILLED_LAST_WORD


def enter_last_words(draft: Draft) -> Phase | None:
    """The night's victims speak before the day's speeches."""
    return _last_word(draft, draft.state.killed)


def leave_last_word(draft: Draft) -> Phase | None:
    """The next victim, or the day's discussion."""
    return _last_word(draft, draft.state.queue)


def _last_word(draft: Draft, queue: tuple[int, ...]) -> Phase | None:
    speech = draft.state.rules.speech
    if draft.give_floor(Phase.KILLED_LAST_WORD, queue, speech.last_word, speech.call):
        return None
    settle(draft)
    return Phase.DISCUSSION


def reveal(draft: Draft) -> bool:
    """The leaver shows his card; his last word is over."""
    seat = called(draft.state.speaker)
    draft.add(ev.RoleRevealed(seat, draft.state.player(seat).role))
    return True


def enter_discussion(draft: Draft) -> Phase | None:
    """Everybody talks before the speeches, where the ruleset has it (S3)."""
    speech = draft.state.rules.speech
    if not speech.discussion:
        return Phase.SPEECH
    draft.begin(Phase.DISCUSSION, speech.discussion, speech.call)
    return None


def lengthen_speeches(draft: Draft) -> None:
    """From the next round on speeches are longer, up to the longest (S3)."""
    speech, longer = draft.state.rules.speech, draft.state.longer
    if speech.seconds + longer >= speech.longest:
        raise Rejected(Reason.LONGEST_ALREADY, seconds=speech.longest)
    draft.add(ev.SpeechesLengthened(min(longer + speech.growth, speech.longest - speech.seconds)))


def enter_speeches(draft: Draft) -> Phase | None:
    """Everybody living speaks once, in seat order from the day's opener."""
    state, speech = draft.state, draft.state.rules.speech
    if speech.longest:
        draft.add(ev.RoundBegan(speech.seconds + state.longer))
    return _speech(draft, _speaking_order(state), opens=True)


def leave_speech(draft: Draft) -> Phase | None:
    """The next speaker, or the nominations after the last one."""
    return _speech(draft, draft.state.queue)


def _speaking_order(state: State) -> tuple[int, ...]:
    """Living seats from the one after yesterday's opener (S0: day 0 begins with seat 1)."""
    last = state.opener or (state.first_opener or 1) - 1
    alive = state.alive
    return tuple(s for s in alive if s > last) + tuple(s for s in alive if s <= last)


def _speech(draft: Draft, queue: tuple[int, ...], opens: bool = False) -> Phase | None:
    """Give the floor to the next seat that has not lost its speech to fouls."""
    speech = draft.state.rules.speech
    while queue:
        player = draft.state.player(queue[0])
        seconds = _seconds(draft, player) if player.alive else 0
        if seconds:
            if opens:
                draft.add(ev.DayOpened(player.seat))
            draft.give_floor(Phase.SPEECH, queue, seconds, speech.call)
            return None
        queue = queue[1:]
    return Phase.NOMINATION


def _seconds(draft: Draft, player: Player) -> int:
    """How long a living player speaks; the mute is served with it.

    Some rules give a muted player half a minute while few live, else just time to nominate.
    """
    state, fouls = draft.state, draft.state.rules.fouls
    if not player.muted:
        return state.speech or state.rules.speech.seconds
    if len(state.alive) <= fouls.few:
        draft.add(ev.SpeechShortened(player.seat))
        return fouls.few_speech
    draft.add(ev.SpeechMissed(player.seat))
    return fouls.muted_speech
