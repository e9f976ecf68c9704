# SPDX-License-Identifier: MIT
"""A host at a table without sound: mouth, screen, ears and clock that tests work by hand."""

from collections.abc import Callable
from queue import SimpleQueue

from tests.russian import RU
from voice_host import rulesets
from voice_host.game.state import Phase, State
from voice_host.history.session import Session
from voice_host.host.clock import ManualClock
from voice_host.host.inbox import KEYBOARD, VOICE, Message, Options, Quit, Refusal
from voice_host.host.owner import Host
from voice_host.host.rehearsal import let_pass
from voice_host.host.screen import Picture, Screen
from voice_host.host.screens import Screens
from voice_host.language.language import Language
from voice_host.voice.messages import Sounds, Spoken
from voice_host.voice.protocols import Channel, Grammar, Utterance

WMA = rulesets.load("wma")


class Mouth:
    """Notes what it is asked for. `instant`: every utterance is over at once, else `finish`."""

    def __init__(self, post: Callable[[Message], None], instant: bool = True) -> None:
        self.instant = instant
        self.said: list[Utterance] = []
        self.sounding: list[Utterance] = []
        self.notes: list[object] = []
        self._post = post

    def say(self, utterance: Utterance) -> None:
        self.said.append(utterance)
        self.sounding.append(utterance)
        self.notes.append(utterance.text)
        if self.instant:
            self.finish()

    def finish(self, channel: Channel | None = None) -> None:
        """Everything that sounds (on this channel) has been said."""
        over = [u for u in self.sounding if channel in (None, u.channel)]
        self.sounding = [u for u in self.sounding if u not in over]
        for utterance in over:
            self._post(Spoken(utterance.id))

    def hush(self) -> None:
        self.notes.append("hush")
        self.finish()

    def drop(self, utterance_id: int) -> None:
        dropped = [u for u in self.sounding if u.id == utterance_id]
        self.sounding = [u for u in self.sounding if u.id != utterance_id]
        for utterance in dropped:
            self.notes.append(("dropped", utterance.text))
            self._post(Spoken(utterance.id))

    def prepare(self, texts: tuple[str, ...]) -> None: ...

    def volume(self, step: int) -> None:
        self.notes.append(("volume", step))

    def rate(self, step: int, channel: Channel | None = None) -> None:
        self.notes.append(("rate", step) if channel is None else (channel, "rate", step))

    def music(self, on: bool) -> None:
        self.notes.append(("music", on))

    def close(self) -> None: ...

    @property
    def music_on(self) -> bool:
        """Does the music play?"""
        played = [note[1] for note in self.notes if isinstance(note, tuple) and note[0] == "music"]
        return bool(played and played[-1])


class Lines:
    """Keeps captions and the last picture."""

    def __init__(self) -> None:
        self.hall: list[str] = []
        self.ear: list[str] = []
        self.glimpsed: list[str] = []
        self.whispered: list[tuple[int, str]] = []
        self.picture: Picture | None = None
        self.heard_words: list[str] = []

    def caption(self, text: str, secret: bool) -> None:
        (self.ear if secret else self.hall).append(text)

    def whisper(self, seat: int, text: str) -> None:
        self.whispered.append((seat, text))

    def heard(self, text: str) -> None:
        self.heard_words.append(text)

    def glimpse(self, text: str) -> None:
        self.glimpsed.append(text)

    def show(self, picture: Picture) -> None:
        self.picture = picture

    def keys_help(self, phase: Phase) -> str:
        return f"Клавиши фазы {phase}."


class Ears:
    """Notes grammar, gate and key."""

    def __init__(self) -> None:
        self.grammar: Grammar | None = None
        self.over_hall: Grammar | None = None
        self.sounds: list[Sounds] = []
        self.pushed: list[bool] = []

    def listen(self, grammar: Grammar, over_hall: Grammar | None = None) -> None:
        self.grammar, self.over_hall = grammar, over_hall

    def hall(self, sounds: Sounds) -> None:
        self.sounds.append(sounds)

    def push(self, held: bool) -> None:
        self.pushed.append(held)

    def close(self) -> None: ...


class Parlour:
    """One host with everything around him."""

    def __init__(
        self,
        session: Session | None = None,
        *,
        instant: bool = True,
        recovered: bool = False,
        options: Options | None = None,
        language: Language = RU,
        clock: ManualClock | None = None,
        beside: Screen | None = None,
    ) -> None:
        inbox: SimpleQueue[Message] = SimpleQueue()
        self.clock = clock or ManualClock(1000.0)
        self.mouth = Mouth(inbox.put, instant)
        self.screen = Lines()
        self.ears = Ears()
        game = Session(WMA, WMA.table.seats) if session is None else session
        shown = Screens(self.screen, beside) if beside else self.screen
        self.host = Host(game, inbox, self.mouth, shown, self.clock, options or Options(), language)
        self.host.begin(self.ears, recovered=recovered)
        self.host.pump()

    @property
    def state(self) -> State:
        return self.host.state

    def types(self, *words: str) -> Refusal | None:
        """Typed words, one sentence after the other; what the last one got."""
        return self._said(words, KEYBOARD)

    def hears(self, *words: str) -> Refusal | None:
        """Spoken words."""
        return self._said(words, VOICE)

    def _said(self, words: tuple[str, ...], channel: str) -> Refusal | None:
        refusal = None
        for sentence in words:
            refusal = self.host.say(sentence, channel)
            self.host.pump()
        return refusal

    def wait(self, seconds: float) -> None:
        let_pass(self.host, seconds, self.clock)

    def until(self, phase: Phase) -> "Parlour":
        """«Дальше» until this phase; what was told on the way is forgotten."""
        for _ in range(100):
            if self.state.phase is phase:
                break
            self.types("дальше")
            if self.host.asks:
                self.types("да")
        assert self.state.phase is phase
        self.forget()
        return self

    def forget(self) -> None:
        self.screen.hall.clear()
        self.screen.ear.clear()
        self.mouth.said.clear()
        self.mouth.notes.clear()

    @property
    def left(self) -> float:
        """Seconds left of the timer."""
        assert self.state.timer is not None
        return self.state.timer.ends_at - self.host.clock.read()

    def posts(self, message: Message) -> None:
        self.host.post(message)
        self.host.pump()


def at(phase: Phase, **how: object) -> Parlour:
    return Parlour(**how).until(phase)  # type: ignore[arg-type]


def speech(seat: int = 1, **how: object) -> Parlour:
    """The day speech of a seat, its call said."""
    parlour = at(Phase.SPEECH, **how)
    while parlour.state.speaker != seat:
        parlour.types("дальше")
    parlour.forget()
    return parlour


def fouls(parlour: Parlour, seat: int) -> int:
    return parlour.state.player(seat).fouls


def run_once(parlour: Parlour, *messages: Message) -> None:
    """Let the owner thread's loop serve these messages, then leave."""
    for message in messages:
        parlour.host.post(message)
    parlour.host.post(Quit())
    parlour.host._open, parlour.host.leaving.begun = True, False
    parlour.host.run()
