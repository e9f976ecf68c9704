# SPDX-License-Identifier: MIT
"""City games: roles that choose at night, how a night is resolved, who has won."""

from dataclasses import replace

import pytest

from tests.dialects.evening import at_slot, night, out, seated
from tests.game.table import Table
from tests.game.variants import CLANS, DUTY
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.refusals import Reason
from voice_host.game.state import Cause, Phase

CITY = rulesets.load("city")


def city() -> Table:
    """Don 1, mafia 2 and 3, putana 4, commissioner 5, doctor 6, maniac 7, citizens 8–12."""
    return seated("city", don=1, mafia=(2, 3), putana=4, sheriff=5, doctor=6, maniac=7)


def clans() -> Table:
    """Mafia 1–4 (don, two, killer), yakuza 5–7, werewolf 8, sheriff 9, doctor 10, kamikaze 11,
    zombies 12 and 13, citizens 14–16."""
    return seated(CLANS, don=1, mafia=(2, 3), killer=4, yakuza=(5, 6, 7), werewolf=8, sheriff=9,
                  doctor=10, kamikaze=11, zombie=(12, 13))  # fmt: skip


def names(table: Table, first: str, last: Phase) -> list[str]:
    """The phases from the first one of this name until the last."""
    at_slot(table, first)
    seen = [table.state.phase_name]
    while table.state.phase is not last:
        table(c.Next())
        seen.append(table.state.phase_name)
    return seen


def test_each_role_meets_the_host() -> None:
    """Agreement, don, commissioner, then the others, 10 s each."""
    assert names(seated("city"), "night0.agreement", Phase.SPEECH) == [
        "night0.agreement", "night0.don", "night0.sheriff", "night0.role.doctor",
        "night0.role.maniac", "night0.role.putana", "day.speech",
    ]  # fmt: skip


def test_all_roles_wake_in_the_order_of_the_ruleset() -> None:
    """Known or not, living or not."""
    order = ["night.role.putana", "night.role.doctor", "night.shooting", "night.role.maniac",
             "night.don", "night.sheriff", "night.result"]  # fmt: skip
    assert names(seated("city"), "night.role.putana", Phase.RESULT) == order
    table = city().until(Phase.SPEECH)
    table(c.Remove(4), c.Remove(6))
    assert names(table, "night.role.putana", Phase.RESULT) == order


def test_the_group_may_add_roles() -> None:
    """A killer and a kamikaze in the city; a game without mafia is none."""
    table = seated("city", don=1, mafia=2, killer=3, commissioner=4, kamikaze=5)
    assert names(table, "night.shooting", Phase.RESULT) == [
        "night.shooting", "night.role.killer", "night.don", "night.sheriff", "night.result",
    ]  # fmt: skip
    assert seated("city").refuses(c.SetRoles(((1, "doctor"),))) is Reason.BAD_ROLES


def test_roles_that_do_not_play_are_not_called() -> None:
    """When the roles are known; else all the usual ones are called."""
    table = seated("city", 8, don=1, mafia=2, sheriff=3, doctor=4, maniac=5)
    assert "night.role.putana" not in names(table, "night.role.doctor", Phase.RESULT)
    assert "night.role.putana" in names(seated("city", 8), "night.role.putana", Phase.RESULT)


def test_the_shot_kills() -> None:
    """The mafia's choice dies."""
    assert out(night(city(), shooting=8)) == {8}


def test_two_kills_of_one_seat_are_one_death() -> None:
    """Mafia and maniac choose the same seat."""
    table = night(city(), shooting=8, maniac=8)
    assert out(table) == {8}
    assert ev.KillShared(8, told=False) in table.events


def test_two_victims_die_in_one_night() -> None:
    """Both have a last word, in the order of the kills."""
    table = night(city(), shooting=9, maniac=8)
    assert out(table) == {8, 9}
    assert (table.state.speaker, table.state.queue) == (9, (8,))


def test_the_doctor_saves_from_all_kills() -> None:
    """Healed: neither mafia nor maniac kills."""
    table = night(city(), doctor=8, shooting=8, maniac=8)
    assert out(table) == set()
    assert ev.Saved(8, told=False) in table.events
    assert ev.DayBroke(1, ()) in table.events


def test_whom_the_doctor_healed_the_host_cannot_kill_by_mistake() -> None:
    """«Убит восьмой» is refused when the engine knows that he was healed."""
    table = at_slot(city(), "night.role.doctor")
    table(c.Choose(8))
    assert table.until(Phase.RESULT).refuses(c.Kill(8)) is Reason.HEALED
    assert table.refuses(c.KillAll((7, 8))) is Reason.HEALED


def test_the_host_may_name_two_victims() -> None:
    """«Убиты второй и девятый», where two can die."""
    table = city().until(Phase.RESULT)
    assert table.refuses(c.KillAll((2, 2))) is Reason.REPEATED_SEAT
    assert table.refuses(c.KillAll(())) is Reason.WRONG_NUMBER_OF_SEATS
    table(c.KillAll((2, 9)))
    assert out(table) == {2, 9}


def test_in_sport_nobody_names_two_victims() -> None:
    """One shot, one victim."""
    assert seated("wma").until(Phase.RESULT).refuses(c.KillAll((2, 9))) is Reason.NOT_NOW


@pytest.mark.parametrize(
    ("choices", "dead"),
    [
        ({"putana": 7, "maniac": 8}, set()),
        ({"putana": 6, "doctor": 8, "shooting": 8}, {8}),
        ({"putana": 2, "shooting": 8}, {8}),
        ({"putana": 8, "shooting": 9}, {9}),
    ],
)
def test_the_putana_blocks_one_seat(choices: dict[str, int], dead: set[int]) -> None:
    """A blocked maniac or doctor does nothing; of a team the others still shoot."""
    table = city()
    blocked = choices["putana"]
    if blocked in (6, 7):
        role = "doctor" if blocked == 6 else "maniac"
        at_slot(table, "night.role.putana")(c.Choose(blocked))
        assert at_slot(table, f"night.role.{role}").refuses(c.Choose(8)) is Reason.BLOCKED
        if "shooting" in choices:
            table.until(Phase.SHOOTING)(c.Choose(choices["shooting"]))
        table.until(Phase.RESULT)(c.Next())
    else:
        night(table, **choices)
    assert out(table) == dead


def test_a_block_that_comes_late_still_counts() -> None:
    """Whatever the order in which roles are called, the block is resolved first."""
    order = ("doctor", "shooting", "maniac", "putana", "don", "sheriff")
    rules = replace(CITY, night=replace(CITY.night, order=order))
    table = seated(rules, don=1, mafia=(2, 3), putana=4, sheriff=5, doctor=6, maniac=7)
    assert out(night(table, doctor=8, shooting=8, putana=6)) == {8}


def test_a_lone_shooter_can_be_blocked() -> None:
    """When the team is one, its shot is stopped."""
    table = city().until(Phase.SPEECH)
    table(c.Remove(1), c.Remove(2))
    at_slot(table, "night.role.putana")(c.Choose(3))
    assert table.until(Phase.SHOOTING).refuses(c.Choose(8)) is Reason.BLOCKED


def test_a_blocked_commissioner_checks_nobody() -> None:
    """His slot comes, the check is refused."""
    table = at_slot(city(), "night.role.putana")
    table(c.Choose(5))
    assert table.until(Phase.SHERIFF).refuses(c.Check(1)) is Reason.BLOCKED


@pytest.mark.parametrize(("seat", "found"), [(1, True), (4, True), (7, False), (8, False)])
def test_the_commissioner_finds_the_mafia(seat: int, found: bool) -> None:
    """The putana is of the mafia, the maniac is not."""
    table = city().until(Phase.SHERIFF)
    assert table(c.Check(seat)) == (ev.Checked("sheriff", seat, found),)


def test_choices_are_one_a_night_of_living_seats() -> None:
    """Wrong, dead, or chosen already."""
    table = at_slot(city(), "night.role.doctor")
    assert table.refuses(c.Choose(13)) is Reason.SEAT_OFF_TABLE
    table(c.Choose(8))
    assert table.refuses(c.Choose(9)) is Reason.CHOSEN_ALREADY
    table.until(Phase.RESULT)(c.Kill(9))
    assert at_slot(table, "night.role.doctor").refuses(c.Choose(9)) is Reason.SEAT_OUT


def test_a_target_removed_in_the_night_is_not_killed_too() -> None:
    """He stays removed; the shot hits nobody."""
    table = city().until(Phase.SHOOTING)
    table(c.Choose(8), c.Remove(8))
    table.until(Phase.RESULT)(c.Next())
    assert table.state.player(8).out is Cause.REMOVED
    assert table.state.killed == ()


def test_a_team_of_a_don_alone_that_is_out_shoots_nobody() -> None:
    """With a maniac left the game goes on, and so do the slots."""
    table = seated("city", 8, don=1, maniac=2).until(Phase.SPEECH)
    table(c.Remove(1))
    assert table.until(Phase.SHOOTING).refuses(c.Choose(8)) is Reason.SEAT_OUT


def test_a_role_that_is_out_chooses_nobody() -> None:
    """The dead doctor's slot gives nothing."""
    table = city().until(Phase.SPEECH)
    table(c.Remove(6))
    assert at_slot(table, "night.role.doctor").refuses(c.Choose(8)) is Reason.SEAT_OUT


def test_with_roles_unknown_choices_are_noted_and_the_host_resolves() -> None:
    """The engine does not know who was blocked: «дальше» is a quiet night."""
    table = night(seated("city"), putana=7, maniac=8, shooting=8)
    assert out(table) == set()
    table.until(Phase.RESULT)(c.Kill(8))
    assert out(table) == {8}


def test_the_city_doctor_never_heals_himself_nor_one_seat_twice_running() -> None:
    """S0's variation."""
    table = at_slot(city(), "night.role.doctor")
    assert table.refuses(c.Choose(6)) is Reason.OWN_SEAT
    table(c.Choose(8))
    table.until(Phase.RESULT)(c.Next())
    assert at_slot(table, "night.role.doctor").refuses(c.Choose(8)) is Reason.HEALED_LAST_NIGHT
    table(c.Choose(9))
    table.until(Phase.RESULT)(c.Next())
    at_slot(table, "night.role.doctor")(c.Choose(8))


def left(table: Table, *alive: int) -> Table:
    """By day: everybody else is removed."""
    table.until(Phase.SPEECH)
    for seat in range(1, table.state.seats + 1):
        if seat not in alive and table.state.phase is not Phase.OVER:
            table(c.Remove(seat))
    return table


@pytest.mark.parametrize(
    ("alive", "winner"),
    [
        ((5, 6, 8), "town"),
        ((4, 8), "mafia"),
        ((7, 8), None),
        ((1, 7), None),
        ((1, 7, 8), None),
        ((7,), "maniac"),
    ],
)
def test_city_winners(alive: tuple[int, ...], winner: str | None) -> None:
    """Town: no mafia, no maniac. Mafia: equal and no maniac. Maniac: the last one alive."""
    order = [seat for seat in (8, 9, 10, 11, 12, 5, 6, 4, 3, 2, 1, 7) if seat not in alive]
    table = city().until(Phase.SPEECH)
    for seat in order:
        if table.state.phase is not Phase.OVER:
            table(c.Remove(seat))
    assert table.state.winner == winner


def test_nobody_left_is_a_draw() -> None:
    """Mafia and maniac kill each other in the last night."""
    table = city().until(Phase.SPEECH)
    for seat in (8, 9, 10, 11, 12, 5, 6, 4, 3, 2):
        table(c.Remove(seat))
    night(table, shooting=7, maniac=1)
    assert (table.state.phase, table.state.winner) == (Phase.OVER, "draw")


def test_the_maniac_of_a_strict_table_must_kill() -> None:
    """He may not decline by word; time ends his slot as any, or its length would tell he lives."""
    table = seated(DUTY, mafia=(1, 2), maniac=3, putana=4, kamikaze=5, lunatic=6)
    at_slot(table, "night.role.maniac")
    assert table.refuses(c.Next()) is Reason.MUST_CHOOSE
    table(c.Choose(7))
    table(c.Next())
    assert table.state.phase_name == "night.role.lunatic"
    table.until(Phase.RESULT)(c.Next())
    at_slot(table, "night.role.maniac").wait(10)
    assert table.state.phase_name == "night.role.lunatic"
    table.until(Phase.RESULT)(c.Next())
    at_slot(table, "night.role.putana")(c.Choose(3))
    assert at_slot(table, "night.role.lunatic").state.phase is Phase.ROLE


def nyu() -> Table:
    """Mafia 1–4, commissioner 5, cop 6, doctor 7, lunatic 8, putana 9, citizens 10–12."""
    return seated("nyu", mafia=(1, 2, 3, 4), sheriff=5, cop=6, doctor=7, lunatic=8, putana=9)


def test_the_cards_of_nyu() -> None:
    """Twelve cards, the putana plays for the town."""
    table = nyu().until(Phase.SHERIFF)
    assert table(c.Check(9)) == (ev.Checked("sheriff", 9, False),)
    left(table, 9, 10, 11)
    assert table.state.winner == "town"


def test_the_cop_inherits_the_check() -> None:
    """When the commissioner is out the cop checks in his slot; without both nobody does."""
    table = nyu().until(Phase.SPEECH)
    table(c.Remove(5))
    assert table.until(Phase.SHERIFF)(c.Check(1)) == (ev.Checked("sheriff", 1, True),)
    table(c.Remove(6))
    table.until(Phase.SPEECH)
    assert table.until(Phase.SHERIFF).refuses(c.Check(2)) is Reason.SEAT_OUT


@pytest.mark.parametrize(
    ("visited", "acted"), [(7, True), (1, True), (5, True), (9, True), (10, False), (6, False)]
)
def test_the_lunatic_learns_whether_a_seat_has_acted(visited: int, acted: bool) -> None:
    """Doctor, shooters, commissioner and putana have; a citizen and a waiting cop have not."""
    table = at_slot(nyu(), "night.role.putana")
    table(c.Choose(10))
    at_slot(table, "night.role.doctor")(c.Choose(11))
    table.until(Phase.SHOOTING)(c.Choose(12))
    table.until(Phase.SHERIFF)(c.Check(1))
    at_slot(table, "night.role.lunatic")(c.Choose(visited))
    assert table.events[1] == ev.Checked("lunatic", visited, acted)


def test_the_lunatic_of_an_open_game_is_answered_by_the_host() -> None:
    """The engine does not know."""
    table = at_slot(seated("nyu"), "night.role.lunatic")
    assert table(c.Choose(5))[1] == ev.Checked("lunatic", 5, None)


def test_two_clans_shoot_one_seat() -> None:
    """Both clans and the sheriff: one death; a healed one: none."""
    assert out(night(clans(), shooting=14, yakuza=14)) == {14}
    assert out(night(clans(), shooting=14, yakuza=14, sheriff=14, doctor=14)) == set()


def test_the_killer_kills_once_a_game() -> None:
    """A second kill of the mafia, one night only."""
    table = night(clans(), shooting=14, killer=15)
    assert out(table) == {14, 15}
    assert at_slot(table, "night.role.killer").refuses(c.Choose(16)) is Reason.NO_MORE_TIMES


def test_the_sheriff_may_shoot_where_the_ruleset_allows_it() -> None:
    """In the slot of his check."""
    assert out(night(clans(), sheriff=5)) == {5}
    assert city().until(Phase.SHERIFF).refuses(c.Choose(5)) is Reason.NOT_NOW


def test_what_the_morning_makes_public() -> None:
    """Heals, shared kills and the check's finding, where the ruleset tells them."""
    table = clans().until(Phase.SHERIFF)
    table(c.Check(1))
    table.until(Phase.RESULT)(c.Miss())
    assert ev.CheckTold("sheriff", found=True) in table.events
    table = night(clans(), shooting=14, yakuza=14, doctor=14)
    assert {ev.Saved(14, told=True), ev.KillShared(14, told=True)} <= set(table.events)


def test_zombies_neighbours_die_too_and_a_chain_settles() -> None:
    """12 is shot: 11 and 13 die; 13 is a zombie as well: 14. 11 is a kamikaze and chooses."""
    table = night(clans(), shooting=12)
    assert table.events[:4] == (
        ev.PlayerOut(12, Cause.KILLED), ev.PlayerOut(11, Cause.TAKEN),
        ev.PlayerOut(13, Cause.TAKEN), ev.PlayerOut(14, Cause.TAKEN),
    )  # fmt: skip
    assert (table.state.phase, table.state.speaker) == (Phase.REVENGE, 11)
    table(c.Take(5))
    assert (table.state.phase, table.state.speaker) == (Phase.KILLED_LAST_WORD, 12)
    assert table.state.queue == (11, 13, 14, 5)
    assert out(table) == {5, 11, 12, 13, 14}


def test_the_doctor_s_patient_survives_a_neighbour_s_death() -> None:
    """He is saved from all deaths of that night."""
    assert out(night(clans(), shooting=12, doctor=11)) == {12, 13, 14}


def test_neighbours_are_the_nearest_living_around_the_table() -> None:
    """Seats that are out are passed over, and 16 sits beside 1."""
    table = clans().until(Phase.SPEECH)
    for seat in (11, 14, 15, 16):
        table(c.Remove(seat))
    assert out(night(table, shooting=13)) - {11, 14, 15, 16} == {13, 12, 1, 10}


def test_the_kamikaze_may_take_nobody() -> None:
    """«Дальше», or his time is up."""
    table = night(clans(), shooting=11)
    assert table.state.phase is Phase.REVENGE
    table.wait(20)
    assert out(table) == {11}
    assert table.state.phase is Phase.KILLED_LAST_WORD


def test_a_kamikaze_who_is_voted_out_takes_a_zombie() -> None:
    """By day too, with the zombie's neighbours; all have last words in turn."""
    table = clans().until(Phase.SPEECH)
    table(c.Nominate(11), c.Next(), c.Nominate(2))
    table.until(Phase.COUNT)(c.Vote(16))
    assert (table.state.phase, table.state.speaker) == (Phase.REVENGE, 11)
    assert table.refuses(c.Take(11)) is Reason.SEAT_OUT
    table(c.Take(13))
    assert ev.Taken(11, (13, 12, 14, 10), ()) in table.events
    assert out(table) == {11, 13, 12, 14, 10}
    assert (table.state.phase, table.state.speaker) == (Phase.VOTED_LAST_WORD, 11)


def test_an_excluded_kamikaze_takes_nobody() -> None:
    """A removal is no death of the game."""
    table = clans().until(Phase.SPEECH)
    table(c.Remove(11), c.Remove(12))
    assert out(table) == {11, 12}


def test_the_werewolf_turns_when_the_first_of_the_mafia_dies() -> None:
    """From that moment he is of the mafia, for checks, shots and the count of sides."""
    table = night(clans(), sheriff=4)
    assert ev.RoleTurned(8, "mafia") in table.events
    assert table.until(Phase.SHERIFF)(c.Check(8)) == (ev.Checked("sheriff", 8, True),)


def test_a_werewolf_is_town_until_then() -> None:
    """A removal turns nobody."""
    table = clans().until(Phase.SPEECH)
    table(c.Remove(1))
    assert table.until(Phase.SHERIFF)(c.Check(8)) == (ev.Checked("sheriff", 8, False),)


def test_in_an_open_game_the_host_says_whom_a_death_has_taken() -> None:
    """Roles unknown: the card is seen, the host says who goes along."""
    table = seated(CLANS).until(Phase.RESULT)
    table(c.Kill(12))
    table.until(Phase.KILLED_LAST_WORD)(c.Take(13))
    assert table.events[-1] == ev.Taken(12, (13,), (13,))
    table(c.Next())
    assert (table.state.phase, table.state.speaker) == (Phase.KILLED_LAST_WORD, 13)


def test_one_who_is_taken_while_speaking_loses_the_floor() -> None:
    """The next one speaks; a nominee who was taken is not voted."""
    table = seated(CLANS).until(Phase.SPEECH)
    table(c.Nominate(7), c.Take(1))
    assert table.state.speaker == 2
    table(c.Nominate(8), c.Next(), c.Nominate(9), c.Take(7))
    table.until(Phase.COUNT)
    assert table.state.candidates == (8, 9)


def test_yakuza_and_mafia_are_rivals() -> None:
    """Neither has won while the other lives; then equal numbers do."""
    table = clans().until(Phase.SPEECH)
    for seat in (8, 9, 10, 12, 13, 14, 15, 16, 11, 3, 2, 4):
        table(c.Remove(seat))
    assert table.state.phase is not Phase.OVER
    table(c.Remove(1))
    assert table.state.winner == "yakuza"


def test_an_absolute_majority_is_more_than_half() -> None:
    """7:5:4 of sixteen is not enough: the two best speak and are voted again."""
    table = clans().until(Phase.SPEECH)
    table(c.Nominate(14), c.Next(), c.Nominate(15), c.Next(), c.Nominate(16))
    table.until(Phase.COUNT)(c.Vote(7), c.Vote(4))
    assert (table.state.phase, table.state.tied) == (Phase.TIE_SPEECH, (14, 16))
    table.until(Phase.REVOTE)(c.Vote(9))
    assert table.state.leaving == (14,)


@pytest.mark.parametrize(
    ("first", "second", "after"),
    [(8, 8, Phase.TIE_SPEECH), (8, 5, Phase.TIE_SPEECH), (9, 7, Phase.VOTED_LAST_WORD)],
)
def test_half_of_an_even_table_is_no_majority(first: int, second: int, after: Phase) -> None:
    """Sixteen vote: eight are not more than half of them, nine are."""
    table = clans().until(Phase.SPEECH)
    table(c.Nominate(14), c.Next(), c.Nominate(15), c.Next(), c.Nominate(16))
    table.until(Phase.COUNT)(c.Vote(first), c.Vote(second))
    assert table.state.phase is after
    assert table.state.leaving == ((14,) if after is Phase.VOTED_LAST_WORD else ())


def test_whom_a_dying_kamikaze_takes_shows_his_card_where_cards_are_shown() -> None:
    """His own card is seen with the vote, the other one's with his death."""
    table = Table(replace(CLANS, reveal="always"), 16)
    table(c.SetRoles(tuple((p.seat, p.role) for p in clans().state.players if p.role)))
    table.until(Phase.SPEECH)(c.Nominate(11), c.Next(), c.Nominate(16))
    table.until(Phase.COUNT)(c.Vote(16))
    assert (table.state.phase, table.state.player(11).shown) == (Phase.REVENGE, True)
    table(c.Take(15))
    assert ev.RoleRevealed(15, "citizen") in table.events
    assert table.state.player(15).shown


def duty() -> Table:
    return seated(DUTY, mafia=(1, 2), maniac=3, putana=4, kamikaze=5, lunatic=6)


def test_everybody_may_vote_for_many() -> None:
    """Each candidate is counted, the last one too."""
    table = duty().until(Phase.SPEECH)
    table(c.Nominate(7), c.Next(), c.Nominate(8))
    table.until(Phase.COUNT)(c.Ballot((1, 2, 3, 4, 5)))
    assert table.state.candidate == 8
    table(c.Ballot((1, 2, 3, 4, 5, 6)))
    assert table.state.leaving == (8,)
