# SPDX-License-Identifier: MIT
"""Two commands in one breath: are they one deed, said in two words?"""

from voice_host.game.decide import decide
from voice_host.game.refusals import Rejected
from voice_host.game.state import State
from voice_host.game.who import Actor
from voice_host.language.acts import Act
from voice_host.language.requests import Request


def one_deed(state: State, first: Act, second: Act, now: float, actor: Actor) -> bool:
    """Do both bring about the same from here? «Спасибо, дальше» must not pass over a speaker."""
    if isinstance(first, Request) or isinstance(second, Request):
        return first == second
    try:
        did, does = (decide(state, command, now, actor).events for command in (first, second))
    except Rejected:
        return False
    return did == does
