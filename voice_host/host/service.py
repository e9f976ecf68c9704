# SPDX-License-Identifier: MIT
"""Small services to the host that change neither the game nor its clock: answers, help, voice.

Owner thread only, called by `owner.py`.
"""

from collections.abc import Callable, Sequence
from math import inf
from typing import assert_never

from voice_host.game.expected import expected
from voice_host.game.state import State
from voice_host.history.session import Session
from voice_host.host.inbox import KEYBOARD
from voice_host.host.narrator import Narrator
from voice_host.host.reading import Reading
from voice_host.language import requests as r
from voice_host.language.announcement import Announcement, Clause, host
from voice_host.language.language import Language
from voice_host.language.said import answer
from voice_host.language.said.ahead import ahead
from voice_host.language.said.help import about, likely
from voice_host.language.said.pieces import PIECE_SECONDS, in_pieces
from voice_host.language.said.whereabouts import Moment
from voice_host.voice.protocols import Channel

HELP_ITEMS = 5
"""More examples at a time nobody remembers."""
MARGIN_SECONDS = 0.5
"""Left to whoever's time it is, after what was said in the ear."""

Service = (
    r.Ask | r.ShowRole | r.Protocol | r.Help | r.HelpAbout | r.More | r.Hush | r.Volume | r.Rate
    | r.EarRate | r.Talk
)  # fmt: skip
Remember = Callable[[r.Level], None]
"""Keeps for the next evening how much the ear is to be told."""


def forget(level: r.Level) -> None:
    """Where nothing is kept."""


def unworded(session: Session) -> tuple[str, ...]:
    """Where nobody has words for a game that is over."""
    return ()


class Services:
    """What the host may ask for at any time, in this language."""

    def __init__(self, narrator: Narrator, language: Language) -> None:
        self._narrator = narrator
        self._language = language
        self._reading = Reading(narrator)
        self.remember: Remember = forget
        self.protocol: Callable[[], Sequence[str]] = tuple

    def serve(self, request: Service, state: State, moment: Moment, channel: str) -> None:
        """Answer in the ear, or do to the voice what was asked, at this moment of the game."""
        match request:
            case r.Ask():
                self._answer(request, state, moment, channel)
            case r.ShowRole():
                self._show_role(answer.role_of(request, state), state)
            case r.Protocol():
                lines = tuple(Clause("host.noticed", {"what": line}) for line in self.protocol())
                self._reading.read(
                    in_pieces(self._language.texts, "answer.table", lines, most=self._most())
                )
            case r.Help():
                told = likely(self._language.sentences, expected(state), state)
                self._help(told, _time_for_it(state, moment))
            case r.HelpAbout(topic):
                told = about(self._language.sentences, topic, state)
                self._help(told, _time_for_it(state, moment))
            case r.More():
                self._reading.more(_time_for_it(state, moment))
            case r.Hush():
                self._narrator.hush()
            case r.Volume(step):
                # First the change, then the word: it is the sample by which he judges it.
                self._narrator.volume(step)
                self._narrator.tell(host("host.louder" if step > 0 else "host.quieter"))
            case r.Rate(step):
                self._narrator.rate(step)
                self._narrator.tell(host("host.faster" if step > 0 else "host.slower"))
            case r.EarRate(step):
                self._narrator.rate(step, Channel.EAR)
                self._narrator.tell(host("host.ear_faster" if step > 0 else "host.ear_slower"))
            case r.Talk(level):
                # Told whole: it is the answer to what he asked, and the last one at the old level.
                self._narrator.level = level
                self._narrator.tell(host(f"host.talk_{level}"), whole=True)
                self.remember(level)
            case _:
                assert_never(request)

    def _help(self, told: tuple[Clause, ...], time: float) -> None:
        """As much as there is time for: five examples at most, and the others at «ещё»."""
        self._reading.read(self._help_pieces(told, time), most=time)

    def _help_pieces(self, told: tuple[Clause, ...], time: float = inf) -> tuple[Announcement, ...]:
        texts, most = self._language.texts, self._most(time)
        return in_pieces(texts, "host.help", told, "help.more", most, HELP_ITEMS)

    def _long(self, told: tuple[Clause, ...]) -> tuple[Announcement, ...]:
        return in_pieces(self._language.texts, "answer.table", told, most=self._most())

    def _most(self, time: float = inf) -> float:
        """How long a piece may be in seconds of the usual pace: as many more as the ear is fast."""
        return min(PIECE_SECONDS, time) * self._narrator.pace

    def _show_role(self, told: Announcement, state: State) -> None:
        # Never kept, and not spoken: who asked stands at the screen, and the hall has ears. Only a
        # host who sees no screen is told it, in the ear that nobody else has.
        if self._narrator.eyes_free and not state.rules.led.sealed:
            self._narrator.aside(told, shown=False)
        else:
            self._narrator.show_silently(told)

    def _answer(self, ask: r.Ask, state: State, moment: Moment, channel: str) -> None:
        match ask.question:
            case r.Question.TABLE:
                told = answer.table(state, moment)
                self._reading.read(self._long(told))
            case r.Question.ROLES:
                # A word at the table must not light up the roles on a screen that others may see;
                # who types sees to it himself.
                told = answer.roles(state)
                shown = channel == KEYBOARD
                self._reading.read(self._long(told), shown=shown)
            case r.Question.AHEAD:
                self._reading.read(self._ahead(state, _time_for_it(state, moment)))
            case _:
                self._narrator.tell(answer.answer(ask, state, moment))

    def _ahead(self, state: State, time: float) -> tuple[Announcement, ...]:
        """What comes and what may be said; the rest of that at «ещё»."""
        examples = likely(self._language.sentences, expected(state), state)
        texts = self._language.texts
        return (ahead(texts, state, examples, self._most(time)), *self._help_pieces(examples))


def _time_for_it(state: State, moment: Moment) -> float:
    """Seconds until a role's or a speaker's time ends; infinite where it does not run."""
    timer = state.timer
    if timer is None or not timer.binding or moment.held:
        return inf
    return timer.ends_at - moment.now - MARGIN_SECONDS
