# SPDX-License-Identifier: MIT
"""The hall's loudspeaker beside the microphone: the program must not obey itself."""

from pathlib import Path

import pytest

from scripts.measure.self_hearing import play
from tests.at_the_table import Table
from voice_host.voice.hearing import Mode

pytestmark = [pytest.mark.devices, pytest.mark.speech]

SCRIPTS = {
    Mode.OPEN: ("начать игру", "дальше", "дальше", "дальше", "дальше", "выставлен пятый"),
    Mode.PUSH: ("начать игру", "дальше", "дальше", "фол номер два", "дальше", "дальше", "дальше"),
}


@pytest.mark.parametrize("mode", SCRIPTS)
def test_the_hall_is_never_heard(table: Table, tmp_path: Path, mode: Mode) -> None:
    """With the hall looped back into the microphone no command is heard in what it says: the
    ears are closed meanwhile, and its lines hold no barge-in word while the key is held."""
    with table.sound.loopback():
        assert play(SCRIPTS[mode], mode, 300, tmp_path).commands == []
