"""The host: one inbox, one owner thread; words become commands, events become words.

message → command → session → announcements → narrator and screens; besides that pause,
undo, repeat and hush. Everything that touches the game happens on the thread that runs `run`; any
thread may `post`.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from math import inf
from queue import Empty, SimpleQueue
from typing import assert_never

from voice_host.audio.cues import Cue
from voice_host.audio.reports import Recovered, Trouble
from voice_host.clock import ROUNDING, Clock, GameClock
from voice_host.game import commands as c
from voice_host.game.decide import decide, needs_confirmation
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.state import MASKED, Phase, State
from voice_host.game.view import view
from voice_host.game.who import HOST
from voice_host.history.session import CLOCK, Session
from voice_host.host.attention import Attention
from voice_host.host.confirmation import Asked, Confirmation
from voice_host.host.foresight import Foresight
from voice_host.host.inbox import KEYBOARD, VOICE, Message, Options, Push, Quit, Refusal, Typed
from voice_host.host.narrator import Narrator
from voice_host.host.screen import Picture, Screen
from voice_host.host.seen import Seen
from voice_host.host.service import Service, serve
from voice_host.host.troubles import Troubles
from voice_host.language import requests as r
from voice_host.language.acts import name_of
from voice_host.language.announcement import Announcement, Param
from voice_host.language.announcement import host as for_host
from voice_host.language.heard import hear
from voice_host.language.nicknames import Nicknames
from voice_host.language.said import reply
from voice_host.language.said.announce import told
from voice_host.voice.messages import Heard, Spoken
from voice_host.voice.protocols import Ears, Mouth

STUMBLE_SECONDS = 5.0
"""Errors of our own that follow each other faster are told of once."""
_REFUSALS = {
    hear.Unknown: Refusal.UNKNOWN,
    hear.NotNow: Refusal.NOT_NOW,
    hear.Ambiguous: Refusal.AMBIGUOUS,
}
_Wish = r.Pause | r.Resume | r.Undo | r.NewGame | r.Keys | Service
"""Requests that answer no question."""
_DISCIPLINE = c.Foul | c.TakeBackFoul | c.Remove
"""Commands that leave a pause as it is, even where they end a speech."""


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
        self._names = Nicknames(session.names)
        self.narrator = Narrator(mouth, screen, self.clock, options.assist, self._names)
        self._foresight = Foresight(self.narrator, self.clock, clock)
        self._real = clock
        self._screen = screen
        self._options = options
        self._inbox = inbox
        self._attention = Attention(options, names=self._names)
        self._confirmation = Confirmation(clock)
        self._troubles = Troubles(self.narrator)
        self._seen = Seen(first=len(session.steps) + 1)
        self._stumbled = -STUMBLE_SECONDS
        self._open = True
        self._leaving = False
        self._next_game: Callable[[Session], Session] | None = None

    @property
    def state(self) -> State:
        """The game now."""
        return self.session.state

    @property
    def asks(self) -> bool:
        """Does a question wait for «да»?"""
        return self._confirmation.waits

    def post(self, message: Message) -> None:
        """Put a message on the inbox; from any thread, returns at once."""
        self._inbox.put(message)

    def begin(
        self,
        ears: Ears | None = None,
        *,
        recovered: bool = False,
        next_game: Callable[[Session], Session] | None = None,
    ) -> None:
        """Greet, and listen through these ears from now on.

        A recovered game begins on pause, with the music off until the night asks for it.
        `next_game` makes the session that follows one that is over.
        """
        self._next_game = next_game
        self._attention = Attention(self._options, ears, self._names)
        if recovered:
            self.clock.hold(r.Pause)
            self._tell("host.recovered", what=reply.phase_name(self.state))
            self._tell_missing()
        else:
            self.narrator.tell(reply.welcome(self.state))
        self._troubles.journal(self.session.trouble)
        self._foresight.prepare(self.state)
        self._face()

    def run(self) -> None:
        """Serve the inbox until `Quit`."""
        while self._open:
            try:
                self._serve(min(0.5, self.due_in()))
            except Exception:
                logging.getLogger(__name__).exception("owner thread")
                self._stumble()

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
        self._face()

    def _stumble(self) -> None:
        """Tell of an error of our own; what is due and fails must not be tried for ever."""
        if self.due_in() <= 0:
            self._confirmation.take()
            self.clock.hold(r.Pause)
        now = self._real.now()
        if now - self._stumbled >= STUMBLE_SECONDS:
            self._stumbled = now
            with suppress(Exception):
                self._tell("host.internal_error")

    def due_in(self) -> float:
        """Real seconds until the clock or an unanswered question asks for something."""
        wake = self.state.next_wakeup
        due = (None if wake is None else self.clock.until(wake), self._confirmation.seconds_left)
        soon = self._foresight.due_in(self.state)
        return min(soon, *(seconds for seconds in due if seconds is not None), inf)

    def _face(self) -> None:
        """Turn the ears to what may be said now, and show the table."""
        self._attention.turn(self.state, self.narrator.hall_sounds, self.asks)
        timer, number = self.state.timer, self._seen.note(self.state)
        left = None if timer is None else max(0.0, timer.ends_at - self.clock.read())
        state, shown, running = self.state, view(self.state, HOST), not self.clock.held_by(r.Pause)
        held = self.clock.held
        self._screen.show(Picture(shown, left, running, self.asks, state, number, not held))

    def handle(self, message: Message) -> None:
        """Deal with one message."""
        match message:
            case Heard(text, whole=whole):
                self.say(text if whole else "", VOICE)
            case Typed(text, channel):
                self.say(text, channel)
            case Spoken(utterance_id):
                self.narrator.spoken(utterance_id)
                self._open = not self._leaving or self.narrator.hall_sounds
            case Push(held):
                self._attention.push(held)
            case Trouble():
                self._troubles.failed(message)
            case Recovered():
                self._troubles.works(message)
            case Quit(politely):
                self._leaving = True
                self._open = politely and self.narrator.hall_sounds
            case _:
                assert_never(message)

    def tick(self) -> None:
        """Do what is due: the rules' timers, and a question that nobody has answered."""
        if self._confirmation.seconds_left == 0:
            self._confirmation.take()
            self._tell("host.no_answer")
        while (wake := self.state.next_wakeup) is not None and not self.clock.held:
            if self.clock.read() < wake - ROUNDING:
                break
            self._submit(c.Tick(), CLOCK, at=max(wake, self.clock.read()))
        self._foresight.look(self.state)

    def say(self, text: str, channel: str = KEYBOARD) -> Refusal | None:
        """Take words; answer why they did nothing, None if they did something."""
        heard = self._attention.understand(text, channel, self.state)
        if channel == VOICE and not isinstance(heard, hear.Unknown):
            self._screen.heard(text)
        if isinstance(heard, hear.Understood):
            return self._do(heard.command, channel)
        if not isinstance(heard, hear.Unknown):
            self._refuse(reply.not_understood(heard, self.state))
        elif (answer := self._attention.doubt(text, channel, self.state)) is None:
            self.narrator.cue(Cue.TICK)  # table talk: no words are wasted on it
        else:
            self._refuse(answer)
        return _REFUSALS[type(heard)]

    def _do(self, command: c.Command | r.Request, channel: str) -> Refusal | None:
        """Whatever is said answers, or drops, the question that waits, save to ask how."""
        if isinstance(command, r.Repeat):
            return self._repeat()
        asked = None if isinstance(command, r.Help | r.Keys) else self._confirmation.take()
        if isinstance(command, r.Yes):
            return self._confirm(asked)
        if isinstance(command, r.No):
            return self._drop(asked)
        if isinstance(command, _Wish):
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

    def _command(self, given: c.Command, channel: str) -> Refusal | None:
        """Submit it, or ask first if it is grave or a foul just given."""
        command = self._started(given)
        try:
            decide(self.state, command, self.clock.read())
            again = self._confirmation.just_given(command)
            if again or needs_confirmation(self.state, command):
                question = reply.question_for(command, self.state, repeated=again)
                self._ask(command, channel, question)
                return None
        except Rejected as refusal:
            if refusal.reason is Reason.TOO_LATE and self._just_fouled(command):
                return self._undo()
            return self._rejected(refusal, command)
        return self._submit(command, channel)

    def _just_fouled(self, command: c.Command) -> bool:
        """Was this foul the last thing done? All that followed, a vote broken off too, goes."""
        last = self.session.last_given()
        if not (isinstance(command, c.TakeBackFoul) and isinstance(last, c.Foul)):
            return False
        return last.seat == command.seat

    def _ask(self, command: c.Command | r.Undo, channel: str, question: Announcement) -> None:
        self._confirmation.ask(command, channel)
        self.narrator.tell(question)

    def _submit(self, command: c.Command, channel: str, at: float | None = None) -> Refusal | None:
        was = self.state
        try:
            events = self.session.submit(command, self.clock.read() if at is None else at, channel)
        except Rejected as refusal:
            return self._rejected(refusal, command)
        if channel != CLOCK:
            self.narrator.unsay()
        self._confirmation.given(command)
        moved = (was.phase, was.speaker) != (self.state.phase, self.state.speaker)
        if moved and not isinstance(command, _DISCIPLINE):
            self.clock.release(r.Pause)
        if self.state.phase not in MASKED:
            self.narrator.music(False)
        for announcement in told(was, events):
            self.narrator.tell(announcement)
        hunting = self.state.phase is Phase.SHOOTING and was.phase is not Phase.SHOOTING
        if hunting and self._options.assist:
            self._submit(c.StopTimer(), CLOCK)  # he counts himself, or says «считай»
        self._play_music()
        self._troubles.journal(self.session.trouble)
        return None

    def _play_music(self) -> None:
        """By night, unless the game stands still."""
        running = not self.clock.held_by(r.Pause)
        self.narrator.music(running and self.state.phase in MASKED)

    def _rejected(self, refusal: Rejected, command: c.Command) -> Refusal:
        self._refuse(reply.refusal(refusal, command, self.state))
        return Refusal.REJECTED

    def _tell_not_now(self, request: r.Request) -> Refusal:
        self._refuse(for_host(f"not_now.{name_of(request)}"))
        return Refusal.NOT_NOW

    def _refuse(self, told: Announcement) -> None:
        self.narrator.tell(replace(told, cue=Cue.REFUSED.value))

    def _request(self, request: _Wish, channel: str) -> Refusal | None:
        match request:
            case r.Pause() | r.Resume():
                return self._pause(request)
            case r.Undo():
                return self._undo_asking(channel)
            case r.NewGame():
                return self._new_game()
            case r.Keys():
                self._tell("host.keys", what=self._screen.keys_help(self.state.phase))
            case _:
                serve(request, self.narrator, self.state, self.clock.read())
        return None

    def _new_game(self) -> Refusal | None:
        """The same table plays again: who was killed first and who must miss it is remembered."""
        if self.state.phase is not Phase.OVER or self._next_game is None:
            return self._tell_not_now(r.NewGame())
        self.session.close()
        self.session = self._next_game(self.session)
        self.clock.rewind(0.0)
        self.clock.release(r.Pause)
        self._confirmation.forget_fouls()
        self.narrator.hush()
        self._tell_missing()
        self.narrator.tell(reply.welcome(self.state))
        self._troubles.journal(self.session.trouble)
        return None

    def _tell_missing(self) -> None:
        """Before the game begins: who may not play it."""
        if (seats := self.session.previous.missing) and self.state.phase is Phase.LOBBY:
            self._tell("host.missing", seats=seats)

    def _started(self, command: c.Command) -> c.Command:
        """Some dialects let the first victim of the last game open the next one (S3)."""
        starts = self.state.phase is Phase.LOBBY and isinstance(command, c.Start | c.Next)
        return c.Start(self.session.previous.first_killed) if starts else command

    def _pause(self, request: r.Pause | r.Resume) -> Refusal | None:
        """Pause twice is refused, and so is resuming what runs."""
        pausing = isinstance(request, r.Pause)
        if pausing == self.clock.held_by(r.Pause):
            return self._tell_not_now(request)
        if pausing:
            self.clock.hold(r.Pause)
            self.narrator.hush()
        else:
            self.clock.release(r.Pause)
            self._count_again()
        self._play_music()
        self._tell("host.paused" if pausing else "host.resumed")
        return None

    def _count_again(self) -> None:
        """A count that was broken off starts over: half a count is no count."""
        counting = self.state.phase is Phase.SHOOTING and self.state.timer is not None
        if counting and not self.clock.held_by(r.Pause):
            self._submit(c.Recount(), CLOCK)

    def _undo_asking(self, channel: str) -> Refusal | None:
        last = self.session.last_given()
        if last is None or not self.session.undo_reveals():
            return self._undo()
        self._ask(r.Undo(), channel, reply.undo_question(last))
        return None

    def _undo(self) -> Refusal | None:
        if (entry := self.session.undo()) is None:
            return self._tell_not_now(r.Undo())
        self.clock.rewind(entry.at)
        self._confirmation.forget_fouls()
        self.narrator.hush()
        self._play_music()
        self.narrator.tell(reply.undone(entry.command))
        self._troubles.journal(self.session.trouble)
        self._count_again()
        return None

    def _repeat(self) -> Refusal | None:
        if (last := self.narrator.last) is None:
            return self._tell_not_now(r.Repeat())
        self.narrator.tell(replace(last, holds_clock=False, count=(), closing=None, cue=None))
        return None

    def _tell(self, key: str, **params: Param) -> None:
        self.narrator.tell(for_host(key, **params))
