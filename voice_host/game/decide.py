# SPDX-License-Identifier: MIT
"""decide: command + now → what happens, or `Rejected`. Checks everything, changes nothing."""

from dataclasses import dataclass
from typing import assert_never

from voice_host.game import commands as c
from voice_host.game.draft import Draft
from voice_host.game.events import Event, GameStopped, PlayerOut
from voice_host.game.expected import expected
from voice_host.game.night import slots
from voice_host.game.night.resolve import shot
from voice_host.game.phases import (
    day,
    discipline,
    lobby,
    nomination,
    outcome,
    revenge,
    timer,
    vote,
)
from voice_host.game.phases.course import lead_on, leave
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.state import Phase, State
from voice_host.game.who import CLOCK, HOST, Actor, Seat

_WEIGHTY = (
    c.Next, c.Foul, c.Remove, c.Ppk, c.Kill, c.KillAll, c.Take, c.DeclareWinner, c.EndGame,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Decision:
    """What a command comes to: asked about, told and carried out without being decided again.

    It was given by `actor` at game second `at` in the state `before`. `after` is what `evolve`
    makes of the events, one by one.
    """

    before: State
    command: c.Command
    at: float
    actor: Actor
    events: tuple[Event, ...]
    after: State


def decide(state: State, command: c.Command, now: float, actor: Actor = HOST) -> Decision:
    """What happens if this is given, by the host or another, at game second `now`.

    Raises `Rejected` with a reason. `Tick` is always accepted and may give no events.
    """
    if type(command) not in expected(state, actor):
        his = type(command) in expected(state, CLOCK)
        raise Rejected(Reason.NOT_YOURS if his else Reason.NOT_NOW)
    draft = Draft(state, now, actor.number if isinstance(actor, Seat) else None)
    after = _apply(draft, command)
    if after is True:
        leave(draft)
    elif after:
        lead_on(draft, after)
    return Decision(state, command, now, actor, tuple(draft.events), draft.state)


def needs_confirmation(decision: Decision) -> bool:
    """Does the command do what words cannot easily repair? Then the host must say «да»."""
    command = decision.command
    if not isinstance(command, _WEIGHTY):
        return False
    if isinstance(command, c.Next):
        return unanswered(decision.before)
    grave = any(isinstance(event, PlayerOut | GameStopped) for event in decision.events)
    return grave or not isinstance(command, c.Foul)


def unanswered(state: State) -> bool:
    """Would `Next` be taken for an answer to the table that nobody has given?

    Nobody killed, nobody put up, no votes: none of it can be untold.
    """
    match state.phase:
        case Phase.COUNT | Phase.REVOTE | Phase.RAISE:
            return True
        case Phase.RESULT:
            return not shot(state)
        case Phase.NOMINATION:
            return not state.pointed and not state.nominations
        case _:
            return False


def _apply(draft: Draft, command: c.Command) -> Phase | bool | None:
    """Let the command work; answer the phase to enter, or True to leave the present one."""
    match command:
        case c.Next() | c.EndTurn():
            # Only words are refused: a slot that time did not end would tell who is in it.
            if slots.must_choose(draft.state):
                raise Rejected(Reason.MUST_CHOOSE)
            return Phase.DEAL if draft.state.phase is Phase.LOBBY else True
        case c.Start() | c.SetRoles() | c.Ready():
            return lobby.apply(draft, command)
        case c.Tick() | c.SetTimer() | c.AddTime() | c.StopTimer():
            return timer.apply(draft, command)
        case c.Foul() | c.TakeBackFoul() | c.Remove() | c.Ppk():
            return discipline.apply(draft, command)
        case c.BestMove() | c.Reveal() | c.LongerSpeeches():
            return day.apply(draft, command)
        case c.Nominate() | c.Fingers():
            nomination.apply(draft, command)
        case c.Vote() | c.Ballot() | c.Raise() | c.Hand():
            return vote.apply(draft, command)
        case c.Recount() | c.Check() | c.Choose() | c.Kill() | c.KillAll() | c.Miss():
            return slots.apply(draft, command)
        case c.Take():
            return revenge.take(draft, command)
        case c.DeclareWinner() | c.EndGame():
            outcome.apply(draft, command)
        case _:
            assert_never(command)
    return None
