# SPDX-License-Identifier: MIT
"""Hearing and the ears' thread: gate, key, early commit, manner, lag and breakdowns.

A scripted recogniser stands for Vosk where only the order of things counts; real speech
through real Vosk where it counts what is heard. Time is the blocks' own.
"""

import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.spoken import RATE, Sentences, model, room, say
from voice_host.audio.reports import Recovered, Trouble
from voice_host.errors import AudioUnavailable, Told
from voice_host.voice.ears import ListeningEars
from voice_host.voice.hearing import Hearing, Manner, Mode
from voice_host.voice.messages import Heard, Message, Sounds
from voice_host.voice.offline import Piece
from voice_host.voice.source import Block
from voice_host.voice.trust import Trust
from voice_host.voice.vosk import UNKNOWN, Word

STEP = 0.1
LOUD = (8000 * np.sin(np.arange(int(STEP * RATE)))).astype("<i2").tobytes()
OTHERS = (3000 * np.sin(np.arange(int(STEP * RATE)))).astype("<i2").tobytes()
QUIET = np.zeros(int(STEP * RATE), "<i2").tobytes()
DAY = Sentences("дальше", "фол номер три", "фол номер три за стук", "пас")
TALK = (
    "мы вчера ездили на дачу и копали картошку до самого вечера",
    "мне кажется что он играет очень странно и всё время молчит",
    "давай послушаем что скажет наша соседка она сегодня в ударе",
)
NIGHT = Sentences("промах")


@dataclass
class Scripted:
    """A decoder whose partial result at each fed block is the next of `partials`.

    "|text" is an endpoint with this result; after the script nothing is heard. Heard again, an
    utterance is `rehearsed` or what the partial result was.
    """

    partials: list[str]
    rate: int = RATE
    fed: float = 0.0
    now: str = ""
    grammars: list[tuple[str, ...]] = field(default_factory=list)
    confidence: float = 1.0
    word: float = 0.3
    ended: float = 0.0  # seconds ago
    likelier: float = 99.0
    rehearsed: str | None = None
    meant: list[bool] = field(default_factory=list)
    """What was heard again: was it meant for us?"""

    def evidence(self, text: str, start: float) -> float:
        assert 0.0 <= start < self.fed
        return self.likelier

    def use(self, phrases: Iterable[str], possible: Callable[[str], bool]) -> tuple[str, ...]:
        self.grammars.append(tuple(phrases))
        self.now = ""
        return ()

    def feed(self, pcm: bytes) -> bool:
        self.fed += len(pcm) / 2 / RATE
        self.now = self.partials.pop(0) if self.partials else ""
        return self.now.startswith("|")

    def partial(self) -> str:
        return self.now.strip("|")

    def again(self, start: float, behind: float, *, meant: bool = False) -> tuple[Word, ...]:
        assert start <= self.fed
        self.meant.append(meant)
        said, self.now = self.partial() if self.rehearsed is None else self.rehearsed, ""
        words = said.split()
        first = self.fed - self.ended - self.word * len(words)
        return tuple(
            Word(word, first + place * self.word, first + (place + 1) * self.word, self.confidence)
            for place, word in enumerate(words)
        )

    def goes_on(self, word: str, other: str) -> bool:
        return len(other) > len(word) and other.startswith(word)

    def reset(self) -> None:
        self.now = ""


class Room:
    """Feeds a hearing block by block and keeps what comes out of it."""

    def __init__(self, *partials: str, manner: Manner | None = None) -> None:
        self.decoder = Scripted(list(partials))
        self.hearing = Hearing(self.decoder, manner or Manner())
        self.hearing.listen(DAY)
        self.at = 100.0
        self.heard: list[Heard] = []

    def hall(self, *stretches: tuple[float, float]) -> None:
        """The hall sounds from now on so, seconds from now."""
        at = self.at
        told = tuple((at + began, at + ended) for began, ended in stretches)
        self.hearing.gate.tell(Sounds(at, told))

    def pass_(self, blocks: int, sound: bytes = LOUD) -> list[str]:
        for _ in range(blocks):
            self.at += STEP
            heard = self.hearing.hear(Piece(sound, self.at))
            if heard:
                self.heard.append(heard)
        return [heard.text for heard in self.heard]


@pytest.mark.parametrize(
    ("likelier", "said", "heard"),
    [
        (4.9, "дальше", []),
        (5.1, "дальше", ["дальше"]),
        (4.9, "пас", ["пас"]),
        (4.7, "пас", []),
        (4.9, "стук", ["стук"]),
    ],
)
def test_a_sentence_must_be_likelier_than_any_other_speech(
    likelier: float, said: str, heard: list[str]
) -> None:
    """A short word cannot bring as much evidence as a long one; what is no sentence needs none."""
    talk = Room(said, said, said, f"|{said}")
    talk.decoder.likelier = likelier
    talk.pass_(1)
    assert talk.pass_(3, QUIET) == heard


@pytest.mark.parametrize(("said", "whole"), [("дальше", True), ("стук", False)])
def test_only_a_sentence_is_whole(said: str, whole: bool) -> None:
    """What is none needs no evidence, for nothing happens by it."""
    talk = Room(said, said, said, f"|{said}")
    talk.pass_(1)
    talk.pass_(3, QUIET)
    assert [heard.whole for heard in talk.heard] == [whole]


@pytest.mark.parametrize(("word", "text"), [("и", "и"), ("да", "[unk]")])
def test_a_word_of_one_letter_may_be_shorter(word: str, text: str) -> None:
    """«Третий и седьмой»: the «и» lasts a frame."""
    assert (
        Trust().text((Word("третий", 0.0, 0.4, 1.0), Word(word, 0.4, 0.43, 1.0)))
        == f"третий {text}"
    )


@pytest.mark.parametrize(("likelier", "heard"), [(1.1, ["дальше"]), (0.9, [""])])
def test_with_the_key_held_a_sentence_needs_less(likelier: float, heard: list[str]) -> None:
    """Whoever holds the key talks to us."""
    talk = Room("дальше", manner=Manner(mode=Mode.PUSH))
    talk.decoder.likelier, talk.decoder.rehearsed = likelier, "дальше"
    talk.hearing.key.press(True, talk.at)  # type: ignore[union-attr]
    talk.pass_(1)
    talk.hearing.key.press(False, talk.at)  # type: ignore[union-attr]
    assert talk.pass_(5) == heard
    assert talk.decoder.meant == [True]


@pytest.mark.parametrize(
    ("loud", "mode", "heard"),
    [(4, Mode.OPEN, ["дальше"]), (6, Mode.OPEN, []), (6, Mode.PUSH, ["дальше"])],
)
def test_the_words_must_be_all_that_was_said(loud: int, mode: Mode, heard: list[str]) -> None:
    """Talk as loud as the words (0.3 s, and 0.1 s around them) makes them a piece of it, but
    not with the key held."""
    talk = Room("", *["дальше"] * (loud + 5), manner=Manner(mode=mode))
    talk.decoder.rehearsed = "дальше"
    talk.decoder.ended = 0.3
    talk.pass_(1, QUIET)
    if talk.hearing.key:
        talk.hearing.key.press(True, talk.at)
    talk.pass_(loud)
    talk.pass_(3, QUIET)
    if talk.hearing.key:
        talk.hearing.key.press(False, talk.at)
    assert talk.pass_(5, QUIET) == heard


def test_whole_sentence_is_taken_when_it_stands() -> None:
    """With others talking on, a sentence counts once it has stood for `stable`."""
    talk = Room(*["дальше"] * 9)
    talk.decoder.ended = 0.2
    assert talk.pass_(3) == []
    assert talk.pass_(2, OTHERS) == []
    assert talk.pass_(1, OTHERS) == ["дальше"]


def test_quiet_takes_a_sentence_at_once() -> None:
    """If it has been quiet already when the sentence is understood, nothing is waited for."""
    talk = Room("", "", "", "", "дальше")
    talk.decoder.ended = 0.2
    talk.pass_(1)
    assert talk.pass_(4, QUIET) == ["дальше"]


def test_sentence_that_may_go_on_waits_longer() -> None:
    """A longer sentence may follow: quiet does not end it, and it must stand longer."""
    talk = Room("", *["фол номер три"] * 5)
    talk.pass_(2)
    assert talk.pass_(5, QUIET) == []
    assert talk.pass_(3, QUIET) == ["фол номер три"]


def test_quiet_ends_what_is_no_sentence() -> None:
    """Words that are no sentence are reported after `pause`, without the endpoint; if they are
    the beginning of one, it is waited for longer."""
    talk = Room(*["картошка"] * 5)
    talk.pass_(1)
    assert talk.pass_(7, QUIET) == []
    assert talk.pass_(3, QUIET) == ["картошка"]
    talk = Room(*["фол номер"] * 5)
    talk.pass_(1)
    assert talk.pass_(14, QUIET) == []
    assert talk.pass_(3, QUIET) == ["фол номер"]


def test_sentence_may_hold_a_pause() -> None:
    """Words on both sides of a pause shorter than `pause` are one utterance."""
    talk = Room("", *["фол"] * 5, "", *["номер три за стук"] * 5)
    talk.pass_(2)
    assert talk.pass_(5, QUIET) == []
    talk.decoder.rehearsed = "фол номер три за стук"
    assert talk.pass_(1) == []
    assert talk.pass_(5, QUIET) == ["фол номер три за стук"]


def test_changing_partial_is_no_sentence_yet() -> None:
    """A sentence that is heard differently every moment is not taken."""
    assert Room(*["дальше", "дальше пас"] * 10).pass_(20) == []


def test_endpoint_reports_what_is_no_sentence() -> None:
    """An utterance that is no sentence is reported at its endpoint, `[unk]` included."""
    talk = Room("фол", "фол", "фол", f"|фол {UNKNOWN}")
    talk.pass_(1)
    assert talk.pass_(3, QUIET) == [f"фол {UNKNOWN}"]


def test_endpoint_amid_loud_sound_is_none() -> None:
    """Over talk the recogniser hears pauses where there are none: the sentence goes on."""
    talk = Room("фол", "|фол", "номер", "номер три")
    assert talk.pass_(4) == []
    talk.decoder.rehearsed, talk.decoder.word, talk.decoder.ended = "фол номер три", 0.13, 0.2
    assert talk.pass_(7, QUIET) == ["фол номер три"]


def test_endpoint_amid_loud_sound_may_be_one() -> None:
    """It is one after a whole sentence, where a new grammar waits for it, and in endless talk."""
    whole, begun = Room("дальше", "|дальше"), Room("фол", "|фол")
    assert whole.pass_(2) == ["дальше"]
    begun.pass_(1)
    begun.hearing.listen(NIGHT)
    assert begun.pass_(1) == ["фол"]
    endless = Room(*["фол", ""] * 6, "|фол", manner=Manner(longest=1.0))
    assert endless.pass_(13) == ["фол"]


def test_unknown_alone_is_nothing() -> None:
    """Talk without one known word is not reported."""
    assert Room(f"|{UNKNOWN} {UNKNOWN}").pass_(3) == []


@pytest.mark.parametrize(("confidence", "word"), [(0.3, 0.3), (1.0, 0.03), (1.0, 2.5)])
def test_word_that_cannot_be_is_unknown(confidence: float, word: float) -> None:
    """Words too doubtful, too short or too long become `[unk]`."""
    talk = Room("|фол номер три")
    talk.decoder.confidence, talk.decoder.word = confidence, word
    assert all(text != "фол номер три" for text in talk.pass_(1))


def test_rest_after_early_commit() -> None:
    """The end of a sentence taken early does not reach the recogniser."""
    talk = Room(*["дальше"] * 6, manner=Manner(rest=0.2))
    talk.pass_(6)
    fed = talk.decoder.fed
    talk.pass_(2)
    assert talk.decoder.fed == fed
    talk.pass_(1)
    assert talk.decoder.fed > fed


def test_endless_talk_is_forgotten() -> None:
    """After `longest` an utterance is dropped, and a command after it is heard."""
    talk = Room(*[f"{UNKNOWN} пас"] * 32, *["дальше"] * 7, manner=Manner(longest=3.0))
    talk.decoder.word = 0.6
    assert talk.pass_(40) == ["дальше"]


def test_the_hall_drops_sound_while_it_sounds_and_its_echo() -> None:
    """While the hall speaks and 250 ms longer nothing is fed; what it cut off is forgotten."""
    talk = Room(*["дальше"] * 3, "", "", *["пас"] * 7)
    talk.decoder.word = 0.7
    talk.pass_(3)
    talk.hall((0.0, 1.0))
    fed = talk.decoder.fed
    talk.pass_(13)
    assert talk.decoder.fed == fed
    talk.pass_(2, QUIET)
    assert talk.pass_(8)[-1] == "пас"


def test_the_ears_are_open_in_the_pauses_of_the_hall() -> None:
    """«Голосуем за пятого», a window of 1.5 s, a closing sound: what is said in it is heard."""
    talk = Room(*["пас"] * 9)
    talk.hall((0.0, 0.5), (2.0, 2.5))
    talk.pass_(8, QUIET)
    assert talk.decoder.fed == pytest.approx(0.0)
    talk.decoder.ended = 0.2
    talk.pass_(3)
    assert talk.pass_(4, QUIET) == ["пас"]
    assert talk.heard[0].whole and not talk.heard[0].drowned


@pytest.mark.parametrize(
    ("said", "whole", "drowned"),
    [
        ("пас", True, False),  # nothing can follow it
        ("фол номер три", False, True),  # «за стук» may have been still to come
        ("фол номер", False, True),
        ("картошка", False, False),  # table talk is never answered
    ],
)
def test_what_the_hall_speaks_into_is_heard_or_answered(
    said: str, whole: bool, drowned: bool
) -> None:
    """Half a sentence never passes for a whole one, and no command is lost silently."""
    talk = Room(*[said] * 4)
    talk.decoder.word = 0.4 / len(said.split())
    talk.hall((0.4, 1.0))
    talk.pass_(10)
    (heard,) = talk.heard
    assert (heard.text, heard.whole, heard.drowned) == (said, whole, drowned)


def test_a_hall_that_is_cut_off_closes_nothing_more() -> None:
    """Hushed after 0.3 s of two: the rest of it is heard by nobody."""
    talk = Room("")
    talk.hall((0.0, 2.0))
    talk.pass_(3)
    talk.hall()
    talk.pass_(2)
    assert talk.decoder.fed == 0.0
    talk.pass_(2)
    assert talk.decoder.fed > 0.0


def test_with_a_key_the_hall_narrows_what_is_heard() -> None:
    """The few words that break in; what else was said is answered as such."""
    talk = Room(*[""] * 5, manner=Manner(mode=Mode.PUSH))
    assert talk.hearing.key is not None
    talk.hearing.listen(DAY, NIGHT)
    talk.hall((0.0, 1.0))
    talk.hearing.key.press(True, talk.at)
    talk.pass_(3)
    talk.hearing.key.press(False, talk.at)
    talk.pass_(5, QUIET)
    assert talk.decoder.grammars == [NIGHT.phrases]
    assert [(heard.text, heard.drowned) for heard in talk.heard] == [("", True)]


def test_key_opens_and_its_release_ends_the_utterance() -> None:
    """Only what is said while the key is held, and 0.3 s longer, is heard, as one."""
    talk = Room("фол", "|фол номер", "", *["три"] * 5, manner=Manner(mode=Mode.PUSH))
    talk.decoder.rehearsed = "фол номер три"
    talk.pass_(5)
    assert talk.decoder.fed == 0
    talk.hearing.key.press(True, talk.at)  # type: ignore[union-attr]
    assert talk.pass_(4) == []
    talk.hearing.key.press(False, talk.at)  # type: ignore[union-attr]
    assert talk.pass_(3) == []
    assert talk.pass_(2) == ["фол номер три"]
    assert talk.pass_(5) == ["фол номер три"]


def test_a_press_is_answered_whatever_was_said() -> None:
    """One answer a press, be it that nothing was understood."""
    talk = Room(*[""] * 20, manner=Manner(mode=Mode.PUSH))
    assert talk.hearing.key is not None
    talk.pass_(1, QUIET)
    talk.hearing.key.press(True, talk.at)
    talk.pass_(3)
    talk.hearing.key.press(False, talk.at)
    assert talk.pass_(8, QUIET) == [""]
    assert not talk.heard[0].whole


def test_key_is_no_matter_in_other_modes() -> None:
    """Without push-to-talk there is no key."""
    assert Room().hearing.key is None


def test_grammar_waits_for_the_end_of_the_utterance() -> None:
    """A grammar given in mid-utterance is used from the next utterance on."""
    talk = Room("", "дальше", "дальше", "дальше", "|дальше", "")
    talk.decoder.word = 0.5
    talk.pass_(3)
    talk.hearing.listen(NIGHT)
    talk.pass_(1)
    assert talk.decoder.grammars == [DAY.phrases]
    assert talk.pass_(2) == ["дальше"]
    assert talk.decoder.grammars == [DAY.phrases, NIGHT.phrases]


def test_no_grammar_no_hearing() -> None:
    """Before the first grammar nothing is fed."""
    decoder = Scripted(["дальше"])
    assert Hearing(decoder, Manner()).hear(Piece(LOUD, 1.0)) is None
    assert decoder.fed == 0


def test_times_of_what_was_heard() -> None:
    """`ended_at` is on the blocks' clock, `seconds` is the words' own length."""
    talk = Room("стук", "стук", "стук", "|стук номер")
    talk.decoder.ended = 0.2
    talk.pass_(1)
    talk.pass_(3, QUIET)
    (heard,) = talk.heard
    assert heard.ended_at == pytest.approx(100.2)
    assert heard.seconds == pytest.approx(0.6)


# The thread, with a source and a clock that are led by hand.


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Fed:
    """A source whose blocks are put in by the test; an exception put in is raised."""

    rate = RATE

    def __init__(self) -> None:
        self.blocks: queue.Queue[Block | Exception] = queue.Queue()
        self.finished = False
        self.closed = False
        self.idle = threading.Event()

    def read(self, timeout: float) -> Block | None:
        try:
            item = self.blocks.get_nowait() if timeout == 0 else self._wait()
        except queue.Empty:
            return None
        if isinstance(item, Exception):
            raise item
        return item

    def _wait(self) -> Block | Exception:
        if self.blocks.empty():
            self.idle.set()
        return self.blocks.get(timeout=0.02)

    def drain(self) -> None:
        self.idle.clear()
        assert self.idle.wait(20)

    def close(self) -> None:
        self.closed = True


@dataclass
class Bench:
    """Ears under test, with everything around them."""

    ears: ListeningEars
    source: Fed
    clock: Clock
    inbox: list[Message]

    def speak(self, pcm: NDArray[np.int16], *, age: float = 0.0) -> list[Message]:
        """Let this be recorded; returns all that has been posted by then."""
        size = int(0.03 * RATE)
        for start in range(0, len(pcm), size):
            part = pcm[start : start + size]
            self.clock.now += len(part) / RATE
            self.source.blocks.put(Piece(part.astype("<i2").tobytes(), self.clock.now - age))
            if start // size % 20 == 0:
                self.source.drain()
        self.source.drain()
        return self.inbox

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.inbox if isinstance(message, Heard)]


Make = Callable[..., Bench]


@pytest.fixture
def make() -> Iterator[Make]:
    """Builds benches with real Vosk, unless told otherwise, and closes them."""
    made: list[Bench] = []

    def build(**options: object) -> Bench:
        source, clock = Fed(), Clock()
        inbox: list[Message] = []
        recognition = options.pop("recognition", None) or model()
        ears = ListeningEars(recognition, source, inbox.append, clock=clock, **options)  # type: ignore[arg-type]
        made.append(Bench(ears, source, clock, inbox))
        ears.listen(DAY)
        return made[-1]

    yield build
    for bench in made:
        bench.ears.close()
        assert bench.source.closed


def sentence(text: str) -> NDArray[np.int16]:
    return np.concatenate((room(0.5), say(text), room(1.2)))


@pytest.mark.speech
def test_speech_becomes_heard(make: Make) -> None:
    """What is spoken into the microphone arrives once, with the time its speech ended."""
    bench = make()
    began = bench.clock.now
    (heard,) = bench.speak(sentence("фол номер три"))
    assert isinstance(heard, Heard)
    assert heard.text == "фол номер три"
    loud = np.flatnonzero(np.abs(sentence("фол номер три")) > 300)
    assert heard.ended_at == pytest.approx(began + loud[-1] / RATE, abs=0.2)


@pytest.mark.speech
def test_gate_and_key_of_the_ears(make: Make) -> None:
    """The gate keeps speech out, and a key held keeps it in until it is let go."""
    bench = make(manner=Manner(mode=Mode.PUSH))
    bench.speak(sentence("дальше"))
    bench.ears.push(True)
    bench.speak(sentence("пас"))
    assert bench.texts == []
    bench.ears.push(False)
    bench.speak(room(0.6))
    assert bench.texts == ["пас"]
    open_ears = make()
    open_ears.ears.push(True)
    now = open_ears.clock.now
    open_ears.ears.hall(Sounds(now, ((now, now + 60.0),)))
    open_ears.speak(sentence("дальше"))
    open_ears.ears.hall(Sounds(open_ears.clock.now, ()))
    open_ears.speak(sentence("пас"))
    assert open_ears.texts == ["пас"]


@pytest.mark.speech
def test_babble_never_blocks(make: Make) -> None:
    """After half a minute of two people talking at once the next command is heard.

    How often talk is taken for a command is measured (scripts/measure), not tested.
    """
    talk = np.concatenate([say("мы вчера ездили на дачу и копали картошку до вечера")] * 9)
    other = say("давай послушаем что скажет наша соседка", voice="ru+f2")
    babble = talk // 2 + np.resize(other, len(talk)) // 2
    bench = make()
    bench.speak(babble)
    bench.speak(room(1.0))
    bench.speak(sentence("фол номер три"))
    assert bench.texts[-1] == "фол номер три"


@pytest.mark.speech
@pytest.mark.parametrize("text", ["дальше", "фол номер три", "пас"])
def test_command_over_other_talk(make: Make, text: str) -> None:
    """A command is heard in time while somebody farther off talks before, during and after."""
    staged = np.concatenate((room(1.0), say(text), room(2.0))).astype(np.float64)
    talk = np.zeros(len(staged))
    for place, voice in enumerate(("ru+m2", "ru+f2", "ru+m4")):
        talk += np.resize(np.roll(say(TALK[place], voice=voice), 5000 * place), len(staged))
    talk *= np.sqrt(np.mean(np.square(say(text) / 4)) / np.mean(np.square(talk)))
    bench = make()
    bench.speak((0.7 * (staged + talk)).astype(np.int16))
    assert text in bench.texts


@pytest.mark.speech
def test_end_of_a_file_ends_the_utterance(make: Make) -> None:
    """A recording that stops in mid-sentence is heard to its last sample."""
    bench = make(manner=Manner(quiet=99, stable=99, stable_extendable=99))
    bench.speak(np.concatenate((room(0.5), say("дальше"))))
    assert bench.texts == []
    bench.source.finished = True
    wait_until(lambda: bench.texts == ["дальше"])


@pytest.mark.speech
def test_old_sound_is_skipped_and_said_so(make: Make) -> None:
    """More than 2 s behind, the ears drop to the newest sound, say so, and recover."""
    bench = make()
    bench.speak(sentence("дальше"), age=5.0)
    (trouble,) = bench.inbox
    assert isinstance(trouble, Trouble)
    assert trouble.part == "ears"
    bench.speak(room(6.0))
    assert bench.inbox[1:] == [Recovered("ears")]
    bench.speak(sentence("пас"))
    assert bench.texts == ["пас"]


@pytest.mark.speech
def test_broken_source_is_told_and_got_over(make: Make) -> None:
    """An error while reading is Trouble once, and Recovered when sound comes again."""
    bench = make()
    bench.source.blocks.put(OSError("unplugged"))
    wait_until(lambda: len(bench.inbox) == 1)
    assert isinstance(bench.inbox[0], Trouble)
    assert bench.inbox[0].part == "ears"
    bench.speak(sentence("дальше"))
    assert bench.inbox[1] == Recovered("ears")
    assert bench.texts == ["дальше"]


class Fragile:
    """A model whose recognisers are these, one after another."""

    def __init__(self, *recognisers: Scripted) -> None:
        self._left = list(recognisers)

    def recogniser(self, rate: int) -> Scripted:
        return self._left.pop(0)


def test_broken_recogniser_is_made_anew(make: Make) -> None:
    """A recogniser that fails is replaced; the grammar is kept."""
    first, second = Scripted([]), Scripted(["|пас"])
    first.feed = lambda pcm: 1 / 0 > 0  # type: ignore[method-assign]
    bench = make(recognition=Fragile(first, second))
    bench.source.blocks.put(Piece(LOUD, bench.clock.now))
    wait_until(lambda: len(bench.inbox) == 1)
    bench.source.blocks.put(Piece(LOUD, bench.clock.now))
    wait_until(lambda: bench.texts == ["пас"])
    assert [type(message) for message in bench.inbox] == [Trouble, Heard, Recovered]
    assert second.grammars == [DAY.phrases]


def has_one(bench: Bench) -> bool:
    return len(bench.inbox) == 1


def test_what_breaks_is_told_in_russian(make: Make, caplog: pytest.LogCaptureFixture) -> None:
    """What a library says of it in English is in the log; our own words are passed on."""
    for error, told in (
        (RuntimeError("Failed to process waveform"), Told("ears.broken")),
        (AudioUnavailable("microphone.silent"), Told("microphone.silent")),
    ):
        bench = make(recognition=Fragile(Scripted([]), Scripted([])))
        bench.source.blocks.put(error)
        wait_until(partial(has_one, bench))
        (trouble,) = bench.inbox
        assert isinstance(trouble, Trouble) and trouble.what == told and trouble.part == "ears"
    assert "Failed to process waveform" in caplog.text


def test_a_grammar_that_comes_while_the_recogniser_is_made_anew_stands(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest one wins, at whatever moment of it the host's thread gives it."""
    first, second = Scripted([]), Scripted([])
    first.feed = lambda pcm: 1 / 0 > 0  # type: ignore[method-assign]
    bench = make(recognition=Fragile(first, second))
    given, listen = threading.Event(), Hearing.listen

    def interrupted(
        hearing: Hearing, grammar: Sentences, over_hall: Sentences | None = None
    ) -> None:
        if hearing._decoder is second and not given.is_set():
            given.set()
            bench.ears.listen(NIGHT)
        listen(hearing, grammar, over_hall)

    monkeypatch.setattr(Hearing, "listen", interrupted)
    bench.source.blocks.put(Piece(LOUD, bench.clock.now))
    wait_until(lambda: len(bench.inbox) == 1)
    for _ in range(2):
        bench.source.blocks.put(Piece(QUIET, bench.clock.now))
    wait_until(lambda: second.fed > 1.5 * STEP)
    assert given.is_set()
    assert second.grammars[-1] == NIGHT.phrases


def test_figures_are_in_order() -> None:
    """A sentence that may go on never waits less than one that may not."""
    manner = Manner()
    assert (
        manner.ready <= manner.quiet <= manner.stable <= manner.stable_extendable < manner.longest
    )


def wait_until(done: Callable[[], bool]) -> None:
    """Give the ears' thread up to 5 s."""
    pause = threading.Event()
    for _ in range(500):
        if done():
            return
        pause.wait(0.01)
    raise AssertionError("did not happen within 5 s")
