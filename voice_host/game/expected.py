# SPDX-License-Identifier: MIT
"""expected: which kinds of commands the rules take now, and from whom.

The one answer that feeds the recogniser's grammar, the matcher, the hints, and the random
player of the tests. It depends on the phase and the ruleset, never on seats: a command for
a wrong seat is understood and refused with its reason, never heard as one for another seat.
What a player may give himself is the part of it that his seat has a right to at this moment.
"""

from voice_host.game import commands as c
from voice_host.game.knows import is_awake
from voice_host.game.night.slots import checks, chooses
from voice_host.game.possible import Kind
from voice_host.game.state import MASKED, Phase, State
from voice_host.game.who import HOST, Actor, Seat

_IN_GAME: frozenset[Kind] = frozenset(
    {
        c.Next, c.Tick, c.SetTimer, c.AddTime, c.StopTimer, c.Foul, c.TakeBackFoul, c.Remove,
        c.Ppk, c.DeclareWinner, c.EndGame, c.SetRoles, c.LongerSpeeches,
    }
)  # fmt: skip

_BY_PHASE: dict[Phase, frozenset[Kind]] = {
    Phase.AGREEMENT: frozenset({c.EndTurn}),
    Phase.FIRST_DON: frozenset({c.EndTurn}),
    Phase.FIRST_SHERIFF: frozenset({c.EndTurn}),
    Phase.MEETING: frozenset({c.EndTurn}),
    Phase.REVENGE: frozenset({c.Take}),
    Phase.BEST_MOVE: frozenset({c.EndTurn, c.BestMove, c.Take}),
    Phase.KILLED_LAST_WORD: frozenset({c.EndTurn, c.Reveal, c.Take}),
    Phase.DISCUSSION: frozenset({c.EndTurn, c.Take}),
    Phase.SPEECH: frozenset({c.EndTurn, c.Nominate, c.Take}),
    Phase.NOMINATION: frozenset({c.Nominate, c.Fingers}),
    Phase.DEFENCE: frozenset({c.EndTurn}),
    Phase.TIE_SPEECH: frozenset({c.EndTurn}),
    Phase.COUNT: frozenset({c.Vote, c.Ballot}),
    Phase.REVOTE: frozenset({c.Vote, c.Ballot}),
    Phase.RAISE: frozenset({c.Vote, c.Raise}),
    Phase.VOTED_LAST_WORD: frozenset({c.EndTurn, c.Reveal, c.Take}),
    Phase.SHOOTING: frozenset({c.Recount, c.Choose, c.Take}),
    Phase.DON: frozenset({c.EndTurn, c.Check}),
    Phase.SHERIFF: frozenset({c.EndTurn, c.Check, c.Choose}),
    Phase.ROLE: frozenset({c.EndTurn, c.Check, c.Choose}),
    Phase.RESULT: frozenset({c.Kill, c.KillAll, c.Miss}),
}


_BY_NIGHT: frozenset[Kind] = frozenset({c.EndTurn, c.Next, c.StopTimer, c.SetTimer, c.AddTime})
"""What would cut or stretch a slot: where all sleep, nobody may."""
_SECRET: frozenset[Kind] = frozenset({c.Check, c.Choose, c.Recount})
"""What each seat does for itself where all have phones."""
_OF_SEATS: frozenset[Kind] = frozenset(
    {
        c.Next, c.EndTurn, c.Foul, c.TakeBackFoul, c.Remove, c.Ppk, c.BestMove, c.Reveal, c.Take,
        c.DeclareWinner,
    }
)  # fmt: skip
"""What is a seat's own, or the table's, where all have phones: who says it aloud is not known."""
_SIGNS: dict[Phase, frozenset[Kind]] = {
    Phase.LOBBY: frozenset({c.Ready}),
    Phase.DEAL: frozenset({c.Ready}),
    Phase.OVER: frozenset({c.Ready}),
    Phase.COUNT: frozenset({c.Hand}),
    Phase.REVOTE: frozenset({c.Hand}),
    Phase.RAISE: frozenset({c.Hand}),
    Phase.NOMINATION: frozenset({c.Nominate}),
}
"""What every seat may do where all act by their phones."""
_OF_THE_SPEAKER: frozenset[Kind] = frozenset({c.EndTurn, c.Nominate, c.BestMove, c.Reveal})
"""What whoever has the floor may do himself: it is his own turn, nomination, guess and card."""
_OF_THE_TABLE: frozenset[Kind] = frozenset({c.Foul, c.Remove, c.Ppk})
"""What players may call for by day, against each other."""
_OF_THE_AWAKE: frozenset[Kind] = frozenset({c.Check, c.Choose})
"""What whoever is awake may do; the slot ends by the clock, so that its length tells nothing."""


def expected(state: State, actor: Actor = HOST) -> frozenset[Kind]:
    """The kinds of commands that are not refused as «not now», or as not his, in this state.

    The host may do all of it, and so may the clock: what the program does by itself it does
    for the host.
    """
    taken = _IN_PHASE[state.phase] - state.possible.lacks - _pointless(state)
    if isinstance(actor, Seat):
        return taken & _rights(state, actor.number)
    return taken - _sealed(state) if actor is HOST and state.rules.led.sealed else taken


def _sealed(state: State) -> frozenset[Kind]:
    """What is not taken from the keyboard of a table at which nobody sees what is secret."""
    signs: frozenset[Kind] = frozenset({c.Ready, c.Hand})
    by_night = _BY_NIGHT if state.asleep else frozenset[Kind]()
    if not state.rules.led.phones:
        return signs | by_night
    begins: frozenset[Kind] = frozenset({c.Next}) if state.phase is Phase.LOBBY else frozenset()
    return (signs | by_night | _SECRET | _OF_SEATS) - begins


def _rights(state: State, seat: int) -> frozenset[Kind]:
    """What the rules let the player of this seat do himself."""
    own = _own_rights(state, seat)
    if not state.rules.led.phones:
        return own
    here = state.player(seat).alive or state.phase in (Phase.LOBBY, Phase.OVER)
    signs = _SIGNS.get(state.phase, frozenset()) if here else frozenset[Kind]()
    return own | signs | _discipline(state, seat)


def _discipline(state: State, seat: int) -> frozenset[Kind]:
    """Who may call for fouls by day: the living, or the first player out alone."""
    day = state.phase not in (*MASKED, Phase.LOBBY, Phase.OVER)
    if day and state.judge == seat:
        return _OF_THE_TABLE | {c.TakeBackFoul}
    calls = day and state.judge is None and state.player(seat).alive
    return _OF_THE_TABLE if calls else frozenset()


def _own_rights(state: State, seat: int) -> frozenset[Kind]:
    if is_awake(state, seat):
        return _OF_THE_AWAKE
    if state.speaker != seat:
        return frozenset()
    return frozenset({c.Take}) if state.phase is Phase.REVENGE else _OF_THE_SPEAKER


def answers(state: State) -> frozenset[Kind]:
    """The kinds that say what the phase is there for: who is killed, how many votes there are."""
    return _BY_PHASE.get(state.phase, frozenset()) & expected(state)


_AFTER_THE_SHOTS = frozenset({Phase.SHOOTING, Phase.DON, Phase.SHERIFF, Phase.ROLE})


def early(state: State) -> frozenset[Kind]:
    """The kinds that are too early now, but true already: what the host has seen of the shots."""
    seen = state.phase in _AFTER_THE_SHOTS and state.rules.led.by == "host"
    return frozenset({c.Kill, c.KillAll, c.Miss}) if seen else frozenset()


def expected_in(phase: Phase) -> frozenset[Kind]:
    """All kinds that the phase can take, whatever the ruleset and whatever else is known."""
    return _IN_PHASE[phase]


def _taken_in(phase: Phase) -> frozenset[Kind]:
    signs = _SIGNS.get(phase, frozenset())
    match phase:
        case Phase.LOBBY:
            return frozenset({c.Start, c.Next, c.SetRoles, c.Tick}) | signs
        case Phase.OVER:
            return frozenset({c.DeclareWinner, c.Tick}) | signs
        case _:
            return _IN_GAME | _BY_PHASE.get(phase, frozenset()) | signs


_IN_PHASE = {phase: _taken_in(phase) for phase in Phase}


def expected_anywhere() -> frozenset[Kind]:
    """The kinds of every phase together."""
    return frozenset[Kind]().union(*_IN_PHASE.values())


def _pointless(state: State) -> frozenset[Kind]:
    """What need not be said any more."""
    phase, known = state.phase, state.roles_known
    told = known and phase is not Phase.LOBBY
    cases: dict[Kind, bool] = {
        c.SetRoles: told or (known and state.rules.led.sealed),
        c.DeclareWinner: state.winner is not None,
        c.Nominate: phase is Phase.SPEECH and state.rules.nominations.by == "pointing",
        c.Check: phase is Phase.ROLE and not checks(state),
        c.Choose: not chooses(state),
        c.Take: phase is not Phase.REVENGE and (told or not state.possible.chains),
    }
    return frozenset(kind for kind, pointless in cases.items() if pointless)
