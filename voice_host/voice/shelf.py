# SPDX-License-Identifier: MIT
"""Rendered sounds kept for the next start: one file each in a folder, read and written aside.

A disk may be slow, asleep, full or gone. Whoever asks for a sound or brings one never waits
for it: all that touches the folder happens in one thread of this file. What is rendered, and
for whom, is not known here.
"""

import hashlib
import itertools
import os
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from voice_host.audio.samples import is_whole, read_sound
from voice_host.audio.sound_files import write_sound
from voice_host.errors import AudioUnavailable
from voice_host.voice.speech import Speech

DISK_FILES = 3_000
"""About three evenings' worth of phrases with names: some 300 MB of 16-bit sound."""
FORMAT = "2"
"""Part of every name on disk: another one, and what was kept before is not used."""
NOT_KEPT = ("recorded", "silent")
"""Voices that are files already, or nothing."""
CLOSE_SECONDS = 1.0

Key = tuple[str, int]
"""A text and the pace it is spoken at, words a minute."""
Found = Callable[[Key, Speech | None], None]
"""Told, in the shelf's thread, of each sound that was looked for; None where there is none."""
Job = Callable[[], None]

# What comes first when several jobs wait: somebody may be waiting for a sound, nobody for a write.
_OPENING, _READING, _WRITING, _LAST = 0, 1, 2, 3


class Shelf:
    """The sounds of one voice in a folder; without a folder nothing is found and nothing kept."""

    def __init__(self, voice: str, folder: Path | None, found: Found) -> None:
        self._voice = voice
        self._found = found
        self._folder = None if voice.partition(":")[0] in NOT_KEPT else folder
        self._jobs: queue.PriorityQueue[tuple[int, int, int, Job | None]] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="shelf", daemon=True)
        if self._folder is not None:
            self._put(_OPENING, 0, self._open)
            self._thread.start()

    @property
    def empty(self) -> bool:
        """Is there no folder to look into?"""
        return self._folder is None

    def look(self, key: Key, urgency: int) -> None:
        """Look for a sound; `found` is called for every look, lower urgency numbers first."""
        self._put(_READING, urgency, lambda: self._look(key))

    def keep(self, key: Key, speech: Speech) -> None:
        """Write it when there is nothing else to do; one that cannot be written is not kept."""
        if self._folder is not None:
            self._put(_WRITING, 0, lambda: self._write(key, speech))

    def close(self) -> None:
        """Write what was brought, and end; a disk that hangs is left behind."""
        self._closed = True
        self._put(_LAST, 0, None)
        if self._thread.is_alive():
            self._thread.join(CLOSE_SECONDS)

    def _put(self, kind: int, urgency: int, job: Job | None) -> None:
        self._jobs.put((kind, urgency, next(self._numbers), job))

    def _work(self) -> None:
        while (job := self._jobs.get()[3]) is not None:
            job()

    def _open(self) -> None:
        folder = self._folder
        if folder is not None:
            with suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
                _keep_newest(folder, DISK_FILES)

    def _look(self, key: Key) -> None:
        speech = None if self._closed else self._read(key)
        self._found(key, speech)

    def _read(self, key: Key) -> Speech | None:
        path = self._path(key)
        # A copy that ran out of disk, or out of power, left half a sound.
        if path is None or not is_whole(path):
            return None
        with suppress(AudioUnavailable):
            return Speech(*read_sound(path))
        return None

    def _write(self, key: Key, speech: Speech) -> None:
        path = self._path(key)
        if path is None:
            return
        # Under a name of its own first: another copy of the program may be reading this one.
        draft = path.with_suffix(f".{os.getpid()}")
        with suppress(OSError, AudioUnavailable):
            # What is said in an ear lies here too: made for its owner's eyes before it is filled.
            os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
            write_sound(draft, speech.samples, speech.rate)
            draft.replace(path)

    def _path(self, key: Key) -> Path | None:
        if self._folder is None:
            return None
        text, rate = key
        name = "\n".join((FORMAT, self._voice, str(rate), text))
        return self._folder / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.wav"


def _keep_newest(folder: Path, count: int) -> None:
    # Oldest first by when they were made; only at the start, when nobody needs the disk yet.
    files = sorted(folder.glob("*.wav"), key=lambda path: path.stat().st_mtime)
    for path in files[:-count]:
        path.unlink()
