# SPDX-License-Identifier: MIT
"""Replies to what the host has said, for his ear: refusals, doubts, confirmations, help."""

from dataclasses import fields

from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.composition import composition
from voice_host.game.decide import Decision
from voice_host.game.expected import expected
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.state import Cause, Phase, State
from voice_host.game.who import CLOCK
from voice_host.language.acts import KINDS, Act, name_of
from voice_host.language.announcement import (
    Announcement,
    Clause,
    Clauses,
    Param,
    hall,
    host,
    question,
)
from voice_host.language.dialect import role_param, side_param_of_whom
from voice_host.language.heard.hear import Ambiguous, NotNow


def refusal(rejected: Rejected, command: Act, state: State | None = None) -> Announcement:
    """Why the rules refuse this command; `state` lets «not now» say it more exactly."""
    if rejected.reason is Reason.NOT_NOW:
        return not_now(name_of(command), state)
    if rejected.reason is Reason.BAD_ROLES and state is not None:
        return host("refused.bad_roles", what=_usual_roles(state))
    return host(f"refused.{rejected.reason}", **rejected.params)


def _usual_roles(state: State) -> Clauses:
    """«Дон — один, мафия — два, прочие — мирный»."""
    rules = state.rules
    counts = composition(rules, state.seats)
    told = (
        Clause("roles.count", {"role": role_param(rules, role), "count": number})
        for role, number in counts.items()
    )
    others = Clause("roles.others", {"role": role_param(rules, rules.table.filler)})
    return Clauses((*told, others))


def not_now(name: str, state: State | None = None) -> Announcement:
    """Why a command of this name is not taken in this phase."""
    if state is not None and state.phase in (Phase.LOBBY, Phase.OVER):
        return host(f"not_now.{state.phase}")
    if state is not None and KINDS[name] in expected(state, CLOCK):
        # It has its time, and somebody else's hand: not that of whoever sits at the keyboard.
        return host("not_now.by_phone" if state.rules.led.phones else "not_now.asleep")
    return host(f"not_now.{_why(name, state) if state else name}")


_BEFORE_THE_VOTE = frozenset(
    {
        Phase.BEST_MOVE, Phase.KILLED_LAST_WORD, Phase.DISCUSSION, Phase.SPEECH,
        Phase.NOMINATION, Phase.DEFENCE,
    }
)  # fmt: skip
_BEFORE_THE_RAISE = _BEFORE_THE_VOTE | {Phase.COUNT, Phase.TIE_SPEECH, Phase.REVOTE}


def _why(name: str, state: State) -> str:
    """Which words are true in this phase and ruleset."""
    match name:
        case "vote" | "ballot" if state.phase is Phase.RAISE:
            return "raise_only"
        case "vote" | "ballot" if state.phase not in _BEFORE_THE_VOTE:
            return "not_voting"
        case "raise" if state.phase not in _BEFORE_THE_RAISE:
            return "not_voting"
        case "nominate" if state.rules.nominations.by == "pointing":
            return "pointing"
        case _:
            return name


def not_understood(heard: NotNow | Ambiguous, state: State) -> Announcement:
    """What to say of words that are no command now: not now, or which one."""
    match heard:
        case NotNow(name):
            return not_now(name, state)
        case Ambiguous(options):
            what = Clauses(tuple(_named(option) for option in options))
            return host("host.ambiguous", what=what)


def question_for(decision: Decision, *, repeated: bool = False) -> Announcement:
    """The question that waits for «да» before what cannot easily be repaired is carried out.

    `repeated`: the same foul was given a moment ago.
    """
    command = decision.command
    match command:
        case c.Foul(seat):
            return _foul_question(seat, decision.events, repeated)
        case c.Next():
            return _next_question(decision)
        case c.KillAll(seats):
            return _killed_question(seats)
        case c.Miss():
            return _killed_question(())
        case c.Kill(seat):
            return _killed_question((seat,))
        case c.Remove(seat) | c.Ppk(seat) | c.Take(seat):
            return question(f"confirm.{name_of(command)}", seat=seat)
        case c.DeclareWinner(side):
            rules = decision.before.rules
            return question("confirm.declare_winner", side=side_param_of_whom(rules, side))
        case c.EndGame():
            return question("confirm.end_game")
        case _:
            return question("confirm.other", what=spoken(command))


def _foul_question(seat: int, events: tuple[ev.Event, ...], repeated: bool) -> Announcement:
    """What follows is said even where the question is whether it was heard twice."""
    if any(isinstance(event, ev.GameStopped) for event in events):
        return question("confirm.ppk", seat=seat)  # one remark more ends the game
    out = any(isinstance(event, ev.PlayerOut) for event in events)
    key = "foul_again_out" if out and repeated else "foul" if out else "foul_again"
    counts = (event.count for event in events if isinstance(event, ev.FoulGiven | ev.Warned))
    return question(f"confirm.{key}", seat=seat, count=next(counts))


def _killed_question(seats: tuple[int, ...]) -> Announcement:
    if not seats:
        return question("confirm.no_kill")
    return (
        question("confirm.kill_all", seats=seats)
        if seats[1:]
        else question("confirm.kill", seat=seats[0])
    )


def _next_question(decision: Decision) -> Announcement:
    """What the table would be told, though nobody has said it."""
    match decision.before.phase:
        case Phase.RESULT:
            out = [event for event in decision.events if isinstance(event, ev.PlayerOut)]
            return _killed_question(tuple(e.seat for e in out if e.cause is Cause.KILLED))
        case Phase.NOMINATION:
            return question("confirm.no_nominees")
        case Phase.RAISE:
            return question("confirm.no_raise")
        case _:
            return question("confirm.no_votes", seat=decision.before.candidate or 0)


def undo_question(command: Act) -> Announcement:
    """The same before taking back what somebody has already learnt from."""
    return question("confirm.undo", what=spoken(command))


def welcome(state: State) -> Announcement:
    """How a game in the lobby is greeted."""
    if state.rules.led.phones:
        return hall("host.phones")
    return host("host.dealt" if state.roles_known else "host.welcome")


def undone(command: Act) -> Announcement:
    """What has just been taken back."""
    return host("host.undone", what=spoken(command))


def spoken(act: Act) -> Clauses:
    """A command in a few words, to stand inside a sentence: «фол третьему»."""
    return Clauses((_named(act),))


def _named(act: Act) -> Clause:
    if act == c.Choose(None):
        return Clause("said.choose_nobody")
    return Clause(f"said.{name_of(act)}", _params(act))


def _params(act: Act) -> dict[str, Param]:
    values = ((f.name, getattr(act, f.name)) for f in fields(act))
    return {
        name: value
        for name, value in values
        if isinstance(value, str | int)
        or (isinstance(value, tuple) and all(isinstance(v, int) for v in value))
    }
