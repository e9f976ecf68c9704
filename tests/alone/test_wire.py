# SPDX-License-Identifier: MIT
"""The wire tells nobody what he may not know: neither by bytes nor by sizes nor by moments."""

import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.alone.over_http import quick
from tests.alone.phones import dealt, unled
from tests.alone.wire import Wire
from tests.alone.wire_pairs import Wires, names
from voice_host.game import commands as c
from voice_host.game.state import MASKED, Phase
from voice_host.game.who import Viewer

pytestmark = pytest.mark.long

Moments = dict[Viewer, list[tuple[float, int, bytes]]]


def test_two_games_that_differ_in_secrets_alone_send_the_same_bytes() -> None:
    """The viewer's phone and the table's screen, second by second, until the rules tell.

    `python -m scripts.measure.secrets` plays five hundred such pairs. They are compared through
    slots in which somebody acts, and through the days after them.
    """
    compared: Counter[str] = Counter()
    for name in ("wma", "city", "lars-half", "tv-parliament"):
        compared += Wires(name, 7).play()
    assert sum(n for phase, n in compared.items() if phase.startswith("night.")) > 100
    assert sum(n for phase, n in compared.items() if phase.startswith("vote")) > 5


def night(name: str, seed: int, *, touched: bool) -> tuple[Moments, Wire]:
    """One night after some quiet ones: everybody taps at moments of his own, or nobody at all."""
    rules = quick(unled(name, shots="choose"))
    rules = replace(rules, night=replace(rules.night, beat=0.4, shot=3, act=2))
    wire, rng = Wire(dealt(rules, Random(seed))), Random(seed)
    for seat in range(1, wire.state.seats + 1):
        wire.tap(c.Ready(), seat)
    wanted = 1 + seed % 3
    while wire.state.night < wanted or wire.state.phase not in MASKED:
        wire.step()
        assert wire.state.phase is not Phase.OVER
    wire.take()
    moments: Moments = {viewer: [] for viewer in wire.sent}
    while wire.state.phase in MASKED:
        for seat in wire.state.alive if touched else ():
            for _ in range(rng.choice((0, 1, 3))):
                wire.by_night(seat, rng.choice(wire.state.alive))
        wire.step()
        if wire.state.phase in MASKED:  # the morning tells what has come of it
            for viewer, events in wire.take().items():
                moments[viewer] += [(at, len(sent), head(sent)) for at, sent in events]
    return moments, wire


def head(sent: bytes) -> bytes:
    """What kind of event it is."""
    return sent.partition(b"\ndata:")[0]


@pytest.mark.parametrize(("seed", "name"), list(enumerate(names())))
def test_when_night_events_leave_does_not_depend_on_who_acts(seed: int, name: str) -> None:
    """The same kinds, sizes and seconds for every seat, whether all tap or nobody does."""
    acted, wire = night(name, seed, touched=True)
    quiet, _ = night(name, seed, touched=False)
    assert wire.state.choices or wire.state.checks
    assert acted == quiet
    seats = [moments for viewer, moments in acted.items() if str(viewer).startswith("seat")]
    views = [[m for m in one if m[2].startswith(b"event: view")] for one in seats]
    assert len(views[0]) >= 2
    assert all(one == views[0] for one in views)


def test_a_tap_changes_nothing_on_the_wire_before_the_next_pulse() -> None:
    """What an awake seat has done is drawn with everybody's view, never at once."""
    wire = Wire(dealt(quick(unled("city")), Random(1)))
    for seat in range(1, wire.state.seats + 1):
        wire.tap(c.Ready(), seat)
    while wire.state.phase is not Phase.SHOOTING:
        wire.step()
    wire.take()
    for seat in wire.state.alive:
        wire.by_night(seat, 3)
    assert wire.state.aims
    assert not any(wire.take().values())
    wire.faces.pulse()
    pulsed = wire.take()
    assert {len(events) for viewer, events in pulsed.items() if viewer in wire.sent} == {0, 1}
    shown = [
        json.loads(events[0][1].partition(b"data: ")[2]) for events in pulsed.values() if events
    ]
    assert any(one["view"]["aims"] for one in shown)
    assert len({len(events[0][1]) for events in pulsed.values() if events}) == 1
