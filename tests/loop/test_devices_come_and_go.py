# SPDX-License-Identifier: MIT
"""An evening whose devices vanish, return, are files, or were never there."""

import time

import pytest

from tests.at_the_table import Table, wait_for
from tests.loop.conftest import SHORT, Play

pytestmark = [pytest.mark.devices, pytest.mark.speech]


def test_microphone_taken_away_and_given_back(table: Table, play: Play) -> None:
    """It is told in one line, the keyboard works meanwhile, and hearing works again after."""
    program = play()
    with table.unplugged("mic"):
        program.told("микрофон")
        program.type("начать игру")
        program.told("карту")
    program.told("снова работает")
    table.ask(program, "дальше", "просыпается мафия")
    assert [entry["channel"] for entry in program.entries()] == ["keyboard", "voice"]


def test_loudspeakers_taken_away_and_given_back(table: Table, play: Play) -> None:
    """Without hall and ear the game goes on with captions and a running clock; both come back."""
    program = play(*SHORT)
    with table.unplugged("ear"):
        program.told("наушник не отвечает")
        program.type("начать игру")
        program.told("карту")
        with table.unplugged("hall"):
            program.told("колонка не отвечает")
            program.type("дальше\nдальше\nдальше\nдальше")
            program.told("игрок номер один, ваша минута")
            program.type("десять секунд")
            program.told("время.", within=30)
            program.told("игрок номер два, ваша минута")
        program.told("снова работает")
    program.told("снова работает")
    began = time.monotonic()
    program.type("фол номер пять")
    program.told("пятому первый фол")
    wait_for(lambda: table.hall.spoke_between(began), 10, "foul in the hall")
    wait_for(lambda: table.ear.spoke_between(began), 10, "read-back in the ear")
