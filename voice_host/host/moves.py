# SPDX-License-Identifier: MIT
"""Moves: commands carried out or asked about, taken back, and what pauses the game between them.

Knows the session, the game's clock and what is told; nothing of words, screens or the inbox.
Owner thread only.
"""

from collections.abc import Callable
from dataclasses import replace

from voice_host.audio.cues import Cue
from voice_host.game import commands as c
from voice_host.game.decide import Decision, decide, needs_confirmation
from voice_host.game.events import Checked
from voice_host.game.refusals import Reason, Rejected
from voice_host.game.state import MASKED, Phase, State
from voice_host.game.who import CLOCK, HALL, HOST, Actor, Seat
from voice_host.history.session import Session
from voice_host.host.clock import ROUNDING, GameClock
from voice_host.host.confirmation import Confirmation
from voice_host.host.inbox import By, Refusal
from voice_host.host.kept_shots import Kept, KeptShots
from voice_host.host.narrator import Narrator
from voice_host.host.troubles import Troubles
from voice_host.language import requests as r
from voice_host.language.acts import Act, name_of
from voice_host.language.announcement import Announcement, Param
from voice_host.language.announcement import host as for_host
from voice_host.language.catalogue import Messages
from voice_host.language.said import reply
from voice_host.language.said.announce import told
from voice_host.language.said.retract import retracted
from voice_host.language.said.whereabouts import phase_called

_DISCIPLINE = c.Foul | c.TakeBackFoul | c.Remove
"""Commands that leave a pause as it is, even where they end a speech."""
_NOBODY = By(CLOCK, str(CLOCK))


class Moves:
    """The game under way, the question that waits, and the pause.

    With `assist` the host counts the shots himself.
    """

    def __init__(
        self,
        session: Session,
        clock: GameClock,
        narrator: Narrator,
        confirmation: Confirmation,
        messages: Messages,
        assist: bool = False,
    ) -> None:
        self.session = session
        self.troubles = Troubles(narrator, messages)
        self._clock = clock
        self._narrator = narrator
        self._confirmation = confirmation
        self._assist = assist
        self._kept = KeptShots()
        self._following: Callable[[Session], Session] | None = None
        self._broken_off = False

    def next_by(self, following: Callable[[Session], Session] | None) -> None:
        """How the game after this one is made; None: there is none."""
        self._following = following

    @property
    def state(self) -> State:
        """The game now."""
        return self.session.state

    def greet(self, recovered: bool = False) -> None:
        """Tell where the game stands, and who may not play it; a recovered one is on pause."""
        if recovered:
            # Nobody knows how long the power was away, so no second runs until somebody says so.
            self._clock.hold(r.Pause)
            self._broken_off = True
            told = for_host("host.recovered", what=phase_called(self.state))
            # Where nobody leads it is the table that must let it go on, by night with eyes shut.
            sealed = self.state.rules.led.sealed
            self._narrator.tell(replace(told, audience=HALL) if sealed else told)
        if (seats := self.session.previous.missing) and self.state.phase is Phase.LOBBY:
            self.tell("host.missing", seats=seats)
        if not recovered:
            self._narrator.tell(reply.welcome(self.state))
        if self._narrator.without_earbud:
            self.tell("host.no_earbud")
        if self._narrator.learns_sounds and not recovered:
            for cue in (Cue.ACCEPTED, Cue.REFUSED, Cue.QUESTION, Cue.DEAF):
                self._narrator.tell(replace(for_host(f"host.sound_{cue}"), cue=cue.value))
        self.troubles.journal(self.session.trouble)

    def new_game(self) -> Refusal | None:
        """«Новая игра», once this one is over."""
        if self.state.phase is not Phase.OVER or self._following is None:
            return self.not_now(r.NewGame())
        self.begin_next(self._following)
        return None

    def begin_next(self, following: Callable[[Session], Session]) -> None:
        """The same table plays again: who was killed first and who must miss it is remembered."""
        # Let go of the journal first: the place of the next one may be the same.
        self.session.close()
        self.session = following(self.session)
        # Game seconds begin anew with each journal; a pause of the old game is no matter of the new
        # one.
        self._clock.rewind(0.0)
        self._clock.release(r.Pause)
        self._confirmation.forget_fouls()
        self._narrator.hush()
        self.greet()

    def tick(self) -> None:
        """Let the rules' timers do what is due.

        A prompt holds the clock, and what a timer brings may tell another one: so it is asked
        after every tick whether the clock still runs.
        """
        while (wake := self.state.next_wakeup) is not None and not self._clock.held:
            if self._clock.read() < wake - ROUNDING:
                break
            # At the second that was due, never earlier: a wait that ends a hair too soon would else
            # find nothing to do and come back at once.
            self._submit(c.Tick(), _NOBODY, at=max(wake, self._clock.read()))

    def give(self, given: c.Command, by: By) -> Refusal | None:
        """Carry it out, or ask first if it is grave or a foul just given."""
        command = self._started(given)
        try:
            decision = decide(self.state, command, self._clock.read(), by.actor)
        except Rejected as refusal:
            # A slip noticed at once is taken back whole, with the vote that it broke off; later it
            # cannot be, for others have spoken since.
            if refusal.reason is Reason.TOO_LATE and self._just_fouled(command):
                return self.undo()
            return self.rejected(refusal, command)
        again = self._confirmation.just_given(command)
        # What was decided is dropped while the question waits: the timer may run out meanwhile, so
        # «да» is decided anew.
        if again or needs_confirmation(decision):
            self._ask(command, by, reply.question_for(decision, repeated=again))
        else:
            self._carry_out(decision, by)
        return None

    def give_from_seat(self, command: c.Command, by: By) -> Refusal | None:
        """What a player does himself: his page has asked him already, so the host is not asked.

        Nor is the host's question dropped by it: somebody else has spoken, not he.
        """
        if self._clock.held_by(r.Pause):
            return self.rejected(Rejected(Reason.PAUSED), command, by.actor)
        refusal = self._submit(command, by)
        if refusal is None and isinstance(command, c.Ready):
            self._begin_when_ready()
        return refusal

    def enter(self, command: c.Command | None, seat: int, by: By) -> Announcement:
        """Take what was entered by night in silence; the line for the one who entered it.

        What counts for nothing looks like what counts.
        """
        found: bool | None = None
        try:
            if command is not None:
                decision = decide(self.state, command, self._clock.read(), by.actor)
                found = next((e.found for e in decision.events if isinstance(e, Checked)), None)
                self._carry_out(decision, by)
        except Rejected:
            return for_host("entry.refused", seat=seat)
        key = "noted" if found is None else "found" if found else "not_found"
        return for_host(f"entry.{key}", seat=seat)

    def _begin_when_ready(self) -> None:
        """All seats are ready: the game begins. Most of them want another: its lobby opens."""
        state, signs = self.state, len(self.state.signs)
        if state.phase is Phase.LOBBY and signs == state.seats:
            self._submit(c.Start(self.session.previous.first_killed), _NOBODY)
        elif state.phase is Phase.OVER and 2 * signs > state.seats and self._following:
            self.begin_next(self._following)

    def _started(self, command: c.Command) -> c.Command:
        """Some dialects let the first victim of the last game open the next one (S3)."""
        starts = self.state.phase is Phase.LOBBY and isinstance(command, c.Start | c.Next)
        return c.Start(self.session.previous.first_killed) if starts else command

    def _just_fouled(self, command: c.Command) -> bool:
        """Was this foul the last thing done? All that followed, a vote broken off too, goes."""
        last = self.session.last_given()
        if not (isinstance(command, c.TakeBackFoul) and isinstance(last, c.Foul)):
            return False
        return last.seat == command.seat

    def _ask(self, command: c.Command | r.Undo, by: By, question: Announcement) -> None:
        self._confirmation.ask(command, by)
        self._narrator.ask(question)

    def confirm(self, command: c.Command | r.Undo, by: By) -> Refusal | None:
        """«Да»: the rules are asked again, for the clock may have moved on since the question."""
        return self.undo() if isinstance(command, r.Undo) else self._submit(command, by)

    def _submit(self, command: c.Command, by: By, at: float | None = None) -> Refusal | None:
        # The clock's own commands bring their second, which is never before what was due (`tick`).
        now = self._clock.read() if at is None else at
        try:
            decision = decide(self.state, command, now, by.actor)
        except Rejected as refusal:
            return self.rejected(refusal, command, by.actor)
        self._carry_out(decision, by)
        return None

    def _carry_out(self, decision: Decision, by: By) -> None:
        """Let it happen, and be told and heard in its order."""
        was, command = decision.before, decision.command
        # First of all: what has been told must be in the journal when the power goes.
        self.session.commit(decision, by.channel, by.saw)
        # A time call given ahead would sound beside what has just made it untrue.
        if decision.actor is not CLOCK and not _unheard(decision):
            self._narrator.unsay()
        self._confirmation.given(command)
        # The pause goes before anything is told: a prompt puts its own hold on the clock, and
        # the one who moved the game on meant it to run.
        moved = (was.phase, was.speaker) != (self.state.phase, self.state.speaker)
        if moved and not isinstance(command, _DISCIPLINE):
            self._clock.release(r.Pause)
        # The music ends before the morning is told and begins after the night has fallen.
        if self.state.phase not in MASKED:
            self._narrator.music(False)
        kept = self._kept.take(self.state) if self.state.phase is Phase.RESULT else None
        for announcement in told(was, decision.events):
            if kept is None or announcement.key != "prompt.night.result":
                self._narrator.tell(announcement)
        if kept is not None:
            self._ask_back(kept)
        hunting = self.state.phase is Phase.SHOOTING and was.phase is not Phase.SHOOTING
        if hunting and self._assist:
            self._submit(c.StopTimer(), _NOBODY)  # he counts himself, or says «считай»
        self._play_music()
        self.troubles.journal(self.session.trouble)

    def keep(self, act: Act, by: By) -> bool:
        """Keep what is said of the shots before its time; it is asked back at the result."""
        if kept := self._kept.keep(act, by, self.state):
            self.tell("host.kept", what=reply.spoken(act))
        return kept

    def _ask_back(self, kept: Kept) -> None:
        try:
            decision = decide(self.state, kept.command, self._clock.read(), kept.by.actor)
        except Rejected as refusal:
            self.rejected(refusal, kept.command)
            return
        self._ask(kept.command, kept.by, reply.question_for(decision))

    def _play_music(self) -> None:
        """By night, unless the game stands still."""
        running = not self._clock.held_by(r.Pause)
        self._narrator.music(running and self.state.phase in MASKED)

    def pause(self, request: r.Pause | r.Resume) -> Refusal | None:
        """Pause twice is refused, and so is resuming what runs."""
        pausing = isinstance(request, r.Pause)
        if pausing == self._clock.held_by(r.Pause):
            return self.not_now(request)
        if pausing:
            self._clock.hold(r.Pause)
            # Silence now, not after the sentence: who says «пауза» wants to speak.
            self._narrator.hush()
        else:
            self._clock.release(r.Pause)
            self._count_again()
            self._begin_slot_again()
        self._play_music()
        self.tell("host.paused" if pausing else "host.resumed")
        return None

    def _count_again(self) -> None:
        """A count that was broken off starts over: half a count is no count."""
        counting = self.state.phase is Phase.SHOOTING and self.state.timer is not None
        if counting and not self._clock.held_by(r.Pause):
            self._submit(c.Recount(), _NOBODY)

    def _begin_slot_again(self) -> None:
        """A slot in which the power went has its whole length once more.

        The journal ends with the last tap that counted, so that what was left of the slot would
        tell when somebody has acted, and that somebody has.
        """
        broken_off, self._broken_off = self._broken_off, False
        state = self.state
        if not (broken_off and state.asleep and state.rules.led.sealed and state.timer):
            return
        slot = (state.phase, state.waking)
        began = next(
            step for step in reversed(self.session.steps)
            if (step.before.phase, step.before.waking) != slot
        )  # fmt: skip
        if state.phase is not Phase.SHOOTING:
            length = round(state.timer.ends_at - began.entry.at)
            self._submit(c.SetTimer(length), _NOBODY)

    def undo_asking(self, by: By) -> Refusal | None:
        """Take the last command back; ask first if somebody has learnt from it."""
        if not self._may_undo():
            return self.not_now(r.Undo())
        last = self.session.last_given()
        # A check or an end of the game is in somebody's head and cannot be taken out of it; the
        # host is asked whether he means that.
        if last is None or not self.session.undo_reveals():
            return self.undo()
        self._ask(r.Undo(), by, reply.undo_question(last))
        return None

    def _may_undo(self) -> bool:
        """What a player has done by his phone is his alone: even to name it would tell of it."""
        undone, led = self.session.undoable(), self.state.rules.led
        first = undone[0].entry if undone else None
        seats = first is not None and isinstance(first.actor, Seat)
        # Nor what was entered by night at a laptop that all sit around.
        secret = first is not None and isinstance(first.command, c.Check | c.Choose)
        asleep = self.state.asleep or (led.phones and self.state.phase in MASKED)
        return not (led.sealed and (seats or secret or asleep))

    def undo(self) -> Refusal | None:
        """Take the last command back with what the clock has done since, the clock itself too."""
        undone, was = self.session.undoable(), self.state
        if (entry := self.session.undo()) is None:
            return self.not_now(r.Undo())
        steps = [(step.before, step.entry.events) for step in undone]
        # Back to the second at which it was given, not to the one before: what was spoken and
        # waited for since is as if it had not been. Prompts still held by are let go by `hush`,
        # for the mouth answers for what it drops; a pause stays.
        self._clock.rewind(entry.at)
        self._confirmation.forget_fouls()
        self._kept.forget()
        self._narrator.hush()
        self._play_music()
        self._narrator.tell(reply.undone(entry.command))
        if (back := retracted(entry.command, steps, was)) is not None:
            self._narrator.tell(back)
        self.troubles.journal(self.session.trouble)
        self._count_again()
        return None

    def rejected(self, refusal: Rejected, act: Act, actor: Actor = HOST) -> Refusal:
        """Tell the one who gave it why nothing has been done.

        By night every phone is tapped in every slot and none is answered: a line on the screen
        of the one whose slot it is not would be light on the faces of all but those who act.
        """
        answer = reply.refusal(refusal, act, self.state)
        if not isinstance(actor, Seat):
            self.refuse(answer)
        elif self.state.phase not in MASKED:
            self._narrator.tell(replace(answer, audience=actor))
        return Refusal.REJECTED

    def not_now(self, request: r.Request) -> Refusal:
        """Refuse a request that has nothing to do here."""
        self.refuse(for_host(f"not_now.{name_of(request)}"))
        return Refusal.NOT_NOW

    def refuse(self, answer: Announcement) -> None:
        """Tell why nothing has been done, with the sound that says so before any word."""
        closed = answer.key in ("host.drowned", "host.hall_speaks")
        cue = Cue.DEAF if closed else Cue.REFUSED
        self._narrator.tell(replace(answer, cue=cue.value))

    def tell(self, key: str, **params: Param) -> None:
        """For the host's ear."""
        self._narrator.tell(for_host(key, **params))


def _unheard(decision: Decision) -> bool:
    """Has a player done what the table must not notice, and nothing that was to sound is untrue?"""
    before = decision.before
    silent = isinstance(decision.actor, Seat) or (before.asleep and before.rules.led.sealed)
    return silent and before.timer == decision.after.timer
