# SPDX-License-Identifier: MIT
"""What PulseAudio (or PipeWire in its place) hides from PortAudio, which sees only "pulse".

Its loudspeakers and microphones get names that PortAudio lists, so that an earbud can be
chosen; and the taking away of one is noticed at once, because the server then moves the
stream to the loudspeaker that is left: the host's ear would sound in the hall. Where
there is no such server all of this does nothing.
"""

import logging
import os
import re
import shutil
import subprocess
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

ALSA_CONF = Path("/usr/share/alsa/alsa.conf")
LIMIT_SECONDS = 2.0
"""A server that is well answers at once; one that is starting, or hangs, does not answer at all."""
EVENT = re.compile(r"Event '(new|remove)' on (sink|source) #(\d+)")
ENTRY = re.compile(r"^(?:Sink|Source) #(\d+)$")
C_LOCALE = {"LC_ALL": "C"}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A loudspeaker or a microphone of the server; ALSA calls it `pcm`, or `whole` where
    another one has the same description."""

    index: int
    name: str
    pcm: str

    @property
    def whole(self) -> str:
        """Both names, as no two things of one kind have both."""
        return f"{self.pcm}_{_plain(self.name)}"


def publish_endpoints() -> None:
    """Give ALSA a name for every loudspeaker and microphone of the sound server.

    Must be called before PortAudio starts; a configuration the host has chosen stays. It
    lies in memory, as nothing would take a file away after a kill. ALSA reads it again.
    """
    if "ALSA_CONFIG_PATH" in os.environ or not ALSA_CONF.is_file():
        return
    lines = [*_named("source", "capture"), *_named("sink", "playback")]
    if not lines:
        return
    try:
        # The descriptor is kept open for good: ALSA opens it by its path whenever it reads its
        # settings.
        memory = os.memfd_create("voice_host")
        os.write(memory, "\n".join([f"<{ALSA_CONF}>", *lines, ""]).encode())
    except OSError:
        logging.getLogger(__name__).exception("ALSA")
        return
    os.environ["ALSA_CONFIG_PATH"] = f"/proc/{os.getpid()}/fd/{memory}"


def _named(kind: str, direction: str) -> Iterator[str]:
    """Lines for ALSA: each is for one direction, both where a headset has one name for both."""
    found = [one for one in endpoints(kind) if not one.name.endswith(".monitor")]
    # Two earbuds of one make have one description; only both names together tell them apart.
    alike = Counter(one.pcm for one in found)
    for one in found:
        pcm = one.pcm if alike[one.pcm] == 1 else one.whole
        yield f'pcm.{pcm} {{ type asym {direction}.pcm {{ type pulse device "{one.name}" }} }}'


def endpoints(kind: str) -> list[Endpoint]:
    """Every "sink" or "source" of the server, monitors too; empty without a server."""
    if shutil.which("pactl") is None:
        return []
    try:
        done = subprocess.run(
            ["pactl", "list", f"{kind}s"],
            capture_output=True,
            text=True,
            timeout=LIMIT_SECONDS,
            check=True,
            # In English whatever the system speaks, for the answer is read by its words.
            env={**os.environ, **C_LOCALE},
        )
    except (OSError, subprocess.SubprocessError):
        return []
    return parse(done.stdout)


def parse(listing: str) -> list[Endpoint]:
    """The endpoints in the output of `pactl list`."""
    found: list[Endpoint] = []
    index, name = -1, ""
    for line in listing.splitlines():
        entry = ENTRY.match(line)
        if entry:
            index = int(entry.group(1))
        elif line.startswith("\tName: "):
            name = line[7:]
        elif line.startswith("\tDescription: "):
            found.append(Endpoint(index, name, _pcm(line[14:], name)))
    return found


def _pcm(description: str, name: str) -> str:
    """A name ALSA takes: of the description if that leaves anything."""
    plain = _plain(description)
    return plain if len(plain) > 2 else _plain(name)


def _plain(name: str) -> str:
    """Letters, digits and "_" only."""
    return re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")


class EndpointWatch:
    """Watches whether one loudspeaker ("sink") or microphone ("source") of the server is
    there; calls `lost`, in a thread of its own, when it goes."""

    def __init__(self, kind: str, card: str, lost: Callable[[], None]) -> None:
        self._kind = kind
        self._card = card
        self._lost = lost
        self._index = self._look()
        self._process = _subscribe() if self._index is not None else None
        if self._process is not None and self._process.stdout is not None:
            told = (self._process.stdout,)
            threading.Thread(target=self._follow, args=told, name="pactl", daemon=True).start()

    def is_gone(self) -> bool:
        """It was there and is not now; looks again, as a busy server may not have answered."""
        if self._process is not None and self._index is None:
            # A server that was too busy to answer has lost nothing, so it is asked again before
            # anybody is told that a device has gone.
            self._index = self._look()
            return self._index is None
        return False

    def close(self) -> None:
        """Stop watching."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _look(self) -> int | None:
        for one in endpoints(self._kind):
            if self._card in (one.name.removesuffix(".monitor"), one.pcm, one.whole):
                return one.index
        return None

    def _follow(self, told: IO[str]) -> None:
        with told as lines:
            for line in lines:
                event = EVENT.match(line)
                if event is None or event.group(2) != self._kind:
                    continue
                # It may be ours that has come back, under another number; only a look at the list
                # tells.
                if event.group(1) == "new":
                    self._index = self._look() if self._index is None else self._index
                elif int(event.group(3)) == self._index:
                    self._index = None
                    self._lost()


def _subscribe() -> "subprocess.Popen[str] | None":
    """What the server tells of its devices, if that can be listened to."""
    try:
        return subprocess.Popen(
            ["pactl", "subscribe"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **C_LOCALE},
        )
    except OSError:
        logging.getLogger(__name__).exception("pactl")
        return None
