# SPDX-License-Identifier: MIT
"""Where the game stands, in one sentence for an ear: when, what, whose, how long, what waits.

Who sees no table has nothing else to find his way by, so a sentence must hold all that matters at
this moment and be over before the table has noticed. What is left out is what nobody would ask
while something else waits: day and seconds while the companion waits for «да», seconds on pause.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.decide import decide
from voice_host.game.night.resolve import known
from voice_host.game.phases.vote import votes_left
from voice_host.game.refusals import Rejected
from voice_host.game.roles import DRAW
from voice_host.game.state import VOTING, Phase, State
from voice_host.game.who import CLOCK
from voice_host.language.acts import Act
from voice_host.language.announcement import Announcement, Clause, Clauses, Param, host
from voice_host.language.dialect import role_param, side_param_of_whom
from voice_host.language.said.reply import spoken

_UNDATED = frozenset({Phase.LOBBY, Phase.OVER})
_DECIDED_BY = {
    Phase.NOMINATION: "pointing",
    **dict.fromkeys(VOTING, "vote"),
    **dict.fromkeys(
        (Phase.NIGHT, Phase.SHOOTING, Phase.DON, Phase.SHERIFF, Phase.ROLE, Phase.RESULT), "night"
    ),
    Phase.OVER: "over",
}
"""What must be known before anybody can say who speaks next."""
_AHEAD_BY = {
    Phase.NOMINATION: "ahead.pointing",
    Phase.RESULT: "ahead.night",
    Phase.OVER: "ahead.over",
    **dict.fromkeys(VOTING, "ahead.vote"),
}
"""What decides what comes after a phase that its word does not simply end."""
_MOST_TURNS = 100


@dataclass(frozen=True, slots=True)
class Moment:
    """What is so now beside the state: the game second, and what the host himself has stopped.

    `paused` by his word; `held`: the clock stands for any reason; `asked` waits for «да». `winners`
    are those of this evening's games before this one, None where nobody was declared.
    """

    now: float = 0.0
    paused: bool = False
    held: bool = False
    asked: Act | None = None
    winners: tuple[str | None, ...] = ()


def where(state: State, moment: Moment) -> Announcement:
    """Everything that matters now, in one sentence."""
    return host("answer.where", what=Clauses(tuple(_parts(state, moment))))


def _parts(state: State, moment: Moment) -> Iterator[Clause]:
    if moment.asked is not None:
        yield Clause("where.asks", {"what": spoken(moment.asked)})
    if moment.paused and state.phase is not Phase.OVER:
        yield Clause("where.paused")
    if state.phase not in _UNDATED and moment.asked is None:
        yield when(state)
    yield _what(state)
    if moment.asked is None and not moment.paused:
        yield from _clock(state, moment)


def when(state: State) -> Clause:
    """Day or night, and which."""
    if state.phase.value.startswith("night"):
        return Clause("where.night", {"night": state.night})
    return Clause("where.day", {"day": state.day})


def phase_called(state: State) -> Clauses:
    """What the present phase is, with who speaks, is voted for or is awake in it."""
    return Clauses((_what(state),))


def _what(state: State) -> Clause:
    phase, role = state.phase, state.waking
    first = phase in (Phase.FIRST_DON, Phase.FIRST_SHERIFF)
    if first and role not in state.rules.first_night.looks:
        phase = Phase.MEETING
    params: dict[str, Param] = {
        "seat": state.speaker or state.candidate or 0,
        "role": role_param(state.rules, role or ""),
    }
    if phase is Phase.OVER:
        return _over(state)
    if state.rules.led.phones and phase in (Phase.LOBBY, Phase.DEAL):
        return Clause("phase.lobby.phones" if phase is Phase.LOBBY else "phase.night0.phones")
    chosen = phase is Phase.RESULT and known(state)
    return Clause("phase.night.chosen" if chosen else f"phase.{phase}", params)


def _over(state: State) -> Clause:
    if state.winner is None:
        return Clause("phase.over")
    if state.winner == DRAW:
        return Clause("phase.over.draw")
    return Clause("phase.over.won", {"side": side_param_of_whom(state.rules, state.winner)})


def _clock(state: State, moment: Moment) -> Iterator[Clause]:
    if state.timer is None:
        if state.phase in (Phase.COUNT, Phase.REVOTE):
            yield Clause("where.votes_left", {"left": max(0, votes_left(state))})
        return
    left = math.ceil(state.timer.ends_at - moment.now)
    if left <= 0:
        yield Clause("where.time_up")
    else:
        yield Clause(
            "where.clock_stands" if moment.held else "where.left",
            {} if moment.held else {"seconds": left},
        )


def farewell(state: State, *, kept: bool) -> Announcement:
    """How somebody who leaves is sent off: `kept`, the game can be gone on with."""
    if state.phase is Phase.OVER:
        return host("host.bye_over", what=phase_called(state))
    return host("host.bye_kept" if kept else "host.bye")


def time_left(state: State, moment: Moment) -> Announcement:
    """Whose time it is, how much of it is left, and whether it runs."""
    if state.timer is None:
        return host("answer.no_timer")
    whose = Clauses((_what(state),))
    left = math.ceil(state.timer.ends_at - moment.now)
    if left <= 0:
        return host("answer.time_up", what=whose)
    key = "answer.time_left_paused" if moment.paused else "answer.time_left"
    return host(key, what=whose, seconds=left)


def next_speaker(state: State) -> Announcement:
    """Who has the floor next if nothing comes between, or what must be known before.

    The rules are asked what «дальше» would bring, as often as it takes: who is muted, who
    was excluded, who opens the day, they know and nothing here does.
    """
    ahead = state
    for _ in range(_MOST_TURNS):
        if ahead.phase in _DECIDED_BY:
            return _nobody_before(ahead.phase, now=ahead is state)
        try:
            decision = decide(ahead, c.Next(), 0.0, CLOCK)
        except Rejected:
            break
        called = [one.seat for one in decision.events if isinstance(one, ev.SpeakerCalled)]
        if called:
            return host("answer.next_speaker", seat=called[0])
        ahead = decision.after
    return host("answer.next_speaker_none")


def comes(state: State) -> Clause:
    """What comes after what is on."""
    try:
        after = decide(state, c.Next(), 0.0, CLOCK).after
    except Rejected:
        return Clause(_AHEAD_BY.get(state.phase, "ahead.word"))
    # The next candidate comes whatever this one gets; what the vote brings nobody knows.
    decided = state.phase in _AHEAD_BY and after.phase is not state.phase
    if decided:
        return Clause(_AHEAD_BY[state.phase])
    return Clause("ahead.comes", {"what": phase_called(after)})


def _nobody_before(phase: Phase, now: bool) -> Announcement:
    """It is not known: what decides it is on (`now`), or comes after what is on."""
    by = _DECIDED_BY[phase]
    return host(f"answer.next_by_{by}" if now else f"answer.next_is_{by}")
