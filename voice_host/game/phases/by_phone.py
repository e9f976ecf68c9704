# SPDX-License-Identifier: MIT
"""What players do themselves where nobody leads: signs, hands, pointing, shots, fouls they call.

Nothing that one of them does ends a night's slot or a vote: what it comes to is counted when
the time is over, so that neither its length nor its end tells of anybody. Which seat may do what
is `expected`'s to say.
"""

from typing import Literal

from voice_host.game import events as ev
from voice_host.game import phone_events as ph
from voice_host.game.commands import Foul, Ppk, Remove
from voice_host.game.draft import Draft
from voice_host.game.night.resolve import holders, stopped
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.roles import MAFIA
from voice_host.game.seats import living, on_table
from voice_host.game.state import Aim, Phase, State


def sign(draft: Draft) -> bool:
    """A seat is ready; True when the phase ends with it, as the deal does when all have looked."""
    by = _seat(draft)
    if by not in draft.state.signs:
        draft.add(ph.SignGiven(by))
    state = draft.state
    return state.phase is Phase.DEAL and set(state.alive) <= set(state.signs)


def raise_hand(draft: Draft) -> None:
    """A seat votes for the candidate now called, or for all tied players to leave."""
    _may_vote(draft.state, _seat(draft))
    sign(draft)


def _seat(draft: Draft) -> int:
    """Whose phone it is: nobody else can do what is done here."""
    if draft.by is None:
        raise Rejected(Reason.NOT_YOURS)
    return draft.by


def _may_vote(state: State, seat: int) -> None:
    if seat not in state.voters:
        raise Rejected(Reason.MAY_NOT_VOTE, seat=seat)
    asked = state.tallies if state.phase is not Phase.RAISE else ()
    voted = any(seat in tally.voters for tally in asked)
    if voted and not state.rules.votes.each:
        raise Rejected(Reason.VOTED_ALREADY, seat=seat)


def point(draft: Draft, seat: int) -> None:
    """Point at a player to put him up; the last one counts."""
    by = _seat(draft)
    living(draft.state, seat)
    if by not in draft.state.voters:
        raise Rejected(Reason.MAY_NOT_VOTE, seat=by)
    _aim(draft, by, seat)


def count_fingers(draft: Draft) -> None:
    """The time to point is over: so many fingers make a nominee, in the order of the seats."""
    aims, needed = last_aims(draft.state), draft.state.rules.nominations.fingers
    for seat in sorted({aim for aim in aims.values() if aim is not None}):
        number = sum(aim == seat for aim in aims.values())
        draft.add(ev.Pointed(seat, number))
        if number >= needed:
            draft.add(ev.Nominated(seat, None))


def shoot(draft: Draft, seat: int | None) -> None:
    """One of a team aims by night. At a count the shot goes to the number that is called then.

    It is refused neither for whom it is aimed at nor for who aims: his team sees him point, and
    must not see that somebody has stopped him. What he does then counts for nothing.
    """
    state, by = draft.state, _seat(draft)
    if state.rules.night.shooting == "count" and state.phase is Phase.SHOOTING:
        counted = state.rules.led.shots == "count"
        seat = called(state, draft.now) if counted else seat
        if seat is None or (counted and by in last_aims(state)):
            return  # between two numbers nobody is hit, and one shot is all he has
        if not 1 <= seat <= state.seats:
            raise Rejected(Reason.SEAT_OFF_TABLE, seat=seat, seats=state.seats)
    elif seat is not None:
        living(state, seat)
    _aim(draft, by, seat)


def called(state: State, now: float) -> int | None:
    """The number that is being called in a count: from its onset to the next one's."""
    beat = state.rules.night.beat
    if state.timer is None:
        return None
    began = state.timer.ends_at - beat * (state.seats + 1)
    number = int((now - began) / beat)
    return number if 1 <= number <= state.seats else None


def settle_shots(draft: Draft) -> None:
    """The slot is over: what the team's aims come to is its choice."""
    state = draft.state
    if not last_aims(state).keys() - stopped(state):
        return
    role = state.waking or MAFIA
    draft.add(ev.Chosen(role, _agreed(state, role)))


def _agreed(state: State, role: str) -> int | None:
    """Whom a team has chosen: at a count all who shoot must have hit one living seat.

    Where it wakes, the choice of who decides counts, else the last that all who can had in common.
    """
    aims = last_aims(state)
    if state.rules.night.shooting == "count" and state.phase is Phase.SHOOTING:
        hit = {seat for by, seat in aims.items() if by not in stopped(state)}
        seat = next(iter(hit))
        return seat if len(hit) == 1 and seat in state.alive else None
    able = [seat for seat in holders(state, role) if seat not in stopped(state)]
    for seat in able:
        if state.player(seat).role in state.rules.night.decides:
            return aims.get(seat)
    return _last_common(state.aims, able)


def _last_common(aims: tuple[Aim, ...], able: list[int]) -> int | None:
    """The last seat at which all of these aimed at once."""
    now: dict[int, int | None] = {}
    common = None
    for aim in aims:
        now[aim.by] = aim.seat
        wanted = {now.get(seat) for seat in able}
        common = wanted.pop() if len(wanted) == 1 and aim.seat is not None else common
    return common


def last_aims(state: State) -> dict[int, int | None]:
    """Whom each seat points at now."""
    return {aim.by: aim.seat for aim in state.aims}


def _aim(draft: Draft, by: int, seat: int | None) -> None:
    aims = last_aims(draft.state)
    if by not in aims or aims[by] != seat:
        draft.add(ph.Aimed(by, seat))


_WANTS: dict[type[Foul | Remove | Ppk], Literal["foul", "remove", "ppk"]] = {
    Foul: "foul",
    Remove: "remove",
    Ppk: "ppk",
}


def accuse(draft: Draft, command: Foul | Remove | Ppk) -> bool:
    """A player calls for a foul, a removal, ППК; True when enough of the living have by now.

    Half of them make a foul; what cannot be borne again takes more than half.
    """
    by, wants = _seat(draft), _WANTS[type(command)]
    seat = on_table(draft.state, command.seat).seat
    draft.add(ph.Accused(by, seat, draft.now, wants))
    calls = [one for one in draft.state.accusations if (one.seat, one.wants) == (seat, wants)]
    number, all_of_them = len({one.by for one in calls} - {seat}), len(draft.state.alive)
    return 2 * number >= all_of_them if wants == "foul" else 2 * number > all_of_them
