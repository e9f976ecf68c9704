# SPDX-License-Identifier: MIT
"""A table without a host, for tests: every seat does what its own phone offers, no more."""

from dataclasses import replace
from random import Random
from typing import Literal

from tests.parlour import Parlour
from tests.russian import RU
from voice_host import rulesets
from voice_host.commands.deal import deal
from voice_host.game import commands as c
from voice_host.game.expected import expected
from voice_host.game.rules import Led, Rules
from voice_host.game.state import Phase
from voice_host.game.view import View, view
from voice_host.game.who import Seat
from voice_host.history.session import Session
from voice_host.host.inbox import Tapped

SECRET = (c.Check, c.Choose)


def unled(name: str, shots: Literal["count", "choose"] = "count") -> Rules:
    """A shipped ruleset as it is played by phones."""
    rules = rulesets.load(name)
    return replace(rules, led=Led(by="phones", shots=shots))


def dealt(rules: Rules, rng: Random, seats: int | None = None) -> Session:
    """A table in its lobby whose cards the program has dealt."""
    session = Session(rules, seats or rules.table.seats)
    deal(session, rng)
    return session


def following(over: Session) -> Session:
    """The next game with the same people."""
    return dealt(over.state.rules, Random(over.state.seats), over.state.seats)


class Phones:
    """Everybody at the table with a phone in the hand; `quick` of a hundred speeches end early."""

    def __init__(self, rules: Rules, seed: int, seats: int | None = None) -> None:
        self.rng = Random(seed)
        self.parlour = Parlour(dealt(rules, self.rng, seats), language=RU.at(rules))
        self.parlour.host._moves.next_by(following)
        self.away: set[int] = set()

    @property
    def seats(self) -> range:
        """All seats, out or not."""
        return range(1, self.parlour.state.seats + 1)

    def tap(self, seat: int, command: c.Command) -> None:
        """This seat's phone is touched."""
        self.parlour.posts(Tapped(command, Seat(seat)))

    def play(self, most: float = 40_000.0, until: Phase = Phase.OVER) -> None:
        """Let everybody do what his phone offers until this phase; `most` game seconds."""
        for _ in range(int(most)):
            if self.parlour.state.phase is until:
                return
            for seat in self.seats:
                if seat not in self.away and self.parlour.state.phase is not until:
                    self.act(seat)
            self.parlour.wait(1.0)
        raise AssertionError(f"still {self.parlour.state.phase_name}")

    def act(self, seat: int) -> None:
        """What this player does in this second, if anything."""
        state = self.parlour.state
        kinds = expected(state, Seat(seat))
        shown = view(state, Seat(seat))
        for kind in sorted(kinds, key=lambda k: k.__name__):
            command = self.wish(kind, seat, shown)
            if command is not None:
                self.tap(seat, command)
                return

    def wish(self, kind: type[c.Command], seat: int, shown: View) -> c.Command | None:
        """A likely act of this kind, None if he would rather wait."""
        living = [one.seat for one in shown.seats if one.alive and one.seat != seat]
        someone = self.rng.choice(living or [seat])
        often = self.rng.random()
        if kind is c.Hand:
            return c.Hand() if not shown.signed and often < 0.25 else None
        if kind is c.Ready:
            return None if shown.signed else c.Ready()
        if kind is c.Choose:
            return self.shot(seat, shown)
        if kind is c.Check:
            return c.Check(someone)
        if kind is c.Nominate:
            return c.Nominate(someone) if often < 0.3 else None
        if kind is c.Take:
            return c.Take(someone)
        if kind is c.BestMove:
            return c.BestMove(tuple(living[:3]))
        if kind is c.EndTurn:
            return c.EndTurn() if often < 0.3 else None
        return None

    def shot(self, seat: int, shown: View) -> c.Command:
        """The mafia has agreed by day: the first living seat that is not one of it."""
        own = {
            one.seat for one in shown.seats if one.role and one.role == shown.seats[seat - 1].role
        }
        own |= {one.seat for one in shown.seats if one.role in ("don", "mafia", "godfather")}
        others = [one.seat for one in shown.seats if one.alive and one.seat not in own]
        return c.Choose(others[shown.night % len(others)] if others else seat)
