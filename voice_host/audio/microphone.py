# SPDX-License-Identifier: MIT
"""Blocks of sound from a microphone or from a wav file that stands for one.

A microphone may die without an error: behind a sound server it gives digital silence,
or nothing. That is watched here, reported, and the device is opened again until it
lives; a sound server must not put another source in its place. What the sound means is
not known here.
"""

import logging
import queue
import threading
import time
from dataclasses import dataclass
from typing import Any, Protocol

from voice_host.audio.devices import SoundCard, WavFile, find_input, portaudio
from voice_host.audio.pulse import EndpointWatch
from voice_host.audio.reports import Recovered, Tell, Trouble
from voice_host.audio.samples import read_sound, rounded
from voice_host.errors import AudioUnavailable, Told

RATE = 16_000
BLOCK_SECONDS = 0.03
"""Short beside the 0.3 s by which a recogniser's partial results lag, long beside a call's cost."""
QUEUE_SECONDS = 10
SILENCE_SECONDS = 3.0
"""Zeros for so long are a complaint, if the microphone has given nothing else yet."""
GATED_SECONDS = 300.0
"""The same once it has been heard: a noise gate gives zeros whenever nobody speaks."""
STALL_SECONDS = 1.5
GRACE_SECONDS = 2.5
"""So long a stall must go on to be told: a busy machine stumbles and goes on."""
SETTLED_SECONDS = 2.0
"""And so long there must be none before the microphone is said to work again."""
LAG_SECONDS = 1.0
STALLED = "microphone.stalled"
LAGGING = "microphone.lagging"
SILENT = "microphone.silent"
PATIENCE = {STALLED: 2.0, LAGGING: 2.0, SILENT: 30.0}
"""Seconds between openings: a stream that is only silent may yet come back by itself."""


@dataclass(frozen=True, slots=True)
class Block:
    """`pcm` is int16 mono, little-endian; `ended_at` is when its last sample was taken
    (`time.monotonic()` seconds)."""

    pcm: bytes
    ended_at: float


class Microphone(Protocol):
    """A source of blocks; `rate` is in hertz and never changes once it is open."""

    @property
    def rate(self) -> int:
        """Samples per second of every block."""

    @property
    def finished(self) -> bool:
        """No block will ever come again (a file was read to its end, or closed)."""

    def read(self, timeout: float) -> Block | None:
        """The next block, or None when none came within `timeout` seconds."""

    def close(self) -> None:
        """Let go of the device."""


def open_microphone(wanted: str | None, post: Tell, *, realtime: bool = True) -> Microphone | None:
    """The microphone meant by `wanted` (see `find_input`), open; None if there is none.

    `realtime=False` gives a file's blocks as fast as they are read. Raises
    AudioUnavailable for an unknown name or a file that holds no sound.
    """
    device = find_input(wanted)
    if device is None:
        return None
    if isinstance(device, WavFile):
        return FileMicrophone(device, realtime=realtime)
    return CardMicrophone(device, post)


class FileMicrophone:
    """A wav file (any rate, any channels) that is heard as if it were spoken now."""

    def __init__(self, file: WavFile, *, realtime: bool = True) -> None:
        samples, self.rate = read_sound(file.path)
        self._pcm = rounded(samples * 32768).tobytes()
        self._step = 2 * max(1, round(self.rate * BLOCK_SECONDS))
        self._realtime = realtime
        self._at = 0
        self._began: float | None = None

    @property
    def finished(self) -> bool:
        return self._at >= len(self._pcm)

    def read(self, timeout: float) -> Block | None:
        if self.finished:
            if self._realtime:
                time.sleep(timeout)
            return None
        # The file begins with the first reading, not with its opening: the model may load in
        # between.
        if self._began is None:
            self._began = time.monotonic()
        end = min(self._at + self._step, len(self._pcm))
        due = self._began + end / 2 / self.rate
        if self._realtime and not _sleep_until(due, timeout):
            return None
        pcm = self._pcm[self._at : end]
        self._at = end
        return Block(pcm, due if self._realtime else time.monotonic())

    def close(self) -> None:
        self._at = len(self._pcm)


def _sleep_until(due: float, timeout: float) -> bool:
    left = due - time.monotonic()
    if left > 0:
        time.sleep(min(left, timeout))
    return left <= timeout


class CardMicrophone:
    """A sound card's microphone, kept open whatever happens to it."""

    def __init__(
        self,
        card: SoundCard,
        post: Tell,
        *,
        silence_seconds: float = SILENCE_SECONDS,
        gated_seconds: float = GATED_SECONDS,
    ) -> None:
        self._card = card
        self._post = post
        self._silence_seconds = silence_seconds
        self._gated_seconds = gated_seconds
        self._heard = False
        self._blocks: queue.Queue[Block] = queue.Queue(int(QUEUE_SECONDS / BLOCK_SECONDS))
        self._closing = threading.Event()
        self._lost = False
        self._told_true_at = time.monotonic()
        self._stream: Any = None
        self.rate = RATE
        self._called_at = self._sound_at = time.monotonic()
        self._frames = 0
        self._window = (self._called_at, 0)
        self._open_first()
        self._source = EndpointWatch("source", card.name, self._drop_stream)
        self._watcher = threading.Thread(target=self._watch, name="microphone", daemon=True)
        self._watcher.start()

    @property
    def finished(self) -> bool:
        return self._closing.is_set()

    def read(self, timeout: float) -> Block | None:
        try:
            return self._blocks.get(timeout=timeout)
        except queue.Empty:
            return None

    def close(self) -> None:
        self._closing.set()
        self._watcher.join(1.0)
        self._source.close()
        self._drop_stream()

    def _open_first(self) -> None:
        """16 kHz if the card takes it, else its own rate; the consumer is told by `rate`."""
        library = portaudio()
        # 16 kHz is what the model was trained on; what else a card can do is found out by trying,
        # as it lists no more than its usual rate. Vosk resamples.
        for rate in (RATE, self._card.rate):
            try:
                self._open(rate)
            except library.PortAudioError as error:
                failure = error
            else:
                self.rate = rate
                return
        logging.getLogger(__name__).error("%s: %s", self._card.name, failure)
        raise AudioUnavailable("microphone.not_opened", name=self._card.name)

    def _open(self, rate: int) -> None:
        self._window = (time.monotonic(), self._frames)
        stream = portaudio().RawInputStream(
            samplerate=rate,
            device=self._card.index,
            channels=1,
            dtype="int16",
            blocksize=round(rate * BLOCK_SECONDS),
            # The opposite of the loudspeaker: a late word is a late command, a gap costs a syllable
            # at most.
            latency="low",
            callback=self._take,
        )
        try:
            stream.start()
        except portaudio().PortAudioError:
            # An unclosed stream would keep the device busy for the next try.
            stream.close()
            raise
        self._stream = stream

    def _take(self, data: Any, frames: int, times: Any, _status: Any) -> None:
        """PortAudio's callback: hand the block on, never wait."""
        # A real-time thread: a copy, some arithmetic, a queue that is never waited for. Whether the
        # microphone is well is judged by the watcher, from what is left in these attributes.
        now = time.monotonic()
        delay = times.currentTime - times.inputBufferAdcTime - frames / self.rate
        pcm = bytes(data)
        self._called_at = now
        self._frames += frames
        # A living microphone has noise in its last bit; zeros alone are a muted or unplugged one.
        if pcm.count(0) != len(pcm):
            self._sound_at = now
            self._heard = True
        # What a driver tells of its delay is not believed beyond what a real one can be.
        self._enqueue(Block(pcm, now - min(max(delay, 0.0), 0.5)))

    def _enqueue(self, block: Block) -> None:
        """The newest sound is worth more than the oldest: a full queue loses its head."""
        try:
            self._blocks.put_nowait(block)
        except queue.Full:
            # There is room for certain: this callback is the only one that puts.
            self.read(0)
            self._blocks.put_nowait(block)

    def _watch(self) -> None:
        opened_at = time.monotonic()
        # Often enough beside patiences of seconds, and the time that `close` waits for this thread.
        while not self._closing.wait(0.1):
            now = time.monotonic()
            what = self._complaint(now)
            self._tell(what, now)
            if what and now - opened_at >= PATIENCE[what]:
                self._reopen(what)
                opened_at = time.monotonic()

    def _complaint(self, now: float) -> str:
        """What is wrong with the microphone, "" if nothing is known to be."""
        if now - self._called_at > STALL_SECONDS or self._stream is None:
            return STALLED
        if self._lagging(now):
            return LAGGING
        patience = self._gated_seconds if self._heard else self._silence_seconds
        if now - self._sound_at > patience:
            return SILENT
        return ""

    def _lagging(self, now: float) -> bool:
        """Fewer samples than time has passed, over windows short enough for clock drift."""
        began, frames = self._window
        # Two clocks that differ by 0.1 % lose 10 ms in ten seconds: far below what counts as lag.
        missing = now - began - (self._frames - frames) / self.rate
        # A new window: over an hour even 0.1 % would add up to seconds and look like lag.
        if now - began > 10:
            self._window = (now, self._frames)
        return missing > LAG_SECONDS + STALL_SECONDS

    def _tell(self, what: str, now: float) -> None:
        """What the host knows is changed when it has been untrue for a while."""
        if bool(what) != self._lost:
            if now - self._told_true_at < self._patience(what):
                return
            self._lost = bool(what)
            self._post(Trouble("microphone", Told(what)) if what else Recovered("microphone"))
        self._told_true_at = now

    def _patience(self, what: str) -> float:
        if not what:
            return SETTLED_SECONDS
        waits = what == STALLED and not self._source.is_gone()
        return GRACE_SECONDS if waits else 0.0

    def _reopen(self, what: str) -> None:
        self._drop_stream()
        # Without its source a sound server would give us another one: the laptop's lid would listen
        # in place of the headset, and nobody would be told.
        if self._closing.is_set() or self._source.is_gone():
            return
        # A stream that was only silent keeps its count: opened anew and silent again it is still
        # the same complaint. Any other begins afresh.
        if what != SILENT:
            self._sound_at = time.monotonic()
            self._heard = False
        try:
            self._open(self.rate)
        except portaudio().PortAudioError:
            self._stream = None

    def _drop_stream(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            close_within(stream, 1.0)


def close_within(stream: Any, seconds: float) -> None:
    """Close a PortAudio stream; one behind a dead sound server may never return."""
    # Left behind if it does not return: a daemon thread, so that it cannot keep the program.
    closing = threading.Thread(target=lambda: stream.close(ignore_errors=True), daemon=True)
    closing.start()
    closing.join(seconds)
