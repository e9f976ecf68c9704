# SPDX-License-Identifier: MIT
"""With `--assist` the host speaks the script; the companion times, counts if told, remembers."""

from pathlib import Path
from queue import SimpleQueue

import pytest

from tests.russian import RU
from voice_host import rulesets
from voice_host.game.state import Phase
from voice_host.history.session import begin
from voice_host.host.clock import ManualClock
from voice_host.host.inbox import Message, Options
from voice_host.host.owner import Host
from voice_host.host.rehearsal import Rehearsal
from voice_host.voice.messages import Spoken
from voice_host.voice.protocols import Channel, Utterance


class Table(Rehearsal):
    """What sounds in the hall, and what is shown."""

    def __init__(self, inbox: SimpleQueue[Message]) -> None:
        self.inbox = inbox
        self.sounded: list[str] = []
        self.shown: list[str] = []

    def say(self, utterance: Utterance) -> None:
        if utterance.channel is Channel.HALL:
            self.sounded += [utterance.text] * bool(utterance.text) + list(utterance.count)
        self.inbox.put(Spoken(utterance.id))

    def caption(self, text: str, secret: bool) -> None:
        self.shown.append(text)


@pytest.fixture
def table() -> Table:
    return Table(SimpleQueue())


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def host(tmp_path: Path, table: Table, clock: ManualClock) -> Host:
    session = begin(rulesets.load("wma"), 10, tmp_path / "game.jsonl")
    host = Host(session, table.inbox, table, table, clock, Options(assist=True), RU)
    host.begin()
    return host


def say(host: Host, *lines: str) -> None:
    for line in lines:
        assert host.say(line) is None
        host.pump()


def test_the_script_is_shown_and_not_spoken(host: Host, table: Table) -> None:
    """Every line of the script is a hint on the screen; the hall hears none of them."""
    say(host, "начать игру", "дальше")
    assert table.sounded == []
    assert any("мафия" in line.lower() for line in table.shown)


def test_the_time_is_called(host: Host, table: Table, clock: ManualClock) -> None:
    """The companion times: ten seconds before the end the hall hears it."""
    say(host, "начать игру", "дальше")
    clock.advance(50)
    host.pump()
    assert [line.lower() for line in table.sounded] == ["десять секунд."]


def test_the_shots_are_counted_only_if_told_so(
    host: Host, table: Table, clock: ManualClock
) -> None:
    """The host counts himself and the round has no end by time, until he says «считай»."""
    while host.state.phase is not Phase.SHOOTING:
        say(host, "дальше")
    clock.advance(300)
    host.pump()
    assert (host.state.phase, table.sounded) == (Phase.SHOOTING, [])
    say(host, "считай")
    assert table.sounded[-10:][0] == "один"
    assert table.sounded[-1] == "десять"
    clock.advance(17)
    host.pump()
    assert host.state.phase is Phase.DON
