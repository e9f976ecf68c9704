# SPDX-License-Identifier: MIT
"""Points as data: who gets how many for what, where there are none, and what is no scoring."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands.test_mafiaratings import whole_game
from tests.russian import RU
from voice_host.commands.export import exported
from voice_host.commands.protocol.scoring import Scoring, load_scoring, points, scoring_of, total
from voice_host.errors import VoiceHostError
from voice_host.game import commands as c
from voice_host.history.chronicler import chronicle
from voice_host.history.session import Session
from voice_host.rulesets import names

FIIM = load_scoring("fiim-2024")


def given(game: Session, scoring: Scoring = FIIM) -> dict[int, list[tuple[str, float]]]:
    told = chronicle(game)
    each = {seat.seat: points(told, scoring, seat) for seat in told.seats}
    return {seat: [(p.reason, p.points) for p in some] for seat, some in each.items() if some}


def test_the_federations_points() -> None:
    """Win 1, three right +0.7; nothing for whoever has lost."""
    got = given(whole_game())
    assert got[4] == [("win", 1.0), ("best_move", 0.7)]
    assert got[6] == [("win", 1.0)]
    assert not {1, 2, 3} & got.keys()
    assert total(points(chronicle(whole_game()), FIIM, chronicle(whole_game()).seats[3])) == 1.7


@pytest.mark.parametrize(
    ("command", "reason", "value"),
    [(c.Remove(7, "insult"), "removed", -0.5), (c.Ppk(7, "oath"), "ppk", -0.7)],
)
def test_a_removal_and_a_stopped_game_cost(command: c.Command, reason: str, value: float) -> None:
    """The second the victory too."""
    game = whole_game()
    game.undo()
    game.submit(command, 0.0, "voice")
    if isinstance(command, c.Remove):
        game.submit(c.DeclareWinner("town"), 0.0, "voice")
    got = given(game)[7]
    assert (reason, value) in got
    assert (("win", 1.0) in got) is isinstance(command, c.Remove)


def test_what_is_not_known_gives_nothing() -> None:
    """Without roles nobody has won and no move was best."""
    told = chronicle(whole_game())
    game = Session(whole_game().state.rules, 10)
    game.submit(c.Start(), 0.0, "voice")
    game.submit(c.DeclareWinner("town"), 0.0, "voice")
    assert given(game) == {} and told.winner == "town"


def test_only_the_ruleset_that_has_points_tells_of_them() -> None:
    """The texts of the others know none."""
    with_points = {name for name in names() if (found := scoring_of(name)) and found.gives}
    assert with_points == {"fiim-2024"}
    assert "## Очки" not in exported(RU, whole_game(), "md")
    assert json.loads(exported(RU, whole_game(), "json"))["points"] is None


def test_points_stand_in_every_form_that_was_asked_for_them() -> None:
    """With what they are for."""
    text = exported(RU, whole_game(), "md", scoring=FIIM)
    assert "| 4 | 1,7 | победа +1, лучший ход +0,7 |" in text
    assert "4;;1,7;победа +1, лучший ход +0,7" in exported(
        RU, whole_game(), "csv", named="points", scoring=FIIM
    )
    data: Any = json.loads(exported(RU, whole_game(), "json", scoring=FIIM))
    assert data["points"][3]["total"] == 1.7
    assert "## Очки" not in exported(RU, whole_game(), "md", scoring=load_scoring("none"))


def test_ones_own_scoring_is_a_file(tmp_path: Path) -> None:
    """Whole numbers are numbers too."""
    path = tmp_path / "liga.toml"
    path.write_text('title = "Лига"\nwin = 2\nfouls_out = -1\nfirst_killed = 0.5\n', "utf-8")
    got = given(whole_game(), load_scoring(str(path)))
    assert got[4] == [("win", 2), ("first_killed", 0.5)] and got[2] == [("fouls_out", -1)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("win = 1", "title"),
        ('title = "Л"\nwin = "много"', "win"),
        ('title = "Л"\nremovel = -1', "ключа removel нет"),
        ('title = "Л"\n[best_move]\ntwo = 1', "best_move"),
        ("не томл", "TOML"),
    ],
)
def test_a_bad_scoring_names_the_key(tmp_path: Path, text: str, says: str) -> None:
    """Before a game is counted by it."""
    path = tmp_path / "liga.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(VoiceHostError) as error:
        load_scoring(str(path))
    assert says in RU.messages.says(error.value) and RU.messages.hint(error.value)


@pytest.mark.parametrize("name", ["нет", "../none", "", "нет.toml"])
def test_a_scoring_that_is_not_there_is_a_sentence(name: str) -> None:
    """By name or by path."""
    with pytest.raises(VoiceHostError) as error:
        load_scoring(name)
    assert RU.messages.says(error.value) and RU.messages.hint(error.value)
