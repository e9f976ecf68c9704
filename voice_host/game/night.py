"""Standard nights: the shooting count, the don, the sheriff, the result.

The roles are called in equal slots whether they are still in the game or not, so that a
slot tells the table nothing.
"""

from voice_host.game import events as ev
from voice_host.game.commands import Check, Kill, Miss, Recount
from voice_host.game.day import break_day, break_quiet_day
from voice_host.game.draft import Draft
from voice_host.game.errors import Reason, Rejected
from voice_host.game.outcome import settle
from voice_host.game.roles import ROLES
from voice_host.game.seats import living, on_table
from voice_host.game.state import Cause, Phase, State

WAKING = {Phase.DON: "don", Phase.SHERIFF: "sheriff"}
"""Which role is awake in a phase."""


def enter_shooting(draft: Draft) -> None:
    """Every seat is counted, those out too: the count itself must tell nothing (S0)."""
    draft.add(ev.NightFell(draft.state.night + 1))
    recount(draft)


def recount(draft: Draft) -> None:
    """Begin the count anew; one beat before the first number, one after each."""
    state = draft.state
    draft.begin(Phase.SHOOTING, state.rules.night.beat * (state.seats + 1))


def enter_don(draft: Draft) -> Phase | None:
    """The don looks for the sheriff."""
    return _wake(draft, Phase.DON, Phase.SHERIFF)


def enter_sheriff(draft: Draft) -> Phase | None:
    """The sheriff looks for the mafia."""
    return _wake(draft, Phase.SHERIFF, Phase.RESULT)


def _wake(draft: Draft, phase: Phase, after: Phase) -> Phase | None:
    seconds = draft.state.rules.night.check
    if not seconds:
        return after
    draft.begin(phase, seconds)
    return None


def apply(draft: Draft, command: Recount | Check | Kill | Miss) -> Phase | None:
    """Do what the command asks; answer the phase that the night's result leads to."""
    match command:
        case Recount():
            recount(draft)
        case Check(seat):
            check(draft, seat)
        case Kill(seat):
            return kill(draft, seat)
        case Miss():
            return break_quiet_day(draft)
    return None


def check(draft: Draft, seat: int) -> None:
    """Note whom the role that is awake checks, with the answer if the roles are known.

    One check a night each (S2); a role that is known to be out checks nobody.
    """
    state = draft.state
    on_table(state, seat)
    role = WAKING[state.phase]
    for player in state.players:
        if player.role == role and not player.alive:
            raise Rejected(Reason.SEAT_OUT, seat=player.seat)
    if any((night, by) == (state.night, role) for night, by, _, _ in state.checks):
        raise Rejected(Reason.CHOSEN_ALREADY)
    draft.add(ev.Checked(role, seat, _found(state, role, seat)))


def _found(state: State, role: str, seat: int) -> bool | None:
    found = state.player(seat).role
    return None if found is None else found in ROLES[role].finds


def enter_result(draft: Draft) -> None:
    """Wait for the host to say whom the shots have hit."""
    draft.begin(Phase.RESULT)


def kill(draft: Draft, seat: int) -> Phase:
    """One living seat was hit by all shots."""
    living(draft.state, seat)
    draft.add(ev.PlayerOut(seat, Cause.KILLED))
    after = break_day(draft, (seat,))
    settle(draft)
    return after
