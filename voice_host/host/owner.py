# SPDX-License-Identifier: MIT
"""The host: one inbox, one owner thread; messages become commands, and screens are shown the table.

What is said is understood here; what is done with it is in `moves` (commands, undo, pause) and
`service` (answers, help, voice). Everything that touches the game happens on the thread that runs
`run`; any thread may `post`.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from queue import Empty, SimpleQueue
from typing import assert_never

from voice_host.audio.cues import Cue
from voice_host.audio.reports import Recovered, Trouble
from voice_host.game import commands as c
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.state import MASKED, Phase, State
from voice_host.game.view import view
from voice_host.game.who import HOST, Seat
from voice_host.history.session import Session
from voice_host.host.attention import Attention
from voice_host.host.clock import Clock, GameClock
from voice_host.host.confirmation import Asked, Confirmation
from voice_host.host.foresight import Foresight
from voice_host.host.inbox import (
    KEYBOARD,
    VOICE,
    By,
    Message,
    Noticed,
    Options,
    Pressed,
    Push,
    Quit,
    Refusal,
    Tapped,
    Typed,
)
from voice_host.host.leaving import Leaving
from voice_host.host.moves import Moves
from voice_host.host.narrator import Narrator
from voice_host.host.one_deed import one_deed
from voice_host.host.patience import Patience
from voice_host.host.presses import Presses
from voice_host.host.reminder import Reminder
from voice_host.host.screen import Picture, Screen
from voice_host.host.seen import Once, Seen
from voice_host.host.service import Remember, Services, forget, unworded
from voice_host.host.silent_entry import CARD_SECONDS, Shown, meant, number_of, taken_in_silence
from voice_host.host.stumbles import Stumbles
from voice_host.host.wishes import ASIDE, REFUSALS, Wish
from voice_host.language import requests as r
from voice_host.language.acts import Act
from voice_host.language.heard import hear
from voice_host.language.language import Language
from voice_host.language.nicknames import Nicknames
from voice_host.language.said import reply
from voice_host.language.said.whereabouts import Moment
from voice_host.voice.messages import Heard, Sounds, Spoken
from voice_host.voice.protocols import Ears, Mouth


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
        language: Language,
    ) -> None:
        self.clock = GameClock(clock, session.at)
        names = Nicknames(session.names)
        self.narrator = Narrator(
            mouth,
            screen,
            self.clock,
            language.texts,
            options,
            names,
            lambda: self.state.phase in MASKED,
        )
        self._foresight = Foresight(self.narrator, self.clock, clock)
        self._screen = screen
        self._services = Services(self.narrator, language)
        self._inbox = inbox
        self._attention = Attention(options, language.sentences, names)
        self._confirmation = Confirmation(clock)
        self._moves = Moves(
            session,
            self.clock,
            self.narrator,
            self._confirmation,
            language.messages,
            options.assist,
        )
        self._entered = Shown(self.narrator, clock)
        self._reminder = Reminder(self.narrator, clock)
        self._patience = Patience(self.clock, clock)
        self._presses = Presses(clock)
        self._seen = Seen()
        self._once = Once()
        self._stumbles = Stumbles(clock)
        self._open = True
        self.leaving = Leaving(self.narrator, self._confirmation, self.post)

    @property
    def session(self) -> Session:
        """The game that is played, with its history."""
        return self._moves.session

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
        remember: Remember = forget,
        protocol: Callable[[Session], Sequence[str]] = unworded,
        learns: bool = False,
    ) -> None:
        """Greet, and listen through these ears from now on.

        A recovered game begins on pause.
        `next_game` makes the session that follows one that is over; `remember` keeps for the
        next evening how much the ear is to be told. `protocol` words a game that is over, line by
        line. `learns`: a lesson may be asked for in the lobby.
        """
        self._services.remember = remember
        self._services.protocol = lambda: protocol(self.session)
        self.leaving.may_learn = learns
        self._moves.next_by(next_game)
        self._attention.listen(ears)
        self._moves.greet(recovered)
        self._foresight.prepare(self.state)
        self._face()

    def run(self) -> None:
        """Serve the inbox until `Quit`."""
        while self._open:
            try:
                # The inbox is the only thing this thread ever waits for. Half a second bounds
                # the wait where nothing is due, so that the clock on the screens keeps moving.
                self._serve(min(0.5, self.due_in()))
            # An error of ours must not end an evening: it is told, and the game stands as it did.
            except Exception:
                logging.getLogger(__name__).exception("owner thread")
                self._stumble()

    def pump(self) -> None:
        """Serve what waits in the inbox and what the clock asks for, without waiting."""
        # On a clock that is moved by hand nobody has spoken while it moved: what is due comes
        # first.
        self.tick()
        while not self._inbox.empty():
            self.handle(self._inbox.get())
            self.tick()

    def _serve(self, patience: float) -> None:
        with suppress(Empty):
            self.handle(self._inbox.get(timeout=patience))
        # Ears and screens last, once for all that this message and the clock have changed.
        self.tick()
        self._face()

    def _stumble(self) -> None:
        """Tell of an error of our own; what is due and fails must not be tried for ever."""
        # An error while nothing was due came from a message, and that message is gone. One that
        # the clock brought would come back at once, and this loop would spin on it.
        if self.due_in() <= 0:
            self._confirmation.take()
            self.clock.hold(r.Pause)
        if self._stumbles.worth_telling():
            with suppress(Exception):
                self._moves.tell("host.internal_error")

    def due_in(self) -> float:
        """Real seconds until the clock or an unanswered question asks for something."""
        wake = self.state.next_wakeup
        due = (None if wake is None else self.clock.until(wake), self._confirmation.seconds_left)
        others = (self._entered, self._reminder, self._patience, self._presses)
        soon = min(self._foresight.due_in(self.state), *(one.due_in() for one in others))
        return min(soon, *(seconds for seconds in due if seconds is not None), inf)

    def _face(self) -> None:
        """Turn the ears to what may be said now, and show the table."""
        self._attention.turn(self.state, self.asks, self._confirmation.of_nothing)
        # Numbered when it is shown, not when it comes about: only what was shown can be aimed at.
        timer, number = self.state.timer, self._seen.note(self.state, self.session)
        left = None if timer is None else max(0.0, timer.ends_at - self.clock.read())
        state, shown, running = self.state, view(self.state, HOST), not self.clock.held_by(r.Pause)
        held = self.clock.held
        self._screen.show(Picture(shown, left, running, self.asks, state, number, not held))

    def handle(self, message: Message) -> None:
        """Deal with one message."""
        match message:
            case Heard(text, whole=whole, drowned=drowned):
                # What is no whole sentence counts as no words at all, for the nearest command would
                # be a guess. It is still answered where somebody holds the key.
                self.say(text if whole else "", VOICE, drowned)
            case Sounds():
                self._attention.hall(message)
            case Typed(text, channel):
                self.say(text, channel)
            case Tapped():
                self.tap(message)
            case Spoken(utterance_id):
                # The clock runs on from the moment the voice has ended, as its mouth tells us:
                # no sleep of an estimated length stands anywhere.
                self.narrator.spoken(utterance_id)
                self._open = not self.leaving.begun or self.narrator.speaks
            case Push(held):
                self._attention.push(held)
            case Pressed():
                self._presses.press(self.state)
            case Trouble():
                self._moves.troubles.failed(message)
            case Recovered():
                self._moves.troubles.works(message)
            case Noticed(text):
                self._moves.tell("host.noticed", what=text)
            case Quit(politely):
                self._open = self.leaving.quit(self.session, politely)
            case _:
                assert_never(message)

    def tick(self) -> None:
        """Do what is due: the rules' timers, and a question that nobody has answered."""
        if (act := self._presses.taken(self.state, self.asks)) is not None:
            self._do(act, By())
        # Silence is «нет», and is told: he may have thought that he was heard.
        if self._confirmation.seconds_left == 0:
            self._confirmation.take()
            self._moves.tell("host.no_answer")
        self._patience.look(self.state)
        self._moves.tick()
        # After the ticks, so that they look from where the game now stands.
        self._foresight.look(self.state)
        self._entered.look(self.state)
        busy = self.clock.held_by(r.Pause) or self.asks or self.narrator.hall_sounds
        self._reminder.look(self.state, busy)

    def say(self, text: str, channel: str = KEYBOARD, drowned: bool = False) -> Refusal | None:
        """Take words, `drowned` by the hall or not; answer why they did nothing, else None."""
        refusal = self._taken(text, channel, drowned)
        self._patience.answered(refusal is None, self.state)
        return refusal

    def _taken(self, text: str, channel: str, drowned: bool) -> Refusal | None:
        heard = self._attention.understand(text, channel, self.state)
        number = number_of(text, heard) if channel != VOICE else None
        if number is not None and taken_in_silence(self.state):
            self._enter(number, meant(number, self.state, heard), By(channel=channel))
            return None
        # Talk at the table is not shown: what is not for us is nobody's to read either.
        if channel == VOICE and not isinstance(heard, hear.Unknown):
            self._screen.heard(text)
        if isinstance(heard, hear.Understood):
            return self._answered(heard.command, By(channel=channel))
        if isinstance(heard, hear.Two):
            return self._both(*heard.commands, By(channel=channel))
        if not isinstance(heard, hear.Unknown):
            if isinstance(heard, hear.NotNow) and self._moves.keep(
                heard.command, By(channel=channel)
            ):
                return None
            self._moves.refuse(reply.not_understood(heard, self.state))
        elif (answer := self._attention.doubt(text, channel, self.state, drowned)) is None:
            self.narrator.cue(Cue.TICK)  # table talk: no words are wasted on it
        else:
            self._moves.refuse(answer)
        return REFUSALS[type(heard)]

    def _enter(self, number: int, command: c.Command | None, by: By) -> None:
        """What the woken enter at a laptop: no word of it but one line, for a moment."""
        self._entered.show(self._moves.enter(command, number, by), self.state)

    def tap(self, tapped: Tapped) -> Refusal | None:
        """Take what a page's button stands for; answer as `say` does.

        A press that has come before is passed over: what it did, or was refused, has been told.
        """
        act, actor = tapped.act, tapped.actor
        # Before all else: the second copy of a press must not be judged by what the first one did.
        if self._once.again(actor, tapped.id):
            return None
        if tapped.saw is not None and not self._seen.holds(act, tapped.saw, self.state):
            return self._moves.rejected(Rejected(Reason.STALE), act, actor)
        by = By(actor, tapped.channel, tapped.saw)
        if isinstance(act, c.Check | c.Choose) and taken_in_silence(self.state):
            self._enter(act.seat or 0, act, by)
            return None
        if not isinstance(actor, Seat):
            return self._do(act, by)
        if isinstance(act, r.Resume) and self.state.rules.led.phones:
            return self._moves.pause(act)
        if isinstance(act, r.Request):
            return self._moves.rejected(Rejected(Reason.NOT_YOURS), act, actor)
        return self._moves.give_from_seat(act, by)

    def _both(self, first: Act, second: Act, by: By) -> Refusal | None:
        """Two commands in one breath, in order; what is then not done is told, never dropped."""
        once = one_deed(self.state, first, second, self.clock.read(), by.actor)
        refusal = self._answered(first, by)
        if not once and refusal is None and not self.asks:
            return self._answered(second, by)
        if not once:
            self._moves.tell("host.second_undone", what=reply.spoken(second))
        return refusal

    def _answered(self, command: Act, by: By) -> Refusal | None:
        """Do it; words that bring none about get the sound of what was understood."""
        told = self.narrator.told
        refusal = self._do(command, by)
        silent = self.narrator.told == told and not isinstance(command, r.Hush)
        if silent and by.channel == VOICE:
            self.narrator.cue(Cue.ACCEPTED)
        return refusal

    def _do(self, command: Act, by: By) -> Refusal | None:
        """Whatever is said answers, or drops, the question that waits, save to ask how."""
        if isinstance(command, r.Repeat):
            return None if self.narrator.again() else self._moves.not_now(command)
        self.narrator.cut_short()
        # Taken by whatever is said next: a «да» that comes after another word must not find an old
        # question that the table has forgotten.
        asked = None if isinstance(command, ASIDE) else self._confirmation.take()
        if isinstance(command, r.Yes):
            return self._confirm(asked)
        # «Отмена» at a question means the question: what was done before it is not taken back.
        if isinstance(command, r.No) or (asked and isinstance(command, r.Undo)):
            return self._drop(asked)
        if isinstance(command, Wish):
            return self._request(command, by)
        return self._moves.give(command, by)

    def _drop(self, asked: Asked | None) -> Refusal | None:
        if asked is None:
            return self._moves.not_now(r.No())
        self._moves.tell("host.dropped")
        return None

    def _confirm(self, asked: Asked | None) -> Refusal | None:
        if asked is None:
            return self._moves.not_now(r.Yes())
        if not isinstance(asked.command, r.Leave):
            return self._moves.confirm(asked.command, asked.by)
        self.leaving.leave(self.session)
        return None

    def _moment(self) -> Moment:
        clock, asked = self.clock, self._confirmation.waiting
        winners = self.session.evening.winners
        return Moment(clock.read(), clock.held_by(r.Pause), clock.held, asked, winners)

    def _request(self, request: Wish, by: By) -> Refusal | None:
        match request:
            case r.Pause() | r.Resume():
                return self._moves.pause(request)
            case r.Undo():
                return self._moves.undo_asking(by)
            case r.NewGame():
                return self._moves.new_game()
            case r.Leave():
                self.leaving.ask(by)
            case r.Learn():
                if not self.leaving.learn(self.state):
                    return self._moves.not_now(request)
            case r.Protocol() if self.state.phase is not Phase.OVER:
                return self._moves.not_now(request)
            case r.Keys():
                self._moves.tell("host.keys", what=self._screen.keys_help(self.state.phase))
            case _:
                self._services.serve(request, self.state, self._moment(), by.channel)
                if isinstance(request, r.ShowRole) and self.state.rules.led.sealed:
                    self._entered.hide_in(CARD_SECONDS, self.state)
        return None
