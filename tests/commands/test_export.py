# SPDX-License-Identifier: MIT
"""Export: the protocol of a game in three forms, as the game stands."""

import csv
import io
import json
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.parlour import WMA
from tests.russian import RU
from voice_host import cli, rulesets
from voice_host.commands.export import FORMS, SHEETS, exported
from voice_host.errors import VoiceHostError
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.commands import Command
from voice_host.game.composition import cards
from voice_host.game.rules import Rules
from voice_host.game.state import Cause, Phase
from voice_host.history.record import Entry
from voice_host.history.session import Session, begin
from voice_host.language.said.announce import told
from voice_host.language.said.speak import speak

ROLES = c.SetRoles(((1, "mafia"), (2, "mafia"), (3, "don"), (4, "sheriff")))


def session(*commands: Command, rules: Rules = WMA) -> Session:
    game = Session(rules, 10)
    for command in commands:
        game.submit(command, 0.0, "voice")
    return game


def until(game: Session, phase: Phase) -> Session:
    while game.state.phase is not phase:
        game.submit(c.Next(), 0.0, "voice")
    return game


def evening() -> Session:
    """Fouls with reasons, a vote with names, a kill, a best move, an end."""
    game = until(session(ROLES), Phase.SPEECH)
    game.submit(c.Nominate(5), 0.0, "voice")
    game.submit(c.Foul(8, "knock"), 0.0, "voice")
    game.submit(c.Foul(8), 0.0, "voice")
    game.submit(c.Next(), 0.0, "voice")
    game.submit(c.Nominate(7), 0.0, "voice")
    until(game, Phase.COUNT).submit(c.Ballot((1, 2, 3)), 0.0, "voice")
    until(game, Phase.RESULT).submit(c.Kill(4), 0.0, "voice")
    game.submit(c.BestMove((1, 2, 3)), 0.0, "voice")
    game.submit(c.DeclareWinner("mafia"), 0.0, "voice")
    return game


def read(game: Session, table: str = "players") -> list[dict[str, str]]:
    """A table of CSV, row by row."""
    text = exported(RU, game, "csv", named=table)
    return list(csv.DictReader(io.StringIO(text), delimiter=";"))


def test_json_holds_the_whole_protocol() -> None:
    """Ids as they are, seats as numbers."""
    data = json.loads(exported(RU, evening(), "json"))
    assert (data["rules"], data["phase"], data["winner"]) == ("wma", "over", "mafia")
    assert (data["day"], data["night"]) == (1, 1)
    assert data["best_move"] == [1, 2, 3]
    killed, fouled = data["players"][3], data["players"][7]
    assert (killed["role"], killed["out"], killed["out_night"]) == ("sheriff", "killed", 1)
    assert (fouled["fouls"], fouled["offences"], fouled["out"]) == (2, ["knock"], None)
    assert data["votes"][0] == {
        "day": 0, "phase": "vote.count", "ballot": 0, "candidate": 5, "votes": 3,
        "voters": [1, 2, 3], "rest": False, "own": False,
    }  # fmt: skip


def test_markdown_is_for_people() -> None:
    """In words, with the votes in a table of their own."""
    text = exported(RU, evening(), "md")
    assert text.startswith("# Протокол: Спортивная мафия, WMA\n\nПобедитель: ")
    assert "| 4 | шериф | красные | 0 | убит | ночь 1 |  |" in text
    assert "knock" not in text
    assert "Лучший ход: 1, 2, 3." in text
    assert "| 0 | голосование | 5 | 3 | 1, 2, 3 |" in text


def test_markdown_of_a_game_that_has_just_begun() -> None:
    """No votes, no best move, no winner."""
    text = exported(RU, session(c.Start()), "md")
    assert "Победитель: нет." in text
    assert "Голосования" not in text and "Лучший ход" not in text


def test_csv_is_a_row_a_seat() -> None:
    """Under Russian names, roles only where they are known."""
    rows = read(evening())
    assert [row["место"] for row in rows] == [str(seat) for seat in range(1, 11)]
    assert (rows[3]["роль"], rows[3]["исход"], rows[3]["когда"]) == ("шериф", "убит", "ночь 1")
    assert rows[7]["причины"] == "стук"
    assert exported(RU, session(), "csv").splitlines()[1] == "1;;;;0;в игре;;"


def test_every_punishment_carries_its_reason() -> None:
    """A foul, a removal and ППК; what was undone is not there."""
    game = until(session(), Phase.SPEECH)
    for command in (c.Foul(3, "knock"), c.Remove(3, "insult"), c.Remove(4), c.Ppk(2, "oath")):
        game.submit(command, 0.0, "keyboard")
    rows = read(game)
    assert [row["причины"] for row in rows[:4]] == ["", "клятву", "стук, оскорбление", ""]
    game.undo()
    assert json.loads(exported(RU, game, "json"))["players"][1]["offences"] == []


@pytest.mark.parametrize("offence", ["oath", None])
def test_a_game_that_was_stopped_says_by_whom(offence: str | None) -> None:
    """ППК leaves the player in the game: without a word for it nothing would tell of it."""
    game = until(session(ROLES), Phase.SPEECH)
    game.submit(c.Ppk(5, offence), 0.0, "voice")
    row = read(game)[4]
    assert (row["исход"], row["причины"]) == ("в игре, ППК", "клятву" if offence else "")
    text = exported(RU, game, "md")
    assert "Победитель: мафия. Игра остановлена: ППК, место 5." in text
    assert json.loads(exported(RU, game, "json"))["ppk"] == 5


def test_who_was_voted_out_left_by_day() -> None:
    """A night is given to those only whom it has taken."""
    game = until(evening_of_two(), Phase.VOTED_LAST_WORD)
    rows = read(game)
    assert (rows[4]["исход"], rows[4]["когда"]) == ("заголосован", "день 0")
    voted = json.loads(exported(RU, game, "json"))["players"][4]
    assert (voted["out_night"], voted["out_day"]) == (None, 0)


def evening_of_two() -> Session:
    """Seat 5 gets all votes on day 0."""
    game = until(session(ROLES), Phase.SPEECH)
    game.submit(c.Nominate(5), 0.0, "voice")
    game.submit(c.Next(), 0.0, "voice")
    game.submit(c.Nominate(7), 0.0, "voice")
    until(game, Phase.COUNT).submit(c.Vote(10, 5), 0.0, "voice")
    return game


def test_an_offence_that_is_not_known_here_keeps_its_own_name() -> None:
    """A journal of another version or hand: told and exported all the same."""
    game = until(session(), Phase.SPEECH)
    before, events = game.state, game.submit(c.Foul(8, "sneezing"), 0.0, "voice")
    assert "sneezing" in exported(RU, game, "md")
    assert "Восьмому первый фол за sneezing." in [
        speak(RU.texts, one) for one in told(before, events)
    ]


@pytest.mark.parametrize(("most", "said"), [(2, "два фола"), (4, "четыре фола"), (5, "пять фолов")])
def test_who_is_out_by_fouls_had_as_many_as_the_ruleset_allows(most: int, said: str) -> None:
    """In the protocol and in the hall."""
    rules = replace(WMA, fouls=replace(WMA.fouls, out=most, mute=0))
    game = until(session(rules=rules), Phase.SPEECH)
    for _ in range(most):
        before, events = game.state, game.submit(c.Foul(3), 0.0, "voice")
    assert exported(RU, game, "csv").splitlines()[3].startswith(f"3;;;;{most};{said};")
    hall = [speak(RU.texts, one) for one in told(before, events)]
    assert f"Игрок номер три покидает игру: {said}." in hall


def test_sides_and_roles_have_the_names_of_the_ruleset() -> None:
    """S4: the town is blue; S0 (city): the sheriff is a commissioner."""
    game = until(session(rules=rulesets.load("historical")), Phase.SPEECH)
    game.submit(c.DeclareWinner("town"), 0.0, "voice")
    assert "Победитель: синие." in exported(RU, game, "md")
    city = rulesets.load("city")
    dealt = c.SetRoles(tuple(enumerate(cards(city, 10), start=1)))
    text = exported(RU, session(dealt, rules=city), "md")
    assert "| комиссар |" in text and "шериф" not in text


@pytest.mark.parametrize(("given", "left"), [(("knock", None), ["knock"]), ((None, "knock"), [])])
def test_a_foul_taken_back_takes_its_reason_along(
    given: tuple[str | None, ...], left: list[str]
) -> None:
    """The last one is the one that is taken back."""
    game = until(session(), Phase.SPEECH)
    for offence in given:
        game.submit(c.Foul(8, offence), 0.0, "voice")
    game.submit(c.TakeBackFoul(8), 0.0, "voice")
    assert json.loads(exported(RU, game, "json"))["players"][7]["offences"] == left


@pytest.mark.parametrize("form", ["json", "md", "csv", "html"])
def test_a_game_that_has_lost_lines_is_exported_as_far_as_it_is_known(form: str) -> None:
    """A foul taken back that nobody gave, a leaver of whom nobody knows when he left."""
    game = session(c.Start())
    given_back = ev.FoulTakenBack(3, 0), ev.PlayerRestored(4, Cause.VOTED)
    game.follow(Entry(1.0, "voice", c.TakeBackFoul(3), given_back))
    assert exported(RU, game, form)


def journal(folder: Path) -> Path:
    """A short game in a file."""
    path = folder / "game.jsonl"
    game = begin(WMA, 10, path, names=((1, "Марина"),))
    game.submit(c.Start(), 0.0, "voice")
    game.close()
    return path


def command(*words: object) -> Result:
    return CliRunner().invoke(cli.cli, ["export", *map(str, words)], obj=RU)


def test_csv_is_bytes_that_a_spreadsheet_knows(tmp_path: Path) -> None:
    """By its first three bytes it is UTF-8, between cells stands what Russian systems expect."""
    data = command(journal(tmp_path), "--format", "csv").stdout_bytes
    assert data.startswith("\ufeffместо;имя;роль;".encode())
    assert "1;Марина;;;0;в игре;;\r\n".encode() in data


def test_csv_into_a_folder_is_a_file_a_table(tmp_path: Path) -> None:
    """Each of them as it is printed by itself."""
    path, folder = journal(tmp_path), tmp_path / "tables"
    assert command(path, "--format", "csv", "--out", folder).exit_code == 0
    for name in SHEETS:
        printed = command(path, "--format", "csv", "--table", name).stdout_bytes
        assert (folder / f"{name}.csv").read_bytes() == printed
    assert {one.stem for one in folder.iterdir()} == set(SHEETS)


@pytest.mark.parametrize("form", [form for form in FORMS if form != "mafiaratings"])
def test_a_file_that_is_there_is_not_written_over(tmp_path: Path, form: str) -> None:
    """Nor is a part of one left."""
    path, out = journal(tmp_path), tmp_path / f"game.{form}"
    assert command(path, "--format", form, "--out", out).exit_code == 0
    before = out.read_bytes()
    error = command(path, "--format", form, "--out", out).exception
    assert isinstance(error, VoiceHostError)
    assert RU.messages.line(error) == (
        f"«{out}» не записать: такой файл уже есть. Назовите в --out другое имя."
    )
    assert out.read_bytes() == before


@pytest.mark.parametrize("name", ["=1+1", "+7", "-2+3", "@sum", "a|b", "<b>&\"'"])
def test_a_name_is_never_taken_for_anything_else(name: str) -> None:
    """A formula, the end of a cell, a tag."""
    game = session(c.Start())
    game.names = ((1, name),)
    first = read(game)[0]["имя"]
    assert first == (f"'{name}" if name[0] in "=+-@" else name)
    assert f"| {name.replace('|', '&#124;')} |" in exported(RU, game, "md")
    assert escape(name) in exported(RU, game, "html") and "<b>&" not in exported(RU, game, "html")


def test_two_removals_and_fouls_stand_in_the_order_in_which_they_came() -> None:
    """With the part of the game, who spoke, and the second."""
    game = until(session(), Phase.SPEECH)
    game.submit(c.Foul(3, "knock"), 61.0, "keyboard")
    game.submit(c.Remove(4, "insult"), 125.5, "keyboard")
    told = [tuple(row.values()) for row in read(game, "fouls")]
    assert told == [
        ("3", "", "фол 1", "стук", "день 0", "речь", "1", "1:01"),
        ("4", "", "удаление", "оскорбление", "день 0", "речь", "1", "2:05"),
    ]


@pytest.mark.parametrize(
    ("phase", "called"), [(Phase.DON, "проверяет дон"), (Phase.FIRST_SHERIFF, "выходит шериф")]
)
def test_a_foul_by_night_names_the_role_that_was_awake(phase: Phase, called: str) -> None:
    """The phase alone does not tell which it was."""
    game = until(session(), phase)
    game.submit(c.Foul(3), 0.0, "voice")
    assert read(game, "fouls")[0]["фаза"] == called
    assert json.loads(exported(RU, game, "json"))["fouls"][0]["moment"]["speaker"] is None
