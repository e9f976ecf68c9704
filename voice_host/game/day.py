"""The day: morning, best move, last words, speeches in turn, nominations."""

from voice_host.game import events as ev
from voice_host.game.commands import BestMove, Nominate
from voice_host.game.draft import Draft
from voice_host.game.errors import Reason, Rejected
from voice_host.game.seats import living, on_table
from voice_host.game.state import Phase, State


def break_quiet_day(draft: Draft) -> Phase:
    """Morning after a night without victims."""
    return break_day(draft, ())


def break_day(draft: Draft, killed: tuple[int, ...]) -> Phase:
    """Morning: day K follows night K, so the first one is day 0."""
    draft.add(ev.DayBroke(draft.state.night, killed))
    return Phase.BEST_MOVE


def enter_best_move(draft: Draft) -> Phase | None:
    """Only a lone victim of the first standard night has a best move (S1)."""
    state, rules = draft.state, draft.state.rules.best_move
    if rules.seconds and state.night == 1 and len(state.killed) == 1:
        draft.give_floor(Phase.BEST_MOVE, state.killed, rules.seconds)
        return None
    return Phase.KILLED_LAST_WORD


def apply(draft: Draft, command: BestMove | Nominate) -> Phase | None:
    """Do what the command asks; answer the phase that follows, if one does."""
    match command:
        case BestMove(seats):
            return name_best_move(draft, seats)
        case Nominate():
            nominate(draft, command)
    return None


def name_best_move(draft: Draft, guesses: tuple[int, ...]) -> Phase:
    """Take the guesses; a wrong number, a repeat or the victim's own seat is asked again."""
    victim, wanted = draft.state.speaker, draft.state.rules.best_move.guesses
    assert victim is not None
    if len(guesses) != wanted:
        raise Rejected(Reason.WRONG_NUMBER_OF_SEATS, number=wanted)
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
    """The next victim, or the day's speeches."""
    return _last_word(draft, draft.state.queue)


def _last_word(draft: Draft, queue: tuple[int, ...]) -> Phase | None:
    speech = draft.state.rules.speech
    spoken = draft.give_floor(Phase.KILLED_LAST_WORD, queue, speech.last_word, speech.call)
    return None if spoken else Phase.SPEECH


def enter_speeches(draft: Draft) -> Phase | None:
    """Everybody living speaks once, in seat order from the day's opener."""
    return _speech(draft, _speaking_order(draft.state), opens=True)


def leave_speech(draft: Draft) -> Phase | None:
    """The next speaker, or the vote after the last one."""
    return _speech(draft, draft.state.queue)


def _speaking_order(state: State) -> tuple[int, ...]:
    """Living seats from the one after yesterday's opener (S0: day 0 begins with seat 1)."""
    last = state.opener or 0
    alive = state.alive
    return tuple(s for s in alive if s > last) + tuple(s for s in alive if s <= last)


def _speech(draft: Draft, queue: tuple[int, ...], opens: bool = False) -> Phase | None:
    """Give the floor to the next seat that has not lost its speech to fouls."""
    while queue:
        seat, rest = queue[0], queue[1:]
        player = draft.state.player(seat)
        if player.alive and not player.muted:
            if opens:
                draft.add(ev.DayOpened(seat))
            speech = draft.state.rules.speech
            spoken = draft.give_floor(Phase.SPEECH, queue, speech.seconds, speech.call)
            return None if spoken else Phase.COUNT
        if player.alive:
            draft.add(ev.SpeechMissed(seat))
        queue = rest
    return Phase.COUNT


def nominate(draft: Draft, command: Nominate) -> None:
    """The speaker puts up one seat; the first not yet put up is accepted (S1).

    No taking back; putting up oneself is allowed.
    """
    state, speaker = draft.state, draft.state.speaker
    assert speaker is not None
    living(state, command.seat)
    if command.by is not None and command.by != speaker:
        raise Rejected(Reason.NOT_THEIR_SPEECH, seat=command.by, speaker=speaker)
    if command.seat in state.nominees:
        raise Rejected(Reason.ALREADY_NOMINATED, seat=command.seat)
    if any(n.by == speaker for n in state.nominations):
        raise Rejected(Reason.ONE_NOMINATION, seat=speaker)
    draft.add(ev.Nominated(command.seat, speaker))
