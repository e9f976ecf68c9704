# SPDX-License-Identifier: MIT
"""The vote of wma: order, the rest to the last, ties, the raise question, last words."""

from dataclasses import replace

import pytest

from tests.game.table import WMA, Table, at_day_0, at_night_1, at_vote
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.refusals import Reason
from voice_host.game.rules import Speech, Votes
from voice_host.game.state import Cause, Phase, Timer


def votes(table: Table) -> dict[int, int]:
    """Votes per candidate counted so far."""
    return {tally.candidate: tally.votes for tally in table.state.tallies}


def say(table: Table, *numbers: int) -> Table:
    """So many votes for the candidates called, one after another."""
    table(*[c.Vote(number) for number in numbers])
    return table


def tied(*seats: int, split: tuple[int, ...]) -> Table:
    """Day 0, the vote over these seats came out as `split` for all but the last."""
    return say(at_vote(*seats), *split)


def test_the_last_of_three_takes_the_rest_uncounted() -> None:
    """10 alive, 3 + 2 for the first two: the last one gets 5 and leaves (S1)."""
    table = say(at_vote(4, 6, 8), 3, 2)
    assert table.events[:2] == (
        ev.VotesCounted(6, 2, 8), ev.VotesCounted(8, 5, None, rest=True),
    )  # fmt: skip
    assert table.state.leaving == (8,)


def test_the_rest_is_given_only_when_the_others_are_counted() -> None:
    """After the first of three the second is called, nobody has taken the rest yet."""
    table = say(at_vote(4, 6, 8), 3)
    assert (table.state.candidate, votes(table)) == (6, {4: 3})


def test_the_last_gets_nothing_when_all_have_voted_before() -> None:
    """6 + 4 of ten: the last one takes 0."""
    table = say(at_vote(4, 6, 8), 6, 4)
    assert votes(table) == {4: 6, 6: 4, 8: 0}
    assert table.state.leaving == (4,)


def test_candidates_are_called_in_the_order_of_nomination() -> None:
    """The first nominee is called first."""
    table = at_vote(9, 1, 5)
    assert (table.state.candidates, table.state.candidate) == ((9, 1, 5), 9)
    assert say(table, 0).state.candidate == 1


def test_next_means_nobody_for_the_candidate_now_called() -> None:
    """«Дальше» counts 0 and calls the next one."""
    table = at_vote(4, 6, 8)
    table(c.Next())
    assert (votes(table), table.state.candidate) == ({4: 0}, 6)


@pytest.mark.parametrize("number", [11, -1])
def test_more_votes_than_are_left_are_refused(number: int) -> None:
    """Ten alive: eleven votes, or fewer than none, are no count."""
    assert at_vote(4, 6).refuses(c.Vote(number)) is Reason.TOO_MANY_VOTES


def test_nobody_votes_twice() -> None:
    """After seven of ten, four more are too many."""
    assert say(at_vote(4, 6, 8), 7).refuses(c.Vote(4)) is Reason.TOO_MANY_VOTES


def test_votes_are_those_of_the_living() -> None:
    """With a victim of the night nine votes are given."""
    table = at_night_1().until(Phase.RESULT)
    table(c.Kill(10))
    table.until(Phase.SPEECH).nominated((2, 4), (3, 6))
    assert table.refuses(c.Vote(10)) is Reason.TOO_MANY_VOTES
    assert votes(say(table, 3)) == {4: 3, 6: 6}


@pytest.mark.parametrize("gone", [c.Remove(10), c.Foul(10)], ids=["removed", "fourth foul"])
def test_who_was_excluded_the_day_before_has_no_hand(gone: c.Command) -> None:
    """Nine vote: neither his number nor his seat counts, and the rest is what nine have left."""
    table = at_day_0().fouls(10, 3)
    table(gone)
    table.until(Phase.RESULT)(c.Miss())
    table.until(Phase.SPEECH).nominated((2, 4), (3, 6))
    assert table.refuses(c.Vote(10)) is Reason.TOO_MANY_VOTES
    assert table.refuses(c.Ballot((1, 10))) is Reason.SEAT_OUT
    assert votes(say(table, 4)) == {4: 4, 6: 5}
    assert table.state.leaving == (6,)


def test_an_exclusion_in_the_raise_question_ends_it() -> None:
    """The hand of whoever is excluded now is not counted either: there is no vote any more."""
    table = raising()
    table(c.Remove(10))
    assert (table.state.phase, table.state.leaving) == (Phase.SHOOTING, ())


def test_a_named_candidate_must_be_the_one_called() -> None:
    """«За шестого четыре» while the fourth is called is refused; «за четвёртого» is not."""
    table = at_vote(4, 6)
    assert table.refuses(c.Vote(4, candidate=6)) is Reason.NOT_THE_CANDIDATE
    assert table.refuses(c.Vote(4, candidate=5)) is Reason.NOT_THE_CANDIDATE
    assert table.refuses(c.Vote(4, candidate=11)) is Reason.SEAT_OFF_TABLE
    table(c.Vote(4, candidate=4))
    assert votes(table)[4] == 4


def test_voters_may_be_named_by_seat() -> None:
    """«Голосуют первый, третий и седьмой» are three votes, and the seats are kept."""
    table = at_vote(4, 6, 8)
    table(c.Ballot((1, 3, 7)))
    assert table.events[0] == ev.VotesCounted(4, 3, 6, (1, 3, 7))


@pytest.mark.parametrize(
    ("voters", "reason"),
    [
        ((1, 2), Reason.VOTED_ALREADY),
        ((5, 5), Reason.REPEATED_SEAT),
        ((11,), Reason.SEAT_OFF_TABLE),
        ((10,), Reason.SEAT_OUT),
    ],
)
def test_wrong_voters_are_refused(voters: tuple[int, ...], reason: Reason) -> None:
    """One vote each, of players who are in the game."""
    table = at_night_1().until(Phase.RESULT)
    table(c.Kill(10))
    table.until(Phase.SPEECH).nominated((2, 4), (3, 6), (4, 8))
    table(c.Ballot((1, 3)))
    assert table.refuses(c.Ballot(voters)) is reason


def test_the_nominees_vote_as_well() -> None:
    """A candidate's own hand counts."""
    table = at_vote(4, 6)
    table(c.Ballot((4, 6)))
    assert votes(table)[4] == 2


def test_no_vote_without_nominees() -> None:
    """Nobody was put up: the night follows."""
    table = at_day_0().nominated()
    assert table.events[0] == ev.VoteSkipped("no_nominees")
    assert table.state.phase is Phase.SHOOTING


def test_a_single_nominee_of_day_0_is_not_voted() -> None:
    """S1: the lone candidacy of the zero round is not voted."""
    table = at_vote(5)
    assert table.events[0] == ev.VoteSkipped("single_nominee")
    assert table.state.player(5).alive


def test_a_single_nominee_of_later_days_takes_every_vote_and_leaves() -> None:
    """S1: on later days any number of candidates is voted."""
    table = at_night_1().until(Phase.RESULT)
    table(c.Miss())
    table.nominated((2, 5))
    assert ev.VotesCounted(5, 10, None, rest=True) in table.events
    assert (table.state.phase, table.state.speaker) == (Phase.VOTED_LAST_WORD, 5)


def test_a_ruleset_may_vote_a_single_nominee_on_day_0() -> None:
    """`votes.single_on_day_0` turns the exception off."""
    table = at_vote(5, rules=replace(WMA, votes=Votes(single_on_day_0=True)))
    assert table.state.leaving == (5,)


def test_the_one_voted_out_has_a_minute_and_then_it_is_night() -> None:
    """60 s of last word; the seat counts as out from the result on."""
    table = say(at_vote(4, 6), 9)
    assert table.state.player(4).out is Cause.VOTED
    assert (table.state.phase, table.state.speaker) == (Phase.VOTED_LAST_WORD, 4)
    assert table.state.timer == Timer(table.now + 60, (10,))
    table.wait(60)
    assert (table.state.phase, table.state.night) == (Phase.SHOOTING, 1)


def test_a_tie_gives_thirty_seconds_each_in_list_order() -> None:
    """«Автокатастрофа»: 4 and 6 speak for 30 s each, then the vote is held again."""
    table = tied(4, 6, split=(5,))
    assert (table.state.phase, table.state.speaker, table.state.tied) == (
        Phase.TIE_SPEECH, 4, (4, 6),
    )  # fmt: skip
    assert table.state.timer == Timer(30.0, (10,))
    table.wait(30)
    assert table.state.speaker == 6
    table.wait(30)
    assert (table.state.phase, table.state.candidates) == (Phase.REVOTE, (4, 6))


def test_tied_seats_keep_the_order_of_the_list_not_of_the_seats() -> None:
    """Nominated 9 before 2: 9 speaks first and is called first."""
    table = tied(9, 2, split=(5,))
    assert table.state.speaker == 9
    assert table.until(Phase.REVOTE).state.candidates == (9, 2)


def test_only_the_leaders_are_in_the_tie() -> None:
    """4:2:4 — the middle one is neither heard nor voted again."""
    table = tied(4, 6, 8, split=(4, 2))
    assert table.state.tied == (4, 8)
    assert table.until(Phase.REVOTE).state.candidates == (4, 8)


def test_a_decided_revote_sends_one_out() -> None:
    """The revote's leader leaves."""
    table = say(tied(4, 6, split=(5,)).until(Phase.REVOTE), 3)
    assert table.state.leaving == (6,)


def test_a_shrinking_tie_is_spoken_and_voted_again_before_any_raise() -> None:
    """Three tied, the revote leaves two: 30 s and a vote again; the same two → raise (S0)."""
    table = tied(8, 4, 6, 2, split=(3, 3, 3))
    assert table.state.tied == (8, 4, 6)
    say(table.until(Phase.REVOTE), 4, 2)
    assert (table.state.phase, table.state.tied) == (Phase.TIE_SPEECH, (8, 6))
    assert [table.state.speaker, *table.state.queue] == [8, 6]
    say(table.until(Phase.REVOTE), 5)
    assert (table.state.phase, table.state.tied) == (Phase.RAISE, (8, 6))
    table(c.Raise(6))
    assert table.state.leaving == (8, 6)


def raising() -> Table:
    """Ten alive, seats 8 and 4 tied twice: the raise question is put."""
    return say(tied(8, 4, split=(5,)).until(Phase.REVOTE), 5)


def test_the_same_set_twice_is_asked_to_leave_together() -> None:
    """Ten alive, 5:5 twice: the raise question."""
    table = raising()
    assert (table.state.phase, table.state.tied) == (Phase.RAISE, (8, 4))


@pytest.mark.parametrize(("answer", "leave"), [(6, True), (5, False), (0, False), (10, True)])
def test_more_than_half_of_the_living_raise_all(answer: int, leave: bool) -> None:
    """Six of ten carry it; an equal split keeps everybody (S0, S1)."""
    for command in (c.Vote(answer), c.Raise(answer)):
        table = raising()
        table(command)
        assert table.events[0] == ev.RaiseAnswered(answer, leave)
        assert table.state.leaving == ((8, 4) if leave else ())
        assert table.state.phase is (Phase.VOTED_LAST_WORD if leave else Phase.SHOOTING)


def test_five_of_nine_carry_the_raise() -> None:
    """Nine alive, three tied twice: five raise all three, who leave in list order (S0)."""
    table = at_night_1().until(Phase.RESULT)
    table(c.Kill(10))
    table.until(Phase.SPEECH).nominated((2, 8), (3, 4), (4, 6))
    say(say(table, 3, 3).until(Phase.REVOTE), 3, 3)
    table(c.Raise(5))
    assert table.state.leaving == (8, 4, 6)
    assert [table.state.speaker, *table.state.queue] == [8, 4, 6]
    table(c.Next(), c.Next(), c.Next())
    assert (table.state.phase, table.state.alive) == (Phase.SHOOTING, (1, 2, 3, 5, 7, 9))


def test_wrong_answers_to_the_raise_question_are_refused() -> None:
    """More than the living, fewer than none, or votes for one candidate."""
    table = raising()
    assert table.refuses(c.Raise(11)) is Reason.TOO_MANY_VOTES
    assert table.refuses(c.Raise(-1)) is Reason.TOO_MANY_VOTES
    assert table.refuses(c.Vote(3, candidate=8)) is Reason.NOT_THE_CANDIDATE


def test_next_answers_the_raise_question_with_nobody() -> None:
    """«Дальше»: nobody is for it, the night follows."""
    table = raising()
    table(c.Next())
    assert table.events[0] == ev.RaiseAnswered(0, carried=False)
    assert table.state.phase is Phase.SHOOTING


def test_a_count_is_not_closed_by_time() -> None:
    """A vote waits for the host, even if he sets a timer."""
    table = at_vote(4, 6)
    table(c.SetTimer(5))
    assert table.wait(100) == [ev.TimeUp()]
    assert (table.state.phase, table.state.timer) == (Phase.COUNT, None)


def test_a_ruleset_without_tie_speeches_votes_again_at_once() -> None:
    """`speech.tie = 0` means that the tied seats are not heard."""
    table = at_vote(4, 6, rules=replace(WMA, speech=Speech(tie=0)))
    assert say(table, 5).state.phase is Phase.REVOTE


def test_a_ruleset_without_last_words_goes_into_the_night_at_once() -> None:
    """`speech.last_word = 0` means that nobody speaks once more."""
    table = at_vote(4, 6, rules=replace(WMA, speech=Speech(last_word=0)))
    assert say(table, 9).state.phase is Phase.SHOOTING


def test_where_each_is_voted_for_apart_all_may_vote_every_time() -> None:
    """No rest for the last one, and no vote of his own: his hands are counted as the others'."""
    table = at_vote(4, 6, rules=replace(WMA, votes=Votes(each=True)))
    assert table.refuses(c.Vote(11)) is Reason.TOO_MANY_VOTES
    say(table, 10)
    assert table.state.candidate == 6
    assert table.refuses(c.Vote(11)) is Reason.TOO_MANY_VOTES
    table(c.Ballot((1, 2)))
    assert votes(table) == {4: 10, 6: 2}
    assert table.state.leaving == (4,)


def own_votes(*commands: c.Command, muted: int | None = None) -> dict[int, int]:
    """The counts over 4, 6 and 8 where those who have not voted are against themselves."""
    fouls = replace(WMA.fouls, muted_votes=False)
    rules = replace(WMA, fouls=fouls, votes=Votes(rest="self"))
    table = at_day_0(rules)
    if muted is not None:
        table.fouls(muted, 3)
    table.nominated((1, 4), (2, 6), (3, 8))
    table(*commands)
    return votes(table)


def test_who_has_not_voted_is_against_himself() -> None:
    """S3, where all voters are named; a candidate for whom nobody is takes nothing from it."""
    named = c.Ballot((1, 2)), c.Ballot((3,))
    assert own_votes(*named, c.Vote(0)) == {4: 3, 6: 2, 8: 1}
    assert own_votes(c.Ballot((4, 6, 8)), c.Next(), c.Next()) == {4: 3, 6: 0, 8: 0}


def test_who_may_not_vote_is_not_against_himself() -> None:
    """A muted candidate has no voice, not even against himself."""
    named = c.Ballot((1, 2)), c.Ballot((3,)), c.Vote(0)
    assert own_votes(*named, muted=8) == {4: 3, 6: 2, 8: 0}


def test_votes_told_by_number_say_nothing_of_the_candidates() -> None:
    """It is not known who has voted, so nobody is against himself."""
    assert own_votes(c.Vote(2), c.Ballot((3,)), c.Vote(0)) == {4: 2, 6: 1, 8: 0}


@pytest.mark.parametrize(("raise_all", "after"), [(True, Phase.RAISE), (False, Phase.SHOOTING)])
def test_a_tie_of_all_who_live_is_asked_where_the_rules_let_it(
    raise_all: bool, after: Phase
) -> None:
    """Two players are left, 1:1 twice."""
    table = at_day_0(replace(WMA, votes=Votes(raise_all=raise_all)))
    table(*map(c.Remove, range(3, 11)))
    table.until(Phase.RESULT)(c.Miss())
    table.until(Phase.SPEECH).nominated((2, 1), (1, 2))
    say(say(table, 1).until(Phase.REVOTE), 1)
    assert table.state.phase is after
    assert table.state.alive == (1, 2)
