# SPDX-License-Identifier: MIT
"""A game as the site mafiaratings.com keeps it: its shape, and what its own checks ask of one."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.protocols.games import played
from tests.russian import RU
from voice_host import rulesets
from voice_host.commands.export import exported
from voice_host.errors import VoiceHostError
from voice_host.game import commands as c
from voice_host.game.state import Phase
from voice_host.history.session import Session

SEAT: dict[str, Any] = {"type": "integer", "minimum": 1, "maximum": 10}
ROUND: dict[str, Any] = {"type": "integer", "minimum": 0}
TIMES = [
    "start", "arrangement", "relaxed sitting", "night start", "shooting", "don", "sheriff",
    "day start", "night kill speaking", "speaking", "voting start", "voting", "voting kill all",
    "day kill speaking", "end",
]  # fmt: skip


def needs(times: list[str], field: str) -> dict[str, Any]:
    """At these times the field must be there."""
    at = {"properties": {"time": {"enum": times}}}
    return {"if": at, "then": {"required": [field]}}


TIME: dict[str, Any] = {
    "type": "object",
    "required": ["round", "time"],
    "properties": {"round": ROUND, "time": {"enum": TIMES}, "speaker": SEAT, "votingRound": ROUND},
    "additionalProperties": False,
    "allOf": [
        needs(["speaking", "day kill speaking"], "speaker"),
        needs(["voting", "voting kill all"], "votingRound"),
    ],
}
VOTE: dict[str, Any] = {
    "anyOf": [
        SEAT,
        {"type": "null"},
        {"type": "array", "items": {"anyOf": [SEAT, {"type": "boolean"}]}},
    ]
}
DEATHS = ["giveUp", "warnings", "techFouls", "kickOut", "teamKickOut", "night", "day"]
DEATH: dict[str, Any] = {
    "type": "object",
    "required": ["round", "type"],
    "properties": {"round": ROUND, "type": {"enum": DEATHS}, "time": TIME},
    "if": {"properties": {"type": {"enum": ["giveUp", "kickOut", "teamKickOut"]}}},
    "then": {"required": ["time"]},
}
PLAYER = {
    "name": {"type": "string"}, "role": {"enum": ["civ", "sheriff", "maf", "don"]}, "death": DEATH,
    "nominating": {"type": "array", "items": {"anyOf": [SEAT, {"type": "null"}]}},
    "voting": {"type": "array", "items": VOTE},
    "shooting": {"type": "array", "items": {"anyOf": [SEAT, {"type": "null"}]}},
    "don": ROUND, "sheriff": ROUND, "legacy": {"type": "array", "items": SEAT},
    "warnings": {"type": "array", "maxItems": 4, "items": TIME},
}  # fmt: skip
SHAPE: dict[str, Any] = {
    "type": "object",
    "required": ["winner", "players", "features"],
    "properties": {
        "winner": {"enum": ["civ", "maf"]},
        "features": {"type": "string", "pattern": "^[agsdutclhvknwroi]*$"},
        "players": {
            "type": "array", "minItems": 10, "maxItems": 10,
            "items": {
                "type": "object", "required": ["role"], "properties": PLAYER,
                "additionalProperties": False,
            },
        },
    },
}  # fmt: skip
"""What the site's code that reads games asks of their shape."""


def until(game: Session, phase: Phase) -> None:
    while game.state.phase is not phase:
        game.submit(c.Next(), 0.0, "voice")


def whole_game(raised: int = 10) -> Session:
    """Two ties and the raise question, a kill, a miss, a removal by day, the fourth foul."""
    game = Session(rulesets.load("wma"), 10)
    roles = ((1, "mafia"), (2, "mafia"), (3, "don"), (4, "sheriff"))
    game.submit(c.SetRoles(roles), 0.0, "keyboard")
    until(game, Phase.SPEECH)
    game.submit(c.Nominate(5), 0.0, "voice")
    game.submit(c.Next(), 0.0, "voice")
    game.submit(c.Nominate(1), 0.0, "voice")
    for phase in (Phase.COUNT, Phase.REVOTE):
        until(game, phase)
        game.submit(c.Ballot((1, 2, 3, 4, 6)), 0.0, "voice")
    game.submit(c.Raise(raised), 0.0, "voice")
    until(game, Phase.DON)
    game.submit(c.Check(4), 0.0, "voice")
    until(game, Phase.SHERIFF)
    game.submit(c.Check(2), 0.0, "voice")
    until(game, Phase.RESULT)
    game.submit(c.Kill(4), 0.0, "voice")
    game.submit(c.BestMove((1, 2, 3)), 0.0, "voice")
    until(game, Phase.SPEECH)
    for _ in range(4):
        game.submit(c.Foul(2), 0.0, "voice")
    game.submit(c.DeclareWinner("town"), 0.0, "voice")
    return game


def data(game: Session) -> Any:
    return json.loads(exported(RU, game, "mafiaratings"))


@pytest.mark.parametrize("raised", [0, 10])
def test_its_shape_is_the_sites(raised: int, tmp_path: Path) -> None:
    """Whatever has happened in it."""
    for found in (data(whole_game(raised)), data(played("wma", tmp_path))):
        jsonschema.validate(found, SHAPE)


def test_what_happened_stands_where_the_site_looks_for_it() -> None:
    """Votes with revote and raise, checks by their round, shots of the whole team, fouls."""
    players = data(whole_game())["players"]
    assert players[0]["death"] == {"round": 0, "type": "day"}
    assert players[5]["voting"] == [[5, 5, True]] and players[6]["voting"] == [[1, 1, True]]
    assert players[0]["nominating"] == [5] and players[1]["nominating"] == [1]
    assert players[2]["shooting"] == [4] and "shooting" not in players[0]
    assert (players[3]["don"], players[1]["sheriff"]) == (1, 1)
    assert players[3]["legacy"] == [1, 2, 3]
    assert players[1]["death"] == {"round": 1, "type": "warnings"}
    assert players[1]["warnings"] == 4 * [{"round": 1, "time": "speaking", "speaker": 2}]


def test_nobody_does_anything_once_he_is_dead() -> None:
    """As the site checks: no votes, shots or nominations past the round of the death."""
    for player in data(whole_game())["players"]:
        if death := player.get("death"):
            for what in ("nominating", "voting", "shooting"):
                assert len(player.get(what, [])) <= death["round"] + 1


def test_what_is_not_known_has_no_letter(tmp_path: Path) -> None:
    """Votes without voters; a raise of which only the number is known."""
    known, number_only = data(whole_game()), data(whole_game(3))
    assert "v" in known["features"] and "k" in known["features"]
    assert "v" in number_only["features"] and "k" not in number_only["features"]
    assert number_only["players"][5]["voting"] == [[5, 5]]
    unknown = data(played("wma", tmp_path))
    assert "v" not in unknown["features"]
    assert not any("voting" in player for player in unknown["players"])


@pytest.mark.parametrize(
    ("game", "says"),
    [("historical", "для десяти мест"), ("city", "для десяти мест"), (None, "для доигранной")],
)
def test_a_game_that_does_not_fit_is_refused_with_the_way_out(
    game: str | None, says: str, tmp_path: Path
) -> None:
    """Other tables, and one that is not over."""
    session = played(game, tmp_path) if game else whole_game()
    if game is None:
        session.undo()
    with pytest.raises(VoiceHostError) as error:
        exported(RU, session, "mafiaratings")
    assert says in RU.messages.says(error.value) and "--format json" in RU.messages.hint(
        error.value
    )
