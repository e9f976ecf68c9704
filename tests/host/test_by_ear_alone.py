# SPDX-License-Identifier: MIT
"""Whole games led by ear alone: words in place of sound, nothing but the ear's lines to go by."""

import pytest

from tests.by_ear import ALIVE, HOW_MANY, WHERE, BlindHost
from tests.parlour import Parlour
from tests.russian import RU
from voice_host import rulesets
from voice_host.game.state import Phase
from voice_host.history.session import Session
from voice_host.host.inbox import Options
from voice_host.language.requests import Level
from voice_host.language.said.pieces import seconds
from voice_host.voice.protocols import Channel

MOST_SAID = 400
TURN_SECONDS = 40.0
"""So long a player speaks before his turn is ended, and a night's slot lasts at most."""
GATES = {Level.FULL: 15.0, Level.BRIEF: 6.0, Level.VITAL: 3.0}
"""Seconds of speech in the ear a minute, unasked."""


class Evening:
    """A game that is led so, and what was said in the ear meanwhile."""

    def __init__(self, rules: str, level: Level) -> None:
        dialect = rulesets.load(rules)
        session = Session(dialect, dialect.table.seats)
        options = Options(talk=level, eyes_free=True)
        self.parlour = Parlour(session, options=options, language=RU.at(dialect))
        self.host = BlindHost(pointing=dialect.nominations.by == "pointing")
        self.refused: list[str] = []
        self.said = self.unasked = 0.0

    def play(self) -> None:
        """Until he has left."""
        for _ in range(MOST_SAID):
            if self.host.over:
                return
            self._turn()
        raise AssertionError(f"not over: {self._ear()}")

    def _turn(self) -> None:
        heard = self.parlour.host.asks and self._ear()
        line = heard[-1] if heard else self._say(WHERE)
        if self.parlour.state.timer is not None and "речь" in line:
            self.parlour.wait(TURN_SECONDS)
        elif "стрельба" in line:
            self.parlour.wait(20)
        for words in self.host.says(line):
            told = self._say(words)
            if words in (ALIVE, HOW_MANY):
                list(self.host.says(told))
            elif "свидания" in told:
                self.host.over = True
            elif self.parlour.host.asks:
                break

    def _say(self, words: str) -> str:
        self.parlour.forget()
        if self.parlour.hears(words) is not None:
            self.refused.append(f"{words}: {self._ear()}")
        lasted = sum(seconds(RU.texts, line) for line in self._ear())
        self.unasked += 0 if words in (WHERE, ALIVE) else lasted
        self.parlour.wait(2)
        return " ".join(self._ear())

    def _ear(self) -> list[str]:
        ear = [one.text for one in self.parlour.mouth.said if one.channel is Channel.EAR]
        return [text for text in ear if text]


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("rules", rulesets.names())
def test_a_whole_game_by_ear_alone(rules: str, level: Level) -> None:
    """Every word is understood at once, and the ear is not talked to death."""
    evening = Evening(rules, level)
    evening.play()
    assert evening.refused == []
    assert evening.parlour.state.phase is Phase.OVER
    assert evening.parlour.state.winner
    minutes = evening.parlour.host.session.at / 60
    assert evening.unasked / minutes <= GATES[level]
