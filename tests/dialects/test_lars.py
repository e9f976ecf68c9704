# SPDX-License-Identifier: MIT
"""The city game of Lars: open, closed and half-open tables, pointing, defence, remarks."""

import pytest

from tests.dialects.evening import at_slot, night, out, seated
from tests.game.table import Table
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.refusals import Reason
from voice_host.game.state import Cause, Phase, Timer


def lars(name: str = "lars") -> Table:
    """Don 1, mafia 2, commissioner 3, doctor 4, maniac 5, kamikaze 6, zombie 7, citizens 8–12."""
    return seated(name, 12, don=1, mafia=2, sheriff=3, doctor=4, maniac=5, kamikaze=6, zombie=7)


def to_nominations(table: Table, day: int = 0) -> Table:
    """The pointing of a day."""
    while table.state.day < day or table.state.phase is not Phase.NOMINATION:
        table(c.Next())
    return table


def test_the_group_takes_any_roles_of_the_ruleset() -> None:
    """Any number of them, with mafia among them but fewer than half; no other roles."""
    assert seated("lars", 7, mafia=1, zombie=(2, 3), kamikaze=4).state.roles_known
    for roles in ({"sheriff": 1}, {"mafia": (1, 2, 3, 4)}, {"mafia": 1, "werewolf": 2}):
        with pytest.raises(Exception, match="bad_roles"):
            seated("lars", 7, **roles)


def test_the_mafia_does_not_agree_on_night_0_and_every_role_meets_the_host() -> None:
    """It wakes every night."""
    table = lars()
    table(c.Start(), c.Next())
    seen = []
    while table.state.phase.value.startswith("night0"):
        seen.append(table.state.phase_name)
        table(c.Next())
    assert seen == ["night0.don", "night0.sheriff", "night0.role.mafia", "night0.role.doctor",
                    "night0.role.maniac"]  # fmt: skip


def test_a_discussion_comes_before_the_speeches() -> None:
    """30 s by default; the host may set it for this round."""
    table = lars().until(Phase.DISCUSSION)
    assert table.state.timer == Timer(30.0, (10,))
    table(c.SetTimer(180))
    table.wait(179)
    assert table.state.phase is Phase.DISCUSSION
    table.wait(1)
    assert table.state.phase is Phase.SPEECH


def test_speeches_grow_by_ten_seconds_from_the_next_round_on() -> None:
    """30 s, up to 60; never within the round."""
    table = lars().until(Phase.SPEECH)
    for _ in range(3):
        table(c.LongerSpeeches())
    assert table.refuses(c.LongerSpeeches()) is Reason.LONGEST_ALREADY
    table(c.Next())
    assert table.state.timer == Timer(30.0, (10,))
    to_nominations(table)
    table.until(Phase.SPEECH)
    assert table.state.timer == Timer(60.0, (10,))


def test_in_other_games_speeches_do_not_grow() -> None:
    """A minute is a minute."""
    assert seated("wma").until(Phase.SPEECH).refuses(c.LongerSpeeches()) is Reason.NOT_NOW


@pytest.mark.parametrize(
    ("rules", "first_killed", "opener"),
    [("lars", 4, 4), ("lars", None, 1), ("lars", 29, 1), ("wma", 4, 1)],
)
def test_the_first_killed_of_the_previous_game_opens(
    rules: str, first_killed: int | None, opener: int
) -> None:
    """Then the next clockwise; nobody there or another dialect: seat 1."""
    table = seated(rules, 10)
    table(c.Start(first_killed))
    table.until(Phase.SPEECH)
    assert (table.state.opener, table.state.speaker) == (opener, opener)
    table.until(Phase.RESULT)(c.Miss())
    assert table.until(Phase.SPEECH).state.opener == opener + 1


def test_who_was_killed_first_is_known_for_the_next_game() -> None:
    """The first of the first night with a victim."""
    table = lars()
    assert table.state.first_killed is None
    table.until(Phase.RESULT)(c.Kill(9))
    table.until(Phase.RESULT)(c.Kill(8))
    assert table.state.first_killed == 9


def test_two_fingers_make_a_nominee() -> None:
    """All point at once after the speeches; one finger does not."""
    table = to_nominations(lars())
    assert table(c.Fingers(5, 3)) == (ev.Pointed(5, 3), ev.Nominated(5, None))
    assert table(c.Fingers(6, 1)) == (ev.Pointed(6, 1),)
    assert table.refuses(c.Fingers(5, 2)) is Reason.ALREADY_NOMINATED
    assert table.refuses(c.Fingers(7, 9)) is Reason.TOO_MANY_VOTES
    assert table.refuses(c.Fingers(7, -1)) is Reason.TOO_MANY_VOTES
    assert table.refuses(c.Fingers(13, 2)) is Reason.SEAT_OFF_TABLE
    table(c.Nominate(7))
    assert table.state.nominees == (5, 7)


def test_nobody_nominates_in_his_speech() -> None:
    """The speech comes before the pointing."""
    assert lars().until(Phase.SPEECH).refuses(c.Nominate(5)) is Reason.NOT_NOW


def test_the_group_may_nominate_nobody() -> None:
    """«Дальше» on day 0, or any day: night."""
    table = to_nominations(lars())
    table(c.Next())
    assert table.events[0] == ev.VoteSkipped("no_nominees")
    assert table.state.night == 1


@pytest.mark.parametrize("day", [0, 1])
def test_a_lone_nominee_leaves_without_a_vote(day: int) -> None:
    """On any day; in the open game his card is shown and he says nothing."""
    table = to_nominations(lars(), day)
    table(c.Fingers(9, 2), c.Next())
    assert table.events[:3] == (
        ev.PlayerOut(9, Cause.VOTED), ev.VoteClosed((9,)), ev.RoleRevealed(9, "citizen"),
    )  # fmt: skip
    assert table.state.night == day + 1


def defended(table: Table, *seats: int) -> Table:
    """The defence of these nominees."""
    to_nominations(table)
    table(*[c.Fingers(seat, 2) for seat in seats], c.Next())
    return table


def test_nominees_defend_themselves_before_the_vote() -> None:
    """30 s each, in the order of nomination."""
    table = defended(lars(), 9, 8)
    assert (table.state.phase, table.state.speaker) == (Phase.DEFENCE, 9)
    table.wait(30)
    assert table.state.speaker == 8
    table.wait(30)
    assert (table.state.phase, table.state.candidates) == (Phase.COUNT, (9, 8))


def test_after_an_exclusion_nobody_defends_himself() -> None:
    """The vote is not held."""
    table = to_nominations(lars())
    table(c.Fingers(9, 2), c.Fingers(8, 2), c.Remove(12), c.Next())
    assert table.state.night == 1


def test_the_last_candidate_is_counted_and_a_non_voter_votes_against_himself() -> None:
    """Named by seat: candidate 8 has not voted, so his vote is his own."""
    table = defended(lars(), 9, 8).until(Phase.COUNT)
    table(c.Ballot((1, 2, 3, 4)))
    assert table.state.candidate == 8
    table(c.Ballot((5, 6, 7)))
    assert table.events[:3] == (
        ev.VotesCounted(8, 3, None, (5, 6, 7)), ev.OwnVoteCounted(9), ev.OwnVoteCounted(8),
    )  # fmt: skip
    assert out(table) == {9}


def test_a_candidate_who_has_voted_has_no_other_vote() -> None:
    """Only those who have not voted vote against themselves."""
    table = defended(lars(), 9, 8).until(Phase.COUNT)
    table(c.Ballot((8, 2)), c.Ballot((1, 3, 4)))
    assert ev.OwnVoteCounted(9) in table.events
    assert ev.OwnVoteCounted(8) not in table.events


def test_where_hands_were_only_counted_nobody_s_vote_is_known() -> None:
    """By numbers the votes that were not given are lost."""
    table = defended(lars(), 9, 8).until(Phase.COUNT)
    table(c.Vote(4), c.Vote(3))
    assert not table.has(ev.OwnVoteCounted)
    assert out(table) == {9}


def test_the_open_game_shows_the_card_and_has_no_last_word() -> None:
    """Killed or voted out: the role is told, then it goes on."""
    table = night(lars(), shooting=9)
    assert ev.RoleRevealed(9, "citizen") in table.events
    assert table.state.phase is Phase.DISCUSSION


def test_the_closed_game_shows_no_card_and_has_a_last_word() -> None:
    """30 s."""
    table = night(lars("lars-closed"), shooting=9)
    assert not table.has(ev.RoleRevealed)
    assert (table.state.phase, table.state.speaker) == (Phase.KILLED_LAST_WORD, 9)
    assert table.refuses(c.Reveal()) is Reason.NOT_NOW


def test_in_the_half_open_game_the_leaver_chooses() -> None:
    """Card or last word: the card ends it."""
    table = night(lars("lars-half"), shooting=9)
    assert table.state.phase is Phase.KILLED_LAST_WORD
    assert table(c.Reveal())[0] == ev.RoleRevealed(9, "citizen")
    assert table.state.phase is Phase.DISCUSSION
    table = night(seated("lars-half", 12), shooting=9)
    table.until(Phase.RESULT)(c.Kill(9))
    assert table(c.Reveal())[0] == ev.RoleRevealed(9, None)


@pytest.mark.parametrize(
    ("rules", "shown", "called"),
    [("lars", True, False), ("lars-closed", False, True), ("lars-half", False, True),
     ("lars-half", True, False)],
)  # fmt: skip
def test_roles_that_are_out_are_called_unless_their_card_was_shown(
    rules: str, shown: bool, called: bool
) -> None:
    """Closed and half-open tables hide who is out."""
    table = night(lars(rules), shooting=4)
    if shown and rules == "lars-half":
        table(c.Reveal())
    table.until(Phase.NOMINATION)
    seen = set()
    while table.state.phase is not Phase.RESULT:
        table(c.Next())
        seen.add(table.state.phase_name)
    assert ("night.role.doctor" in seen) == called


def test_the_open_game_tells_heals_shared_kills_and_checks() -> None:
    """The half-open one keeps the check to itself."""
    for rules, told in (("lars", True), ("lars-half", False)):
        table = lars(rules)
        at_slot(table, "night.role.doctor")(c.Choose(9))
        table.until(Phase.SHOOTING)(c.Choose(9))
        at_slot(table, "night.role.maniac")(c.Choose(9))
        table.until(Phase.SHERIFF)(c.Check(1))
        table.until(Phase.RESULT)(c.Next())
        assert {ev.Saved(9, told=True), ev.KillShared(9, told=True)} <= set(table.events)
        assert table.has(ev.CheckTold) == told


def test_the_doctor_heals_himself_once() -> None:
    """Twice is refused, and so is one seat on two nights running (S3)."""
    table = at_slot(lars(), "night.role.doctor")
    table(c.Choose(4))
    table.until(Phase.RESULT)(c.Next())
    assert at_slot(table, "night.role.doctor").refuses(c.Choose(4)) is Reason.NO_MORE_TIMES
    table(c.Choose(9))
    table.until(Phase.RESULT)(c.Next())
    assert at_slot(table, "night.role.doctor").refuses(c.Choose(9)) is Reason.HEALED_LAST_NIGHT


def test_zombie_at_5_with_4_and_6_out_takes_3_and_7() -> None:
    """S3's neighbours are the nearest living ones."""
    table = seated("lars-closed", 12, mafia=(1, 2), zombie=5).until(Phase.SPEECH)
    table(c.Remove(4), c.Remove(6))
    table.until(Phase.RESULT)(c.Kill(5))
    assert out(table) == {4, 6, 5, 3, 7}


def test_three_remarks_cost_speech_nomination_and_vote() -> None:
    """Only for the next round; he counts neither among the fingers nor among the voters."""
    table = lars().until(Phase.SPEECH).fouls(9, 3)
    defended(table, 8, 7).until(Phase.COUNT)
    assert table.state.voters == (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12)
    assert table.refuses(c.Ballot((9,))) is Reason.MAY_NOT_VOTE
    assert table.refuses(c.Vote(12)) is Reason.TOO_MANY_VOTES
    to_nominations(table, 1)
    assert 9 in table.state.voters


def test_remarks_to_the_dead() -> None:
    """Three miss the next game, one more and the other side wins."""
    table = lars().until(Phase.SPEECH)
    table(c.Remove(9), c.Foul(9), c.Foul(9))
    assert table.events == (ev.Warned(9, 2),)
    assert table(c.Foul(9, "knock")) == (ev.Warned(9, 3, "knock"), ev.NextGameMissed(9))
    assert table.state.player(9).fouls == 0
    assert table(c.Foul(9)) == (ev.Warned(9, 4), ev.GameStopped(9), ev.GameEnded("mafia"))


def test_hints_by_the_dead_may_give_the_game_away() -> None:
    """ППК of a player who is out."""
    table = lars().until(Phase.SPEECH)
    table(c.Remove(2), c.Ppk(2))
    assert table.state.winner == "town"


def gone(table: Table, *seats: int) -> Table:
    """These seats are removed by day."""
    table.until(Phase.SPEECH)
    for seat in seats:
        if table.state.phase is not Phase.OVER:
            table(c.Remove(seat))
    return table


@pytest.mark.parametrize(
    ("seats", "winner"),
    [
        ((1, 2, 5), "town"),
        ((5, 6, 7, 8, 9, 10, 11, 12), None),
        ((5, 6, 7, 8, 9, 10, 11, 12, 3), None),
        ((5, 8, 9, 10, 11, 12, 3, 4), "mafia"),
        ((1, 2, 3, 4, 6, 7, 8, 9, 10), None),
        ((1, 2, 3, 4, 6, 7, 8, 9, 10, 11), "maniac"),
        ((2, 3, 4, 6, 7, 8, 9, 10, 11, 12), None),
    ],
)
def test_lars_winners(seats: tuple[int, ...], winner: str | None) -> None:
    """Equal numbers win only without other active roles; the maniac one on one with a citizen."""
    table = gone(lars(), *seats)
    assert table.state.winner == winner


@pytest.mark.parametrize("name", ["lars", "lars-closed", "lars-half"])
def test_the_don_checks_by_agreement_only(name: str) -> None:
    """A group that wants it adds him to the order."""
    assert "don" not in rulesets.load(name).night.order
