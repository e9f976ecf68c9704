"""«Новая игра»: the table plays again, and only who was killed first is remembered."""

from pathlib import Path
from queue import SimpleQueue

import pytest

from tests.test_assist import Table
from voice_host import rulesets
from voice_host.clock import ManualClock
from voice_host.game.state import Phase
from voice_host.host import Host
from voice_host.inbox import Options
from voice_host.session import Session, begin


@pytest.fixture
def host(tmp_path: Path) -> Host:
    table = Table(SimpleQueue())
    rules = rulesets.load("lars")
    session = begin(rules, 10, tmp_path / "1.jsonl")
    host = Host(session, table.inbox, table, table, ManualClock(), Options())
    host.begin(next_game=lambda over: begin(over.state.rules, 10, tmp_path / "2.jsonl"))
    return host


def say(host: Host, *lines: str) -> None:
    for line in lines:
        assert host.say(line) is None
        host.pump()


def until(host: Host, phase: Phase) -> None:
    for _ in range(100):
        if host.state.phase is phase:
            return
        say(host, "дальше")
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
