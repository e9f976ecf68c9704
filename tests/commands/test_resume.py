# SPDX-License-Identifier: MIT
"""Which game is gone on with: three that were broken off, whose files' times lie."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.russian import RU
from voice_host import cli, places, rulesets
from voice_host.commands import resume, unfinished_games
from voice_host.commands.resume import farewell
from voice_host.errors import Told
from voice_host.game.commands import DeclareWinner, Next, Start
from voice_host.history.session import begin

LISTED = [
    "1. 2003: Городская мафия, мест 12. День нулевой, речь третьего, часы стоят.",
    "2. 2005: Спортивная мафия, WMA, мест 10. Ночь номер ноль, мафия договаривается,"
    " часы стоят. За столом: Марина, Олег.",
    "3. 2004: Спортивная мафия, WMA, мест 10. Ночь номер ноль, мафия договаривается, часы стоят.",
]


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Begun in the order 2004, 2005, 2003; by their times 2004 would be the last."""
    folder = tmp_path / "games"
    folder.mkdir()
    monkeypatch.setattr(places, "games_folder", lambda: folder)
    for name, rules, names, steps in (
        ("2004", "wma", (), 1),
        ("2005", "wma", ((2, "Марина"), (5, "Олег")), 1),
        ("2003", "city", (), 9),
    ):
        chosen = rulesets.load(rules)
        game = begin(chosen, chosen.table.seats, folder / f"{name}.jsonl", names)
        game.submit(Start(), 0.0, "voice")
        for _ in range(steps):
            game.submit(Next(), 0.0, "voice")
        game.close()
    over = begin(rulesets.load("wma"), 10, folder / "2009.jsonl")
    over.submit(Start(), 0.0, "voice")
    over.submit(DeclareWinner("town"), 0.0, "voice")
    over.close()
    for number, name in enumerate(("2003", "2005", "2004")):
        os.utime(folder / f"{name}.jsonl", (2e9 + number, 2e9 + number))
    return folder


def chosen(monkeypatch: pytest.MonkeyPatch, given: str | None) -> tuple[list[str], str]:
    """What is shown, and the name of the game that is gone on with; None: nobody is there."""
    taken: list[Path] = []

    def take(path: Path) -> None:
        taken.append(path)
        raise KeyboardInterrupt

    monkeypatch.setattr(resume, "recover", take)
    monkeypatch.setattr(unfinished_games, "_somebody_is_there", lambda: given is not None)
    done = CliRunner().invoke(cli.cli, ["resume"], obj=RU, input=given or "")
    return done.output.splitlines(), taken[0].stem if taken else ""


def test_nobody_to_ask_takes_the_one_played_last(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a word."""
    lines, name = chosen(monkeypatch, None)
    assert name == "2003" and not [line for line in lines if line.startswith("1.")]


@pytest.mark.parametrize(
    ("given", "name"), [("\n", "2003"), ("2\n", "2005"), ("5\nдве\n3\n", "2004")]
)
def test_who_is_there_is_asked_which(
    games: Path, monkeypatch: pytest.MonkeyPatch, given: str, name: str
) -> None:
    """Each with date, rules, day and names; what is no number of the list is asked again."""
    lines, taken = chosen(monkeypatch, given)
    assert lines[:3] == LISTED
    assert "Какую продолжить? Номер от 1 до 3; ввод — первую" in lines[3]
    assert taken == name


def test_a_damaged_game_is_named_and_not_passed_over(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chosen, it says what is wrong; another may be chosen beside it."""
    path = games / "2003.jsonl"
    path.write_bytes(b"[" + path.read_bytes())
    lines, name = chosen(monkeypatch, "2\n")
    assert lines[0] == "1. 2003: журнал испорчен, что в нём за игра, не видно."
    assert name == "2005"
    assert chosen(monkeypatch, "\n")[1] == ""


def test_no_journal_is_promised_that_has_gone(tmp_path: Path) -> None:
    """Somebody pulled the stick out: whoever leaves must not look for the game there."""
    path = tmp_path / "stick" / "game.jsonl"
    path.parent.mkdir()
    session = begin(rulesets.load("wma"), 10, path)
    session.submit(Start(), 0.0, "keyboard")
    told: list[Told] = []
    farewell(session, told.append)
    assert [one.code for one in told] == ["resume.kept"]
    path.unlink()
    farewell(session, told.append)
    session.close()
    assert told[1] == Told("resume.gone", path=path)
