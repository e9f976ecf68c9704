# SPDX-License-Identifier: MIT
"""Night 0: the cards are dealt, the mafia agrees, roles look at the town or meet the host."""

from voice_host.game.composition import composition, usual_roles
from voice_host.game.draft import Draft
from voice_host.game.phases import day
from voice_host.game.state import Phase, State


def enter_deal(draft: Draft) -> None:
    """The cards are dealt; the host says when it is done, else all who play, or their time."""
    led = draft.state.rules.led
    draft.begin(Phase.DEAL, led.deal if led.phones else 0)


def enter_agreement(draft: Draft) -> Phase | None:
    """The mafia agrees on its shots by gestures (S1: one minute, its end is announced)."""
    rules = draft.state.rules.first_night
    if not rules.agreement:
        return Phase.FIRST_DON
    draft.begin(Phase.AGREEMENT, rules.agreement, rules.agreement_call)
    return None


def enter_don(draft: Draft) -> Phase | None:
    """The don wakes, where there is one."""
    seconds = draft.state.rules.first_night.don
    return _wake(draft, Phase.FIRST_DON, "don", seconds, Phase.FIRST_SHERIFF)


def enter_sheriff(draft: Draft) -> Phase | None:
    """The sheriff wakes, where there is one."""
    seconds = draft.state.rules.first_night.sheriff
    return _wake(draft, Phase.FIRST_SHERIFF, "sheriff", seconds, Phase.MEETING)


def _wake(draft: Draft, phase: Phase, role: str, seconds: int, after: Phase) -> Phase | None:
    if not seconds or not plays(draft.state, role):
        return after
    draft.begin(phase, seconds, role=role)
    return None


def plays(state: State, role: str) -> bool:
    """Is there such a role in this game? While roles are unknown, might there usually be?"""
    if state.roles_known:
        return any(player.role == role for player in state.players)
    rules = state.rules
    usual = usual_roles(rules) if rules.table.free else composition(rules, state.seats)
    return role in usual


def enter_meetings(draft: Draft) -> Phase | None:
    """The other roles meet the host, one after another."""
    return _meet(draft, draft.state.rules.first_night.meet)


def leave_meeting(draft: Draft) -> Phase | None:
    """The next role, or the pause."""
    meet = draft.state.rules.first_night.meet
    return _meet(draft, meet[meet.index(draft.state.waking or "") + 1 :])


def _meet(draft: Draft, roles: tuple[str, ...]) -> Phase | None:
    seconds = draft.state.rules.first_night.meeting
    for role in roles:
        if seconds and plays(draft.state, role):
            draft.begin(Phase.MEETING, seconds, role=role)
            return None
    return Phase.FIRST_PAUSE


def enter_pause(draft: Draft) -> Phase | None:
    """Everybody holds still before the morning, where the ruleset asks for it."""
    if not draft.state.rules.first_night.pause:
        return day.break_quiet_day(draft)
    draft.begin(Phase.FIRST_PAUSE, draft.state.rules.first_night.pause)
    return None
