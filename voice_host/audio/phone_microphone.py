# SPDX-License-Identifier: MIT
"""A phone as one more microphone, with the table's own beside it.

Pieces of sound come over the network: each says which sample of the phone's recording it begins
with, so that what was lost is known to the sample and becomes silence of that length. While pieces
come the phone is listened to; when they stay away the table's microphone takes over, is told of
once, and gives back as soon as the phone is there again. Knows no page and no protocol.
"""

import threading
import time
from collections import deque
from collections.abc import Callable

import numpy as np

from voice_host.audio.microphone import BLOCK_SECONDS, RATE, Block, Microphone, open_microphone
from voice_host.audio.reports import Recovered, Tell, Trouble
from voice_host.audio.samples import resample, rounded
from voice_host.errors import AudioUnavailable, Told

PART = "phone"
AWAY_SECONDS = 1.5
"""So long without a piece, and the table's microphone is listened to."""
BACK_SECONDS = 1.0
"""So long pieces must have come before the phone is said to be back."""
LATE_SECONDS = 1.0
"""A piece that is so much later than the quickest one is dropped: old words are no command."""
DRIFT = 0.001
"""How much faster or slower than ours the clock of a phone's microphone may run."""
MOST_GAP_SECONDS = 1.0
"""What is lost beyond this is a new beginning, not silence."""
_STEP = round(RATE * BLOCK_SECONDS)
_KEPT = round(2.0 / BLOCK_SECONDS)
_PATIENCE = 0.05


def open_with_phone(table: str, post: Tell) -> "PhoneMicrophone":
    """A phone's microphone beside the table's own, meant by `table` as in `find_input`.

    Raises AudioUnavailable for a device that was named and is not there; the default one may
    be missing.
    """
    try:
        return PhoneMicrophone(open_microphone(table or None, post), post)
    except AudioUnavailable:
        if table:
            raise
        return PhoneMicrophone(None, post)


class PhoneMicrophone:
    """The `Microphone` of a phone. `table` is the one to fall back on, None for none.

    `take` is called by the server's thread, `read` by the ears'.
    """

    rate = RATE

    def __init__(
        self,
        table: Microphone | None,
        post: Tell,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table = table
        self._post = post
        self._clock = clock
        self._blocks: deque[Block] = deque(maxlen=_KEPT)
        self._came = threading.Condition()
        self._run = ""
        self._next = 0
        self._rest = b""
        self._base = 0.0
        self._taken_at: float | None = None
        self._since = 0.0
        self._on_phone = False
        self._missed = False
        self._closed = False

    @property
    def finished(self) -> bool:
        """A phone may always come back; only closing ends it."""
        return self._closed

    def take(self, run: str, at: int, pcm: bytes) -> bool:
        """A piece: int16 mono 16 kHz little-endian, from sample `at` of the recording `run` on.

        False when it came too late to be worth anything.
        """
        now, end = self._clock(), at + len(pcm) // 2
        with self._came:
            # Another recording: the page was loaded anew, and its samples count from where they
            # like.
            if run != self._run:
                self._run, self._base = run, now - end / RATE
                self._next, self._rest = at, b""
            # A second of made silence is a pause in a sentence; a minute of it would be a minute of
            # delay.
            if at - self._next > MOST_GAP_SECONDS * RATE:
                self._next, self._rest = at, b""
            # Before anything is dropped: pieces that come too late still tell that the phone is
            # there.
            self._mark(now)
            # The phone's clock is not ours: without the drift, hours would make all of it late.
            self._base = min(self._base + (end - at) / RATE * DRIFT, now - end / RATE)
            if now - self._heard_at(end) > LATE_SECONDS:
                self._next, self._rest = max(self._next, end), b""
                return False
            if at < self._next:  # a piece sent again overlaps
                pcm = pcm[2 * (self._next - at) :]
            elif at > self._next:
                # Silence of just that length: what was said before and after the loss keeps its
                # distance.
                pcm = bytes(2 * (at - self._next)) + pcm
            self._keep(pcm)
            self._came.notify()
            return True

    def read(self, timeout: float) -> Block | None:
        """The phone's next block, the table's while the phone is away."""
        deadline = self._clock() + timeout
        while True:
            # At every turn, in the ears' thread: the server's thread only brings, and decides
            # nothing.
            self._judge()
            if self._on_phone:
                block = self._from_phone(min(_PATIENCE, deadline - self._clock()))
            else:
                block = self._from_table(min(_PATIENCE, deadline - self._clock()))
            if block is not None or self._clock() >= deadline or self._closed:
                return block

    def sample_at(self, when: float) -> float:
        """The number of the recording's sample that was spoken then (monotonic seconds)."""
        return (when - self._base) * RATE

    def close(self) -> None:
        """Let go of the table's microphone too."""
        self._closed = True
        with self._came:
            self._came.notify()
        if self._table is not None:
            self._table.close()

    def _heard_at(self, sample: int) -> float:
        """When the sample was spoken, by our clock: the quickest piece so far had no delay."""
        return self._base + sample / RATE

    def _keep(self, pcm: bytes) -> None:
        """Cut into blocks as long as a sound card's."""
        sound, self._next = self._rest + pcm, self._next + len(pcm) // 2
        size = 2 * _STEP
        # The rest waits for the next piece: the recogniser gets blocks of one length from any
        # source.
        whole = len(sound) - len(sound) % size
        first = self._next - len(sound) // 2
        for start in range(0, whole, size):
            end = first + (start + size) // 2
            self._blocks.append(Block(sound[start : start + size], self._heard_at(end)))
        self._rest = sound[whole:]

    def _mark(self, now: float) -> None:
        if self._taken_at is None or now - self._taken_at > AWAY_SECONDS:
            self._since = now
        self._taken_at = now

    def _judge(self) -> None:
        """Who is listened to, and what the host is told of it."""
        now, taken_at = self._clock(), self._taken_at
        there = taken_at is not None and now - taken_at <= AWAY_SECONDS
        if there and not self._on_phone:
            self._on_phone = True
        elif not there and self._on_phone:
            self._on_phone = False
            self._missed = True
            self._forget_the_past()
            self._post(Trouble(PART, Told("phone.away" if self._table else "phone.away_alone")))
        if there and self._missed and now - self._since >= BACK_SECONDS:
            self._missed = False
            self._post(Recovered(PART))

    def _forget_the_past(self) -> None:
        """What the table's microphone has gathered meanwhile was said to the phone."""
        # Drained rather than closed: a device that has to be opened again would be missing a second
        # just when it is needed.
        self._blocks.clear()
        while self._table is not None and self._table.read(0) is not None:
            pass

    def _from_phone(self, timeout: float) -> Block | None:
        with self._came:
            if not self._blocks:
                self._came.wait(max(0.0, timeout))
            return self._blocks.popleft() if self._blocks else None

    def _from_table(self, timeout: float) -> Block | None:
        if self._table is None or self._table.finished:
            with self._came:
                self._came.wait(max(0.0, timeout))
            return None
        block = self._table.read(max(0.0, timeout))
        if block is None or self._table.rate == RATE:
            return block
        samples = np.frombuffer(block.pcm, "<i2").astype(np.float32)
        sound = rounded(resample(samples, self._table.rate, RATE))
        return Block(sound.tobytes(), block.ended_at)
