# SPDX-License-Identifier: MIT
"""Days of wma: last words, best move, speeches in turn, nominations."""

from dataclasses import replace

import pytest

from tests.game.table import ROLES, WMA, Table, after_kill, at_day_0, at_night_1, at_vote
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.refusals import Reason
from voice_host.game.rules import Speech
from voice_host.game.state import Cause, Phase, Timer


def speakers(table: Table) -> list[int]:
    """Who speaks from now until the speeches are over, «дальше» between them."""
    spoke: list[int] = []
    while table.state.phase is Phase.SPEECH:
        assert table.state.speaker is not None
        spoke.append(table.state.speaker)
        table(c.Next())
    return spoke


def next_day(table: Table, *killed: int) -> Table:
    """Through the night to the next day's first speech."""
    table.until(Phase.RESULT)
    table(*(map(c.Kill, killed) if killed else [c.Miss()]))
    return table.until(Phase.SPEECH)


def test_all_ten_speak_in_order_on_day_0() -> None:
    """Seat 1 opens day 0, seat 10 ends it; neither is special."""
    assert speakers(at_day_0()) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


def test_a_speech_lasts_a_minute_with_a_warning_at_ten_seconds() -> None:
    """60 s with a call at 10 s left; the time ends the speech, the next one has the floor."""
    table = at_day_0()
    assert table.state.timer == Timer(60.0, (10,))
    assert table.wait(50) == [ev.TimeCalled(10)]
    events = table.wait(10)
    assert events == [ev.TimeUp(), ev.SpeakerCalled(Phase.SPEECH, 2, tuple(range(3, 11)),
                                                    Timer(120.0, (10,)), 60)]  # fmt: skip


def test_thanks_end_a_speech_early() -> None:
    """«Спасибо» or «пас» (Next) gives the floor to the next one with a full minute."""
    table = at_day_0()
    table.wait(20)
    table(c.Next())
    assert (table.state.speaker, table.state.timer) == (2, Timer(80.0, (10,)))


def test_seat_2_opens_day_1() -> None:
    """The round moves on by one seat a day (S0, S1)."""
    table = next_day(at_day_0())
    assert table.state.day == 1
    assert speakers(table) == [2, 3, 4, 5, 6, 7, 8, 9, 10, 1]


def test_seat_3_opens_day_1_if_2_is_out_and_4_opens_day_2() -> None:
    """The next living seat after the one who really opened the previous day (S0)."""
    table = next_day(at_day_0(), 2)
    assert speakers(table) == [3, 4, 5, 6, 7, 8, 9, 10, 1]
    assert speakers(next_day(table)) == [4, 5, 6, 7, 8, 9, 10, 1, 3]


def test_the_round_of_openers_goes_on_over_gaps_and_from_10_to_1() -> None:
    """With 3, 4 and 10 out the openers are 1, then 2, 5, 6, 7, 8, 9, 1."""
    table = at_day_0()
    nights: list[tuple[int, ...]] = [(3,), (4,), (10,), (), (), (), ()]
    openers = [next_day(table, *killed).state.opener for killed in nights]
    assert openers == [2, 5, 6, 7, 8, 9, 1]


def test_a_seat_that_left_before_its_turn_does_not_speak() -> None:
    """A player removed during the round is passed over without a word."""
    table = at_day_0()
    table(c.Remove(2))
    assert speakers(table) == [1, 3, 4, 5, 6, 7, 8, 9, 10]


def test_a_muted_opener_is_passed_over_and_the_next_one_counts_as_opener() -> None:
    """Seat 1 muted in night 0: 2 really opens day 0, so 3 opens day 1."""
    table = Table().until(Phase.AGREEMENT).fouls(1, 3).until(Phase.SPEECH)
    assert table.events[-3:] == (
        ev.SpeechMissed(1), ev.DayOpened(2),
        ev.SpeakerCalled(Phase.SPEECH, 2, (3, 4, 5, 6, 7, 8, 9, 10), table.state.timer, 60),
    )  # fmt: skip
    assert speakers(next_day(table))[0] == 3


def test_with_everybody_muted_the_day_has_no_speech_and_no_opener() -> None:
    """Ten third fouls in night 0: the day passes over to the vote, nobody has opened it."""
    table = Table().until(Phase.AGREEMENT)
    for seat in range(1, 11):
        table.fouls(seat, 3)
    table.until(Phase.SHOOTING)
    assert table.state.opener is None
    assert next_day(table).state.opener == 1


def test_a_ruleset_without_speeches_goes_on_to_the_vote() -> None:
    """`speech.seconds = 0` means that there are no speeches."""
    rules = replace(WMA, speech=Speech(seconds=0))
    table = Table(rules).until(Phase.FIRST_SHERIFF)
    table(c.Next())
    assert table.state.phase is Phase.SHOOTING


def test_nominations_stand_in_the_order_in_which_they_were_made() -> None:
    """The list for the vote is the order of nomination."""
    assert at_vote(7, 2, 9).state.candidates == (7, 2, 9)


def test_a_nomination_belongs_to_the_one_who_has_the_floor() -> None:
    """The event names the speaker as nominator, named or not."""
    table = at_day_0()
    assert table(c.Nominate(5)) == (ev.Nominated(5, 1),)
    table(c.Next())
    assert table(c.Nominate(6, by=2)) == (ev.Nominated(6, 2),)


def test_self_nomination_is_accepted() -> None:
    """A speaker may put up himself."""
    assert at_day_0()(c.Nominate(1)) == (ev.Nominated(1, 1),)


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (c.Nominate(0), Reason.SEAT_OFF_TABLE),
        (c.Nominate(11), Reason.SEAT_OFF_TABLE),
        (c.Nominate(10), Reason.SEAT_OUT),
        (c.Nominate(5, by=4), Reason.NOT_THEIR_SPEECH),
        (c.Nominate(7), Reason.ALREADY_NOMINATED),
    ],
)
def test_wrong_nominations_are_refused(command: c.Nominate, reason: Reason) -> None:
    """Off the table, out, by another than the speaker, or put up already."""
    table = at_day_0()
    table(c.Nominate(7), c.Next(), c.Remove(10))
    assert table.refuses(command) is reason


def test_one_nomination_a_speech() -> None:
    """Nothing is taken back and nothing added once a candidate was accepted."""
    table = at_day_0()
    table(c.Nominate(5))
    assert table.refuses(c.Nominate(6)) is Reason.ONE_NOMINATION


def test_after_a_refused_candidate_the_next_one_is_accepted() -> None:
    """The first not yet put up is accepted (S1)."""
    table = at_day_0()
    table(c.Nominate(5), c.Next())
    assert table.refuses(c.Nominate(5)) is Reason.ALREADY_NOMINATED
    assert table(c.Nominate(6)) == (ev.Nominated(6, 2),)


def test_nominations_do_not_outlive_their_day() -> None:
    """The next day begins with an empty list, and everybody may nominate again."""
    table = next_day(at_vote(5))
    assert table.state.nominees == ()
    table.speech_of(1)
    assert table(c.Nominate(5)) == (ev.Nominated(5, 1),)


@pytest.mark.parametrize(
    "phase", [Phase.LOBBY, Phase.DEAL, Phase.AGREEMENT, Phase.SHOOTING, Phase.DON, Phase.RESULT]
)
def test_nobody_is_nominated_outside_of_speeches(phase: Phase) -> None:
    """A nomination belongs in a day speech."""
    assert Table().until(phase).refuses(c.Nominate(5)) is Reason.NOT_NOW


def test_the_first_victim_has_twenty_seconds_for_the_best_move_then_a_minute() -> None:
    """Best move (20 s) comes before the last word (60 s), both before the speeches."""
    table = after_kill(4)
    assert (table.state.phase, table.state.speaker) == (Phase.BEST_MOVE, 4)
    assert table.state.timer is not None
    assert table.state.timer.ends_at - table.now == 20
    table.wait(20)
    assert (table.state.phase, table.state.speaker) == (Phase.KILLED_LAST_WORD, 4)
    table.wait(60)
    assert (table.state.phase, table.state.speaker) == (Phase.SPEECH, 2)


def test_best_move_five_seven_eight() -> None:
    """«Пять семь восемь» are three seats, and the last word follows (S1)."""
    table = after_kill(4)
    table(c.BestMove((5, 7, 8)))
    assert table.events[0] == ev.BestMoveNamed(4, (5, 7, 8))
    assert (table.state.best_move, table.state.phase) == ((5, 7, 8), Phase.KILLED_LAST_WORD)


@pytest.mark.parametrize(
    ("seats", "reason"),
    [
        ((5, 7, 7), Reason.REPEATED_SEAT),
        ((5, 4, 8), Reason.OWN_SEAT),
        ((5, 7, 11), Reason.SEAT_OFF_TABLE),
        ((0, 7, 8), Reason.SEAT_OFF_TABLE),
        ((5, 7), Reason.WRONG_NUMBER_OF_SEATS),
        ((5, 7, 8, 9), Reason.WRONG_NUMBER_OF_SEATS),
        ((), Reason.WRONG_NUMBER_OF_SEATS),
    ],
)
def test_a_wrong_best_move_is_refused_and_asked_again(
    seats: tuple[int, ...], reason: Reason
) -> None:
    """A repeat, the victim's own seat, a number off the table, too few or too many."""
    table = after_kill(4)
    assert table.refuses(c.BestMove(seats)) is reason
    assert table.state.phase is Phase.BEST_MOVE


def test_only_the_first_night_has_a_best_move() -> None:
    """A miss in the first night gives the second night's victim no best move."""
    table = next_day(at_night_1()).until(Phase.RESULT)
    table(c.Kill(4))
    assert table.state.phase is Phase.KILLED_LAST_WORD


def test_the_second_nights_victim_has_no_best_move_either_when_the_first_had_one() -> None:
    """The right is the first night's alone, not each victim's (S1)."""
    table = next_day(at_night_1(), 10).until(Phase.RESULT)
    table(c.Kill(4))
    assert table.state.phase is Phase.KILLED_LAST_WORD
    assert table.refuses(c.BestMove((1, 2, 3))) is Reason.NOT_NOW


def test_a_removed_player_has_no_last_word() -> None:
    """Only the night's victim and those voted out speak once more."""
    table = at_day_0()
    table(c.Remove(5))
    assert table.state.phase is Phase.SPEECH
    assert table.state.player(5).out is Cause.REMOVED


def test_an_empty_night_gives_the_floor_to_the_opener_at_once() -> None:
    """After a miss there is neither best move nor last word."""
    table = at_night_1().until(Phase.RESULT)
    table(c.Miss())
    assert table.events[0] == ev.DayBroke(1, ())
    assert (table.state.phase, table.state.speaker) == (Phase.SPEECH, 2)


def test_two_victims_of_the_first_night_have_no_best_move() -> None:
    """It is a lone victim's (S1): where more may die in a night, both only have a last word."""
    table = at_night_1(replace(WMA, night=replace(WMA.night, sheriff_shoots=True)))
    table.until(Phase.RESULT)(c.KillAll((4, 7)))
    assert (table.state.phase, table.state.speaker) == (Phase.KILLED_LAST_WORD, 4)


def test_longer_speeches_end_no_speech() -> None:
    """S3: they begin with the next round; the one that is on goes on."""
    table = Table(rulesets.load("lars"), 10).until(Phase.SPEECH)
    before = table.state
    table(c.LongerSpeeches())
    assert (table.state.speaker, table.state.timer) == (before.speaker, before.timer)
    assert table.state.longer == 10


def test_the_deciding_victim_speaks_and_then_the_game_is_over_where_the_rules_say_so() -> None:
    """`speech.at_end`: the last citizen but one is shot, has his word, and the mafia has won."""
    speech = replace(WMA.speech, at_end=True)
    table = at_night_1(replace(WMA, speech=speech), ROLES)
    table(*map(c.Remove, (5, 6, 7)))
    table.until(Phase.RESULT)(c.Kill(8))
    assert table.until(Phase.KILLED_LAST_WORD).state.winner is None
    table(c.Next())
    assert (table.state.phase, table.state.winner) == (Phase.OVER, "mafia")
