# SPDX-License-Identifier: MIT
"""The program is killed in each phase of a game by phones, and started again from its journal."""

import json
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.alone.over_http import quick
from tests.alone.phones import Phones, unled
from tests.alone.wire import Wire
from voice_host.commands.deal import deal
from voice_host.game.state import Phase
from voice_host.game.who import HALL, Seat, Viewer
from voice_host.history.recovery import recover
from voice_host.history.session import begin
from voice_host.host.inbox import Tapped
from voice_host.language import requests as r

pytestmark = pytest.mark.long


def at_a_table(name: str, path: Path, seed: int) -> tuple[Wire, Phones]:
    """A game that is kept in a journal, and its players."""
    rules = quick(unled(name, shots="choose"))
    session = begin(rules, rules.table.seats, path)
    deal(session, Random(seed))
    return playing(Wire(session), seed)


def playing(wire: Wire, seed: int) -> tuple[Wire, Phones]:
    phones = Phones.__new__(Phones)
    phones.rng, phones.away, phones.parlour = Random(seed), set(), wire.parlour
    return wire, phones


def shown(wire: Wire) -> dict[Viewer, Any]:
    """What everybody sees, but for the pause that comes with the restart."""
    viewers: list[Viewer] = [HALL, *(Seat(seat) for seat in range(1, wire.state.seats + 1))]
    sheets = {viewer: json.loads(wire.faces.sheet(viewer)) for viewer in viewers}
    return {v: {**sheet, "paused": None, "pad": None} for v, sheet in sheets.items()}


@pytest.mark.parametrize("name", ["wma", "city", "lars", "fiim-2024"])
def test_killed_in_every_phase_it_goes_on_and_shows_nobody_more(name: str, tmp_path: Path) -> None:
    """The same state, the same sheets for everybody; one touch of «продолжить» lets it run."""
    path, killed = tmp_path / "game.jsonl", set[str]()
    wire, phones = at_a_table(name, path, 3)
    for second in range(2000):
        if wire.state.phase is Phase.OVER:
            break
        for seat in phones.seats:
            phones.act(seat)
        if second % 2 == 0:
            wire.step()
        wire._show()
        if wire.state.phase_name in killed:
            continue
        killed.add(wire.state.phase_name)
        copy = tmp_path / f"{len(killed)}.jsonl"
        shutil.copy(path, copy)
        again, _ = playing(Wire(recover(copy), recovered=True), 4)
        assert again.state == wire.state
        assert shown(again) == shown(wire)
        assert all(json.loads(again.faces.sheet(viewer))["paused"] for viewer in again.sent)
        again.parlour.posts(Tapped(r.Resume(), Seat(2)))
        assert not again.parlour.host.clock.held_by(r.Pause)
        again.parlour.host.session.close()
    assert wire.state.winner and len(killed) >= 8


def test_the_last_killed_game_is_played_to_its_end(tmp_path: Path) -> None:
    """Nobody has to come in again, and somebody wins."""
    path = tmp_path / "game.jsonl"
    wire, phones = at_a_table("city", path, 5)
    phones.play(until=Phase.SHOOTING)
    wire.parlour.host.session.close()
    again, players = playing(Wire(recover(path), recovered=True), 6)
    again.parlour.posts(Tapped(r.Resume(), Seat(7)))
    players.play()
    assert again.state.winner is not None


@pytest.mark.parametrize("tapped", [True, False])
def test_what_is_left_of_a_slot_does_not_tell_who_acted_in_it(tmp_path: Path, tapped: bool) -> None:
    """Its whole length again, though the journal ends with the tap at the slot's last second."""
    path = tmp_path / "game.jsonl"
    rules = unled("wma", shots="choose")
    session = begin(rules, 10, path)
    deal(session, Random(7))
    wire, phones = playing(Wire(session), 7)
    phones.play(until=Phase.SHERIFF)
    sheriff = next(p.seat for p in wire.state.players if p.role == "sheriff")
    checked = len(wire.state.checks)
    wire.parlour.wait(8.0)
    wire._show()
    for seat in wire.state.alive:
        if seat != sheriff or tapped:
            wire.by_night(seat, 3 if sheriff != 3 else 4)
    wire.parlour.host.session.close()
    again = Wire(recover(path), recovered=True)
    assert len(again.state.checks) == checked + tapped
    told = "Игра восстановлена. Проверяет шериф. Жду команды «продолжить»."
    assert told in again.parlour.screen.hall
    again.parlour.posts(Tapped(r.Resume(), Seat(1)))
    assert again.state.phase is Phase.SHERIFF
    assert again.parlour.left == pytest.approx(10.0, abs=0.3)
    assert again.parlour.screen.ear == [] or "таймер" not in again.parlour.screen.ear[-1].lower()
