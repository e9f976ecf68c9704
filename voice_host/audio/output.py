# SPDX-License-Identifier: MIT
"""One loudspeaker, open all evening: a sound card, a wav file, or nothing at all.

Whatever happens to the device, the mixer's time goes on: while a card is dead, or a file
cannot be written any more, silence keeps its pace, so that nobody waits for a sound that
will never end. What is said is not known here.
"""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from voice_host.audio.devices import Device, SoundCard, WavFile, portaudio
from voice_host.audio.microphone import close_within
from voice_host.audio.mixer import Clip, Mixer
from voice_host.audio.phone_speaker import PhoneSpeaker
from voice_host.audio.pulse import EndpointWatch
from voice_host.audio.recording import Recording
from voice_host.audio.reports import Recovered, Tell, Trouble
from voice_host.audio.samples import Samples
from voice_host.errors import AudioUnavailable, Told

LATENCY_SECONDS = 0.2
STALL_SECONDS = 1.0
"""A stream that is not called for so long is given up and opened anew."""
START_SECONDS = 2.0
"""So long a new stream may take to be called: a busy machine, a sleeping earbud."""
ALARM_SECONDS = 4.0
"""A device that is not well for so long is told of; one that the server has lost, at once."""
SETTLED_SECONDS = 2.0
"""A device is well whose stream has run for so long: one that comes back may stumble."""
RETRY_SECONDS = 2.0
TICK_SECONDS = 0.02
SILENT_RATE = 48_000
_NOT_WRITTEN = (OSError, RuntimeError)
"""soundfile's own error is a RuntimeError, and need not be loaded to be caught as one."""


class Output:
    """A mixer and whoever drives it; `part` ("hall" or "ear") names it in messages.

    `latency` is in seconds, `blocksize` in samples (0 lets PortAudio choose).
    """

    def __init__(
        self,
        device: Device | PhoneSpeaker | None,
        part: str,
        post: Tell,
        *,
        latency: float = LATENCY_SECONDS,
        blocksize: int = 0,
    ) -> None:
        self.mixer = Mixer(
            device.rate if isinstance(device, SoundCard | PhoneSpeaker) else SILENT_RATE
        )
        self._part = part
        self._post = post
        self._card = device if isinstance(device, SoundCard) else None
        self._file: Any = _taker(device, self.mixer.rate)
        self._latency = latency
        self._blocksize = blocksize
        self._stream: Any = None
        self._generation = 0
        self._troubled = False
        self._closing = threading.Event()
        now = time.monotonic()
        self._called_at = self._opened_at = self._well_at = now
        self._mark = (0, now)
        self._sink: EndpointWatch | None = None
        # Watched before the stream is opened: a device that goes in between is noticed too.
        if self._card is not None:
            self._sink = EndpointWatch("sink", self._card.name, self._sink_lost)
        self._open()
        # One thread a device: a card that hangs in `open` must not stop the other one's clock.
        self._keeper = threading.Thread(target=self._keep, name=part, daemon=True)
        self._keeper.start()

    def sounds_at(self, sample: int) -> float:
        """When that sample of the mixer is heard, latency included (monotonic seconds)."""
        # Both in one tuple, replaced whole by the callback: read apart they could be of two blocks.
        position, at = self._mark
        return at + (sample - position) / self.mixer.rate

    def sample_at(self, when: float) -> int:
        """The mixer's sample that is heard at that time (monotonic seconds)."""
        position, at = self._mark
        return position + round((when - at) * self.mixer.rate)

    @property
    def latency(self) -> float:
        """Seconds from giving a clip to hearing it, as measured in the last block."""
        return max(0.0, self.sounds_at(self.mixer.position) - time.monotonic())

    def is_over(self, clip: Clip) -> bool:
        """The clip has sounded to its end (or was cut), and the loudspeaker is past it."""
        return clip.end is not None and time.monotonic() >= self.sounds_at(clip.end)

    @property
    def alive(self) -> bool:
        """Does the device take sound now, as far as is known?"""
        return self._stream is not None or self._card is None

    @property
    def audible(self) -> bool:
        """Does a loudspeaker take sound now? A file and a phone at an ear sound in no room."""
        return self._card is not None and self._stream is not None

    def close(self) -> None:
        """Let go of the device; returns within about 1.5 seconds."""
        self._closing.set()
        self._keeper.join(1.0)
        self._drop_stream(0.5)
        if self._sink is not None:
            self._sink.close()
        if self._file is not None:
            with suppress(*_NOT_WRITTEN):
                self._file.close()

    def _keep(self) -> None:
        retried_at = 0.0
        while not self._closing.wait(TICK_SECONDS):
            now = time.monotonic()
            if self._card is None:
                self._pull(now)
            elif self._stream is not None and now - self._called_at < STALL_SECONDS:
                self._recover(now)
            else:
                self._fail(now)
                # A stumble of a second is waited out, so that the sentence is not lost; once the
                # device is given up, time goes on without it, else the game would wait for it.
                if self._troubled:  # until then what is said waits
                    self._pull(now)
                # Opening takes time itself and makes some servers busy: not at every turn of this
                # loop.
                if now - retried_at >= RETRY_SECONDS:
                    self._open()
                    retried_at = time.monotonic()

    def _pull(self, now: float) -> None:
        """Take the samples that nobody else takes, at the pace of real time."""
        position, at = self._mark
        # By the clock and not by the tick: a busy machine wakes us late, and the mixer's time, by
        # which clips end and the game goes on, must not fall behind for it.
        due = round((now - at) * self.mixer.rate) - (self.mixer.position - position)
        if due <= 0:
            return
        block = self.mixer.fill(due)
        self._mark = (self.mixer.position, now)
        if self._file is not None:
            self._write(block)

    def _write(self, block: Samples) -> None:
        """A file that cannot be written (a full disk) is left as it is and told of once."""
        try:
            self._file.write(block)
        except _NOT_WRITTEN:
            logging.getLogger(__name__).exception(self._part)
            with suppress(*_NOT_WRITTEN):
                self._file.close()
            self._file = None
            # The half that is there stays: it is what the host has of his evening.
            self._post(Trouble(self._part, Told("audio.file_broke_off")))

    def _open(self) -> None:
        """Open the card; a card that does not open is tried again later."""
        if self._card is None or self._is_gone():
            return
        library = portaudio()
        # Whatever still calls for the stream before is a stranger from here on.
        self._generation += 1
        try:
            stream = library.OutputStream(
                samplerate=self.mixer.rate,
                device=self._card.index,
                channels=min(2, self._card.channels),
                dtype="float32",
                latency=self._latency,
                blocksize=self._blocksize,
                callback=self._callback(self._generation),
            )
        except library.PortAudioError:
            return
        self._stream = stream
        self._opened_at = time.monotonic()
        # Taken before the start: the first call may come before `start` returns.
        before = self._called_at
        try:
            stream.start()
        except library.PortAudioError:
            self._drop_stream(0.5)
            return
        self._await_call(before)

    def _await_call(self, before: float) -> None:
        """A stream behind a dead sound server opens and is never called."""
        end = time.monotonic() + START_SECONDS
        while self._called_at == before and not self._closing.is_set():
            if time.monotonic() > end:
                self._drop_stream(0.5)
                return
            time.sleep(0.005)

    def _callback(self, generation: int) -> Callable[[Any, int, Any, Any], None]:
        """A stream that was given up may still be called: it must not touch the mixer."""

        def fill(out: Any, frames: int, times: Any, _status: Any) -> None:
            if generation != self._generation:
                out[:] = 0
                return
            # PortAudio's own thread, a block's length before the sound is needed: no lock, no file,
            # no log, and no object that lives on. Everything the other threads want to know is left
            # in two attributes, each replaced in one step, so that none of them is seen half new.
            now = time.monotonic()
            ahead = times.outputBufferDacTime - times.currentTime
            self._called_at = now
            self._mark = (self.mixer.position, now + min(max(ahead, 0.0), 2.0))
            out[:] = self.mixer.fill(frames)[:, None]

        return fill

    def _fail(self, now: float) -> None:
        if self._stream is not None:
            self._drop_stream(0.5)
            self._mark = (self.mixer.position, time.monotonic())
        # The keeper's thread decides, never the callback: a stream that is dead calls nobody.
        if not self._troubled and (now - self._well_at >= ALARM_SECONDS or self._is_gone()):
            self._troubled = True
            what = Told("mouth.hall_lost" if self._part == "hall" else "mouth.ear_lost")
            self._post(Trouble(self._part, what))

    def _is_gone(self) -> bool:
        return self._sink is not None and self._sink.is_gone()

    def _recover(self, now: float) -> None:
        # An earbud that is being taken out connects and drops several times; «works again» after
        # each would be a chatter.
        if now - self._opened_at < SETTLED_SECONDS:
            return
        self._well_at = now
        if self._troubled:
            self._troubled = False
            self._post(Recovered(self._part))

    def _sink_lost(self) -> None:
        """Called when the sound server has lost the device and moves our stream elsewhere:
        what is for the ear must not sound there."""
        self._drop_stream(0.5)

    def _drop_stream(self, seconds: float) -> None:
        self._generation += 1
        stream, self._stream = self._stream, None
        if stream is not None:
            close_within(stream, seconds)


def _taker(device: Device | PhoneSpeaker | None, rate: int) -> Any:
    """Who takes the samples that no sound card does: a file, a phone, nobody."""
    if not isinstance(device, WavFile):
        return device if isinstance(device, PhoneSpeaker) else None
    try:
        return Recording(device.path, rate)
    except _NOT_WRITTEN as error:
        raise AudioUnavailable("audio.file_not_writable", path=device.path) from error
