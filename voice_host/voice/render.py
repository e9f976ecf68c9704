"""Texts as ready sound: rendered once, kept in memory and on disk, made ahead of need.

Rendering goes on in a child process, one text at a time; what is needed now goes before
what is only prepared. Nothing here plays a sound or knows a device.
"""

import hashlib
import itertools
import os
import queue
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path

import soundfile

from voice_host.audio.samples import is_whole, level, read_sound, trim
from voice_host.errors import AudioUnavailable
from voice_host.voice.child import RenderingChild
from voice_host.voice.protocols import FASTEST, SLOWEST
from voice_host.voice.speech import NORMAL_RATE, Speech

MEMORY_SAMPLES = 4_000_000
DISK_FILES = 3_000
RETRY_SECONDS = 20.0
FORMAT = "2"
"""Part of every name on disk: another one, and what was kept before is not used."""
NOT_KEPT = ("recorded", "silent")

Key = tuple[str, int]
Failure = Callable[[AudioUnavailable | None], None]
"""Told of the first failure, and of None when rendering works again."""


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
        self._shelf = Shelf(voice, folder)
        self._rate = words_per_minute
        self._failed = failed
        self._broken = False
        self._hopeless_until = 0.0
        self._lock = threading.Lock()
        self._pending: dict[Key, Future[Speech | None]] = {}
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
        self._rate = min(max(round(self._rate * 1.1**step), SLOWEST), FASTEST)

    def request(self, text: str) -> "Future[Speech | None]":
        """The sound of the text as soon as it can be had; None if it cannot be spoken."""
        return self._ask(text, urgency=0)

    def prepare(self, texts: Iterable[str]) -> None:
        """Render these when nothing more urgent is wanted."""
        for text in texts:
            self._ask(text, urgency=1)

    def close(self) -> None:
        """Stop rendering; what was still wanted becomes None."""
        self._wanted.put((-1, 0, None))
        self._child.kill()
        self._thread.join(1.0)
        self._child.kill()  # it may have been started again in between
        with self._lock:
            left, self._pending = list(self._pending.values()), {}
        for future in left:
            future.set_result(None)

    def _ask(self, text: str, urgency: int) -> "Future[Speech | None]":
        key = (text, self._rate)
        with self._lock:
            if key in self._pending:
                future = self._pending[key]
            else:
                future = Future()
                speech = self._shelf.get(key)
                if speech is not None:
                    future.set_result(speech)
                    return future
                self._pending[key] = future
            self._wanted.put((urgency, next(self._numbers), key))
        return future

    def _work(self) -> None:
        while (key := self._wanted.get()[2]) is not None:
            with self._lock:
                asked = key in self._pending
            if asked:
                self._finish(key, self._render(key))

    def _finish(self, key: Key, speech: Speech | None) -> None:
        with self._lock:
            if speech is not None:
                self._shelf.put(key, speech)
            future = self._pending.pop(key, None)
        if future is not None:
            future.set_result(speech)

    def _render(self, key: Key) -> Speech | None:
        if time.monotonic() < self._hopeless_until:
            return None
        try:
            self._start()
            raw = self._child.render(*key)
        except AudioUnavailable as error:
            self._tell(error)
            return None
        self._tell(None)
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


class Shelf:
    """Rendered sounds: the last used in memory, all of one voice in a folder."""

    def __init__(self, voice: str, folder: Path | None) -> None:
        self._voice = voice
        self._sounds: OrderedDict[Key, Speech] = OrderedDict()
        self._size = 0
        self._folder = None if voice.partition(":")[0] in NOT_KEPT else folder
        if self._folder is not None:
            with suppress(OSError):
                self._folder.mkdir(parents=True, exist_ok=True)
                _keep_newest(self._folder, DISK_FILES)

    def get(self, key: Key) -> Speech | None:
        if key in self._sounds:
            self._sounds.move_to_end(key)
            return self._sounds[key]
        path = self._path(key)
        if path is None or not is_whole(path):
            return None
        with suppress(AudioUnavailable):
            speech = Speech(*read_sound(path))
            self._remember(key, speech)
            return speech
        return None

    def put(self, key: Key, speech: Speech) -> None:
        """Keep it; a folder that cannot be written costs nothing but the next start."""
        self._remember(key, speech)
        path = self._path(key)
        if path is None:
            return
        draft = path.with_suffix(f".{os.getpid()}")
        with suppress(OSError, soundfile.SoundFileError):
            soundfile.write(str(draft), speech.samples, speech.rate, "PCM_16", format="WAV")
            draft.replace(path)

    def _remember(self, key: Key, speech: Speech) -> None:
        self._sounds[key] = speech
        self._size += len(speech.samples)
        while self._size > MEMORY_SAMPLES and len(self._sounds) > 1:
            _, oldest = self._sounds.popitem(last=False)
            self._size -= len(oldest.samples)

    def _path(self, key: Key) -> Path | None:
        if self._folder is None:
            return None
        text, rate = key
        name = "\n".join((FORMAT, self._voice, str(rate), text))
        return self._folder / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.wav"


def _keep_newest(folder: Path, count: int) -> None:
    files = sorted(folder.glob("*.wav"), key=lambda path: path.stat().st_mtime)
    for path in files[:-count]:
        path.unlink()
