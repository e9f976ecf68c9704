# SPDX-License-Identifier: MIT
"""Rulesets that are not shipped: the variations of S0, each option somewhere on."""

from dataclasses import replace

from voice_host import rulesets
from voice_host.game.rules import Ending, Night, Rules, Table, Votes

_CITY = rulesets.load("city")


def _variant(name: str, seats: int, roles: dict[str, int], night: Night, votes: Votes) -> Rules:
    table = Table(seats=seats, fewest=seats, most=seats, roles=roles)
    return replace(_CITY, id=name, title=name, table=table, night=night, votes=votes)


CLANS = _variant(
    "clans",
    seats=16,
    roles={"don": 1, "mafia": 2, "killer": 1, "yakuza": 3, "werewolf": 1, "sheriff": 1,
           "doctor": 1, "kamikaze": 1, "zombie": 2},
    night=Night(
        order=("shooting", "yakuza", "killer", "doctor", "don", "sheriff"),
        shooting="wakes",
        sheriff_shoots=True,
        tells=("heal", "shared_kill", "check"),
    ),
    votes=Votes(absolute=True, raise_all=False),
)  # fmt: skip
"""Two clans, deaths that bring others, a sheriff who shoots, an absolute majority."""

DUTY = _variant(
    "duty",
    seats=8,
    roles={"mafia": 2, "maniac": 1, "putana": 1, "kamikaze": 1, "lunatic": 1},
    night=Night(
        order=("putana", "shooting", "maniac", "lunatic"), shooting="wakes", must_kill=True
    ),
    votes=Votes(each=True, rest="self", single="leaves", no_revote_at=4),
)
"""A maniac who must kill, a vote in which everybody may vote for many."""

LAST_WORDS = replace(
    rulesets.load("lars-half"),
    id="at_end",
    speech=replace(rulesets.load("lars-half").speech, at_end=True),
    ending=Ending(draw_nights=2),
)
"""The deciding leaver speaks, cards or words, and an early draw."""

VARIANTS = [CLANS, DUTY, LAST_WORDS]
