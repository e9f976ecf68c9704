# SPDX-License-Identifier: MIT
"""Whole games at one laptop, as people play them: words by day, numbers and Enter by night."""

from dataclasses import replace
from random import Random

import pytest

from tests.alone.phones import dealt
from tests.parlour import Parlour
from tests.russian import RU
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.rules import Led
from voice_host.game.state import MASKED, Phase


class Laptop:
    """Everybody around it; by night whoever is called types, or a neighbour of the dead."""

    def __init__(self, name: str, seed: int) -> None:
        self.rng = Random(seed)
        rules = replace(rulesets.load(name), led=Led(by="laptop"))
        self.parlour = Parlour(dealt(rules, self.rng), language=RU.at(rules))
        self.by_night: list[str] = []
        self.slot: object = None

    def play(self) -> None:
        self.parlour.types("начать игру", "дальше")
        for _ in range(6000):
            if self.parlour.state.phase is Phase.OVER:
                return
            self.act()
            self.parlour.wait(2.0)
        raise AssertionError(self.parlour.state.phase_name)

    def act(self) -> None:
        """What the table does in these two seconds."""
        parlour, state, rng = self.parlour, self.parlour.state, self.rng
        someone = rng.choice(state.alive)
        match state.phase:
            case Phase.SPEECH:
                words = (f"выставлен {someone}",) if rng.random() < 0.4 else ()
                parlour.types(*words, "спасибо")
            case Phase.COUNT | Phase.REVOTE:
                parlour.types(rng.choice(("2 голоса", "никого", "4 голоса")))
            case Phase.RAISE:
                parlour.types("за подъём 1")
            case Phase.NOMINATION:
                parlour.types(f"на {someone} 3 пальца", "дальше", "да")
            case Phase.RESULT:
                parlour.types(f"убит {someone}", "да")
            case Phase.REVENGE:
                parlour.types(f"забирает {someone}", "да")
            case phase if phase in MASKED and (state.night, state.phase_name) != self.slot:
                self.slot = state.night, state.phase_name
                before = len(parlour.screen.ear)
                assert parlour.types(str(someone)) is None
                self.by_night += parlour.screen.ear[before:]
            case _:
                pass


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", ["city", "lars", "lars-closed", "nyu", "wma", "historical"])
def test_a_whole_game_at_one_laptop(name: str, seed: int) -> None:
    """From the lobby to a winner; of what was entered by night no ear and no hall has a word."""
    table = Laptop(name, seed)
    table.play()
    parlour = table.parlour
    steps = parlour.host.session.steps
    entered = [s for s in steps if isinstance(s.entry.command, c.Check | c.Choose)]
    assert parlour.state.winner is not None and len(entered) >= 2
    assert table.by_night == []
    assert len([line for line in parlour.screen.glimpsed if line]) > len(entered)
    assert not any("ведущ" in line.casefold() for line in parlour.screen.hall)
