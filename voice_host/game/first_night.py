"""Night 0: the cards are dealt, the mafia agrees, the don and the sheriff look at the town."""

from voice_host.game import day
from voice_host.game.draft import Draft
from voice_host.game.state import Phase


def enter_deal(draft: Draft) -> None:
    """The cards are dealt on the table; the host says when it is done."""
    draft.begin(Phase.DEAL)


def enter_agreement(draft: Draft) -> Phase | None:
    """The mafia agrees on its shots by gestures (S1: one minute, its end is announced)."""
    rules = draft.state.rules.first_night
    return _timed(draft, Phase.AGREEMENT, rules.agreement, Phase.FIRST_DON, rules.agreement_call)


def enter_don(draft: Draft) -> Phase | None:
    """The don may look at the town."""
    seconds = draft.state.rules.first_night.don
    return _timed(draft, Phase.FIRST_DON, seconds, Phase.FIRST_SHERIFF)


def enter_sheriff(draft: Draft) -> Phase | None:
    """The sheriff may look at the town."""
    seconds = draft.state.rules.first_night.sheriff
    return _timed(draft, Phase.FIRST_SHERIFF, seconds, Phase.FIRST_PAUSE)


def enter_pause(draft: Draft) -> Phase | None:
    """Everybody holds still before the morning, where the ruleset asks for it."""
    if not draft.state.rules.first_night.pause:
        return day.break_quiet_day(draft)
    draft.begin(Phase.FIRST_PAUSE, draft.state.rules.first_night.pause)
    return None


def _timed(draft: Draft, phase: Phase, seconds: int, after: Phase, *calls: float) -> Phase | None:
    if not seconds:
        return after
    draft.begin(phase, seconds, *calls)
    return None
