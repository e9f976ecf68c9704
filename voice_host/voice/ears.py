# SPDX-License-Identifier: MIT
"""The thread that listens: from a microphone through `Hearing` to the host's inbox.

Decides what happens when listening cannot keep up or breaks. Must not know the game, nor
which microphone or recogniser is behind it.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

from voice_host.audio.reports import Recovered, Trouble
from voice_host.errors import Told, VoiceHostError
from voice_host.voice.hearing import Decoder, Hearing, Manner
from voice_host.voice.messages import Sounds
from voice_host.voice.protocols import Grammar, Post
from voice_host.voice.source import Block, Source

LAG = 2.0
"""Sound older than this, in seconds, is no longer worth hearing."""
_CALM = 5.0  # seconds without lag after which the ears count as keeping up again
_WAIT = 0.1  # seconds; also how fast `close` is noticed
_FIRST_PAUSE = 0.5  # seconds before listening is tried again; doubled after each failure
_PATIENCE = 30.0  # seconds; the longest pause between two tries to listen again


class Recognition(Protocol):
    """The part of `vosk.Model` that is needed here."""

    def recogniser(self, rate: int) -> Decoder:
        """A new decoder for sound of this rate, hertz."""


class ListeningEars:
    """`Ears` over any source and recogniser; listens from construction to `close`."""

    def __init__(
        self,
        model: Recognition,
        source: Source,
        post: Post,
        *,
        manner: Manner | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._model = model
        self._source = source
        self._post = post
        self._manner = manner or Manner()
        self._clock = clock
        self._grammars: tuple[Grammar, Grammar | None] | None = None
        self._closing = threading.Event()
        self._broken = False
        self._pause = _FIRST_PAUSE
        self._lagged_at: float | None = None
        self._hearing = self._new_hearing()
        self._thread = threading.Thread(target=self._run, name="ears", daemon=True)
        self._thread.start()

    def listen(self, grammar: Grammar, over_hall: Grammar | None = None) -> None:
        """Use this grammar from the next utterance on, the other while the hall sounds."""
        # Only left here, and given on by the ears' own thread: the recogniser is nobody else's.
        self._grammars = grammar, over_hall

    def hall(self, sounds: Sounds) -> None:
        """When the hall sounds; takes effect at once."""
        self._hearing.gate.tell(sounds)

    def push(self, held: bool) -> None:
        """The push-to-talk key is down or up; ignored in other modes."""
        if self._hearing.key:
            self._hearing.key.press(held, self._clock())

    def close(self) -> None:
        """Stop listening and let go of the microphone; returns within about 3 seconds."""
        self._closing.set()
        self._thread.join(1.0)
        self._source.close()

    def _new_hearing(self) -> Hearing:
        return Hearing(self._model.recogniser(self._source.rate), self._manner)

    def _run(self) -> None:
        """Thread main: whatever happens here, the game goes on and listening starts again."""
        while not self._closing.is_set():
            try:
                if self._broken:
                    self._restart()
                self._listen_on()
            except Exception as error:  # noqa: BLE001 - thread main
                self._broke(error)
                self._closing.wait(self._pause)
                # Longer each time: what fails at once again should not eat the machine that the
                # game runs on.
                self._pause = min(2 * self._pause, _PATIENCE)

    def _listen_on(self) -> None:
        while not self._closing.is_set():
            block = self._source.read(_WAIT)
            # A block came and was heard: only that shows that what was broken works again.
            if block is not None:
                self._hear(self._newest(block))
                self._mend()
            elif self._source.finished:
                self._last_words()

    def _hear(self, block: Block) -> None:
        # With every block, as a new recogniser after a failure must get it too.
        if self._grammars is not None:
            self._hearing.listen(*self._grammars)
        heard = self._hearing.hear(block)
        if heard is not None:
            self._post(heard)

    def _last_words(self) -> None:
        """The sound is over; nothing follows but `close`."""
        heard = self._hearing.finish(self._clock())
        if heard is not None:
            self._post(heard)
        self._closing.wait()

    def _newest(self, block: Block) -> Block:
        """This block, or the newest one there is if this one is too old."""
        now = self._clock()
        # Words that are two seconds old answer a question that the game has passed: better deaf to
        # them than late with them.
        if now - block.ended_at <= LAG:
            if self._lagged_at is not None and now - self._lagged_at > _CALM:
                self._lagged_at = None
                self._post(Recovered("ears"))
            return block
        self._hearing.forget()
        # All that has piled up goes at once; taken one by one the backlog would never end.
        while (newer := self._source.read(0)) is not None:
            block = newer
        if self._lagged_at is None:
            self._post(Trouble("ears", Told("ears.lag")))
        self._lagged_at = now
        return block

    def _restart(self) -> None:
        """A new recogniser; gate and key as they were."""
        old, new = self._hearing, self._new_hearing()
        new.gate = old.gate
        new.key = old.key
        self._hearing = new

    def _broke(self, error: Exception) -> None:
        # Told once, however often it fails until it works again.
        if not self._broken:
            self._broken = True
            logging.getLogger(__name__).error("ears", exc_info=error)
            told = error.told if isinstance(error, VoiceHostError) else Told("ears.broken")
            self._post(Trouble("ears", told))

    def _mend(self) -> None:
        if self._broken:
            self._broken = False
            self._pause = _FIRST_PAUSE
            self._post(Recovered("ears"))
