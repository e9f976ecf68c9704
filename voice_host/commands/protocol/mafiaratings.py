# SPDX-License-Identifier: MIT
"""A game as the site mafiaratings.com keeps games: what of ours it can hold, and what it cannot.

Facts of that format: ten seats, one don, two mafia, one sheriff; rounds from 0, a night and the
day after it being one round; `features` names by letters what is told at all. What is not known
is not told, and its letter is missing, so that the site does not take silence for an answer. The
mapping, with its losses: docs/export.md.
"""

import json
from collections.abc import Iterable
from typing import Any

from voice_host.errors import VoiceHostError
from voice_host.game.roles import MAFIA, TOWN
from voice_host.game.state import Cause, Phase
from voice_host.history import chronicle as ch
from voice_host.language.nicknames import plain

_ROLES = {"citizen": "civ", "sheriff": "sheriff", "mafia": "maf", "don": "don"}
_DEALT = ("civ",) * 6 + ("don", "maf", "maf", "sheriff")
_WINNERS = {TOWN: "civ", MAFIA: "maf"}
_DEATHS = {
    Cause.VOTED: "day", Cause.KILLED: "night", Cause.FOULS: "warnings", Cause.REMOVED: "kickOut",
}  # fmt: skip
_TIMES = {
    Phase.LOBBY: "start", Phase.DEAL: "start", Phase.AGREEMENT: "arrangement",
    Phase.FIRST_DON: "relaxed sitting", Phase.FIRST_SHERIFF: "relaxed sitting",
    Phase.MEETING: "relaxed sitting", Phase.FIRST_PAUSE: "relaxed sitting",
    Phase.NIGHT: "night start", Phase.SHOOTING: "shooting", Phase.DON: "don",
    Phase.SHERIFF: "sheriff", Phase.ROLE: "sheriff", Phase.RESULT: "sheriff",
    Phase.REVENGE: "night kill speaking", Phase.BEST_MOVE: "night kill speaking",
    Phase.KILLED_LAST_WORD: "night kill speaking", Phase.DISCUSSION: "day start",
    Phase.SPEECH: "speaking", Phase.NOMINATION: "voting start", Phase.DEFENCE: "voting start",
    Phase.COUNT: "voting", Phase.TIE_SPEECH: "voting", Phase.REVOTE: "voting",
    Phase.RAISE: "voting kill all", Phase.VOTED_LAST_WORD: "day kill speaking",
    Phase.OVER: "end",
}  # fmt: skip
_VOTING_ROUND = {Phase.COUNT: 0, Phase.TIE_SPEECH: 1, Phase.REVOTE: 1, Phase.RAISE: 1}

Data = dict[str, Any]


def as_mafiaratings(game: ch.Chronicle) -> str:
    """The game as JSON of that site. Raises `VoiceHostError` where it is none that it can hold."""
    dealt = tuple(sorted(_ROLES.get(seat.role or "", "?") for seat in game.seats))
    if dealt != tuple(sorted(_DEALT)):
        raise VoiceHostError("mafiaratings.other_game")
    if game.winner not in _WINNERS or game.phase is not Phase.OVER:
        raise VoiceHostError("mafiaratings.not_over")
    data: Data = {
        "winner": _WINNERS[str(game.winner)],
        "features": _features(game),
        "players": [_player(game, seat) for seat in game.seats],
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _features(game: ch.Chronicle) -> str:
    """g, s: checks; d, u, t, c: deaths; l: best move; h: shots; v, k: votes; n: nominations; w, r:
    fouls."""
    voting = "v" if _votes_known(game) else ""
    raised = [ballot.raised for ballot in game.ballots if ballot.raised]
    kill_all = "k" if voting and all(one.voters is not None for one in raised) else ""
    return f"gsdutclh{voting}{kill_all}nwr"


def _votes_known(game: ch.Chronicle) -> bool:
    tallies = (tally for ballot in game.ballots for tally in ballot.tallies)
    return all(tally.voters is not None for tally in tallies)


def _player(game: ch.Chronicle, seat: ch.Seat) -> Data:
    found: Data = {
        "name": plain(seat.name) if seat.name else None,
        "role": _ROLES[str(seat.role)],
        "death": _death(game, seat),
        "nominating": _by_round(_nominated(day, seat.seat) for day in game.days),
        "voting": _voting(game, seat.seat) if _votes_known(game) else None,
        "shooting": _shooting(game, seat) if seat.side == MAFIA else None,
        "don": _checked(game, "don", seat.seat),
        "sheriff": _checked(game, "sheriff", seat.seat),
        "warnings": [_time(f.moment) for f in game.fouls if f.seat == seat.seat and not f.remark],
    }
    best = game.best_move
    if best is not None and best.seat == seat.seat:
        found["legacy"] = list(best.guesses)
    return {key: value for key, value in found.items() if value is not None and value != []}


def _death(game: ch.Chronicle, seat: ch.Seat) -> Data | None:
    """How he left; who has stopped the game has cost his side the victory."""
    for one in game.sentences:
        if one.stopped and one.seat == seat.seat and seat.out is None:
            return {"round": one.moment.number, "type": "teamKickOut", "time": _time(one.moment)}
    if seat.out is None or seat.out.moment is None:
        return None
    death: Data = {"round": seat.out.moment.number, "type": _DEATHS[seat.out.cause]}
    if seat.out.cause is Cause.REMOVED:
        death["time"] = _time(seat.out.moment)
    return death


def _time(moment: ch.Moment) -> Data:
    """When something happened, as the site tells it: by the part of the round."""
    time: Data = {"round": moment.number, "time": _TIMES[moment.phase]}
    if moment.speaker is not None and moment.phase in (Phase.SPEECH, Phase.VOTED_LAST_WORD):
        time["speaker"] = moment.speaker
    if moment.phase in _VOTING_ROUND:
        time["votingRound"] = _VOTING_ROUND[moment.phase]
    return time


def _nominated(day: ch.Day, seat: int) -> int | None:
    return next((one.seat for one in day.nominations if one.by == seat), None)


def _voting(game: ch.Chronicle, seat: int) -> list[Any]:
    """By days: whom he voted for; a list where it was voted again or asked to let all leave."""
    return _by_round(_votes_of(day, seat) for day in game.days)


def _votes_of(day: ch.Day, seat: int) -> int | list[int | bool] | None:
    ballots = [ballot for ballot in day.ballots if not ballot.broken]
    votes: list[int | bool] = [
        tally.candidate
        for ballot in ballots
        for tally in ballot.tallies
        if seat in (tally.voters or ())
    ]
    raised = next((ballot.raised for ballot in ballots if ballot.raised), None)
    if votes and raised is not None and raised.voters is not None:
        votes.append(seat in raised.voters)
    if not votes:
        return None
    return votes if len(ballots) > 1 or raised else int(votes[0])


def _shooting(game: ch.Chronicle, seat: ch.Seat) -> list[int | None]:
    """By nights from the first: who died was shot by the whole team; of a miss nothing is known."""
    nights = [night for night in game.nights if night.number and night.killed is not None]
    return [n.killed[0] if n.killed else None for n in nights if _lives(seat, n)]


def _lives(seat: ch.Seat, night: ch.Night) -> bool:
    """Could he shoot that night: not voted out or excluded before it?"""
    left = seat.out.moment if seat.out else None
    if left is None:
        return True
    return night.number <= left.night if left.by_night else night.number <= left.day


def _checked(game: ch.Chronicle, role: str, seat: int) -> int | None:
    """The round in which this role checked him."""
    checks = ((night.number, check) for night in game.nights for check in night.checks)
    return next((n for n, check in checks if (check.role, check.seat) == (role, seat)), None)


def _by_round(values: Iterable[Any]) -> list[Any]:
    """The values of the rounds, without the empty ones at the end."""
    found = list(values)
    while found and found[-1] is None:
        found.pop()
    return found
