# SPDX-License-Identifier: MIT
"""Small services to the host that change neither the game nor its clock: answers, help, voice.

Owner thread only, called by `owner.py`.
"""

from typing import assert_never

from voice_host.game.expected import expected
from voice_host.game.state import State
from voice_host.host.narrator import Narrator
from voice_host.language import requests as r
from voice_host.language.announcement import host
from voice_host.language.heard.sentences import Sentences
from voice_host.language.said import reply
from voice_host.language.said.answer import answer, role_of

Service = r.Ask | r.ShowRole | r.Help | r.Hush | r.Volume | r.Rate


def serve(
    request: Service, narrator: Narrator, state: State, now: float, sentences: Sentences
) -> None:
    """Answer in the ear, or do to the voice what was asked; `now` is the game second."""
    match request:
        case r.Ask():
            narrator.tell(answer(request, state, now))
        case r.ShowRole():
            # Never spoken, never kept: whoever asked stands at the screen, and the hall has ears.
            narrator.show_silently(role_of(request, state))
        case r.Help():
            narrator.tell(reply.help_for(sentences, expected(state)))
        case r.Hush():
            narrator.hush()
        case r.Volume(step):
            # First the change, then the word: it is the sample by which he judges it.
            narrator.volume(step)
            narrator.tell(host("host.louder" if step > 0 else "host.quieter"))
        case r.Rate(step):
            narrator.rate(step)
            narrator.tell(host("host.faster" if step > 0 else "host.slower"))
        case _:
            assert_never(request)
