# SPDX-License-Identifier: MIT
"""Texts as ready sound: rendered once, kept in memory and on disk, made ahead of need.

Rendering goes on in a child process, one text at a time; what is needed now goes before
what is only prepared. Nothing here plays a sound or knows a device.

The owner thread calls `request` and `prepare`, so these do nothing but look into memory and
leave a note. The shelf's thread looks on the disk; the thread of this file renders what is not
there. A disk that does not answer costs one short wait, not the voice: it is rendered anew.
"""

import itertools
import queue
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

from voice_host.audio.samples import level, trim
from voice_host.errors import AudioUnavailable
from voice_host.voice.child import RenderingChild
from voice_host.voice.protocols import FASTEST, SLOWEST
from voice_host.voice.shelf import Key, Shelf
from voice_host.voice.speech import NORMAL_RATE, Speech

MEMORY_SAMPLES = 4_000_000
"""Samples kept in memory: three minutes at 22 kHz, 16 MB; an evening's phrases are fewer."""
RETRY_SECONDS = 20.0
DISK_SECONDS = 0.3
"""So long the disk is waited for before a text is rendered anew, which takes 0.1 s or so."""

Failure = Callable[[AudioUnavailable | None], None]
"""Told of the first failure, and of None when rendering works again."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A text that somebody waits for; `looked` is set when it is known not to be on the disk."""

    future: "Future[Speech | None]" = field(default_factory=Future)
    looked: threading.Event = field(default_factory=threading.Event)


class Renderer:
    """Renders with one voice; every sound is trimmed to its onset and end, and levelled.

    `folder` keeps the sounds for the next start; None keeps them in memory only. `child`
    renders in place of the one that would be started for `voice`.
    """

    def __init__(
        self,
        voice: str = "",
        *,
        words_per_minute: int = NORMAL_RATE,
        folder: Path | None = None,
        failed: Failure = lambda _: None,
        child: RenderingChild | None = None,
    ) -> None:
        self._child = RenderingChild(voice) if child is None else child
        self._shelf = Shelf(voice, folder, self._found)
        self._memory = _Memory()
        self._patience = DISK_SECONDS
        self._rate = words_per_minute
        self._failed = failed
        self._broken = False
        self._hopeless_until = 0.0
        self._lock = threading.Lock()
        self._pending: dict[Key, _Wanted] = {}
        self._wanted: queue.PriorityQueue[tuple[int, int, Key | None]] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._thread = threading.Thread(target=self._work, name="render", daemon=True)
        self._thread.start()

    @property
    def words_per_minute(self) -> int:
        """The pace of what is asked for from now on."""
        return self._rate

    def faster(self, step: int) -> None:
        """`step` times 10 % faster (slower when negative), within bounds."""
        self._rate = _paced(self._rate, step)

    def request(self, text: str, faster: int = 0) -> "Future[Speech | None]":
        """The sound of the text as soon as it can be had; None if it cannot be spoken.

        `faster` times 10 % faster than the pace of all the rest.
        """
        return self._ask(text, urgency=0, faster=faster)

    def prepare(self, texts: Iterable[str]) -> None:
        """Render these when nothing more urgent is wanted."""
        for text in texts:
            self._ask(text, urgency=1)

    def close(self) -> None:
        """Stop rendering; what was still wanted becomes None."""
        # Before all that waits; what is being rendered at this moment ends with the child.
        self._wanted.put((-1, 0, None))
        self._child.kill()
        self._thread.join(1.0)
        self._child.kill()  # it may have been started again in between
        self._shelf.close()
        with self._lock:
            left, self._pending = list(self._pending.values()), {}
        # A lane may be waiting for it; None lets it go on in silence.
        for wanted in left:
            wanted.future.set_result(None)

    def _ask(self, text: str, urgency: int, faster: int = 0) -> "Future[Speech | None]":
        # The pace is part of it: said faster a text is another sound.
        key = (text, _paced(self._rate, faster))
        with self._lock:  # held for a look into a dictionary, never for a disk or an engine
            wanted = self._pending.get(key)
            if wanted is None:
                wanted = _Wanted()
                speech = self._memory.get(key)
                if speech is not None:
                    wanted.future.set_result(speech)
                    return wanted.future
                self._pending[key] = wanted
                if self._shelf.empty:
                    wanted.looked.set()
            if not wanted.looked.is_set():
                self._shelf.look(key, urgency)
            # Again, even if it waits already: what was only prepared may be wanted now.
            self._wanted.put((urgency, next(self._numbers), key))
        return wanted.future

    def _found(self, key: Key, speech: Speech | None) -> None:
        """The shelf's answer, in its thread."""
        self._patience = DISK_SECONDS
        # It may come late, when the text has been rendered anew; then `_finish` finds nobody
        # waiting.
        if speech is not None:
            self._finish(key, speech)
            return
        with self._lock:
            wanted = self._pending.get(key)
        if wanted is not None:
            wanted.looked.set()

    def _work(self) -> None:
        while (key := self._wanted.get()[2]) is not None:
            with self._lock:
                wanted = self._pending.get(key)
            if wanted is None:  # it was found on the disk, or asked for twice
                continue
            if not wanted.looked.wait(self._patience):
                self._patience = 0.0  # until the disk answers again
            if not wanted.future.done():
                speech = self._render(key)
                if speech is not None:
                    self._shelf.keep(key, speech)
                self._finish(key, speech)

    def _finish(self, key: Key, speech: Speech | None) -> None:
        with self._lock:
            if speech is not None:
                self._memory.put(key, speech)
            wanted = self._pending.pop(key, None)
        if wanted is not None:
            wanted.future.set_result(speech)
            wanted.looked.set()

    def _render(self, key: Key) -> Speech | None:
        # Each try may take as long as an engine needs to start, and every phrase would wait for it.
        if time.monotonic() < self._hopeless_until:
            return None
        try:
            self._start()
            raw = self._child.render(*key)
        except AudioUnavailable as error:
            self._tell(error)
            return None
        self._tell(None)
        # Once, before it is kept: every voice is as loud as the next and begins when it is placed.
        return Speech(level(trim(raw.samples, raw.rate)), raw.rate)

    def _start(self) -> None:
        """A voice that is not there will not come by asking for each phrase."""
        try:
            self._child.start()
        except AudioUnavailable:
            self._hopeless_until = time.monotonic() + RETRY_SECONDS
            raise

    def _tell(self, error: AudioUnavailable | None) -> None:
        if (error is not None) != self._broken:
            self._broken = error is not None
            self._failed(error)


def _paced(rate: int, step: int) -> int:
    return min(max(round(rate * 1.1**step), SLOWEST), FASTEST)


class _Memory:
    """The sounds last used, as many as fit; whoever calls holds the renderer's lock."""

    def __init__(self) -> None:
        self._sounds: OrderedDict[Key, Speech] = OrderedDict()
        self._size = 0

    def get(self, key: Key) -> Speech | None:
        if key in self._sounds:
            self._sounds.move_to_end(key)
        return self._sounds.get(key)

    def put(self, key: Key, speech: Speech) -> None:
        before = self._sounds.get(key)
        # The same text may be put twice: rendered while the disk was thought dead, then found.
        self._size += len(speech.samples) - (0 if before is None else len(before.samples))
        self._sounds[key] = speech
        while self._size > MEMORY_SAMPLES and len(self._sounds) > 1:
            _, oldest = self._sounds.popitem(last=False)
            self._size -= len(oldest.samples)
