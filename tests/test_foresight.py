"""Time calls are given to the mouth ahead, for the second at which they are due."""

from pathlib import Path
from queue import SimpleQueue

import pytest

from tests.test_assist import Table
from voice_host import rulesets
from voice_host.clock import ManualClock
from voice_host.foresight import LEAD, patience
from voice_host.host import Host
from voice_host.inbox import Options
from voice_host.session import begin
from voice_host.voice.protocols import Rank, Utterance


class Timed(Table):
    """Remembers the time calls with the second they were asked for."""

    def __init__(self) -> None:
        super().__init__(SimpleQueue())
        self.calls: list[tuple[str, float | None]] = []

    def say(self, utterance: Utterance) -> None:
        if utterance.rank is Rank.TIME:
            self.calls.append((utterance.text, utterance.at))
        super().say(utterance)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(100.0)


@pytest.fixture
def table() -> Timed:
    return Timed()


@pytest.fixture
def host(tmp_path: Path, table: Timed, clock: ManualClock) -> Host:
    session = begin(rulesets.load("wma"), 10, tmp_path / "game.jsonl")
    host = Host(session, table.inbox, table, table, clock, Options())
    host.begin()
    for _ in range(2):
        host.say("дальше")
        host.pump()
    return host


def test_a_call_is_given_ahead_and_said_once(host: Host, table: Timed, clock: ManualClock) -> None:
    """Half a second before it is due it is on its way; when due it is shown, not said again."""
    clock.advance(49.5)
    host.pump()
    assert table.calls == [("Десять секунд.", pytest.approx(150.0))]
    assert "Десять секунд." not in table.shown
    clock.advance(0.5)
    host.pump()
    assert len(table.calls) == 1
    assert "Десять секунд." in table.shown


def test_a_call_that_a_pause_cut_off_is_said_later(
    host: Host, table: Timed, clock: ManualClock
) -> None:
    """A pause silences what was on its way; the call is given anew when time runs again."""
    clock.advance(49.5)
    host.pump()
    host.say("пауза")
    clock.advance(30)
    host.pump()
    host.say("продолжить")
    host.pump()
    assert table.calls[1:] == [("Десять секунд.", pytest.approx(180.0))]


def test_nothing_is_foretold_from_afar(host: Host, table: Timed, clock: ManualClock) -> None:
    """A call may still come to nothing, so it is not given earlier than it must be."""
    clock.advance(50 - LEAD - 0.1)
    host.pump()
    assert table.calls == []


def test_patience_wakes_in_time_to_look_ahead() -> None:
    """The owner thread wakes `LEAD` before what is due, and then when it is due."""
    assert patience(10.0) == pytest.approx(10.0 - LEAD)
    assert patience(LEAD / 2) == pytest.approx(LEAD / 2)
