# SPDX-License-Identifier: MIT
"""An evening of three games, and a club's record of many: listed, rated, written, counted once."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.russian import RU
from voice_host import cli, places, rulesets
from voice_host.commands.club.gathered import gathered, last_evening
from voice_host.commands.club.standings import Standing, standings
from voice_host.errors import Told, VoiceHostError
from voice_host.game import commands as c
from voice_host.game.state import Phase
from voice_host.history.recovery import recover
from voice_host.history.session import Session, begin, begin_next

ROLES = c.SetRoles(((1, "mafia"), (2, "mafia"), (3, "don"), (4, "sheriff")))
NAMES = ((1, "Марина"), (4, "Олег"), (5, "Ян"))


def silent(_: Told) -> None: ...


def play(game: Session, winner: str | None, victim: int = 4) -> None:
    """Seat 5 gets a foul, one is killed in the first night and names 1, 2 and 7."""
    game.submit(ROLES, 0.0, "keyboard")
    game.submit(c.Start(), 0.0, "voice")
    game.submit(c.Foul(5), 30.0, "voice")
    while game.state.phase is not Phase.RESULT:
        game.submit(c.Next(), 60.0, "voice")
    game.submit(c.Kill(victim), 90.0, "voice")
    game.submit(c.BestMove((1, 2, 7)), 100.0, "voice")
    if winner:
        game.submit(c.DeclareWinner(winner), 125.0, "voice")
    game.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game alone, then an evening of three, the last of them broken off."""
    games = tmp_path / "games"
    games.mkdir()
    wma = rulesets.load("wma")
    play(begin(wma, 10, games / "a.jsonl", NAMES), "town")
    first = begin(wma, 10, games / "d.jsonl", NAMES)
    play(first, "mafia")
    second = begin_next(first, games / "c.jsonl")
    play(second, "mafia", victim=5)
    play(begin_next(second, games / "b.jsonl"), None)
    return games


def evening(*words: object) -> Result:
    return CliRunner().invoke(cli.cli, ["evening", *map(str, words)], obj=RU)


def test_the_last_evening_is_told_game_by_game(folder: Path) -> None:
    """In the order of playing, whatever the files are called; ratings are of games over."""
    assert (
        evening(folder).output
        == """\
# Вечер

## Игры

| № | журнал | правила | победитель | время | первый убитый | лучший ход |
| --- | --- | --- | --- | --- | --- | --- |
| 1 | d | Спортивная мафия, WMA | мафия | 2:05 | 4 Олег | 2 из 3 |
| 2 | c | Спортивная мафия, WMA | мафия | 2:05 | 5 Ян | 2 из 3 |
| 3 | b | Спортивная мафия, WMA | не окончена | 1:40 | 4 Олег | 2 из 3 |

## Игроки

| имя | игры | победы | убит первым | лучший ход, верно/раз | фолы |
| --- | --- | --- | --- | --- | --- |
| Марина | 2 | 2 | 0 |  | 0 |
| Олег | 2 | 0 | 1 | 2/1 | 0 |
| Ян | 2 | 0 | 1 | 2/1 | 2 |
"""
    )


def test_all_games_are_told_if_it_is_asked_for(folder: Path) -> None:
    """The evening before, too."""
    lines = evening(folder, "--all").output.splitlines()
    assert lines[0] == "# Все игры"
    assert [line.split(" | ")[1] for line in lines[6:10]] == ["a", "d", "c", "b"]
    assert "| Олег | 3 | 1 | 2 | 4/2 | 0 |" in lines


def test_an_older_game_that_is_gone_on_with_is_the_last_evening(folder: Path) -> None:
    """What was played last is the evening that is meant."""
    play(begin(rulesets.load("wma"), 10, folder / "e.jsonl", NAMES), None)
    assert [kept.path.stem for kept in last_evening([folder], silent)] == ["e"]
    again = recover(folder / "b.jsonl")
    again.submit(c.DeclareWinner("town"), 200.0, "voice")
    again.close()
    assert [kept.path.stem for kept in last_evening([folder], silent)] == ["b"]


def test_all_protocols_come_at_once(folder: Path, tmp_path: Path) -> None:
    """Each form of each game, the page of the evening; nothing is written over."""
    out = tmp_path / "out"
    assert evening(folder, "--out", out).exit_code == 0
    names = {path.name for path in out.iterdir()}
    assert names == {
        *(f"{game}.{form}" for game in "bcd" for form in ("md", "json", "html")), "evening.html",
    }  # fmt: skip
    error = evening(folder, "--out", out).exception
    assert isinstance(error, VoiceHostError) and "уже есть" in RU.messages.says(error)


def test_the_page_has_graphs_that_say_what_they_show(folder: Path, tmp_path: Path) -> None:
    """In words for whoever does not see them."""
    page = tmp_path / "evening.html"
    evening(folder, "--all", "--out", page)
    text = page.read_text("utf-8")
    assert 'aria-label="мафия — 2; красные — 1"' in text
    assert 'aria-label="a — 1; d — 1; c — 1; b — 1"' in text


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as club:
        return club.execute(query).fetchall()


def test_a_game_is_counted_once_however_often_it_is_gathered(folder: Path, tmp_path: Path) -> None:
    """From its copy on another machine too; one that has gone on since is whole then."""
    club, copies = tmp_path / "club.sqlite", tmp_path / "copies"
    shutil.copytree(folder, copies)
    assert evening(folder, "--out", club).output == f"«{club}»: 4 игры.\n"
    unfinished = "SELECT count(*) FROM games WHERE NOT over"
    assert rows(club, unfinished) == [(1,)]
    again = recover(copies / "b.jsonl")
    again.submit(c.DeclareWinner("town"), 200.0, "voice")
    again.close()
    assert evening(copies, folder / "..", "--out", club).output == f"«{club}»: 4 игры.\n"
    assert rows(club, unfinished) == [(0,)]
    assert rows(club, "SELECT count(*) FROM seats") == [(40,)]
    assert rows(club, "SELECT count(*) FROM fouls") == [(4,)]


def test_the_record_answers_as_the_list_does(folder: Path, tmp_path: Path) -> None:
    """Ratings from its view and from the journals are the same."""
    club = tmp_path / "club.db"
    evening(folder, "--out", club)
    found = rows(club, "SELECT name, games, wins, first_killed, fouls FROM ratings")
    ours = standings(gathered([folder], silent))
    assert found == [(s.name, s.games, s.wins, s.first_killed, s.fouls) for s in ours]
    assert ours[0] == Standing("Марина", games=3, decided=3, wins=2)
    votes = rows(club, "SELECT what, seat FROM nights ORDER BY game, night")
    assert ("killed", 4) in votes and ("killed", 5) in votes


@pytest.mark.parametrize("content", [b"no base of anything at all, but long enough", None])
def test_another_programs_file_is_left_as_it_is(
    folder: Path, tmp_path: Path, content: bytes | None
) -> None:
    """Text, or tables of somebody else."""
    path = tmp_path / "other.sqlite"
    if content is None:
        with closing(sqlite3.connect(path)) as other, other:
            other.execute("CREATE TABLE games (x)")
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    error = evening(folder, "--out", path).exception
    assert isinstance(error, VoiceHostError) and RU.messages.hint(error)
    assert path.read_bytes() == before


def test_what_cannot_be_read_is_told_and_hides_nothing(folder: Path) -> None:
    """One bad file in a folder of good ones."""
    path = folder / "c.jsonl"
    path.write_bytes(path.read_bytes().replace(b'{"kind":"Foul"', b'{"kind":"Fool"', 1))
    done = evening(folder)
    assert "Пропущено: " in done.stderr and "c.jsonl" in done.stderr
    assert "| 1 | d |" in done.stdout and "| 2 | b |" in done.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("нет такой",), "Папки «нет такой» нет."),
        (("--out", "x.pdf"), "Во что писать «.pdf», неясно."),
    ],
)
def test_what_makes_no_sense_says_what_to_do(
    folder: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], says: str
) -> None:
    """And writes nothing."""
    monkeypatch.setattr(places, "games_folder", lambda: folder)
    error = evening(*words).exception
    assert isinstance(error, VoiceHostError)
    assert RU.messages.says(error) == says and RU.messages.hint(error)


def test_no_games_is_a_sentence(tmp_path: Path) -> None:
    """An empty folder, and one with a table that nobody has begun to play at."""
    begin(rulesets.load("wma"), 10, tmp_path / "1.jsonl").close()
    error = evening(tmp_path).exception
    assert isinstance(error, VoiceHostError)
    assert RU.messages.says(error) == "Сыгранных игр здесь нет."
