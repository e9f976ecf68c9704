# SPDX-License-Identifier: MIT
"""Deeds: what each does to the night, in which order, and to whom it may be done.

Tables of six: the mafia at 1 and 2, and roles that the tests name, from catalogue and ruleset.
"""

from dataclasses import replace

import pytest

from tests.game.table import WMA, Table
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.decide import unanswered
from voice_host.game.expected import expected
from voice_host.game.night.deeds import DEEDS, by_team, chooses, deed_of, slot_of
from voice_host.game.night.resolve import Resolution, acted, resolution, safe, stopped, struck
from voice_host.game.possible import possible
from voice_host.game.refusals import Reason
from voice_host.game.roles import ROLES, Death, Role
from voice_host.game.rules import FirstNight, Night, Rules
from voice_host.game.rules import Table as Seats
from voice_host.game.state import Choice, Phase, State, new_game

OWN = {
    "thief": Role("mafia", "block"),
    "nurse": Role("town", "heal"),
    "hunter": Role("town", "kill", times=1),
    "spy": Role("mafia", seeks="sheriff"),
    "boss": Role("mafia", "shoot", seeks="sheriff"),
    "bomb": Role("town", death=Death.TAKE),
}
"""Roles that no ruleset that is shipped has."""


def rules(*order: str, roles: dict[str, int] | None = None, **night: object) -> Rules:
    """A table of six whose night calls these; the roles that are left are citizens."""
    seats = Seats(6, 6, 6, roles or {"mafia": 1}, free=True, optional=(*ROLES, *OWN))
    slots = Night(order=order or ("shooting",), shooting="wakes", **night)  # type: ignore[arg-type]
    first = FirstNight(agreement=0, don=0, sheriff=0)
    return replace(WMA, table=seats, night=slots, first_night=first, roles=OWN)


def night_of(*choices: tuple[str, int], **roles: str) -> State:
    """The first night with these choices entered: `s3="doctor"` sits a doctor at seat 3."""
    dealt = {int(seat[1:]): role for seat, role in {"s1": "mafia", "s2": "mafia", **roles}.items()}
    state = new_game(rules(), 6)
    players = tuple(replace(p, role=dealt.get(p.seat, "citizen")) for p in state.players)
    entered = tuple(Choice(1, role, seat) for role, seat in choices)
    return replace(state, players=players, night=1, choices=entered)


def killed(state: State) -> tuple[int, ...] | None:
    """Who dies by the choices entered."""
    night = resolution(state)
    return None if night is None else night.killed


def without(state: State, *seats: int) -> State:
    """The same night after these have been removed."""
    table = Table(state.rules, 6)
    table.state = replace(state, phase=Phase.RESULT)
    for seat in seats:
        table(c.Remove(seat))
    return table.state


# --- the night is played out ---


def test_hits_kill_in_the_order_in_which_they_were_chosen() -> None:
    """A team's and a lone killer's alike; whom two have chosen dies once and is told of."""
    state = night_of(("mafia", 5), ("maniac", 4), ("hunter", 5), s3="maniac", s6="hunter")
    assert resolution(state) == Resolution(killed=(5, 4), shared=(5,))


def test_a_saver_is_named_by_his_role_whichever_came_first() -> None:
    """The heal is played out before the hit, though it was entered after it."""
    state = night_of(("mafia", 5), ("nurse", 5), s3="nurse")
    assert resolution(state) == Resolution(saved=((5, "nurse"),), safe=frozenset({5}))
    assert safe(state) == {5}


def test_of_two_savers_the_first_is_named() -> None:
    """A seat is saved once."""
    state = night_of(("doctor", 5), ("nurse", 5), ("mafia", 5), s3="nurse", s4="doctor")
    night = resolution(state)
    assert night is not None and night.saved == ((5, "doctor"),)


def test_whoever_is_stopped_does_nothing_even_if_he_was_called_before() -> None:
    """A heal entered first is undone by the block entered after it."""
    state = night_of(("doctor", 5), ("mafia", 5), ("thief", 4), s3="thief", s4="doctor")
    assert (stopped(state), killed(state)) == ({4}, (5,))


def test_two_who_stop_each_other_are_both_stopped() -> None:
    """A block has worked when it is chosen."""
    state = night_of(("thief", 4), ("putana", 3), s3="thief", s4="putana")
    assert stopped(state) == {3, 4}


def test_a_block_holds_though_whoever_did_it_has_left_since() -> None:
    """Any other deed of somebody who has left comes to nothing."""
    state = night_of(("thief", 4), ("doctor", 5), ("mafia", 6), s3="thief", s4="doctor")
    assert stopped(without(state, 3)) == {4}
    gone = night_of(("doctor", 5), ("mafia", 5), s3="doctor", s4="sheriff")
    assert killed(without(gone, 3)) == (5,)


def test_a_team_shoots_while_one_of_it_can() -> None:
    """One stopped changes nothing, all stopped do not shoot."""
    one = night_of(("mafia", 5), ("putana", 1), s3="putana", s2="boss")
    assert killed(one) == (5,)
    both = night_of(("mafia", 5), ("putana", 1), ("thief", 2), s3="putana", s4="thief")
    assert killed(both) == ()


def test_nobody_who_has_left_is_killed() -> None:
    """Removed after he was chosen."""
    state = night_of(("mafia", 5), s3="doctor", s4="sheriff")
    assert killed(without(state, 5)) == ()


def test_whom_the_host_says_was_hit_stands_in_place_of_the_shots() -> None:
    """What is no killing still counts."""
    state = night_of(("mafia", 5), ("doctor", 6), s3="doctor")
    assert struck(state, (6, 4)) == Resolution(
        killed=(4,), saved=((6, "doctor"),), safe=frozenset({6})
    )


def test_nothing_is_known_of_a_night_while_the_roles_are_not() -> None:
    """The host resolves it himself; a night known to be quiet is another thing."""
    state = new_game(rules(), 6)
    state = replace(state, night=1, choices=(Choice(1, "doctor", 5), Choice(1, "mafia", 5)))
    assert (resolution(state), safe(state), stopped(state)) == (None, set(), set())
    assert resolution(night_of(s3="doctor")) == Resolution()
    assert struck(state, (5,)) == Resolution(killed=(5,))


def test_a_visitor_learns_of_whoever_has_acted_and_was_not_stopped() -> None:
    """A team has acted with one shot; who was blocked has not, nor who has no deed."""
    state = night_of(("mafia", 5), ("doctor", 5), ("putana", 4), s3="putana", s4="doctor")
    assert [acted(state, seat) for seat in range(1, 7)] == [True, True, True, False, False, False]


def test_of_whom_nothing_was_entered_a_visitor_does_not_know() -> None:
    """A slot that has passed without an answer is no idle night; «никого» is one."""
    state = replace(
        night_of(("doctor", 5), s3="putana", s4="doctor"),
        rules=rules("shooting", "putana", "doctor"),
    )
    assert [acted(state, seat) for seat in (1, 3, 4, 5)] == [None, None, True, False]
    declined = replace(state, choices=(*state.choices, Choice(1, "putana", None)))
    assert acted(declined, 3) is False
    assert acted(new_game(rules(), 6), 5) is None


@pytest.mark.parametrize("deed", DEEDS)
def test_every_deed_of_the_table_is_some_roles(deed: str) -> None:
    """No row that nobody does, no role whose row is missing."""
    assert deed in {role.deed for role in ROLES.values()}


def test_every_role_of_the_catalogue_does_a_deed_that_there_is() -> None:
    """Or none."""
    assert {role.deed for role in ROLES.values()} <= {"", *DEEDS}


# --- who does what ---


@pytest.mark.parametrize(
    ("role", "slot", "team", "own_choice"),
    [
        ("mafia", "shooting", True, True),
        ("godfather", "shooting", True, True),
        ("don", "shooting", False, False),
        ("boss", "shooting", False, False),
        ("yakuza", "yakuza", True, True),
        ("doctor", "doctor", False, True),
        ("killer", "killer", False, True),
        ("sheriff", "sheriff", False, False),
        ("spy", "spy", False, False),
        ("citizen", "citizen", False, False),
    ],
)
def test_where_a_role_acts_and_with_whom(
    role: str, slot: str, team: bool, own_choice: bool
) -> None:
    """A team's shot, a deed of his own, a check, or sleep."""
    table = rules()
    found = (slot_of(table, role), by_team(table, role), chooses(table, role))
    assert found == (slot, team, own_choice)


def test_the_sheriff_kills_only_where_the_ruleset_arms_him() -> None:
    """`night.sheriff_shoots`: he then chooses in the slot of his check."""
    assert deed_of(rules(), "sheriff") is None
    armed = rules(sheriff_shoots=True)
    assert deed_of(armed, "sheriff") is DEEDS["kill"] and chooses(armed, "sheriff")


@pytest.mark.parametrize(
    ("roles", "many"),
    [
        ({"mafia": 1, "sheriff": 1, "doctor": 1}, False),
        ({"mafia": 1, "don": 1, "thief": 1}, False),
        ({"mafia": 1, "yakuza": 1}, True),
        ({"mafia": 1, "hunter": 1}, True),
        ({"mafia": 1, "bomb": 1}, True),
    ],
)
def test_more_than_one_may_die_where_somebody_else_kills_or_a_death_brings_others(
    roles: dict[str, int], many: bool
) -> None:
    """Then «убиты» has a list."""
    table = rules(roles=roles)
    plain = replace(table, table=replace(table.table, optional=()))
    assert (c.KillAll not in possible(plain).lacks) is many


def test_a_rulesets_own_row_comes_before_the_catalogues() -> None:
    """A club's doctor may be another one."""
    club = replace(rules(), roles={"doctor": Role("mafia", "block")})
    assert (club.role("doctor").deed, club.side_of("doctor")) == ("block", "mafia")
    assert rules().role("doctor").deed == "heal"


# --- a slot ---


def called(role: str, **night: object) -> Table:
    """The slot of this role, which sits at 3, on the first night; the mafia has chosen 6."""
    table = Table(rules("shooting", role, roles={"mafia": 1, role: 1}, **night), 6)
    table(c.SetRoles(((1, "mafia"), (3, role))))
    table.until(Phase.SHOOTING)(c.Choose(6), c.Next())
    assert table.state.waking == role
    return table


def test_a_role_of_the_ruleset_does_the_deed_of_its_row() -> None:
    """The thief stops the whole mafia: the night is quiet."""
    table = called("thief")
    assert table(c.Choose(1)) == (ev.Chosen("thief", 1),)
    table(c.Next(), c.Next())
    assert table.state.alive == (1, 2, 3, 4, 5, 6)


def test_a_deed_of_the_ruleset_is_done_so_many_times() -> None:
    """`times` of the row; the first of them kills."""
    table = called("hunter")
    table(c.Choose(5), c.Next(), c.Next())
    assert table.state.alive == (1, 2, 3, 4)
    table.until(Phase.ROLE)
    assert table.refuses(c.Choose(4)) is Reason.NO_MORE_TIMES


@pytest.mark.parametrize("command", [c.Check(5), c.Choose(5)])
def test_a_role_that_only_seeks_checks_in_its_slot(command: c.Command) -> None:
    """By either word; a check a night."""
    table = called("spy")
    assert {c.Check, c.Choose} <= expected(table.state)
    assert table(command) == (ev.Checked("spy", 5, False),)
    assert table.refuses(command) is Reason.CHOSEN_ALREADY


def test_a_role_that_seeks_nobody_is_not_asked_to_check() -> None:
    """The doctor's slot takes a choice only."""
    table = called("doctor")
    assert c.Check not in expected(table.state)
    assert table.refuses(c.Check(5)) is Reason.NOT_NOW


def test_a_slot_of_a_role_that_checks_is_as_long_as_a_check() -> None:
    """`night.check` against `night.act`."""
    for role, seconds in (("spy", 7), ("thief", 12)):
        timer = called(role, check=7, act=12).state.timer
        assert timer is not None and timer.ends_at == seconds


def test_what_a_ruleset_limits_in_a_heal_holds_for_its_own_healer() -> None:
    """Himself so often, nobody twice running."""
    table = called("nurse", self_heals=0, heal_again=False)
    assert table.refuses(c.Choose(3)) is Reason.OWN_SEAT
    table(c.Choose(5), c.Next(), c.Next())
    table.until(Phase.ROLE)
    assert table.refuses(c.Choose(5)) is Reason.HEALED_LAST_NIGHT


def test_only_a_kill_without_number_is_a_duty() -> None:
    """`night.must_kill` binds the maniac; the hunter's single shot, and other deeds, may wait."""
    for role, bound in (("maniac", True), ("hunter", False), ("doctor", False)):
        table = called(role, must_kill=True)
        if bound:
            assert table.refuses(c.Next()) is Reason.MUST_CHOOSE
            table(c.Choose(5))
        table(c.Next())
        assert table.state.phase is Phase.RESULT


def test_a_role_that_turns_out_to_be_nobodys_while_it_is_awake_does_nothing() -> None:
    """The roles may be told in its slot, and at a free table it may not be among them."""
    table = Table(rules("doctor", "shooting", roles={"mafia": 1, "doctor": 1}), 6)
    table.until(Phase.ROLE)
    table(c.SetRoles(((1, "mafia"), (2, "sheriff"))))
    assert table.refuses(c.Choose(3)) is Reason.NOT_NOW


# --- nobody, and no answer ---


def test_whoever_chooses_nobody_has_answered() -> None:
    """A choice of nobody stands in the state; a slot that has passed leaves none."""
    declined, silent = called("doctor"), called("doctor")
    assert declined(c.Choose(None)) == (ev.Chosen("doctor", None),)
    assert declined.state.choices[-1] == Choice(1, "doctor", None)
    assert declined.refuses(c.Choose(5)) is Reason.CHOSEN_ALREADY
    silent(c.Next())
    assert [choice.role for choice in silent.state.choices] == ["mafia"]


def test_a_choice_of_nobody_does_nothing_and_is_no_deed() -> None:
    """Nobody is hit, saved or stopped, and a visitor finds him idle."""
    nobody = (Choice(1, "mafia", None), Choice(1, "doctor", None), Choice(1, "putana", None))
    state = replace(night_of(s3="doctor", s4="putana"), choices=nobody)
    assert (resolution(state), stopped(state), safe(state)) == (Resolution(), set(), set())
    assert not any(acted(state, seat) for seat in range(1, 7))


def test_a_choice_of_nobody_costs_none_of_the_times() -> None:
    """The hunter keeps his one shot for another night."""
    table = called("hunter")
    table(c.Choose(None), c.Next(), c.Next())
    table.until(Phase.ROLE)
    assert table(c.Choose(5)) == (ev.Chosen("hunter", 5),)


def test_a_duty_may_not_be_declined() -> None:
    """`night.must_kill`; elsewhere the maniac may."""
    assert called("maniac", must_kill=True).refuses(c.Choose(None)) is Reason.MUST_CHOOSE
    assert called("maniac")(c.Choose(None)) == (ev.Chosen("maniac", None),)


def test_a_check_is_of_somebody() -> None:
    """A role that only seeks has nothing to decline: its slot passes."""
    assert called("spy").refuses(c.Choose(None)) is Reason.NOT_NOW


def test_the_mafia_that_shoots_at_nobody_is_known_to_miss() -> None:
    """«Дальше» in the result is then an answer and needs no «да»; without a choice it is none."""
    table = Table(rules("shooting", roles={"mafia": 1}), 6)
    table(c.SetRoles(((1, "mafia"),)))
    table.until(Phase.SHOOTING)
    silent = table.state
    table(c.Choose(None), c.Next())
    assert (table.state.phase, unanswered(table.state)) == (Phase.RESULT, False)
    table.state = silent
    table(c.Next())
    assert unanswered(table.state)


def test_of_a_stopped_role_nobody_is_no_answer_either() -> None:
    """It is told that it can do nothing."""
    table = Table(rules("thief", "doctor", roles={"mafia": 1, "thief": 1, "doctor": 1}), 6)
    table(c.SetRoles(((1, "mafia"), (2, "thief"), (3, "doctor"))))
    table.until(Phase.ROLE)(c.Choose(3), c.Next())
    assert table.refuses(c.Choose(None)) is Reason.BLOCKED


@pytest.mark.parametrize(("second", "phase"), [(6, Phase.BEST_MOVE), (5, Phase.KILLED_LAST_WORD)])
def test_only_a_lone_victim_of_the_first_night_has_a_best_move(second: int, phase: Phase) -> None:
    """Chosen by two he is alone; two victims have none (S1)."""
    table = called("hunter")
    table(c.Choose(second), c.Next(), c.Next())
    assert table.state.phase is phase


def test_a_healer_heals_himself_as_often_as_the_ruleset_says() -> None:
    """Once is once."""
    table = called("nurse", self_heals=1)
    table(c.Choose(3), c.Next(), c.Next())
    table.until(Phase.ROLE)
    assert table.refuses(c.Choose(3)) is Reason.NO_MORE_TIMES
