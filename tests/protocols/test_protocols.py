# SPDX-License-Identifier: MIT
"""Four whole games in every form, against golden files; the JSON against its schema."""

import csv
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.protocols import games
from tests.russian import RU
from voice_host.commands.export import SHEETS, exported
from voice_host.history.chronicle import Tally
from voice_host.history.chronicler import chronicle
from voice_host.history.session import Session

SCHEMA = Path(__file__).parents[2] / "docs" / "protocol.schema.json"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Session]:
    folder = tmp_path_factory.mktemp("games")
    return {name: games.played(name, folder) for name in games.GAMES}


@pytest.mark.parametrize("name", games.GAMES)
def test_every_form_is_as_it_was_read(played: dict[str, Session], name: str) -> None:
    """If it is meant to have changed: python -m tests.protocols.games, and read what has."""
    for end, text in games.forms(played[name]):
        golden = (games.FOLDER / f"{name}.{end}").read_bytes().decode("utf-8")
        assert text == golden, end


def schema() -> Any:
    return json.loads(SCHEMA.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", games.GAMES)
def test_json_is_as_its_schema_says(played: dict[str, Session], name: str) -> None:
    """The published one."""
    jsonschema.Draft202012Validator.check_schema(schema())
    for with_undone in (False, True):
        data = json.loads(exported(RU, played[name], "json", with_undone))
        jsonschema.validate(data, schema())
        assert (data["format"], data["version"]) == ("voice-host protocol", 1)
        assert (data["undone"] is not None) is with_undone


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        (("players", 0, "seat"), "первый"),
        (("votes", 0, "voters"), 3),
        (("nights", 0, "killed"), "никто"),
        (("version",), None),
    ],
)
def test_the_schema_refuses_what_is_no_protocol(
    played: dict[str, Session], path: tuple[str | int, ...], wrong: object
) -> None:
    """Otherwise it would say nothing."""
    data: Any = json.loads(exported(RU, played["wma"], "json"))
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = wrong
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, schema())


def test_who_the_rest_were_follows_only_from_all_before_them(played: dict[str, Session]) -> None:
    """Named ones leave the rest; numbers alone leave nobody knows whom."""
    first, again, later = chronicle(played["wma"]).ballots
    assert first.tallies[-1] == Tally(8, 2, (6, 10), rest=True)
    assert again.tallies[-1] == Tally(6, 5, None, rest=True)
    assert later.tallies == (Tally(1, 0, ()), Tally(9, 9, later.tallies[1].voters, rest=True))
    assert later.tallies[1].voters == (1, 2, 3, 5, 6, 7, 8, 9, 10)
    assert again.raised is not None and (again.raised.votes, again.raised.voters) == (5, None)


def test_what_was_not_said_is_not_guessed(played: dict[str, Session]) -> None:
    """No roles, no sides, no findings; a best move is right only where the roles tell."""
    game = chronicle(played["historical"])
    assert {(seat.role, seat.side) for seat in game.seats} == {(None, None)}
    assert [check.found for night in game.nights for check in night.checks] == [None]
    best = chronicle(played["wma"]).best_move
    assert best is not None and (best.seat, best.guesses, best.right) == (4, (1, 2, 7), 2)


def test_a_foul_knows_its_moment(played: dict[str, Session]) -> None:
    """Phase, speaker and second; a remark to the dead is told from a foul."""
    third = chronicle(played["wma"]).fouls[2]
    assert (third.moment.phase, third.moment.day, third.moment.speaker) == ("day.speech", 1, 3)
    assert third.moment.at == 162.0
    (remark,) = chronicle(played["lars"]).fouls
    assert (remark.seat, remark.remark, remark.count) == (6, True, 1)


def test_undone_things_stand_nowhere_but_in_their_own_list(played: dict[str, Session]) -> None:
    """A nomination that was taken back."""
    without = exported(RU, played["wma"], "md")
    assert "Отменённое" not in without and "7 (от 3)" not in without
    assert "выставлен седьмой" in exported(RU, played["wma"], "md", with_undone=True)


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_libreoffice_opens_it_with_the_right_letters(
    played: dict[str, Session], tmp_path: Path
) -> None:
    """As by a double click: no question about the encoding, columns apart."""
    for name in SHEETS:
        path = tmp_path / f"{name}.csv"
        text = exported(RU, played["wma"], "csv", named=name)
        path.write_bytes(text.encode("utf-8-sig"))
        # 59 is «;»; 76 is UTF-8, as its mark says by itself where nobody tells it.
        filters = [
            "--infilter=CSV:59,34,76",
            "--convert-to",
            "csv:Text - txt - csv (StarCalc):44,34,76",
        ]
        command = ["soffice", "--headless", *filters, "--outdir", str(tmp_path / "back"), str(path)]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        ours = list(csv.reader(text.splitlines(), delimiter=";"))
        back = (tmp_path / "back" / f"{name}.csv").read_text(encoding="utf-8-sig")
        assert [row[0] for row in csv.reader(back.splitlines())] == [row[0] for row in ours]
