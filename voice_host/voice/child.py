# SPDX-License-Identifier: MIT
"""A child process that renders speech, seen from the parent: started, asked, killed.

Speech engines hang and crash; a phrase that takes too long costs the child its life and
nothing else. What is rendered and kept is not decided here.
"""

import json
import queue
import subprocess
import sys
import threading
from typing import IO, Any

import numpy as np

from voice_host.errors import AudioUnavailable, Told
from voice_host.voice.speech import Speech

START_SECONDS = 15.0
LIMIT_SECONDS = 4.0
"""An engine needs some 0.1 s for a sentence; one that has needed forty times as long hangs."""

Answer = tuple[dict[str, Any], bytes]


class RenderingChild:
    """One voice in one process. A text may take `limit` seconds; `command` is run in place
    of our own `worker`, whose answers it must give. `kill` may come from any thread."""

    def __init__(
        self, voice: str, *, limit: float = LIMIT_SECONDS, command: tuple[str, ...] = ()
    ) -> None:
        self._command = command or (sys.executable, "-m", "voice_host.voice.worker", voice)
        self._limit = limit
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.Queue[Answer | None] = queue.Queue()

    def start(self) -> list[str]:
        """Start it if it does not run; returns the names of its voices.

        Raises AudioUnavailable when the voice cannot be had.
        """
        if self._process is not None and self._process.poll() is None:
            return []
        self.kill()
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            raise AudioUnavailable("voice.not_started") from error
        # A new queue with each process: what the last one still says must not pass for an answer.
        self._process, self._answers = process, queue.Queue()
        reader = (process.stdout, self._answers)
        threading.Thread(target=_read, args=reader, name="speech", daemon=True).start()
        try:
            # The first start reads a voice from the disk, which takes longer than any phrase.
            header, _ = self._answer(START_SECONDS)
        except AudioUnavailable:
            self.kill()  # a worker without a voice ends; nobody else would wait for it
            raise
        return list(header["names"])

    def render(self, text: str, words_per_minute: int) -> Speech:
        """The spoken text. Raises AudioUnavailable on failure or after the time limit."""
        self.start()
        process = self._process
        request = json.dumps({"text": text, "rate": words_per_minute}).encode() + b"\n"
        try:
            if process is None or process.stdin is None:
                raise BrokenPipeError
            # A text is a line; its own ends of lines are escaped by JSON.
            process.stdin.write(request)
            process.stdin.flush()
        except (OSError, ValueError) as error:  # ValueError: another thread has closed it
            self.kill()
            raise AudioUnavailable("voice.stopped") from error
        header, sound = self._answer(self._limit)
        return Speech(np.frombuffer(sound, "<f4").astype(np.float32), int(header["rate"]))

    def kill(self) -> None:
        """End the process at once."""
        process, self._process = self._process, None
        if process is None:
            return
        # Not `terminate`: an engine that hangs in C code may never look at a signal it can refuse.
        process.kill()
        process.wait()
        if process.stdin is not None:
            try:
                process.stdin.close()
            except OSError:
                return

    def _answer(self, limit: float) -> Answer:
        try:
            answer = self._answers.get(timeout=limit)
        except queue.Empty:
            self.kill()
            raise AudioUnavailable("voice.hangs") from None
        if answer is None:
            self.kill()
            raise AudioUnavailable("voice.stopped")
        if "error" in answer[0]:
            raise AudioUnavailable(answer[0]["error"])
        return answer


def _told(read: dict[str, Any]) -> Any:
    """What the child tells of an error is a `Told` again."""
    return Told(read["code"], **read["params"]) if read.keys() == {"code", "params"} else read


def _read(stream: IO[bytes], answers: "queue.Queue[Answer | None]") -> None:
    """Hand on what the child answers; None when it is gone."""
    with stream:
        for line in stream:
            header = json.loads(line, object_hook=_told)
            size = 4 * int(header.get("count", 0))
            sound = stream.read(size) if size else b""
            # It died in the middle of a word.
            if len(sound) < size:
                break
            answers.put((header, sound))
    answers.put(None)
