# SPDX-License-Identifier: MIT
"""Standard nights: the slots in which roles are called, what they choose, the result.

The roles are called in equal slots whether they are still in the game or not, so that a
slot tells the table nothing.
"""

from voice_host.game import events as ev
from voice_host.game.commands import Check, Choose, Kill, KillAll, Miss, Recount
from voice_host.game.draft import Draft
from voice_host.game.night import deeds
from voice_host.game.night.deaths import die, show_roles
from voice_host.game.night.deeds import Asked, deed_of
from voice_host.game.night.first_night import plays
from voice_host.game.night.resolve import (
    Resolution,
    acted,
    holders,
    resolution,
    safe,
    stopped,
    struck,
)
from voice_host.game.phases import by_phone
from voice_host.game.phases.day import break_day
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.roles import DRAW, MAFIA, SHOOTING
from voice_host.game.seats import called, living, on_table
from voice_host.game.state import Cause, Choice, Phase, State

_PHASES = {SHOOTING: Phase.SHOOTING, "don": Phase.DON, "sheriff": Phase.SHERIFF}
"""Slots that have a phase of their own."""


def fall(draft: Draft) -> Phase | None:
    """Night falls; many nights running with the same number of players are a draw in some rules."""
    state, draw_nights = draft.state, draft.state.rules.ending.draw_nights
    level = state.level + 1 if state.headcount == len(state.alive) else 1
    draft.add(ev.NightFell(state.night + 1, level))
    if draw_nights and level >= draw_nights:
        draft.add(ev.GameEnded(DRAW))
        return None
    return _slot(draft, state.rules.night.order)


def next_slot(draft: Draft) -> Phase | None:
    """The next role that is called, or the result."""
    by_phone.settle_shots(draft)
    state, order = draft.state, draft.state.rules.night.order
    now = SHOOTING if state.phase is Phase.SHOOTING else state.waking
    return _slot(draft, order[order.index(now or "") + 1 :])


def _slot(draft: Draft, order: tuple[str, ...]) -> Phase | None:
    for slot in order:
        if _is_called(draft.state, slot):
            _begin(draft, slot)
            return None
    return Phase.RESULT


def _begin(draft: Draft, slot: str) -> None:
    role = None if slot == SHOOTING else slot
    draft.begin(_PHASES.get(slot, Phase.ROLE), _length(draft.state, slot), role=role)


def _length(state: State, slot: str) -> float:
    """Seconds of a slot. A count has one beat before the first number, one after each (S0)."""
    night = state.rules.night
    if slot == SHOOTING:
        return night.beat * (state.seats + 1) if night.shooting == "count" else night.shot
    return night.check if state.rules.role(slot).seeks else night.act


def _is_called(state: State, slot: str) -> bool:
    """Roles of the game are called, living or not, unless the table has seen that they are out."""
    if slot == SHOOTING:
        return True
    if not _length(state, slot):
        return False
    had = [p for p in state.players if p.role == slot]
    seen = bool(had) and all(p.out is not None and p.shown for p in had)
    gone = seen and not holders(state, slot)
    return plays(state, slot) and (state.rules.night.call_out or not gone)


def recount(draft: Draft) -> None:
    """Begin the count anew."""
    _begin(draft, SHOOTING)


def chooses(state: State) -> bool:
    """Does the slot that is on have a choice to enter?"""
    match state.phase:
        case Phase.SHOOTING:
            return state.rules.night.shooting == "wakes" or state.rules.led.phones
        case Phase.ROLE:
            return True
        case _:
            return state.waking is not None and deeds.chooses(state.rules, state.waking)


def checks(state: State) -> bool:
    """Does the role that is awake look for somebody?"""
    return state.waking is not None and bool(state.rules.role(state.waking).seeks)


Command = Recount | Check | Choose | Kill | KillAll | Miss


def apply(draft: Draft, command: Command) -> Phase | None:
    """Do what the command asks; answer the phase that the night's result leads to."""
    match command:
        case Recount():
            recount(draft)
        case Check(seat):
            check(draft, seat)
        case Choose(seat):
            choose(draft, seat)
        case Kill(seat):
            return kill(draft, (seat,))
        case KillAll(seats):
            return kill(draft, seats)
        case Miss():
            return _morning(draft, Resolution())
    return None


def check(draft: Draft, seat: int) -> None:
    """Note whom the role that is awake checks, with the answer if the roles are known.

    One check a night each (S2); a role that is known to be out or blocked checks nobody.
    """
    state, role = draft.state, called(draft.state.waking)
    on_table(state, seat)
    if _passed_over(state, role):
        return
    _refuse_powerless(state, role)
    if any((night, by) == (state.night, role) for night, by, _, _ in state.checks):
        raise Rejected(Reason.CHOSEN_ALREADY)
    draft.add(ev.Checked(role, seat, _found(state, role, seat)))


def _found(state: State, role: str, seat: int) -> bool | None:
    found = state.player(seat).role
    if found is None:
        return None
    return state.rules.role(role).seeks in (found, state.rules.side_of(found))


def choose(draft: Draft, seat: int | None) -> None:
    """Note what the role that is awake does with this seat; the check of a role without a deed.

    With no seat it declines, which is another thing than a slot without an answer. Each of a team
    that acts by phones has an aim of his own, until their slot is over.
    """
    state, role = draft.state, draft.state.waking or MAFIA
    if draft.by is not None and deeds.by_team(state.rules, role):
        _refuse_powerless(state, role)
        by_phone.shoot(draft, seat)
        return
    deed, times = deed_of(state.rules, role), state.rules.role(role).times
    if deed is None or not deeds.chooses(state.rules, role):
        if seat is None:
            raise Rejected(Reason.NOT_NOW)
        check(draft, seat)
        return
    if seat is not None:
        living(state, seat)
    if _passed_over(state, role):
        return
    _refuse_powerless(state, role)
    mine = [choice for choice in state.choices if choice.role == role]
    if any(choice.night == state.night for choice in mine):
        raise Rejected(Reason.CHOSEN_ALREADY)
    if seat is None:
        _decline(draft, role)
        return
    if not turns_left(state, role):
        raise Rejected(Reason.NO_MORE_TIMES, number=times)
    deed.permits(_asked(state, role, seat, mine))
    draft.add(ev.Chosen(role, seat))
    if deed.learns:
        draft.add(ev.Checked(role, seat, acted(state, seat)))


def turns_left(state: State, role: str) -> bool:
    """May this role act once more in this game?"""
    times = state.rules.role(role).times
    done = sum(c.seat is not None for c in state.choices if c.role == role)
    return not times or done < times


def _decline(draft: Draft, role: str) -> None:
    """The role does nothing this night and has said so; some rulesets let no maniac do so."""
    if must_choose(draft.state):
        raise Rejected(Reason.MUST_CHOOSE)
    draft.add(ev.Chosen(role, None))


def _asked(state: State, role: str, seat: int, mine: list[Choice]) -> Asked:
    """What a deed must know of the game to be permitted; `mine` is what the role did before."""
    own = [p.seat for p in state.players if p.role == role]
    return Asked(
        rules=state.rules.night,
        seat=seat,
        own=seat in own,
        own_before=sum(choice.seat in own for choice in mine),
        again=any((choice.night, choice.seat) == (state.night - 1, seat) for choice in mine),
    )


def _passed_over(state: State, role: str) -> bool:
    """Is the role out? What is entered for it is taken in silence: a word would tell whose."""
    return state.rules.led.sealed and state.roles_known and not holders(state, role)


def _refuse_powerless(state: State, role: str) -> None:
    """As far as it is known: the role is out, or somebody has blocked it."""
    if not state.roles_known:
        return
    able = holders(state, role)
    if not able:
        had = _who_had(state, role)
        raise Rejected(Reason.SEAT_OUT, seat=had) if had else Rejected(Reason.NOT_NOW)
    if stopped(state).issuperset(able):
        raise Rejected(Reason.BLOCKED, seat=able[0])


def _who_had(state: State, role: str) -> int | None:
    """The first seat of a role, or of the team that shoots.

    Nobody's, where the roles were told while it was awake and it is not among them.
    """
    dealt = ((p.seat, p.role) for p in state.players if p.role)
    return next((seat for seat, r in dealt if role in (r, state.rules.side_of(r))), None)


def must_choose(state: State) -> bool:
    """Is a role awake that is known to be able to act, may not decline, and has not chosen?"""
    role, rules = state.waking, state.rules
    if state.phase is not Phase.ROLE or role is None or not rules.night.must_kill:
        return False
    deed = deed_of(rules, role)
    if deed is None or not deed.duty or rules.role(role).times:
        return False
    chosen = any((c.night, c.role) == (state.night, role) for c in state.choices)
    return not chosen and not stopped(state).issuperset(holders(state, role))


def enter_result(draft: Draft) -> Phase | None:
    """Wait for the host to say whom the shots have hit, unless all that was done is known."""
    draft.begin(Phase.RESULT)
    return leave_result(draft) if resolves_itself(draft.state) else None


def resolves_itself(state: State) -> bool:
    """Is there nothing that only a host could have seen?

    Shots at a count are seen by him alone, unless each comes from a phone.
    """
    led, wakes = state.rules.led, state.rules.night.shooting == "wakes"
    return state.roles_known and led.sealed and (wakes or led.phones)


def leave_result(draft: Draft) -> Phase:
    """«Дальше»: what the choices entered this night come to.

    Where nobody knows the roles it is the host's answer, and says that nobody was killed.
    """
    return _morning(draft, resolution(draft.state) or Resolution())


def kill(draft: Draft, seats: tuple[int, ...]) -> Phase:
    """These living seats were hit; who is known to be safe was not."""
    if not seats:
        raise Rejected(Reason.WRONG_NUMBER_OF_SEATS, number=1)
    for seat in seats:
        living(draft.state, seat)
        if seats.count(seat) > 1:
            raise Rejected(Reason.REPEATED_SEAT, seat=seat)
        if seat in safe(draft.state):
            raise Rejected(Reason.HEALED, seat=seat)
    return _morning(draft, struck(draft.state, seats))


def _morning(draft: Draft, night: Resolution) -> Phase:
    """The dead leave and the day breaks; then the table may hear more of the night (S3)."""
    tells = draft.state.rules.night.tells
    gone = die(draft, night.killed, Cause.KILLED, night.safe)
    after = break_day(draft, gone)
    show_roles(draft, *gone)
    for seat, role in night.saved:
        draft.add(ev.Saved(seat, told="heal" in tells, role=role))
    for seat in night.shared:
        draft.add(ev.KillShared(seat, told="shared_kill" in tells))
    for role, found in _findings(draft.state) if "check" in tells else ():
        draft.add(ev.CheckTold(role, found))
    return after


def _findings(state: State) -> list[tuple[str, bool]]:
    """What checks for the mafia have found this night, as far as it is known, and whose."""
    return [
        (role, found)
        for night, role, _, found in state.checks
        if night == state.night and found is not None and state.rules.role(role).seeks == MAFIA
    ]
