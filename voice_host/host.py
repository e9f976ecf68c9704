"""The host: one inbox, one owner thread; words become commands, events become words.

message → command → session → announcements → narrator and screens; besides that pause,
undo, repeat, confirmation and the guard against a foul heard twice. Everything that
touches the game happens on the thread that runs `run`; any thread may `post`.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from queue import Empty, SimpleQueue
from typing import assert_never

from voice_host.clock import Clock, GameClock
from voice_host.game import commands as c
from voice_host.game import events as ev
from voice_host.game.decide import decide, needs_confirmation
from voice_host.game.errors import Rejected
from voice_host.game.evolve import evolve
from voice_host.game.expected import expected
from voice_host.game.state import Phase, State
from voice_host.game.view import view
from voice_host.inbox import KEYBOARD, VOICE, Message, Options, Push, Quit, Typed
from voice_host.language import hear, reply
from voice_host.language import requests as r
from voice_host.language.announce import announce
from voice_host.language.announcement import host as for_host
from voice_host.language.answer import answer
from voice_host.language.names import name_of
from voice_host.narrator import Narrator
from voice_host.session import CLOCK, Session
from voice_host.ui.screen import Picture, Screen
from voice_host.voice.messages import Heard, Recovered, Spoken, Trouble
from voice_host.voice.protocols import Cue, Ears, Mouth

ANSWER_SECONDS = 10.0
"""How long a question waits for «да»; silence means no."""
SAME_FOUL_SECONDS = 5.0
"""A second foul to one seat within this time is asked about (voice.md §4)."""
ROUNDING = 1e-6
"""Seconds by which sums of floats may miss a deadline."""
MUSICAL = frozenset(
    {
        Phase.DEAL, Phase.AGREEMENT, Phase.FIRST_DON, Phase.FIRST_SHERIFF, Phase.FIRST_PAUSE,
        Phase.SHOOTING, Phase.DON, Phase.SHERIFF, Phase.RESULT,
    }
)  # fmt: skip


class Refusal(StrEnum):
    """Why words did nothing."""

    UNKNOWN = "unknown"
    NOT_NOW = "not_now"
    AMBIGUOUS = "ambiguous"
    REJECTED = "rejected"


REVEALING = ev.Checked | ev.GameEnded
"""Events that told somebody what cannot be untold: undoing them is asked about."""
_REFUSALS = {
    hear.Unknown: Refusal.UNKNOWN,
    hear.NotNow: Refusal.NOT_NOW,
    hear.Ambiguous: Refusal.AMBIGUOUS,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A command that waits for «да» until real second `until`."""

    command: c.Command | r.Undo
    channel: str
    until: float


class Host:
    """One evening's game: knows what was asked and what is heard, told and timed."""

    def __init__(
        self,
        session: Session,
        inbox: SimpleQueue[Message],
        mouth: Mouth,
        screen: Screen,
        clock: Clock,
        options: Options,
    ) -> None:
        self.session = session
        self.clock = GameClock(clock, session.at)
        self.narrator = Narrator(mouth, screen, self.clock, options.assist)
        self._real = clock
        self._screen = screen
        self._options = options
        self._inbox = inbox
        self._ears: Ears | None = None
        self._asked: Asked | None = None
        self._last_foul = (0, -SAME_FOUL_SECONDS)
        self._reported = ""
        self._open = True
        self._leaving = False

    @property
    def state(self) -> State:
        """The game now."""
        return self.session.state

    def post(self, message: Message) -> None:
        """Put a message on the inbox; from any thread, returns at once."""
        self._inbox.put(message)

    def begin(self, ears: Ears | None = None, *, recovered: bool = False) -> None:
        """Greet, and listen through these ears from now on.

        A recovered game begins on pause, with the music off until the night asks for it.
        """
        self._ears = ears
        if recovered:
            self.clock.hold(r.Pause)
        if recovered:
            self._tell("host.recovered", what=reply.phase_name(self.state))
        else:
            self._tell("host.welcome")
        self._listen()

    def run(self) -> None:
        """Serve the inbox until `Quit`."""
        while self._open:
            try:
                self._serve(self._patience())
            except Exception:
                logging.getLogger(__name__).exception("owner thread")
                self._tell("host.internal_error")

    def pump(self) -> None:
        """Serve what waits in the inbox and what the clock asks for, without waiting."""
        self.tick()
        while not self._inbox.empty():
            self.handle(self._inbox.get())
            self.tick()

    def _serve(self, patience: float) -> None:
        with suppress(Empty):
            self.handle(self._inbox.get(timeout=patience))
        self.tick()
        self._listen()
        self._show()

    def _patience(self) -> float:
        """Real seconds until something is due, at most half a second (the screen's clock)."""
        wake = self.state.next_wakeup
        until = None if wake is None else self.clock.until(wake)
        return 0.5 if until is None else min(0.5, until)

    def handle(self, message: Message) -> None:
        """Deal with one message."""
        match message:
            case Heard(text):
                self.say(text, VOICE)
            case Typed(text, channel):
                self.say(text, channel)
            case Spoken(utterance_id):
                self.narrator.spoken(utterance_id)
                self._open = not self._leaving or self.narrator.hall_sounds
            case Push(held):
                if self._ears is not None:
                    self._ears.push(held)
            case Trouble(part, what, hint):
                self._trouble(part, what, hint)
            case Recovered(part):
                self.narrator.cue(Cue.MICROPHONE_BACK)
                self._tell("host.works_again", part=part)
            case Quit(politely):
                self._leaving = True
                self._open = politely and self.narrator.hall_sounds
            case _:
                assert_never(message)

    def tick(self) -> None:
        """Do what is due: the rules' timers, and a question that nobody has answered."""
        if self._asked is not None and self._real.now() > self._asked.until:
            self._asked = None
            self._tell("host.no_answer")
        while not self.clock.held:
            wake = self.state.next_wakeup
            if wake is None or self.clock.read() < wake - ROUNDING:
                return
            self._submit(c.Tick(), CLOCK, at=max(wake, self.clock.read()))

    def say(self, text: str, channel: str = KEYBOARD) -> Refusal | None:
        """Take words; answer why they did nothing, None if they did something."""
        by_voice = channel == VOICE
        call_word = self._call_word if by_voice else None
        heard = hear.understand(
            text, expected(self.state), self.state.seats, call_word=call_word, silent=not by_voice
        )
        if isinstance(heard, hear.Understood):
            return self._do(heard.command, channel)
        if isinstance(heard, hear.Unknown) and by_voice:
            self.narrator.cue(Cue.TICK)  # table talk: no words are wasted on it
        else:
            self.narrator.tell(reply.not_understood(heard, self.state))
        return _REFUSALS[type(heard)]

    @property
    def _call_word(self) -> str | None:
        return self._options.call_word if self._options.listen == "call" else None

    def _do(self, command: c.Command | r.Request, channel: str) -> Refusal | None:
        asked, self._asked = self._asked, None
        if isinstance(command, r.Yes):
            return self._confirm(asked)
        if isinstance(command, r.No):
            return self._drop(asked)
        if isinstance(command, r.Request):
            return self._request(command, channel)
        return self._command(command, channel)

    def _drop(self, asked: Asked | None) -> Refusal | None:
        if asked is None:
            return self._tell_not_now(r.No())
        self._tell("host.dropped")
        return None

    def _confirm(self, asked: Asked | None) -> Refusal | None:
        if asked is None:
            return self._tell_not_now(r.Yes())
        if isinstance(asked.command, r.Undo):
            return self._undo()
        return self._submit(asked.command, asked.channel)

    def _command(self, command: c.Command, channel: str) -> Refusal | None:
        """Submit it, or ask first if it is grave or a foul just given."""
        try:
            decide(self.state, command, self.clock.read())
            again = self._just_given(command)
            if again or needs_confirmation(self.state, command):
                self._ask(command, channel, repeated=again)
                return None
        except Rejected as refusal:
            return self._rejected(refusal, command)
        return self._submit(command, channel)

    def _just_given(self, command: c.Command) -> bool:
        seat, at = self._last_foul
        recent = self._real.now() - at < SAME_FOUL_SECONDS
        return isinstance(command, c.Foul) and command.seat == seat and recent

    def _ask(self, command: c.Command | r.Undo, channel: str, repeated: bool = False) -> None:
        self._asked = Asked(command, channel, self._real.now() + ANSWER_SECONDS)
        self.narrator.tell(reply.question_for(command, self.state, repeated=repeated))

    def _submit(self, command: c.Command, channel: str, at: float | None = None) -> Refusal | None:
        before = self.state
        try:
            events = self.session.submit(command, self.clock.read() if at is None else at, channel)
        except Rejected as refusal:
            return self._rejected(refusal, command)
        if isinstance(command, c.Foul):
            self._last_foul = (command.seat, self._real.now())
        if (before.phase, before.speaker) != (self.state.phase, self.state.speaker):
            self.clock.release(r.Pause)
        musical = self.state.phase in MUSICAL
        if not musical:
            self.narrator.music(False)
        for event in events:
            after = evolve(before, event)
            for announcement in announce(before, event, after):
                self.narrator.tell(announcement)
            before = after
        if musical and not self.clock.held_by(r.Pause):
            self.narrator.music(True)
        self._report_journal()
        return None

    def _rejected(self, refusal: Rejected, command: c.Command) -> Refusal:
        self.narrator.tell(reply.refusal(refusal, command, self.state))
        return Refusal.REJECTED

    def _tell_not_now(self, request: r.Request) -> Refusal:
        self.narrator.tell(for_host(f"not_now.{name_of(request)}"))
        return Refusal.NOT_NOW

    def _request(self, request: r.Request, channel: str) -> Refusal | None:
        match request:
            case r.Ask():
                self.narrator.tell(answer(request, self.state, self.clock.read()))
            case r.Pause() | r.Resume():
                return self._pause(request)
            case r.Undo():
                return self._undo_asking(channel)
            case r.Repeat():
                return self._repeat()
            case r.Help():
                self.narrator.tell(reply.help_for(expected(self.state)))
            case r.Keys():
                self._tell("host.keys", what=self._screen.keys_help(self.state.phase))
            case r.Hush():
                self.narrator.hush()
            case r.Volume(step):
                self.narrator.volume(step)
                self._tell("host.louder" if step > 0 else "host.quieter")
            case r.Rate(step):
                self.narrator.rate(step)
                self._tell("host.faster" if step > 0 else "host.slower")
            case r.Yes() | r.No():
                return self._tell_not_now(request)
            case _:
                assert_never(request)
        return None

    def _pause(self, request: r.Pause | r.Resume) -> Refusal | None:
        """Pause twice is refused, and so is resuming what runs."""
        pausing = isinstance(request, r.Pause)
        if pausing == self.clock.held_by(r.Pause):
            return self._tell_not_now(request)
        if pausing:
            self.clock.hold(r.Pause)
            self.narrator.hush()
            self.narrator.music(False)
        else:
            self.clock.release(r.Pause)
            self.narrator.music(self.state.phase in MUSICAL)
            self._count_again()
        self._tell("host.paused" if pausing else "host.resumed")
        return None

    def _count_again(self) -> None:
        """A count that was broken off starts over: half a count is no count."""
        if self.state.phase is Phase.SHOOTING:
            self._submit(c.Recount(), CLOCK)

    def _undo_asking(self, channel: str) -> Refusal | None:
        step = self.session.last_given()
        if step is None:
            return self._tell_not_now(r.Undo())
        if any(isinstance(event, REVEALING) for event in step.entry.events):
            self._ask(r.Undo(), channel)
            return None
        return self._undo()

    def _undo(self) -> Refusal | None:
        entry = self.session.undo()
        if entry is None:
            return self._tell_not_now(r.Undo())
        self.clock.rewind(entry.at)
        self._last_foul = (0, -SAME_FOUL_SECONDS)
        self.narrator.hush()
        self.narrator.music(self.state.phase in MUSICAL and not self.clock.held_by(r.Pause))
        self.narrator.tell(reply.undone(entry.command))
        self._report_journal()
        self._count_again()
        return None

    def _repeat(self) -> Refusal | None:
        last = self.narrator.last
        if last is None:
            return self._tell_not_now(r.Repeat())
        self.narrator.tell(replace(last, holds_clock=False, count=(), closing=None, cue=None))
        return None

    def _tell(self, key: str, cue: Cue | None = None, **params: str) -> None:
        told = for_host(key, **params)
        self.narrator.tell(replace(told, cue=cue.value) if cue else told)

    def _trouble(self, part: str, what: str, hint: str) -> None:
        cue = Cue.MICROPHONE_LOST if part in ("microphone", "ears") else None
        self._tell("host.trouble", cue, what=what, hint=hint)

    def _report_journal(self) -> None:
        """Tell once that the journal lags, and again only after it has caught up."""
        trouble = self.session.trouble
        if trouble is not None and trouble.message != self._reported:
            self._trouble("journal", trouble.message, trouble.hint)
        self._reported = trouble.message if trouble else ""

    def _listen(self) -> None:
        """Tell the ears what may be said, and whether the hall is speaking."""
        if self._ears is None:
            return
        sounds = self.narrator.hall_sounds
        push = self._options.listen == "push"
        if sounds and push:
            self._ears.listen(hear.barge_in_grammar())
        else:
            kinds = expected(self.state)
            self._ears.listen(hear.grammar(kinds, self.state.seats, call_word=self._call_word))
        self._ears.gate(sounds and not push)

    def _show(self) -> None:
        timer = self.state.timer
        left = None if timer is None else max(0.0, timer.ends_at - self.clock.read())
        running = not self.clock.held_by(r.Pause)
        shown = view(self.state, secrets=True)
        self._screen.show(Picture(shown, left, running, self._asked is not None))
