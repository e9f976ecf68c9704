# SPDX-License-Identifier: MIT
"""People at a table around a running program: one speaks, others listen to its loudspeakers.

For the tests and the measurements of the whole loop. It knows the program only from
outside: its command line, its captions, its journal, and the sound on virtual devices.
"""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import numpy as np
import soundfile
from numpy.typing import NDArray

from tests.spoken import ROOT, room, say
from tests.virtual_sound import VirtualSound

RATE = 16_000
CHUNK = RATE // 50
SPEECH_HERTZ = 1500
"""Speech has sound above this pitch, the program's music has none."""
LOUD = 1e-4
ONSET = 300
PAUSE = 0.8
"""Longer than most silences between two lines that the hall says one after another, seconds."""
ANSWER = 8.0
"""Seconds after which somebody who got no answer says it again."""
TRIES = 3
PATIENCE = 40.0
HALL = "зал: "
QUICK = ("--voice", "espeak", "--rate", "360")
"""Options of a program that speaks as fast as it can: nobody waits for its words."""


class Listener:
    """Somebody beside a loudspeaker: remembers all its sound, and when it spoke last."""

    def __init__(self, sound: VirtualSound, sink: str) -> None:
        self.sink = sink
        self.spoke_at = 0.0
        self._samples: list[NDArray[np.int16]] = []
        self._times: list[float] = []
        self._sound = sound
        self._closing = False
        self._process = sound.listen(sink, RATE)
        self._thread = threading.Thread(target=self._run, name=f"listener {sink}", daemon=True)
        self._thread.start()

    def since(self, began: float, ended: float = float("inf")) -> NDArray[np.int16]:
        """What sounded between two `time.monotonic()` moments, 16 kHz."""
        chosen = [
            samples
            for samples, at in zip(list(self._samples), list(self._times), strict=False)
            if began <= at <= ended
        ]
        return np.concatenate(chosen) if chosen else np.zeros(0, np.int16)

    def first_spoke_after(self, began: float) -> float:
        """When the first speech after that moment was heard; infinite if there was none."""
        heard = zip(list(self._samples), list(self._times), strict=False)
        return next((at for some, at in heard if at > began and voiced(some) > LOUD), float("inf"))

    def onset_after(self, began: float) -> float:
        """When sound set in after that moment, to the sample; infinite if it did not.

        All samples are counted from one moment, so that the jitter of reading drops out.
        """
        samples, times = list(self._samples), list(self._times)
        count = min(len(samples), len(times))
        ends = np.cumsum([len(some) for some in samples[:count]]) / RATE
        zero = float(np.min(np.array(times[:count]) - ends))
        sound = np.concatenate(samples[:count])
        first = max(0, int((began - zero) * RATE))
        loud = np.flatnonzero(np.abs(sound[first:]) > ONSET)
        return zero + (first + int(loud[0])) / RATE if len(loud) else float("inf")

    def spoke_between(self, began: float, ended: float = float("inf")) -> bool:
        """Was there speech between two moments?"""
        return voiced(self.since(began, ended)) > LOUD

    def again(self) -> None:
        """Listen anew: the loudspeaker was away, and the server has given this ear another."""
        self._process.terminate()

    def close(self) -> None:
        """Go away."""
        self._closing = True
        self._process.terminate()
        self._process.wait(5)
        self._thread.join(2)

    def _run(self) -> None:
        """Thread main."""
        while not self._closing:
            self._listen()
            self._process.wait(5)
            if not self._closing:
                self._process = self._sound.listen(self.sink, RATE)

    def _listen(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        with stream:
            while data := stream.read(2 * CHUNK):
                now = time.monotonic()
                samples = np.frombuffer(data[: len(data) // 2 * 2], "<i2")
                self._times.append(now)
                self._samples.append(samples)
                if voiced(samples) > LOUD:
                    self.spoke_at = now


def voiced(samples: NDArray[np.int16]) -> float:
    """The most power above `SPEECH_HERTZ` in 20 ms of the sound (0 to 1)."""
    frames = samples[: len(samples) // CHUNK * CHUNK].reshape(-1, CHUNK) / 32768
    if not len(frames):
        return 0.0
    spectrum = np.abs(np.fft.rfft(frames * np.hanning(CHUNK))) / CHUNK
    high = spectrum[:, SPEECH_HERTZ * CHUNK // RATE :]
    return float(np.square(high).sum(axis=1).max())


class Speaker:
    """Somebody in front of the microphone, in a quiet room that is never digitally silent."""

    def __init__(self, sound: VirtualSound, folder: Path) -> None:
        self._sound = sound
        self._folder = folder
        self._room = folder / "room.wav"
        soundfile.write(self._room, room(600), RATE)
        self._playing: subprocess.Popen[bytes] | None = None
        self.enter()

    def enter(self) -> None:
        """Make the faint noise of a room; again after the microphone has been away."""
        self.leave()
        self._playing = self._sound.speak(self._room)

    def leave(self) -> None:
        """Take the noise away."""
        if self._playing is not None:
            self._playing.terminate()
            self._playing.wait(5)
        self._playing = None

    def say(self, words: str, *, voice: str = "ru+m7", speed: int = 150) -> float:
        """Say it; returns when it has been said, with the moment it began."""
        path = self._folder / f"{abs(hash((words, voice, speed)))}.wav"
        if not path.exists():
            soundfile.write(path, say(words, voice=voice, speed=speed), RATE)
        began = time.monotonic()
        self._sound.speak(path).wait(30)
        return began


class Program:
    """`voice-host` running as its own process: captions, typed lines, journal."""

    def __init__(
        self,
        *arguments: str | Path,
        journal: Path | None = None,
        folder: Path | None = None,
        terminal: int | None = None,
    ) -> None:
        """`folder` takes its cache; `terminal` is the descriptor of one to run in."""
        self.journal = journal
        self.started_at = time.monotonic()
        self._lines: list[tuple[str, float]] = []
        self._changed = threading.Condition()
        self._seen = 0
        self.told_at = 0.0
        self._readers: list[threading.Thread] = []
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "TERM": "xterm"}
        if folder is not None:
            environment["XDG_CACHE_HOME"] = str(folder / "cache")
            environment["XDG_CONFIG_HOME"] = str(folder / "config")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "voice_host", *map(str, arguments)],
            stdin=subprocess.PIPE if terminal is None else terminal,
            stdout=subprocess.PIPE if terminal is None else terminal,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
        )
        if terminal is None:
            assert self.process.stdout is not None
            self.watch(self.process.stdout)

    def watch(self, stream: IO[bytes]) -> None:
        """Read its captions from here."""
        reader = threading.Thread(target=self._read, args=(stream,), daemon=True)
        self._readers.append(reader)
        reader.start()

    @property
    def hall_told_at(self) -> float:
        """When it printed what was last to be said in the hall; 0 if nothing was."""
        with self._changed:
            return next((at for line, at in reversed(self._lines) if line.startswith(HALL)), 0.0)

    @property
    def lines(self) -> list[str]:
        """Everything it has printed."""
        with self._changed:
            return [line for line, _ in self._lines]

    def type(self, words: str) -> None:
        """Type a line."""
        stdin = self.process.stdin
        assert stdin is not None
        stdin.write(f"{words}\n".encode())
        stdin.flush()

    def no_more_lines(self) -> None:
        """End its input."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def told(self, text: str, within: float = PATIENCE) -> float:
        """Wait for a line with this text after the last one waited for; when it was printed.

        Lines before it are passed over. Raises AssertionError, with what was told, after
        `within` seconds.
        """
        deadline = time.monotonic() + within
        with self._changed:
            while True:
                for place in range(self._seen, len(self._lines)):
                    line, at = self._lines[place]
                    if _plain(text) in _plain(line):
                        self._seen = place + 1
                        self.told_at = at
                        return at
                if not self._changed.wait(deadline - time.monotonic()):
                    unseen = [line for line, _ in self._lines[self._seen :]]
                    raise AssertionError(f"waited for «{text}», told: {unseen}")

    def tells(self, text: str, within: float) -> bool:
        """Is a line with this text told in that time?"""
        try:
            self.told(text, within)
        except AssertionError:
            return False
        return True

    def entries(self) -> list[dict[str, Any]]:
        """The whole lines of its journal after the header."""
        assert self.journal is not None
        whole = self.journal.read_bytes().split(b"\n")[1:-1]
        return [json.loads(line) for line in whole]

    def events(self, kind: str) -> list[dict[str, Any]]:
        """All events of one kind in its journal, in order, with the channel they came by."""
        return [
            {**event, "channel": entry["channel"]}
            for entry in self.entries()
            for event in entry.get("events", ())
            if event["kind"] == kind
        ]

    def leave(self, within: float = 10.0) -> int:
        """Ask it to go; its exit code."""
        if self.process.stdin and not self.process.stdin.closed and self.process.poll() is None:
            self.type("выход")
        return self.process.wait(within)

    def kill(self) -> None:
        """End it and its children as a power cut would."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(20)
        for reader in self._readers:
            reader.join(2)
        if self.process.stdin is not None:
            with suppress(OSError):
                self.process.stdin.close()

    def _read(self, stream: IO[bytes]) -> None:
        """Thread main; reading from a terminal whose program has ended is an error."""
        with suppress(OSError), stream:
            for raw in stream:
                line = _bare(raw.decode(errors="replace"))
                with self._changed:
                    self._lines.append((line, time.monotonic()))
                    self._changed.notify_all()


def _bare(line: str) -> str:
    """A line without the orders to a terminal."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", line).rstrip("\n")


def _plain(text: str) -> str:
    return text.lower().replace("ё", "е")


class Table:
    """A speaker, the hall and the host's ear."""

    def __init__(self, sound: VirtualSound, folder: Path) -> None:
        self.sound = sound
        self.folder = folder
        self.hall = Listener(sound, "hall")
        self.ear = Listener(sound, "ear")
        self.speaker = Speaker(sound, folder)

    def quiet(self, program: Program, within: float = 40.0) -> None:
        """Wait until the hall has said all that the captions say, and is silent."""

        def over() -> bool:
            spoke_at = self.hall.spoke_at
            return spoke_at >= program.hall_told_at and time.monotonic() - spoke_at > PAUSE

        wait_for(over, within, "quiet hall")

    def say(self, program: Program, words: str, **how: Any) -> float:
        """Say it once the hall is quiet; the moment it began."""
        self.quiet(program)
        return self.speaker.say(words, **how)

    def dialogue(self, program: Program, lines: Sequence[tuple[str, str]]) -> None:
        """Say each sentence in turn and wait for what it brings about."""
        for words, answer in lines:
            self.ask(program, words, answer)

    def ask(self, program: Program, words: str, answer: str) -> float:
        """Say it, as a host does: again if nothing at all has come of it; when it began.

        On a busy machine the hall may pause so long between two lines that somebody begins
        to speak there, and is not heard.
        """
        for _ in range(TRIES - 1):
            told = len(program.lines)
            began = self.say(program, words)
            if program.tells(answer, ANSWER):
                return began
            if len(program.lines) > told:
                break
        else:
            began = self.say(program, words)
        program.told(answer)
        return began

    @contextmanager
    def unplugged(self, sink: str) -> Iterator[None]:
        """Loudspeaker or microphone is away while the block runs."""
        self.sound.unplug(sink)
        try:
            yield
        finally:
            self.sound.plug(sink)
            if sink == "mic":
                self.speaker.enter()
            for listener in (self.hall, self.ear):
                if listener.sink == sink:
                    listener.again()

    def close(self) -> None:
        """All go home."""
        self.speaker.leave()
        for listener in (self.hall, self.ear):
            listener.close()


def wait_for(condition: Callable[[], bool], within: float, what: str) -> None:
    """Wait until it is so. Raises AssertionError after `within` seconds."""
    deadline = time.monotonic() + within
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"no {what} within {within} s")
        time.sleep(0.02)
