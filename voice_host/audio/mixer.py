# SPDX-License-Identifier: MIT
"""Sounds placed by sample index and added up: the heart of one loudspeaker.

`fill` runs in the sound card's callback: it takes no lock, waits for nothing and
allocates little. Everything else may be called meanwhile by other threads: it leaves an
entry in a queue, or a value that the next block looks at. This file opens no device and
knows no text.
"""

from collections import deque

import numpy as np

from voice_host.audio.samples import Samples

# Lengths at which a change of loudness is not heard as a click, and not as a delay either.
CUT_SECONDS = 0.005
GAIN_SECONDS = 0.03
DUCK_SECONDS = 0.15
MUSIC_FADE_SECONDS = 1.2
# Music at half scale lies under a voice levelled to the same peak; ducked it is 20 dB below.
MUSIC_GAIN = 0.5
DUCKED_GAIN = 0.1
STEP = 10 ** (3 / 20)
LOUDEST, QUIETEST = STEP**3, STEP**-10


class Clip:
    """A sound that was given to the mixer.

    `start` and `end` are sample positions of the mixer, set once the sound has begun
    and once it is over (played out or cut); None until then.
    """

    __slots__ = ("end", "samples", "start")

    def __init__(self, samples: Samples, start: int | None) -> None:
        self.samples = samples
        self.start = start
        self.end: int | None = None

    def add_to(self, out: Samples, position: int) -> None:
        """Add the part that falls into the block at `position`; set `end` when done."""
        start = position if self.start is None else self.start
        offset = start - position
        first, last = max(offset, 0), min(offset + len(self.samples), len(out))
        if first < last:
            out[first:last] += self.samples[first - offset : last - offset]
        if offset + len(self.samples) <= len(out):
            self.end = start + len(self.samples)

    def cut(self, position: int, fade: int) -> None:
        """End within `fade` samples from `position`; at once if it has not begun."""
        # Not yet begun: there is nothing to fade, and an empty clip is over in the next block.
        done = -1 if self.start is None else position - self.start
        if done < 0:
            self.samples = self.samples[:0]
            self.start = position
            return
        rest = self.samples[done : done + fade].copy()
        rest *= np.linspace(1, 0, len(rest), dtype=np.float32)
        self.samples, self.start = rest, position


class Gain:
    """A factor that moves to its target without a click, in a time that depends on it."""

    __slots__ = ("_now", "_slope", "target")

    def __init__(self, now: float, rate: int, seconds: float) -> None:
        self._now = self.target = now
        self._slope = 1 / (rate * seconds)

    @property
    def silent(self) -> bool:
        return self._now == 0 and self.target == 0

    def apply(self, block: Samples) -> None:
        if self._now == self.target:
            if self._now != 1:
                block *= np.float32(self._now)
            return
        # A straight line within the block: a step in loudness is heard as a click.
        most = self._slope * len(block)
        after = self._now + min(max(self.target - self._now, -most), most)
        block *= np.linspace(self._now, after, len(block), dtype=np.float32)
        self._now = after


class Mixer:
    """Adds clips and one looping track into mono blocks of `rate` samples a second."""

    def __init__(self, rate: int) -> None:
        self.rate = rate
        self.position = 0
        # A deque's append and popleft are one step each under the interpreter's lock: the callback
        # takes what is there and never waits for whoever is putting more in.
        self._incoming: deque[Clip | None] = deque()
        self._playing: list[Clip] = []
        self._out = np.zeros(4096, np.float32)
        self._volume = Gain(1.0, rate, GAIN_SECONDS)
        self._track: Samples | None = None
        self._track_at = 0
        self._track_on = Gain(0.0, rate, MUSIC_FADE_SECONDS)
        self._duck = Gain(MUSIC_GAIN, rate, DUCK_SECONDS)

    def play(self, samples: Samples, start: int | None = None) -> Clip:
        """Sound it at sample position `start`, or in the next block when None.

        A start that has passed already means the next block: nothing is lost.
        """
        clip = Clip(samples, start)
        self._incoming.append(clip)
        return clip

    def hush(self) -> None:
        """Cut every clip given so far; the music goes on."""
        # In the same queue as the clips, so that it cuts those given before it and none after.
        self._incoming.append(None)

    def volume(self, step: int) -> None:
        """`step` times 3 dB louder (quieter when negative), within bounds."""
        self._volume.target = min(max(self._volume.target * STEP**step, QUIETEST), LOUDEST)

    def start_music(self, track: Samples) -> None:
        """Let the track sound in a loop, from its beginning if it was silent."""
        if self._track_on.silent:
            self._track_at = 0
        self._track = track
        self._track_on.target = 1.0

    def stop_music(self) -> None:
        """Fade the track out."""
        self._track_on.target = 0.0

    def fill(self, frames: int) -> Samples:
        """The next `frames` samples; the array is good until the next call."""
        # Grown once, when a card asks for more at a time than any before; never in each call.
        if frames > len(self._out):
            self._out = np.zeros(frames, np.float32)
        out = self._out[:frames]
        out[:] = 0
        self._accept()
        self._add_music(out)
        # Everything after the music, so that a word stands on top of it; the sum is clipped below,
        # once.
        for clip in self._playing:
            clip.add_to(out, self.position)
        self._playing = [clip for clip in self._playing if clip.end is None]
        self._volume.apply(out)
        np.clip(out, -1, 1, out=out)
        self.position += frames
        return out

    def _accept(self) -> None:
        while self._incoming:
            clip = self._incoming.popleft()
            if clip is None:
                for playing in self._playing:
                    playing.cut(self.position, round(CUT_SECONDS * self.rate))
                continue
            # A moment that has passed means now: a late word is better than none.
            if clip.start is None or clip.start < self.position:
                clip.start = self.position
            self._playing.append(clip)

    def _add_music(self, out: Samples) -> None:
        if self._track is None or self._track_on.silent:
            return
        # By what sounds, not by what was asked: between two sentences the music comes up again.
        self._duck.target = DUCKED_GAIN if self._playing else MUSIC_GAIN
        self._track_at = _copy_loop(self._track, self._track_at, out)
        self._track_on.apply(out)
        self._duck.apply(out)


def _copy_loop(track: Samples, at: int, out: Samples) -> int:
    """Fill `out` from the looping track; returns where the next block goes on."""
    done = 0
    while done < len(out):
        part = track[at : at + len(out) - done]
        out[done : done + len(part)] = part
        done += len(part)
        at = (at + len(part)) % len(track)
    return at
