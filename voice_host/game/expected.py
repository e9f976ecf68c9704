"""expected: which kinds of commands the rules take now.

The one answer that feeds the recogniser's grammar, the matcher, the hints, and the random
player of the tests. It depends on the phase only, never on seats: a command for a wrong
seat is understood and refused with its reason, never heard as one for another seat.
"""

from voice_host.game import commands as c
from voice_host.game.state import Phase, State

Kind = type[c.Command]

_IN_GAME: frozenset[Kind] = frozenset(
    {
        c.Next, c.Tick, c.SetTimer, c.AddTime, c.StopTimer, c.Foul, c.TakeBackFoul, c.Remove,
        c.Ppk, c.DeclareWinner, c.EndGame, c.SetRoles,
    }
)  # fmt: skip

_BY_PHASE: dict[Phase, frozenset[Kind]] = {
    Phase.SPEECH: frozenset({c.Nominate}),
    Phase.BEST_MOVE: frozenset({c.BestMove}),
    Phase.COUNT: frozenset({c.Vote, c.Ballot}),
    Phase.REVOTE: frozenset({c.Vote, c.Ballot}),
    Phase.RAISE: frozenset({c.Vote, c.Raise}),
    Phase.SHOOTING: frozenset({c.Recount}),
    Phase.DON: frozenset({c.Check}),
    Phase.SHERIFF: frozenset({c.Check}),
    Phase.RESULT: frozenset({c.Kill, c.Miss}),
}


def expected(state: State) -> frozenset[Kind]:
    """The kinds of commands that are not refused as «not now» in this state."""
    return expected_in(state.phase) - _settled(state)


def expected_in(phase: Phase) -> frozenset[Kind]:
    """All kinds that the phase can take, whatever else is known."""
    match phase:
        case Phase.LOBBY:
            return frozenset({c.Start, c.Next, c.SetRoles, c.Tick})
        case Phase.OVER:
            return frozenset({c.DeclareWinner, c.Tick})
        case _:
            return _IN_GAME | _BY_PHASE.get(phase, frozenset())


def expected_anywhere() -> frozenset[Kind]:
    """The kinds of every phase together."""
    return frozenset[Kind]().union(*map(expected_in, Phase))


def _settled(state: State) -> frozenset[Kind]:
    """What need not be said any more: the roles once told, the winner once known."""
    roles = {c.SetRoles} if state.phase is not Phase.LOBBY and state.roles_known else set[Kind]()
    winner = {c.DeclareWinner} if state.winner is not None else set[Kind]()
    return frozenset(roles | winner)
