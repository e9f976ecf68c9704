# SPDX-License-Identifier: MIT
"""Fouls, removals, ППК: at every phase of a game, with everything that follows from them.

Sources: S1 (fouls, removals, ППК), S0 (an exclusion cancels the nearest vote). A removal,
a fourth foul and ППК are separate things and never turn into one another.
"""

from voice_host.game import events as ev
from voice_host.game.commands import Foul, Ppk, Remove, TakeBackFoul
from voice_host.game.draft import Draft
from voice_host.game.night.deaths import show_roles
from voice_host.game.phases.by_phone import accuse
from voice_host.game.phases.outcome import settle
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.roles import other_side
from voice_host.game.seats import on_table
from voice_host.game.state import LAST_WORDS, VOTING, Cause, Phase, Player, State


def apply(draft: Draft, command: Foul | TakeBackFoul | Remove | Ppk) -> Phase | bool:
    """Punish or forgive; answer the phase to enter, or whether the speech that is on ends."""
    match command:
        case Foul() | Remove() | Ppk() if _only_called(draft, command):
            return False
        case Foul():
            return foul(draft, command)
        case Remove(seat):
            return _exclude(draft, _at_table(draft.state, seat).seat, Cause.REMOVED)
        case TakeBackFoul(seat):
            take_back_foul(draft, seat)
        case Ppk(seat, offence):
            stop_game(draft, seat, offence)
    return False


def _only_called(draft: Draft, command: Foul | Remove | Ppk) -> bool:
    """Has a player called for it, and not enough others with him? The judge needs nobody else."""
    if draft.by in (None, draft.state.judge):
        return False
    if isinstance(command, Remove):
        _at_table(draft.state, command.seat)
    return not accuse(draft, command)


def foul(draft: Draft, command: Foul) -> Phase | bool:
    """Note a foul; the third costs the nearest speech, the fourth the game."""
    rules = draft.state.rules.fouls
    if rules.dead and _gone(draft.state, command.seat):
        warn(draft, command)
        return False
    player = _at_table(draft.state, command.seat)
    count = player.fouls + 1
    draft.add(ev.FoulGiven(player.seat, count, command.offence))
    if count == rules.mute:
        draft.add(ev.Muted(player.seat, on=True))
    if rules.out and count >= rules.out:
        return _exclude(draft, player.seat, Cause.FOULS)
    return False


def _at_table(state: State, seat: int) -> Player:
    """A player who can still be punished: living, or still to say a last word."""
    if _gone(state, seat):
        raise Rejected(Reason.SEAT_OUT, seat=seat)
    return state.player(seat)


def _gone(state: State, seat: int) -> bool:
    """Out, with no last word left."""
    player = on_table(state, seat)
    leaving = state.phase in LAST_WORDS and state.may_speak(seat)
    return not player.alive and not (leaving and seat in (state.speaker, *state.queue))


def warn(draft: Draft, command: Foul) -> None:
    """A remark to a player who is out: so many cost him the next game, one more this one (S3)."""
    limit, count = draft.state.rules.fouls.dead, draft.state.player(command.seat).warnings + 1
    draft.add(ev.Warned(command.seat, count, command.offence))
    if count == limit:
        draft.add(ev.NextGameMissed(command.seat))
    if count > limit:
        stop_game(draft, command.seat, command.offence)


def _exclude(draft: Draft, seat: int, cause: Cause) -> Phase | bool:
    """Take the seat out; answer with the night if a vote was on, else whether it had the floor."""
    had_floor, leaving = draft.state.speaker == seat, not draft.state.player(seat).alive
    draft.add(ev.PlayerOut(seat, cause))
    if not leaving or draft.state.rules.fouls.leaver_bars:
        draft.add(ev.VoteBarred(seat))
    show_roles(draft, seat)
    settle(draft)
    if draft.state.phase in VOTING:
        draft.add(ev.VoteSkipped("barred"))
        return Phase.NIGHT
    return had_floor


def take_back_foul(draft: Draft, seat: int) -> None:
    """Undo the last foul of a seat: its mute, its exclusion and the vote it had barred.

    A fourth foul cannot be taken back once the vote it barred is past: that takes «отмена».
    """
    rules, player = draft.state.rules.fouls, on_table(draft.state, seat)
    if player.out is not Cause.FOULS:
        _at_table(draft.state, seat)
    if player.fouls == 0:
        raise Rejected(Reason.NO_FOULS, seat=player.seat)
    if player.out is Cause.FOULS and not _can_return(draft.state, player):
        raise Rejected(Reason.TOO_LATE, seat=player.seat)
    draft.add(ev.FoulTakenBack(player.seat, player.fouls - 1))
    if player.out is Cause.FOULS:
        draft.add(ev.PlayerRestored(player.seat, player.was_out))
    if player.fouls == rules.mute and player.muted:
        draft.add(ev.Muted(player.seat, on=False))


def _can_return(state: State, player: Player) -> bool:
    """The vote that the exclusion bars is still to come, or it bars none."""
    last_word = player.was_out is not None and state.phase in LAST_WORDS
    return player.seat in state.barred_by or last_word


def stop_game(draft: Draft, seat: int, offence: str | None) -> None:
    """ППК: the game stops at once and the other side wins; asked for if it is not known."""
    role = on_table(draft.state, seat).role
    draft.add(ev.GameStopped(seat, offence))
    draft.add(ev.GameEnded(other_side(draft.state.rules.side_of(role)) if role else None))
