# SPDX-License-Identifier: MIT
"""When an utterance begins, when it is over, and what is reported of it.

The recogniser hears everything twice: as it comes, which tells when an utterance is over, and
then the utterance as a whole without whatever was much quieter in it, which tells what was said.

Decides from blocks of sound alone, so that it is the same for a microphone, a file and a
test: no thread, no waiting, no clock but the blocks' own. Must not know the game: what the
words mean is not asked, only (of the grammar) whether they are a whole sentence.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import inf
from typing import Protocol

from voice_host.voice.loudness import Loudness
from voice_host.voice.messages import Heard
from voice_host.voice.protocols import Grammar
from voice_host.voice.source import Block
from voice_host.voice.trust import Trust
from voice_host.voice.valves import Gate, Key
from voice_host.voice.vosk import Word

_BEFORE = 0.3  # seconds before the first word, or the first loud sound, that belong to it
_EDGE = 0.1  # seconds before and after a word that are as loud as it is and belong to it
_AS_LOUD = 4.0  # decibels; so little below the loudest is no noise, nor anybody farther off
_UNSEEN = 0.7  # seconds; so late a word may show in the partial result after it began


class Mode(StrEnum):
    """When the ears are open; the call word of `CALL` is the grammar's matter."""

    OPEN = "open"
    CALL = "call"
    PUSH = "push"


@dataclass(frozen=True, slots=True)
class Manner:
    """How to listen; figures in seconds, chosen by measurement."""

    mode: Mode = Mode.OPEN
    ready: float = 0.2
    """So long a quiet, and an utterance is heard again: the answer is there when it is over."""
    quiet: float = 0.3
    """So long a quiet after a whole sentence is its end. Others may talk, but farther off."""
    pause: float = 0.8
    """So long a quiet ends what is no whole sentence."""
    stable: float = 0.5
    """With others talking as loud: how long a whole sentence must stand unchanged."""
    stable_extendable: float = 0.6
    """The same, quiet or not, for a sentence that more words, or more sounds, could follow."""
    between: float = 1.5
    """So long people think between two numbers of a list, and in the middle of a sentence."""
    rest: float = 0.15
    """Deaf so long after a sentence taken early: its last sounds are not a new one."""
    longest: float = 8.0
    """An utterance that goes on longer is somebody else's talk, and is forgotten."""
    gate_tail: float = 0.25
    """The room still rings so long after the hall has fallen silent."""
    push_tail: float = 0.3
    """People let go of the key a little before they have finished."""
    behind: float = 7.0
    """Sounds so much quieter than the loudest of an utterance, decibels, are other people's."""
    trust: Trust = field(default_factory=Trust)


@dataclass(frozen=True, slots=True)
class _Answer:
    """What an utterance says; no text if it is not to be believed."""

    text: str
    words: tuple[Word, ...]


class Decoder(Protocol):
    """The part of `vosk.Recogniser` that is needed here."""

    @property
    def rate(self) -> int:
        """Samples a second of the sound it takes, hertz."""

    @property
    def fed(self) -> float:
        """Seconds of sound taken in; the words' times count from the same start."""

    def use(self, phrases: Iterable[str], possible: Callable[[str], bool]) -> tuple[str, ...]:
        """Change the grammar; returns words it does not know."""

    def feed(self, pcm: bytes) -> bool:
        """Take in sound; True at the end of an utterance."""

    def partial(self) -> str:
        """What has been understood so far."""

    def again(self, start: float, behind: float, *, meant: bool = False) -> tuple[Word, ...]:
        """End the utterance; its words, heard anew since `start` without the quieter sounds.

        `meant` for us, words that are no sentence are taken for one near them.
        """

    def evidence(self, text: str, start: float) -> float:
        """How much likelier these words were said since `start` than anything else; log ratio."""

    def goes_on(self, word: str, other: str) -> bool:
        """Does the other word begin with all the sounds of this one, and go on?"""

    def reset(self) -> None:
        """Forget the utterance that is going on."""


class Hearing:
    """Turns blocks into utterances, one `hear` a block.

    `listen`, `gate` and `key` may be used from another thread than `hear`: each only leaves
    a value that the next block looks at.
    """

    def __init__(self, decoder: Decoder, manner: Manner) -> None:
        self.gate = Gate(manner.gate_tail)
        self.key = Key(manner.push_tail) if manner.mode is Mode.PUSH else None
        self._decoder = decoder
        self._manner = manner
        self._grammar: Grammar | None = None
        self._wanted: Grammar | None = None
        self._told: tuple[Grammar | None, Grammar | None] = None, None
        self._shut = False
        self._loudness = Loudness(decoder.rate)
        self._partial = ""
        self._spoke: float | None = None
        self._changed = 0.0
        self._began = 0.0
        self._deaf = 0.0
        self._answer: _Answer | None = None
        self._held: float | None = None

    def listen(self, grammar: Grammar, over_hall: Grammar | None = None) -> None:
        """Use this grammar from the next utterance on, and `over_hall` while the hall sounds.

        Without the latter nothing is heard then.
        """
        self._told = grammar, over_hall

    def hear(self, block: Block) -> Heard | None:
        """Take in one block; the utterance that is over with it, if it holds a word."""
        seconds = len(block.pcm) / 2 / self._decoder.rate
        began = block.ended_at - seconds
        # A block that holds a piece of our own voice is dropped whole.
        grammar, over_hall = self._told
        hall_sounds = self.gate.sounds(began, block.ended_at)
        self._wanted = over_hall if hall_sounds and over_hall else grammar
        was_shut, self._shut = self._shut, hall_sounds and not over_hall
        if self._shut:
            return None if was_shut else self._drowned(began)
        # The key is up: whoever let go of it has finished, so nothing more is waited for.
        if self.key and not self.key.admits(began, block.ended_at):
            return self.finish(block.ended_at)
        # The tail of a word that was taken early would else be heard as a short word of its own.
        if self._deaf > 0:
            self._deaf -= seconds
            return None
        self._change_grammar()
        return self._decode(block) if self._grammar else None

    def finish(self, at: float) -> Heard | None:
        """No more sound comes (last sample at `at`): what was said until now."""
        return self._over(at, self._phrase()) if self._loudness.seconds else None

    def _drowned(self, at: float) -> Heard | None:
        """The hall begins to sound: what was being said is over by then, or is lost and told so.

        A sentence that could go on counts only if it was quiet after it: the hall may have spoken
        into the middle of a list. Of table talk nothing is told, as ever.
        """
        if self._spoke is None or not self._grammar:
            self.forget()
            return None
        quiet, grammar = self._loudness.quiet_for(), self._grammar
        heard = self._over(at, self._phrase())
        if heard is None or (heard.whole and quiet >= self._patience(heard.text, 0.0)):
            return heard
        begun = heard.whole or grammar.begun(heard.text)
        return replace(heard, whole=False, drowned=True) if begun else heard

    def forget(self) -> None:
        """Drop the utterance that is going on, and the sound not yet decoded."""
        self._decoder.reset()
        self._start()

    def _decode(self, block: Block) -> Heard | None:
        self._loudness.add(block.pcm)
        # All of it, silence too: the decoder's own endpoint and the times of its words need it.
        ended = self._decoder.feed(block.pcm)
        self._follow()
        if self.key:  # one press is one utterance, whatever pauses there are in it
            return None
        if ended:
            return self._endpoint(block.ended_at)
        # No command is so long. Without this end a talking room would keep one utterance open for
        # ever, and each second of it would be decoded again when it is over.
        if self._partial and self._decoder.fed - self._began > self._manner.longest:
            self.forget()
        return None if self._spoke is None else self._early(block.ended_at)

    def _follow(self) -> None:
        partial = self._decoder.partial()
        if partial == self._partial:
            return
        self._changed = self._decoder.fed
        # The first word shows some time after it was begun; `_UNSEEN` is for what lies between.
        if not self._partial:
            self._began = self._changed
        self._partial = partial
        if self._spoke is None:
            self._spoke = self._changed

    def _endpoint(self, at: float) -> Heard | None:
        """The recogniser heard a pause."""
        answer = self._heard_again(self._phrase())
        quiet = self._loudness.quiet_for()
        if quiet >= self._manner.ready and self._held is not None:
            # The recogniser knows no lists: a pause within one lasts longer than its own.
            return self._over(at, self._phrase()) if self._waited(quiet) else None
        # The answer is dropped, for more words may come to it; the sound is kept.
        if quiet < self._manner.ready and self._goes_on() and not self._final(answer.text):
            self._answer = None
            return None
        return self._over(at, self._phrase())

    def _goes_on(self) -> bool:
        """Was there no pause at all? Over talk the recogniser hears some where there are none."""
        young = self._spoke is not None and self._decoder.fed - self._spoke < self._manner.longest
        return young and self._wanted is self._grammar

    def _final(self, text: str) -> bool:
        """Is it a whole sentence that nothing can follow?"""
        grammar = self._grammar
        return bool(grammar and grammar.complete(text) and not grammar.extendable(text))

    def _early(self, at: float) -> Heard | None:
        """What need not wait for the recogniser's endpoint, which never comes in a loud room."""
        quiet = self._loudness.quiet_for()
        # Heard again as soon as it is quiet, before it is surely over: decoding takes time,
        # and so the answer is there when it is wanted. More speech throws it away.
        if quiet >= self._manner.ready:
            since, over = self._phrase(), self._waited(quiet)
        else:
            self._answer = None
            # With others talking on there is no quiet to begin after; then the first word's own
            # time must do.
            since, over = max(self._phrase(), self._began - _UNSEEN), self._stands()
        if not over:
            return None
        self._deaf = self._manner.rest
        return self._over(at, since)

    def _waited(self, quiet: float) -> bool:
        """Is it quiet for long enough after these words?"""
        text = self._heard_again(self._phrase()).text
        return quiet >= self._patience(text, self._manner.quiet)

    def _patience(self, text: str, enough: float) -> float:
        """Seconds to wait after these words; `enough` if they are a sentence that is over."""
        grammar, manner = self._grammar, self._manner
        if not grammar or not text:
            return manner.pause
        if not grammar.complete(text):
            return manner.between if grammar.begun(text) else manner.pause
        if grammar.listing(text):
            return manner.between
        more = grammar.extendable(text) or self._may_become_another(text)
        return manner.stable_extendable if more else enough

    def _may_become_another(self, text: str) -> bool:
        """Does another word in the place of the last one begin with all the sounds of it?"""
        *_, last = text.split()
        others = self._grammar.instead(text) if self._grammar else ()
        return any(self._decoder.goes_on(last, other) for other in others)

    def _stands(self) -> bool:
        """Has the partial result been one whole sentence for long enough?"""
        grammar, manner = self._grammar, self._manner
        if not self._partial or not grammar or not grammar.complete(self._partial):
            return False
        needed = self._patience(self._partial, manner.stable)
        return self._decoder.fed - self._changed >= needed

    def _phrase(self) -> float:
        """When the sound began that is one utterance with what was last loud; as `fed` counts."""
        # Everything since the key went down: whoever holds it may pause as he likes.
        if self.key:
            return self._decoder.fed - self._loudness.seconds
        if self._held is not None:
            return self._held
        long_ago = self._loudness.phrase(self._manner.pause) + _BEFORE
        return self._decoder.fed - min(long_ago, self._loudness.seconds)

    def _heard_again(self, since: float) -> _Answer:
        """What was said since then, with all that is much quieter left out."""
        if self._answer is None:
            words = self._decoder.again(since, self._manner.behind, meant=self.key is not None)
            text = self._manner.trust.text(words)
            believed = text and self._proven(text, words, since)
            self._answer = _Answer(text if believed else "", words)
            # `again` has ended the decoder's utterance, so what it showed of it is no longer so.
            self._partial = ""
            if self._held is None and self._patience(self._answer.text, 0.0) > self._manner.pause:
                self._held = since  # whatever comes in time belongs to what began there
        return self._answer

    def _over(self, at: float, since: float) -> Heard | None:
        answer = self._heard_again(since)
        self._start()
        if not answer.text:  # whoever held the key waits for an answer
            return Heard("", 0.0, at, 0.0, False, self._over_hall) if self.key else None
        words = answer.words
        # When the last word ended, not when we were sure of it: the timers of the game count from
        # there.
        ended_at = at - max(0.0, self._decoder.fed - words[-1].end)
        # A chain is as sure as its weakest word: a right «фол» with a guessed number is a wrong
        # foul.
        confidence = min(word.confidence for word in words)
        seconds = words[-1].end - words[0].start
        whole = bool(self._grammar and self._grammar.complete(answer.text))
        return Heard(answer.text, confidence, ended_at, seconds, whole, self._over_hall)

    @property
    def _over_hall(self) -> bool:
        """Is only what may break in on the hall heard now?"""
        return self._grammar is not None and self._grammar is self._told[1]

    def _proven(self, text: str, words: tuple[Word, ...], since: float) -> bool:
        """Is a whole sentence all that was said, and likelier than anything in its place?"""
        # Proof costs two more decodings, so it is asked for only where something would be done.
        if not self._grammar or not self._grammar.complete(text):
            return True  # nothing happens by it
        needed = self._manner.trust.needed(text)
        if self.key:  # whoever holds it talks to us
            needed = min(self._manner.trust.evidence_meant, needed)
        # A command is said by itself. Words cut out of somebody's sentence have the rest of it
        # beside them, just as loud.
        elif self._beside(words, since) > self._manner.trust.beside:
            return False
        began = max(0.0, words[0].start - _BEFORE)
        return needed == -inf or self._decoder.evidence(text, began) >= needed

    def _beside(self, words: tuple[Word, ...], since: float) -> float:
        """Seconds of sound as loud as the words, but not theirs."""
        now = self._decoder.fed
        stretches = ((now - word.start + _EDGE, now - word.end - _EDGE) for word in words)
        return self._loudness.beside(stretches, now - since, _AS_LOUD)

    def _start(self) -> None:
        self._partial = ""
        self._spoke = None
        self._answer = None
        self._held = None
        self._loudness.forget()

    def _change_grammar(self) -> None:
        """Between utterances only: a word half heard belongs to the grammar it began under."""
        if self._wanted is self._grammar or self._spoke is not None or not self._wanted:
            return
        self._grammar = self._wanted
        self._decoder.use(self._grammar.phrases, self._grammar.possible)
