# SPDX-License-Identifier: MIT
"""The doctor: what an evening would lack is told before it."""

from pathlib import Path

import pytest

from tests.russian import RU
from voice_host import places
from voice_host.commands import doctor


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is printed; the sound of this machine is not looked at."""
    monkeypatch.setattr(doctor, "_sound", lambda language: [])
    return []


def test_a_place_for_journals_is_well(
    told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also before the first game, when the folder is still to be made."""
    monkeypatch.setattr(places, "data_folder", lambda: tmp_path / "home")
    assert doctor.report(RU, told.append)
    assert told[-1] == f"есть  Журналы игр: {tmp_path / 'home' / 'games'}"
    assert not (tmp_path / "home").exists()


def test_no_place_for_journals_is_told_with_what_to_do(
    told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game would go on without one; the doctor says so before."""
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(places, "data_folder", lambda: tmp_path / "file")
    assert not doctor.report(RU, told.append)
    assert told[-2].startswith("НЕТ   Журналы игр: в «")
    assert "voice-host play --journal ФАЙЛ" in told[-1]
