# SPDX-License-Identifier: MIT
"""Games for the tests of session and journal: at random, with refusals and undos."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import get_args

from tests.game import chance
from voice_host import rulesets
from voice_host.game import commands as c
from voice_host.game.expected import expected
from voice_host.game.refusals import Rejected
from voice_host.game.who import CLOCK, HOST, Actor
from voice_host.history.session import Session, begin

WMA = rulesets.load("wma")
KINDS = frozenset(get_args(c.Command))


def play(
    session: Session, rng: Random, steps: int, after: Callable[[], None] = lambda: None
) -> None:
    """Anything at all is said; `after` every attempt."""
    now = session.at
    for _ in range(steps):
        now += rng.choice([0.0, 0.5, 5.0, 10.0, 30.0, 61.0])
        if rng.random() < 0.12:
            entry = session.undo()
            now = entry.at if entry else now
        else:
            kinds = KINDS if rng.random() < 0.1 else expected(session.state)
            command = chance.command(rng, session.state, kinds)
            by: Actor = HOST
            channel = rng.choice(["voice", "keyboard"])
            if isinstance(command, c.Tick):
                by, channel = CLOCK, str(CLOCK)
            with suppress(Rejected):
                session.submit(command, now, channel, by)
        after()


def written(path: Path, seed: int, steps: int) -> Session:
    """A game at random in a journal, with undos; its session is closed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    session = begin(WMA, 10, path)
    play(session, Random(seed), steps)
    session.close()
    return session
