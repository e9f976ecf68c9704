# SPDX-License-Identifier: MIT
"""Two tables side by side that differ only in what one viewer may not know, down to the bytes."""

from collections import Counter
from random import Random

from tests.alone.over_http import quick
from tests.alone.phones import unled
from tests.alone.wire import Wire
from tests.dialects.test_secrets import revealed, seated
from tests.game import chance
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.events import Checked
from voice_host.game.expected import expected
from voice_host.game.knows import is_awake
from voice_host.game.rules import Rules
from voice_host.game.state import MASKED, Phase, State
from voice_host.game.who import CLOCK, HALL, Seat, Viewer
from voice_host.history.session import Session, Step

LONGEST = 240.0
"""Seconds of a pair; a whole game of quick rules has one to three nights in that."""


def table(rules: Rules, state: State, viewer: Viewer) -> Wire:
    """A table with the cards of this state."""
    session = Session(rules, state.seats)
    cards = tuple((p.seat, p.role or "") for p in state.players)
    session.submit(c.SetRoles(cards), session.at, str(CLOCK), CLOCK)
    return Wire(session, *{HALL, viewer})


class Wires:
    """Both tables, and the viewer who may not know at which of them he sits."""

    def __init__(self, name: str, seed: int) -> None:
        self.rng = rng = Random(f"{name} {seed}")
        rules = quick(unled(name, shots=rng.choice(("count", "choose"))))
        pair = seated(rng, rules, whole=rng.random() < 0.3)
        self.viewer: Viewer = pair.viewer
        self.one, self.other = (table(rules, s, pair.viewer) for s in (pair.one, pair.other))
        self.both = (self.one, self.other)
        self.agreed = rng.random() < 0.6
        self.nights = 0

    def play(self) -> Counter[str]:
        """Play until the rules reveal the difference; how often which phase was compared."""
        passed: Counter[str] = Counter()
        for seat in range(1, self.one.state.seats + 1):
            self._alike(c.Ready(), seat)
        while self.one.now < LONGEST and self.one.state.phase is not Phase.OVER:
            self._touch()
            for wire in self.both:
                wire.step()
            if not self._same():
                break
            passed[self.one.state.phase_name] += 1
        return passed

    def _same(self) -> bool:
        """Are both sent the same, to the same sounds? False when the difference is out."""
        told = [self._told(wire.happened()) for wire in self.both]
        if told[0] != told[1] or self.one.state.phase is Phase.OVER:
            return False
        sounded = [wire.sounded() for wire in self.both]
        assert sounded[0] == sounded[1], self.one.state.phase_name
        sent = [wire.take() for wire in self.both]
        for viewer in {HALL, self.viewer}:
            assert sent[0][viewer] == sent[1][viewer], (viewer, self.one.state.phase_name)
        return True

    def _told(self, steps: list[Step]) -> list[object]:
        """What the rules make known to the viewer: to all by day, by night what he has asked."""
        events = [event for step in steps for event in step.entry.events]
        asked = [
            event
            for step in steps
            for event in step.entry.events
            if isinstance(event, Checked) and self._asks(step)
        ]
        return [*revealed(events, self.viewer), *asked]

    def _asks(self, step: Step) -> bool:
        """Has the viewer done it, or one who is awake with him?"""
        by = step.entry.actor
        if not (isinstance(by, Seat) and isinstance(self.viewer, Seat)):
            return False
        both = all(is_awake(step.before, seat.number) for seat in (by, self.viewer))
        return by == self.viewer or both

    def _touch(self) -> None:
        """Some of the table touch their phones, each in half a second of his own."""
        rng, state = self.rng, self.one.state
        night = state.phase in MASKED and state.phase is not Phase.DEAL
        for seat in state.alive if night else range(1, state.seats + 1):
            if rng.random() < 0.3:
                if night:
                    self._by_night(seat)
                else:
                    self._by_day(seat)

    def _by_night(self, seat: int) -> None:
        """The viewer and who is awake with him do the same in both, the others as they like."""
        target = self.rng.choice(self.one.state.alive)
        if self.agreed and self.rng.random() < 0.9:
            target = self.one.state.alive[-1]  # both towns lose the same player, often
        other = target if self._with_viewer(seat) or self.agreed else self._another()
        if self._with_viewer(seat) or self.rng.random() < 0.8:
            self.one.by_night(seat, target)
        if self._with_viewer(seat) or self.rng.random() < 0.8:
            self.other.by_night(seat, other)

    def _another(self) -> int:
        return self.rng.choice(self.other.state.alive)

    def _with_viewer(self, seat: int) -> bool:
        if not isinstance(self.viewer, Seat):
            return False
        if self.viewer.number == seat:
            return True
        return any(is_awake(w.state, seat) and is_awake(w.state, self.viewer.number)
                   for w in self.both)  # fmt: skip

    def _by_day(self, seat: int) -> None:
        """The same act of the same seat at both tables, or none."""
        kinds = expected(self.one.state, Seat(seat)) & expected(self.other.state, Seat(seat))
        kinds -= {c.Reveal, c.Take}
        if kinds:
            self._alike(chance.command(self.rng, self.one.state, kinds), seat)

    def _alike(self, command: c.Command, seat: int) -> None:
        for wire in self.both:
            wire.tap(command, seat)


def names() -> list[str]:
    """Every shipped ruleset."""
    return list(rulesets.names())
