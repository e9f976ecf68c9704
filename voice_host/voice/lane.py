# SPDX-License-Identifier: MIT
"""What sounds on one loudspeaker: one utterance after another, each reported when over.

Order, ranks, lateness and hush are decided here; the game and the meaning are not known.
"""

import logging
import threading
import time
from collections import deque
from concurrent.futures import TimeoutError as NotYet

from voice_host.audio.mixer import Clip
from voice_host.audio.output import Output
from voice_host.audio.reports import Trouble
from voice_host.errors import Told
from voice_host.voice.compose import Sound, compose, stretches
from voice_host.voice.messages import Sounds, Spoken
from voice_host.voice.protocols import Post, Rank, Utterance
from voice_host.voice.render import Renderer
from voice_host.voice.speech import Speech
from voice_host.voice.turns import Turns

SOFTLY = 0.35
"""What is for the host's ear sounds so much softer where it has to sound in the hall."""
LATE_SECONDS = 0.5
"""A time call later than this would tell a second that has passed (`Rank.TIME`)."""
POLL_SECONDS = 0.01
"""The callback may not wake anybody, so the end of a clip is looked for; a beat is not timed by
this, its sounds are placed by sample."""


class Hushed(Exception):
    """The utterance being prepared was called off."""


class Lane:
    """Says utterances on one output; posts `Spoken` for each, whatever happens to it.

    Of one `in_hall` it posts when it sounds, too: a microphone hears it. Lanes that share
    `turns` never say two sentences at once. `faster`: by so many steps of pace than others.
    """

    def __init__(
        self,
        output: Output,
        renderer: Renderer,
        post: Post,
        *,
        in_hall: bool = False,
        turns: Turns | None = None,
    ) -> None:
        self._output = output
        self._in_hall = in_hall
        self._renderer = renderer
        self._post = post
        self._turns = turns or Turns()
        self._changed = self._turns.changed
        self._script: deque[Utterance] = deque()
        self._calls: deque[tuple[Utterance, float]] = deque()
        self.faster = 0
        self._hushes = 0
        self._closed = False
        self._saying: int | None = None
        self._thread = threading.Thread(target=self._run, name="mouth", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Does its loudspeaker take sound, as far as is known?"""
        return self._output.alive

    def say(self, utterance: Utterance) -> None:
        """Queue it and have it rendered meanwhile."""
        # While others still sound: by its turn it is ready, and no gap is heard.
        for text in _texts(utterance):
            self._renderer.request(text, self.faster)
        passed: list[Utterance] = []
        with self._changed:
            # A loudspeaker that is lost says nothing, and nothing waits for it.
            if self._output.alive:
                self._turns.take(utterance)
            if utterance.rank is Rank.TIME:
                # What is to be called at once is due now, so that it, too, can come too late.
                due = time.monotonic() if utterance.at is None else utterance.at
                self._calls.append((utterance, due))
            else:
                if utterance.rank is Rank.FLOOR:
                    # A speaker's call that nobody has heard yet is untrue when the next one has the
                    # floor.
                    passed = [one for one in self._script if one.rank is Rank.FLOOR]
                self._script = deque(one for one in (*self._script, utterance) if one not in passed)
            self._changed.notify_all()
        # Posted outside the lock: whoever takes the message may say the next thing at once.
        for late in passed:
            self._done(late)

    def hush(self) -> None:
        """Cut what sounds, drop what waits."""
        with self._changed:
            dropped = [call for call, _ in self._calls] + list(self._script)
            self._calls.clear()
            self._script.clear()
            # Counted, not flagged: whoever prepares a clip compares, and two hushes cannot pass for
            # none.
            self._hushes += 1
            self._output.mixer.hush()
        for utterance in dropped:
            self._done(utterance)

    def drop(self, utterance_id: int) -> None:
        """Cut this one if it sounds or is about to, forget it if it waits."""
        with self._changed:
            waiting = [one for one in self._script if one.id == utterance_id]
            self._script = deque(one for one in self._script if one.id != utterance_id)
            if self._saying == utterance_id:
                self._hushes += 1
                self._output.mixer.hush()
        for utterance in waiting:
            self._done(utterance)

    def close(self) -> None:
        """Hush, and end after that."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self.hush()
        self._thread.join(0.6)

    def _run(self) -> None:
        while (turn := self._next()) is not None:
            utterance, hushes = turn
            try:
                self._perform(utterance, hushes)
            except Hushed:
                pass
            # One utterance is lost, not the voice: the next one is tried, and the clock is let go
            # below.
            except Exception:
                logging.getLogger(__name__).exception("mouth")
                self._post(Trouble("mouth", Told("mouth.not_sounded")))
            self._saying = None
            self._done(utterance)

    def _done(self, utterance: Utterance) -> None:
        """It is over, or never was: the next sentence may begin, and whoever waits is told."""
        self._turns.over(utterance.id)
        self._post(Spoken(utterance.id))

    def _next(self) -> tuple[Utterance, int] | None:
        """The utterance whose turn it is and the count of hushes so far; None at the end."""
        while True:
            with self._changed:
                while not (self._may_go_on or self._calls or self._closed):
                    self._changed.wait()
                if self._closed:
                    return None
                if not self._calls:
                    return self._begun(self._script.popleft())
                # Time calls go before the script: «десять секунд» is worth nothing after the
                # sentence.
                call, due = self._calls.popleft()
                if time.monotonic() - due <= LATE_SECONDS:
                    return self._begun(call)
            self._done(call)

    @property
    def _may_go_on(self) -> bool:
        """Is it the turn of the next line of the script?"""
        return bool(self._script) and self._turns.due(self._script[0])

    def _begun(self, utterance: Utterance) -> tuple[Utterance, int]:
        self._saying = utterance.id
        return utterance, self._hushes

    def _perform(self, utterance: Utterance, hushes: int) -> None:
        mixer = self._output.mixer
        sound = compose(utterance, lambda text: self._rendered(text, hushes), mixer.rate)
        if len(sound.samples) == 0:
            return
        with self._changed:
            # Under the lock that `hush` takes: without it a clip could be placed just after the
            # silence that was meant for it.
            if self._hushes != hushes:
                return
            start = None if utterance.at is None else self._output.sample_at(utterance.at)
            softly = self._in_hall and utterance.aloud
            clip = mixer.play(sound.samples * SOFTLY if softly else sound.samples, start)
        self._wait(utterance, clip, sound)

    def _rendered(self, text: str, hushes: int) -> Speech | None:
        future = self._renderer.request(text, self.faster)
        while self._hushes == hushes:
            try:
                # In short waits, so that a hush need not wait for an engine that takes its time.
                return future.result(timeout=2 * POLL_SECONDS)
            except NotYet:
                continue
        raise Hushed

    def _wait(self, utterance: Utterance, clip: Clip, sound: Sound) -> None:
        told, loud = False, stretches(sound.samples, self._output.mixer.rate)
        while not self._output.is_over(clip) and not self._closed:
            # Between the beats of a count, and in the window of a vote, the other may speak.
            if utterance.count and self._is_past(clip, sound.words):
                self._turns.over(utterance.id)
            if not told and clip.start is not None and self._sounds_in_hall:
                # As soon as the sample is known that it begins with, a loudspeaker's latency
                # before it sounds: the ears must know when the first sound comes to them.
                told, zero = True, self._output.sounds_at(clip.start)
                self._tell(tuple((zero + began, zero + ended) for began, ended in loud))
            time.sleep(POLL_SECONDS)
        if told:  # over, or cut off before its end
            self._tell(())

    def _is_past(self, clip: Clip, samples: int) -> bool:
        if clip.start is None:
            return False
        return time.monotonic() >= self._output.sounds_at(clip.start + samples)

    @property
    def _sounds_in_hall(self) -> bool:
        return self._in_hall and self._output.audible

    def _tell(self, loud: tuple[tuple[float, float], ...]) -> None:
        self._post(Sounds(time.monotonic(), loud))


def _texts(utterance: Utterance) -> tuple[str, ...]:
    return ((utterance.text,) if utterance.text else ()) + utterance.count
