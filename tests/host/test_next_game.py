# SPDX-License-Identifier: MIT
"""«Новая игра»: the table plays again, and only who was killed first is remembered."""

from itertools import count
from pathlib import Path
from queue import SimpleQueue

import pytest

from tests.host.test_assist import Table
from tests.parlour import Parlour
from tests.russian import RU
from voice_host import rulesets
from voice_host.game.state import Phase, new_game
from voice_host.history.recovery import recover
from voice_host.history.session import Session, begin, begin_next
from voice_host.host.clock import ManualClock
from voice_host.host.inbox import Options
from voice_host.host.owner import Host


@pytest.fixture
def host(tmp_path: Path) -> Host:
    table = Table(SimpleQueue())
    rules = rulesets.load("lars")
    session = begin(rules, 10, tmp_path / "1.jsonl")
    host = Host(session, table.inbox, table, table, ManualClock(), Options(), RU)
    numbers = count(2)
    host.begin(next_game=lambda over: begin_next(over, tmp_path / f"{next(numbers)}.jsonl"))
    return host


def say(host: Host, *lines: str) -> None:
    for line in lines:
        assert host.say(line) is None
        host.pump()


def shown(host: Host) -> list[str]:
    """Every caption so far."""
    table = host._screen
    assert isinstance(table, Table)
    return table.shown


def until(host: Host, phase: Phase) -> None:
    for _ in range(100):
        if host.state.phase is phase:
            return
        say(host, "дальше")
        if host.asks:
            say(host, "да")
    raise AssertionError(host.state.phase)


def test_it_waits_for_the_end_of_this_one(host: Host) -> None:
    """A game that is on is not thrown away."""
    say(host, "начать игру")
    assert host.say("новая игра") == "not_now"
    assert host.state.phase is not Phase.LOBBY


def test_it_begins_clean_in_a_journal_of_its_own(host: Host, tmp_path: Path) -> None:
    """Fouls, the dead and the clock are those of a new game."""
    until(host, Phase.SPEECH)
    say(host, "фол номер три", "конец игры", "подтверждаю", "победа красных", "подтверждаю")
    say(host, "новая игра")
    assert host.state.phase is Phase.LOBBY
    assert not any(player.fouls for player in host.state.players)
    assert host.clock.read() == 0
    say(host, "начать игру")
    assert (tmp_path / "2.jsonl").read_bytes().count(b"\n") == 2


def test_who_was_killed_first_opens_the_next_one(host: Host) -> None:
    """S3: the first victim of the last game speaks first, «дальше» begins as well as «начать»."""
    until(host, Phase.RESULT)
    say(host, "убит четвёртый", "да", "конец игры", "да", "победа мафии", "да", "новая игра")
    session: Session = host.session
    assert session.state.first_killed is None
    until(host, Phase.SPEECH)
    assert host.state.speaker == 4


def test_a_crash_in_the_lobby_forgets_nobody(host: Host, tmp_path: Path) -> None:
    """S3: the first victim still opens, and who must miss the game is told anew."""
    until(host, Phase.RESULT)
    say(host, "убит четвёртый", "да", "дальше", "фол четвёртому")
    for _ in range(2):
        say(host, "фол четвёртому", "да")
    say(host, "конец игры", "да", "победа мафии", "да", "новая игра")
    for _ in range(2):
        host.session.close()
        parlour = Parlour(recover(tmp_path / "2.jsonl"), recovered=True)
        assert parlour.state.phase is Phase.LOBBY
        assert "Пропуск этой игры: четвёртый." in parlour.screen.ear
        host = parlour.host
    parlour.until(Phase.SPEECH)
    assert parlour.state.speaker == 4
    host.session.close()
    parlour = Parlour(recover(tmp_path / "2.jsonl"), recovered=True)
    assert not any("Пропуск" in line for line in parlour.screen.ear)
    assert parlour.state.speaker == 4


def test_a_crash_after_the_end_forgets_nobody(host: Host, tmp_path: Path) -> None:
    """The journal of the game that is over is resumed, and «новая игра» follows it."""
    until(host, Phase.RESULT)
    say(host, "убит четвёртый", "да", "конец игры", "да", "победа мафии", "да")
    host.session.close()
    parlour = Parlour(recover(tmp_path / "1.jsonl"), recovered=True)
    parlour.host.begin(next_game=lambda over: begin_next(over, tmp_path / "2.jsonl"))
    parlour.types("новая игра")
    assert parlour.until(Phase.SPEECH).state.speaker == 4


def test_a_next_game_that_cannot_be_written_is_played(host: Host, tmp_path: Path) -> None:
    """Its journal's place is taken by a folder: told in the ear, and the first victim opens."""
    (tmp_path / "2.jsonl").mkdir()
    until(host, Phase.RESULT)
    say(host, "убит четвёртый", "да", "конец игры", "да", "победа мафии", "да", "новая игра")
    assert sum("Игра идёт без записи" in line for line in shown(host)) == 1
    until(host, Phase.SPEECH)
    assert host.state.speaker == 4


def test_who_must_miss_it_is_told(host: Host) -> None:
    """S3: three remarks to a player who is out, and he does not play the next game."""
    until(host, Phase.RESULT)
    say(host, "убит четвёртый", "да", "дальше", "фол четвёртому")
    for _ in range(2):
        say(host, "фол четвёртому", "да")
    assert host.state.miss_next == (4,)
    say(host, "конец игры", "да", "победа мафии", "да", "новая игра")
    assert host.narrator.last is not None
    assert "Пропуск этой игры: четвёртый." in shown(host)
    say(host, "начать игру", "конец игры", "да", "победа мафии", "да", "новая игра")
    assert shown(host).count("Пропуск этой игры: четвёртый.") == 1


def test_sound_goes_on_and_all_else_is_forgotten(tmp_path: Path) -> None:
    """Volume and rate are the mouth's; pause, undo, questions and music end with the game."""
    names = ((4, "Марина"),)
    parlour = Parlour(begin(rulesets.load("wma"), 10, tmp_path / "1.jsonl", names))
    host = parlour.host
    host.begin(next_game=lambda over: begin_next(over, tmp_path / "2.jsonl"))
    parlour.types("громче", "быстрее")
    parlour.until(Phase.SHOOTING)
    parlour.types("фол Марине", "ппк третьему", "да", "пауза", "новая игра")
    assert host.state.phase is Phase.LOBBY
    assert ("music", False) in parlour.mouth.notes
    assert not host.clock.held
    assert parlour.types("отмена") == parlour.types("да") == "not_now"
    assert parlour.state == new_game(rulesets.load("wma"), 10)
    assert not [note for note in parlour.mouth.notes if note in (("volume", -1), ("rate", -1))]
    parlour.until(Phase.SPEECH)
    parlour.types("фол Марине")
    assert parlour.state.player(4).fouls == 1
