# SPDX-License-Identifier: MIT
"""Fouls, removals, ППК at every phase, and what follows from each."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.game.table import ROLES, WMA, Table, after_kill, at_day_0, at_night_1, at_vote
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.refusals import Reason
from voice_host.game.rules import Fouls
from voice_host.game.state import Cause, Phase


def tie_speech() -> Table:
    table = at_vote(4, 6)
    table(c.Vote(5))
    return table


def revote() -> Table:
    return tie_speech().until(Phase.REVOTE)


def raising() -> Table:
    table = revote()
    table(c.Vote(5))
    return table


def voted_out() -> Table:
    table = at_vote(4, 6)
    table(c.Vote(9))
    return table


def killed_speaks() -> Table:
    table = after_kill(4)
    table(c.Next())
    return table


WAYS: dict[Phase, Callable[[], Table]] = {
    Phase.DEAL: lambda: Table().until(Phase.DEAL),
    Phase.AGREEMENT: lambda: Table().until(Phase.AGREEMENT),
    Phase.FIRST_DON: lambda: Table().until(Phase.FIRST_DON),
    Phase.FIRST_SHERIFF: lambda: Table().until(Phase.FIRST_SHERIFF),
    Phase.BEST_MOVE: lambda: after_kill(4),
    Phase.KILLED_LAST_WORD: killed_speaks,
    Phase.SPEECH: at_day_0,
    Phase.COUNT: lambda: at_vote(4, 6),
    Phase.TIE_SPEECH: tie_speech,
    Phase.REVOTE: revote,
    Phase.RAISE: raising,
    Phase.VOTED_LAST_WORD: voted_out,
    Phase.SHOOTING: at_night_1,
    Phase.DON: lambda: at_night_1().until(Phase.DON),
    Phase.SHERIFF: lambda: at_night_1().until(Phase.SHERIFF),
    Phase.RESULT: lambda: at_night_1().until(Phase.RESULT),
}
"""A way to every phase of wma; seat 9 lives in all of them and has not the floor."""

VOTES = (Phase.COUNT, Phase.TIE_SPEECH, Phase.REVOTE, Phase.RAISE)


@pytest.mark.parametrize("phase", WAYS)
def test_three_fouls_at_any_phase_are_noted_and_the_third_mutes(phase: Phase) -> None:
    """1 and 2 are noted, 3 costs the nearest own speech; the phase goes on."""
    table = WAYS[phase]()
    assert table(c.Foul(9)) == (ev.FoulGiven(9, 1),)
    assert table(c.Foul(9, "knock")) == (ev.FoulGiven(9, 2, "knock"),)
    assert table(c.Foul(9)) == (ev.FoulGiven(9, 3), ev.Muted(9, on=True))
    assert (table.state.phase, table.state.player(9).alive) == (phase, True)


@pytest.mark.parametrize("phase", WAYS)
@pytest.mark.parametrize("by_foul", [True, False])
def test_a_fourth_foul_or_a_removal_takes_out_at_once_at_any_phase(
    phase: Phase, by_foul: bool
) -> None:
    """Out in that moment without last word; a vote under way ends, another phase goes on."""
    table = WAYS[phase]().fouls(9, 3 if by_foul else 0)
    table(c.Foul(9) if by_foul else c.Remove(9))
    cause = Cause.FOULS if by_foul else Cause.REMOVED
    assert ev.PlayerOut(9, cause) in table.events
    assert table.state.player(9).out is cause
    assert table.state.phase is (Phase.SHOOTING if phase in VOTES else phase)
    assert table.state.player(9).fouls == (4 if by_foul else 0)


@pytest.mark.parametrize("phase", WAYS)
def test_an_exclusion_bars_exactly_one_vote(phase: Phase) -> None:
    """The vote under way, or else the nearest one, is not held; the one after it is."""
    table = WAYS[phase]()
    table(c.Remove(9))
    if phase not in VOTES:
        table.until(Phase.SPEECH).nominated((5, 7), (6, 8))
        assert ev.VoteSkipped("barred") in table.events
        table.until(Phase.SHOOTING)
    table.until(Phase.RESULT)(c.Miss())
    table.nominated((5, 7), (6, 8))
    assert table.state.phase is Phase.COUNT


@pytest.mark.parametrize("phase", [p for p in WAYS if p not in VOTES])
def test_two_exclusions_before_one_vote_cancel_one_vote(phase: Phase) -> None:
    """The vote after the one not held is held, however many were excluded."""
    table = WAYS[phase]().fouls(10, 4)
    table(c.Remove(9))
    table.until(Phase.SPEECH).nominated((5, 7), (6, 8))
    assert ev.VoteSkipped("barred") in table.events
    table.until(Phase.RESULT)(c.Miss())
    table.nominated((5, 7), (6, 8))
    assert table.state.phase is Phase.COUNT


def test_the_wrong_seat_is_refused() -> None:
    """Off the table or out."""
    table = at_day_0()
    table(c.Remove(9))
    for make in (c.Foul, c.Remove, c.TakeBackFoul):
        assert table.refuses(make(0)) is Reason.SEAT_OFF_TABLE
        assert table.refuses(make(11)) is Reason.SEAT_OFF_TABLE
        assert table.refuses(make(9)) is Reason.SEAT_OUT
    assert table.refuses(c.Ppk(11)) is Reason.SEAT_OFF_TABLE


def test_no_foul_before_the_game_or_after_it() -> None:
    """In the lobby and when the game is over fouls, removals and ППК are not taken."""
    table = Table()
    for _ in range(2):
        for make in (c.Foul, c.Remove, c.TakeBackFoul, c.Ppk):
            assert table.refuses(make(1)) is Reason.NOT_NOW
        table(c.Start(), c.EndGame()) if table.state.phase is Phase.LOBBY else None


def test_the_third_foul_before_the_own_speech_costs_today_s() -> None:
    """Muted during another's speech: today's turn is missed, tomorrow's is not."""
    table = at_day_0().fouls(3, 3).speech_of(2)
    assert table(c.Next())[0] == ev.SpeechMissed(3)
    assert table.state.speaker == 4
    table.until(Phase.RESULT)(c.Miss())
    assert table.speech_of(3).state.speaker == 3


def test_the_third_foul_in_the_own_speech_costs_the_following_day_s() -> None:
    """The present minute goes on; the mute moves to the next day (S0)."""
    table = at_day_0().fouls(1, 3)
    assert (table.state.phase, table.state.speaker) == (Phase.SPEECH, 1)
    table.until(Phase.RESULT)(c.Miss())
    spoke = []
    while table.state.phase is Phase.SPEECH:
        spoke.append(table.state.speaker)
        table(c.Next())
    assert spoke == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    table.until(Phase.RESULT)(c.Miss())
    assert table.speech_of(1).state.speaker == 1


def test_the_third_foul_after_the_own_speech_costs_the_following_day_s() -> None:
    """Seat 1 has spoken; its mute waits for day 1."""
    table = at_day_0().speech_of(5).fouls(1, 3)
    table.until(Phase.RESULT)(c.Miss())
    table.until(Phase.SHOOTING)
    assert ev.SpeechMissed(1) in table.events


def test_the_muted_vote_and_speak_in_ties_and_last_words() -> None:
    """Silent for the round only: the 30 s of a tie and the last word are his."""
    table = at_vote(4, 6).fouls(4, 3)
    table(c.Ballot((4, 1, 2, 3, 5)))
    assert (table.state.phase, table.state.speaker) == (Phase.TIE_SPEECH, 4)
    table.until(Phase.REVOTE)(c.Vote(9))
    assert (table.state.phase, table.state.speaker) == (Phase.VOTED_LAST_WORD, 4)


def test_the_muted_do_not_nominate() -> None:
    """No speech, no nomination: the floor is never his."""
    table = at_day_0().fouls(2, 3)
    table(c.Next())
    assert table.refuses(c.Nominate(5, by=2)) is Reason.NOT_THEIR_SPEECH


def test_a_fourth_foul_ends_the_speech_that_is_on() -> None:
    """The excluded speaker falls silent; the next one has the floor."""
    table = at_day_0().fouls(1, 4)
    assert (table.state.speaker, table.state.phase) == (2, Phase.SPEECH)


def test_a_fourth_foul_of_the_last_speaker_leads_to_the_barred_vote() -> None:
    """Ten's exclusion ends the round; the vote is skipped in the same batch."""
    table = at_day_0().nominated()
    table.until(Phase.RESULT)(c.Miss())
    table.speech_of(1).fouls(1, 4)
    assert table.events[-3] == ev.VoteSkipped("barred")
    assert table.state.phase is Phase.SHOOTING


def test_a_fourth_foul_during_the_last_word_ends_it() -> None:
    """Voted out, in his last word: out by fouls, silent, and it is night."""
    table = voted_out().fouls(4, 4)
    assert (table.state.phase, table.state.player(4).out) == (Phase.SHOOTING, Cause.FOULS)


def test_a_fourth_foul_during_the_killed_one_s_last_word_ends_it() -> None:
    """The day's speeches begin."""
    table = killed_speaks().fouls(4, 4)
    assert (table.state.phase, table.state.speaker) == (Phase.SPEECH, 2)


def test_a_fourth_foul_during_best_move_takes_move_and_last_word() -> None:
    """Neither best move nor last word is left to him."""
    table = after_kill(4).fouls(4, 4)
    assert (table.state.phase, table.state.speaker) == (Phase.SPEECH, 2)
    assert table.state.best_move == ()


def test_a_foul_reaches_the_one_who_waits_for_his_last_word() -> None:
    """Two leave together: the second can be punished before he speaks, and then does not."""
    table = raising()
    table(c.Raise(6))
    assert (table.state.speaker, table.state.queue) == (4, (6,))
    table.fouls(6, 4)
    assert table.state.speaker == 4
    table(c.Next())
    assert table.state.phase is Phase.SHOOTING


def test_a_foul_no_longer_reaches_him_after_his_last_word() -> None:
    """Once it is night he is simply out."""
    table = voted_out()
    table(c.Foul(4), c.Next())
    assert table.refuses(c.Foul(4)) is Reason.SEAT_OUT


def test_a_foul_in_a_last_word_may_be_taken_back() -> None:
    """A wrong foul to the one who leaves can be mended while he speaks."""
    table = voted_out()
    table(c.Foul(4), c.TakeBackFoul(4))
    assert table.state.player(4).fouls == 0


@pytest.mark.parametrize("phase", [p for p in WAYS if p not in VOTES])
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_foul_taken_back_leaves_no_trace(phase: Phase, number: int) -> None:
    """Mute, exclusion and the barred vote go with the foul, at every phase."""
    table = WAYS[phase]().fouls(9, number - 1)
    before = table.state
    table(c.Foul(9), c.TakeBackFoul(9))
    assert table.state == before


@pytest.mark.parametrize("phase", VOTES)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_noted_foul_taken_back_in_a_vote_leaves_no_trace(phase: Phase, number: int) -> None:
    """Only a fourth foul ends a vote, and that takes «отмена»."""
    table = WAYS[phase]().fouls(9, number - 1)
    before = table.state
    table(c.Foul(9), c.TakeBackFoul(9))
    assert table.state == before


def test_a_fourth_foul_taken_back_restores_the_vote() -> None:
    """The nearest vote is held after all."""
    table = at_day_0()
    table(c.Nominate(4))
    table.fouls(9, 4)
    table(c.TakeBackFoul(9))
    assert table.events == (ev.FoulTakenBack(9, 3), ev.PlayerRestored(9))
    table.nominated((2, 6))
    assert table.state.phase is Phase.COUNT


def test_one_of_two_exclusions_taken_back_leaves_the_vote_barred() -> None:
    """The other exclusion still cancels it."""
    table = at_day_0().fouls(9, 4)
    table(c.Remove(8), c.TakeBackFoul(9))
    table.nominated((1, 4), (2, 6))
    assert table.state.phase is Phase.SHOOTING


def test_a_fourth_foul_cannot_be_taken_back_once_its_vote_is_past() -> None:
    """The vote it had barred was skipped: only «отмена» goes back there."""
    table = at_vote(4, 6).fouls(9, 4)
    assert table.refuses(c.TakeBackFoul(9)) is Reason.TOO_LATE


def test_a_fourth_foul_taken_back_from_a_leaver_does_not_bring_him_back() -> None:
    """Voted out stays voted out; only the last word he still waits for is his again."""
    table = raising()
    table(c.Raise(6))
    table.fouls(6, 4)
    table(c.TakeBackFoul(6))
    assert table.events == (ev.FoulTakenBack(6, 3), ev.PlayerRestored(6, Cause.VOTED))
    assert table.state.player(6).out is Cause.VOTED
    table(c.Next())
    assert (table.state.phase, table.state.speaker) == (Phase.VOTED_LAST_WORD, 6)


def test_a_fourth_foul_taken_back_from_the_killed_leaves_him_killed() -> None:
    """Also when the night's victim had been excluded in his last word."""
    table = killed_speaks().fouls(4, 4)
    table(c.TakeBackFoul(4))
    assert table.state.player(4).out is Cause.KILLED
    assert table.state.barred_by == frozenset()


def test_without_fouls_nothing_is_taken_back() -> None:
    """A player with a clean slate."""
    assert at_day_0().refuses(c.TakeBackFoul(5)) is Reason.NO_FOULS


def test_a_mute_already_served_is_not_taken_back() -> None:
    """The speech was missed; taking the third foul back only corrects the count."""
    table = at_day_0().fouls(2, 3).speech_of(3)
    assert table(c.TakeBackFoul(2)) == (ev.FoulTakenBack(2, 2),)


def test_a_removal_is_no_foul_and_fouls_are_no_removal() -> None:
    """A removed player keeps his fouls: four separate things are never turned into another."""
    table = at_day_0().fouls(5, 2)
    table(c.Remove(5))
    assert (table.state.player(5).fouls, table.state.player(5).out) == (2, Cause.REMOVED)
    assert not table.has(ev.FoulGiven)


def test_a_removal_is_not_taken_back_as_a_foul() -> None:
    """Only «отмена» undoes a removal."""
    table = at_day_0().fouls(5, 2)
    table(c.Remove(5))
    assert table.refuses(c.TakeBackFoul(5)) is Reason.SEAT_OUT


def test_ppk_stops_the_game_and_removes_nobody() -> None:
    """ППК is no removal: everybody stays at the table, the other side wins."""
    table = at_day_0(roles=ROLES)
    table(c.Ppk(2))
    assert table.events == (ev.GameStopped(2), ev.GameEnded("town"))
    assert len(table.state.alive) == 10
    table = at_day_0(roles=ROLES)
    table(c.Ppk(4))
    assert table.state.winner == "mafia"


def test_ppk_carries_its_reason() -> None:
    """As a foul does."""
    table = at_day_0(roles=ROLES)
    table(c.Ppk(2, "oath"))
    assert table.events == (ev.GameStopped(2, "oath"), ev.GameEnded("town"))


def test_ppk_with_unknown_roles_leaves_the_winner_to_the_host() -> None:
    """The game is over; which side has won is declared."""
    table = at_day_0()
    table(c.Ppk(2))
    assert (table.state.phase, table.state.winner, table.state.ppk) == (Phase.OVER, None, 2)
    table(c.DeclareWinner("town"))
    assert table.state.winner == "town"


def test_ppk_reaches_those_who_are_out() -> None:
    """A player who has left can stop the game as well."""
    table = at_day_0(roles=ROLES)
    table(c.Remove(5), c.Ppk(5))
    assert table.state.winner == "mafia"


def test_a_ruleset_may_have_no_exclusion_by_fouls() -> None:
    """`fouls.out = 0` and `fouls.mute = 0` mean that fouls are only counted."""
    table = at_day_0(replace(WMA, fouls=Fouls(mute=0, out=0))).fouls(5, 6)
    assert table.events == (ev.FoulGiven(5, 6),)
    assert table.state.player(5).alive


def test_only_who_still_has_a_last_word_can_be_punished_when_out() -> None:
    """4 was voted out and speaks; 10 was killed long ago and is silent: nothing to punish."""
    table = after_kill(10).until(Phase.SPEECH).nominated((2, 4), (3, 6))
    table(c.Vote(8))
    assert (table.state.phase, table.state.speaker) == (Phase.VOTED_LAST_WORD, 4)
    assert table.refuses(c.Foul(10)) is Reason.SEAT_OUT
    table(c.Foul(4))
    assert table.state.player(4).fouls == 1


def test_who_was_excluded_while_waiting_for_his_last_word_is_punished_no_more() -> None:
    """Both are voted out; the second one's fourth foul takes his word, a fifth there is not."""
    table = raising()
    table(c.Raise(6))
    assert (table.state.speaker, table.state.queue) == (4, (6,))
    table.fouls(6, 4)
    assert table.state.player(6).out is Cause.FOULS
    assert table.refuses(c.Foul(6)) is Reason.SEAT_OUT
    table(c.TakeBackFoul(6))
    assert (table.state.player(6).out, table.state.player(6).fouls) == (Cause.VOTED, 3)


def test_who_died_in_his_speeches_round_has_no_word_left_in_it() -> None:
    """Somebody's death has taken 5 along before his turn: he is out, not leaving."""
    table = Table(rulesets.load("lars"), 10).until(Phase.SPEECH)
    table(c.Take(5))
    assert 5 in table.state.queue
    assert table.refuses(c.Remove(5)) is Reason.SEAT_OUT
