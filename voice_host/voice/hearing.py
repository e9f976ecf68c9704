"""When an utterance begins, when it is over, and what is reported of it.

Decides from blocks of sound alone, so that it is the same for a microphone, a file and a
test: no thread, no waiting, no clock but the blocks' own. Must not know the game: what the
words mean is not asked, only (of the grammar) whether they are a whole sentence.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from voice_host.voice.loudness import Loudness
from voice_host.voice.messages import Heard
from voice_host.voice.protocols import Grammar
from voice_host.voice.source import Block
from voice_host.voice.trust import Trust
from voice_host.voice.valves import Gate, Key
from voice_host.voice.vosk import Word


@dataclass(frozen=True, slots=True)
class Limits:
    """Figures of hearing, in seconds."""

    quiet: float = 0.3
    """So long a quiet after a whole sentence is its end."""
    stable: float = 0.4
    """With others talking on: how long a whole sentence must stand unchanged."""
    stable_extendable: float = 0.6
    """The same, quiet or not, for a sentence that more words could follow."""
    rest: float = 0.15
    """Deaf so long after a sentence taken early: its last sounds are not a new one."""
    longest: float = 8.0
    """An utterance that goes on longer is somebody else's talk, and is forgotten."""
    gate_tail: float = 0.25
    """The room still rings so long after the hall has fallen silent."""
    push_tail: float = 0.3
    """People let go of the key a little before they have finished."""
    trust: Trust = field(default_factory=Trust)


class Decoder(Protocol):
    """The part of `vosk.Recogniser` that is needed here."""

    @property
    def fed(self) -> float:
        """Seconds of sound taken in; the words' times count from the same start."""

    def use(self, phrases: Iterable[str]) -> tuple[str, ...]:
        """Change the grammar; returns words it does not know."""

    def feed(self, pcm: bytes) -> bool:
        """Take in sound; True at the end of an utterance."""

    def partial(self) -> str:
        """What has been understood so far."""

    def result(self) -> tuple[Word, ...]:
        """The words of the utterance that has just ended."""

    def finish(self) -> tuple[Word, ...]:
        """End the utterance here and now."""

    def reset(self) -> None:
        """Forget the utterance that is going on."""


class Hearing:
    """Turns blocks into utterances, one `hear` a block.

    `listen`, `gate` and `key` may be used from another thread than `hear`: each only leaves
    a value that the next block looks at.
    """

    def __init__(
        self,
        decoder: Decoder,
        rate: int,
        limits: Limits,
        *,
        push_to_talk: bool = False,
        missing: Callable[[tuple[str, ...]], None] = lambda words: None,
    ) -> None:
        self.gate = Gate(limits.gate_tail)
        self.key = Key(limits.push_tail) if push_to_talk else None
        self._decoder = decoder
        self._rate = rate
        self._limits = limits
        self._missing = missing
        self._grammar: Grammar | None = None
        self._wanted: Grammar | None = None
        self._loudness = Loudness(rate)
        self._partial = ""
        self._changed = 0.0
        self._began = 0.0
        self._deaf = 0.0
        self._said: tuple[Word, ...] = ()

    def listen(self, grammar: Grammar) -> None:
        """Use this grammar from the next utterance on."""
        self._wanted = grammar

    def hear(self, block: Block) -> Heard | None:
        """Take in one block; the utterance that is over with it, if it holds a word."""
        seconds = len(block.pcm) / 2 / self._rate
        began = block.ended_at - seconds
        if not self.gate.admits(began):
            self.forget()
            return None
        if self.key and not self.key.admits(began, block.ended_at):
            return self.finish(block.ended_at)
        if self._deaf > 0:
            self._deaf -= seconds
            return None
        self._change_grammar()
        return self._decode(block) if self._grammar else None

    def finish(self, at: float) -> Heard | None:
        """No more sound comes (last sample at `at`): what was said until now."""
        return self._over(self._decoder.finish(), at)

    def forget(self) -> None:
        """Drop the utterance that is going on, and the sound not yet decoded."""
        if self._partial or self._said or self._loudness.any():
            self._decoder.finish()
        self._start()

    def _decode(self, block: Block) -> Heard | None:
        self._loudness.add(block.pcm)
        if self._decoder.feed(block.pcm):
            return self._endpoint(block.ended_at)
        self._follow()
        if self.key:
            return None
        if self._partial and self._decoder.fed - self._began > self._limits.longest:
            self.forget()
        elif self._complete():
            self._deaf = self._limits.rest
            return self._over(self._decoder.finish(), block.ended_at)
        return None

    def _endpoint(self, at: float) -> Heard | None:
        """A pause ends an utterance, but not while the key says that it goes on."""
        words = self._decoder.result()
        if not self.key:
            return self._over(words, at)
        self._said += words
        return None

    def _follow(self) -> None:
        partial = self._decoder.partial()
        if partial == self._partial:
            return
        self._changed = self._decoder.fed
        if not self._partial:
            self._began = self._changed
        self._partial = partial

    def _complete(self) -> bool:
        """Is it a whole sentence after which no more is to be expected?"""
        grammar, limits = self._grammar, self._limits
        if not grammar or not self._partial or not grammar.complete(self._partial):
            return False
        stable = self._decoder.fed - self._changed
        if grammar.extendable(self._partial):
            return stable >= limits.stable_extendable
        return stable >= limits.stable or self._loudness.quiet_for() >= limits.quiet

    def _over(self, words: tuple[Word, ...], at: float) -> Heard | None:
        words = self._said + words
        text = self._limits.trust.text(words)
        self._start()
        if not text:
            return None
        ended_at = at - max(0.0, self._decoder.fed - words[-1].end)
        confidence = min(word.confidence for word in words)
        return Heard(text, confidence, ended_at, words[-1].end - words[0].start)

    def _start(self) -> None:
        self._partial = ""
        self._said = ()
        self._loudness.forget()

    def _change_grammar(self) -> None:
        """Between utterances only: a word half heard belongs to the grammar it began under."""
        if self._wanted is self._grammar or self._partial or self._said or not self._wanted:
            return
        self._grammar = self._wanted
        missing = self._decoder.use(self._grammar.phrases)
        if missing:
            self._missing(missing)
