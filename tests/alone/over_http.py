# SPDX-License-Identifier: MIT
"""Players with phones around a real server: what a page would send, driven by what it is sent."""

import json
import random
import threading
from dataclasses import replace
from math import ceil
from random import Random
from typing import Any

from tests.alone.phones import dealt, unled
from tests.russian import RU
from tests.ui.web.served import Served
from voice_host.game.rules import Rules


def quick(rules: Rules, agreement: int = 1) -> Rules:
    """The same game in seconds that nobody needs to wait for."""
    first = replace(
        rules.first_night, agreement=agreement, agreement_call=0, don=1, sheriff=1, meeting=1
    )
    night = replace(rules.night, beat=0.15, shot=1, check=2, act=1, revenge=1)
    speech = replace(rules.speech, seconds=3, call=0, tie=1, last_word=1)
    led = replace(rules.led, deal=5, hands=1, pointing=2)
    best = replace(rules.best_move, seconds=min(2, rules.best_move.seconds))
    return replace(rules, first_night=first, night=night, speech=speech, led=led, best_move=best)


class Phone:
    """One player's phone: a thread that reads its stream and touches what is drawn."""

    def __init__(self, table: Served, seat: int) -> None:
        self.table, self.seat = table, seat
        self.chance = random.Random(seat)
        code = table.doors.table_code
        status, headers, _ = table.ask("/seat/enter", {"code": code, "seat": seat})
        assert status == 204, status
        self.cookie = headers["set-cookie"].partition(";")[0]
        self.stream = table.watch("seat", self.cookie)
        self.over = threading.Event()
        self.statuses: set[int] = set()
        self.sizes: dict[str, set[int]] = {}
        self.answers: set[str] = set()
        self.done = ""
        self.card = table.ask("/seat/card", {}, cookie=self.cookie)[2]
        self.heals = json.loads(self.card)["cards"][str(seat)] == "doctor"  # lets them die
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while not self.over.is_set():
            before = len(self.stream.raw)
            name, _, data = self.stream._next()
            if name == "hello" and data["view"]:
                self.act(data["view"])
            if name == "view":
                phase = data["phase"]
                if phase.startswith("night"):
                    size = len(self.stream.raw) - before
                    self.sizes.setdefault(phase, set()).add(size)
                self.act(data)

    def act(self, sheet: dict[str, Any]) -> None:
        """Touch the page that was drawn of this, once for each thing that it asks."""
        view = sheet["view"]
        if view["phase"] == "over":
            self.over.set()
            return
        me = view["seats"][self.seat - 1]
        now = f"{sheet['phase']} {view['night']} {view['speaker']} {view['candidate']}"
        if now == self.done:
            self.answers |= {json.dumps(view["checks"])} if view["checks"] else set()
            return
        self.done = now
        living = [one["seat"] for one in view["seats"] if one["alive"]]
        target = self.seat if self.heals else living[view["night"] % len(living)]
        night = view["phase"].startswith("night") and view["phase"] != "night0.deal"
        if night and me["alive"]:
            self.send("tap", {"seat": f"{target:02}", "saw": sheet["number"]})
            return
        fields = {
            "nominate": {"seat": self.chance.choice(living)},
            "take": {"seat": living[0]},
            "best_move": {"seats": [seat for seat in living if seat != self.seat][:3]},
        }
        for kind in ("ready", "hand", "nominate", "take", "best_move", "end_turn"):
            if kind in sheet["acts"] and (kind != "hand" or self.chance.random() < 0.5):
                act = {"kind": kind, **fields.get(kind, {})}
                self.send("act", {"act": act, "saw": sheet["number"]})

    def send(self, what: str, content: dict[str, Any]) -> None:
        """Post it as the page does."""
        content = {**content, "id": f"{self.chance.getrandbits(96):024x}"}
        self.statuses.add(self.table.ask(f"/seat/{what}", content, cookie=self.cookie)[0])


def table_of(name: str, seed: int, agreement: int = 1, times: float = 1.0) -> Served:
    """A table without a host whose pages are served, `times` as fast as a real one."""
    rules = quick(unled(name, shots="choose"), agreement)
    # However fast the clock runs, a phone has a second of the machine's to answer in.
    night = replace(rules.night, check=max(2, ceil(times)), act=max(1, ceil(times)))
    rules = replace(rules, night=night)
    return Served(dealt(rules, Random(seed)), language=RU.at(rules), times=times)
