# SPDX-License-Identifier: MIT
"""A private PulseAudio with no hardware: loudspeakers `hall` and `ear`, a microphone `mic`.

For tests and measurements on a machine without sound, a container's root included.
It knows nothing of the program under test: it speaks into the microphone and records
what comes out of a loudspeaker.
"""

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

RATE = 48_000
SINKS = {"hall": RATE, "ear": RATE, "mic": 16_000}
PROGRAMS = ("pulseaudio", "pactl", "paplay", "parec")
PACKAGES = "pulseaudio pulseaudio-utils libasound2-plugins libportaudio2 espeak-ng"
ALSA = """</usr/share/alsa/alsa.conf>
pcm.hall {{ type pulse server "{server}" device "hall" }}
pcm.ear {{ type pulse server "{server}" device "ear" }}
pcm.mic {{ type pulse server "{server}" device "mic.monitor" }}
pcm.hall_monitor {{ type pulse server "{server}" device "hall.monitor" }}
pcm.!default {{ type asym playback.pcm "hall" capture.pcm "mic" }}
"""


class Recording:
    """What a loudspeaker gave: `samples` is float32 mono at `rate`, set when it is over."""

    def __init__(self) -> None:
        self.rate = RATE
        self.samples: NDArray[np.float32] = np.zeros(0, np.float32)


class VirtualSound:
    """The server and what is plugged into it; `folder` must be private and short-named.

    The server's own default is a sink `nowhere`: it moves streams when its default changes
    or vanishes, and would move our readers. `default` of ALSA is hall and mic.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._modules: dict[str, str] = {}
        self._listeners: dict[str, subprocess.Popen[bytes]] = {}
        self._awake: dict[str, threading.Event] = {}
        self._saved: dict[str, str | None] = {}
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and point this process's sound at it.

        Raises RuntimeError, naming the packages, when something is not installed.
        """
        missing = [name for name in PROGRAMS if shutil.which(name) is None]
        if missing:
            raise RuntimeError(f"not installed: {missing}; apt-get install {PACKAGES}")
        runtime = self._folder / "run"
        runtime.mkdir(mode=0o700, parents=True)
        address = f"unix:{runtime}/native"
        (self._folder / "asound.conf").write_text(ALSA.format(server=address))
        self._set(
            XDG_RUNTIME_DIR=str(runtime),
            PULSE_SERVER=address,
            PULSE_COOKIE=str(runtime / "cookie"),
            ALSA_CONFIG_PATH=str(self._folder / "asound.conf"),
        )
        self._launch(runtime)
        self._pactl("load-module", "module-null-sink", "sink_name=nowhere")
        for sink in SINKS:
            self._load(sink)
        for sink in SINKS:
            self._awake[sink].wait(10)
        _restart_portaudio()

    def stop(self) -> None:
        """Stop the server and give the environment back."""
        _restart_portaudio(start=False)
        for listener in self._listeners.values():
            _end(listener)
        if self._server is not None:
            _end(self._server)
        for name, value in self._saved.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value

    def plug(self, sink: str) -> None:
        """Plug a loudspeaker (or the microphone) in; returns when it works."""
        self._load(sink)
        self._awake[sink].wait(10)

    def _load(self, sink: str) -> None:
        channels = 1 if sink == "mic" else 2
        self._modules[sink] = self._pactl(
            "load-module",
            "module-null-sink",
            f"sink_name={sink}",
            f"rate={SINKS[sink]}",
            f"channels={channels}",
            f"sink_properties=device.description={sink}",
        )
        self._keep_awake(sink)

    def unplug(self, sink: str) -> None:
        """Take it away, whoever is using it."""
        self._pactl("unload-module", self._modules.pop(sink))
        _end(self._listeners.pop(sink))

    def suspend(self, sink: str, on: bool) -> None:
        """Make a loudspeaker (or the microphone) stop its clock without a word."""
        kind, name = ("source", "mic.monitor") if sink == "mic" else ("sink", sink)
        self._pactl(f"suspend-{kind}", name, str(int(on)))

    def speak(self, wav: Path) -> "subprocess.Popen[bytes]":
        """Play a wav file into the microphone; the process ends when it has been played."""
        return subprocess.Popen(["paplay", "--device=mic", "--latency-msec=30", str(wav)])

    @contextmanager
    def recording(self, sink: str) -> Iterator[Recording]:
        """Record what a loudspeaker gives while the block runs (mono, 48 kHz)."""
        recording = Recording()
        path = self._folder / f"{sink}.raw"
        with path.open("wb") as file:
            process = self._parec(sink, stdout=file)
            try:
                _wait_for(lambda: path.stat().st_size > 0, f"nothing is recorded from {sink}")
                yield recording
            finally:
                time.sleep(0.15)
                _end(process)
        pcm = np.fromfile(path, "<i2")
        recording.samples = (pcm / 32768).astype(np.float32)

    def listen(self, sink: str, rate: int) -> "subprocess.Popen[bytes]":
        """Raw int16 mono of a loudspeaker, as it sounds, on the process's standard output."""
        return self._parec(sink, subprocess.PIPE, rate)

    @contextmanager
    def loopback(self) -> Iterator[None]:
        """Let the microphone hear the hall, as it does in a room, while the block runs."""
        module = self._pactl(
            "load-module",
            "module-loopback",
            "source=hall.monitor",
            "sink=mic",
            "latency_msec=20",
        )
        try:
            yield
        finally:
            self._pactl("unload-module", module)

    def _keep_awake(self, sink: str) -> None:
        """A null sink nobody listens to works in blocks of 2 s; one reader makes them short."""
        listener = self._parec(sink, stdout=subprocess.PIPE)
        self._listeners[sink] = listener
        self._awake[sink] = threading.Event()
        assert listener.stdout is not None
        threading.Thread(
            target=_drain, args=(listener.stdout, self._awake[sink]), daemon=True
        ).start()

    def _parec(
        self, sink: str, stdout: "int | IO[bytes]", rate: int = RATE
    ) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [
                "parec",
                f"--device={sink}.monitor",
                "--raw",
                "--format=s16le",
                f"--rate={rate}",
                "--channels=1",
                "--latency-msec=10",
            ],
            stdout=stdout,
            stderr=subprocess.DEVNULL,
        )

    def _launch(self, runtime: Path) -> None:
        self._server = subprocess.Popen(
            [
                "pulseaudio",
                "-n",
                "--daemonize=no",
                "--exit-idle-time=-1",
                "--disallow-exit",
                "--log-target=stderr",
                "--log-level=error",
                f"--load=module-native-protocol-unix auth-anonymous=1 socket={runtime}/native",
            ],
            env={**os.environ, "HOME": str(self._folder)},
            stderr=subprocess.DEVNULL,
        )
        _wait_for((runtime / "native").exists, "pulseaudio does not start")

    def _set(self, **variables: str) -> None:
        for name, value in variables.items():
            self._saved[name] = os.environ.get(name)
            os.environ[name] = value

    def _pactl(self, *words: str) -> str:
        done = subprocess.run(
            ["pactl", *words], check=True, capture_output=True, text=True, timeout=10
        )
        return done.stdout.strip()


def _drain(stream: IO[bytes], awake: threading.Event) -> None:
    while stream.read(4096):
        awake.set()
    stream.close()


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    process.wait(5)


def _wait_for(condition: Callable[[], bool], failure: str) -> None:
    for _ in range(100):
        if condition():
            return
        time.sleep(0.05)
    raise RuntimeError(failure)


def _restart_portaudio(*, start: bool = True) -> None:
    """PortAudio lists devices once, when it starts: let it look again."""
    try:
        import sounddevice
    except OSError as error:
        raise RuntimeError(f"PortAudio is not installed; apt-get install {PACKAGES}") from error
    if sounddevice._initialized:
        sounddevice._terminate()
    if start:
        sounddevice._initialize()
