# SPDX-License-Identifier: MIT
"""How a command is carried out: decided once, and what was decided is what happens."""

from collections import Counter

import pytest

from tests.parlour import fouls, speech
from voice_host.game import commands as c
from voice_host.game.decide import Decision, decide
from voice_host.host import moves


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the rules were asked about each kind of command."""
    asked: Counter[str] = Counter()

    def counting(*given: object, **more: object) -> Decision:
        asked[type(given[1]).__name__] += 1
        return decide(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(moves, "decide", counting)
    return asked


def test_a_command_is_decided_once(decided: Counter[str]) -> None:
    """Whether to ask, and what to do, are answered from one decision."""
    parlour = speech()
    decided.clear()
    parlour.hears("фол номер три", "дальше")
    assert decided == {"Foul": 1, "Next": 1}


def test_yes_decides_again(decided: Counter[str]) -> None:
    """Between question and answer the clock has run: what was decided then may not be so now."""
    parlour = speech()
    decided.clear()
    parlour.hears("удалить номер пять")
    assert decided == {"Remove": 1}
    parlour.wait(5)
    parlour.hears("да")
    assert decided["Remove"] == 2
    assert parlour.host.session.steps[-1].entry.at == parlour.host.clock.read()


def test_what_was_decided_before_something_else_happened_is_not_carried_out() -> None:
    """A decision holds for the state that it was made in and no other."""
    parlour = speech()
    stale = decide(parlour.state, c.Foul(3), parlour.host.clock.read())
    parlour.hears("фол номер восемь")
    with pytest.raises(ValueError, match="moved on"):
        parlour.host.session.commit(stale, "voice")
    assert fouls(parlour, 3) == 0
