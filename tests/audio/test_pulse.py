# SPDX-License-Identifier: MIT
"""What is taken from the sound server's listing, and what happens without a server."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from voice_host.audio import pulse

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="there is no such server elsewhere")
LISTING = """Source #3
\tState: SUSPENDED
\tName: alsa_input.usb-Blue
\tDescription: Микрофон
Source #4
\tName: hall.monitor
\tDescription: Monitor of hall
"""
SINKS = """Sink #12
\tState: RUNNING
\tName: bluez_output.00_11.1
\tDescription: WH-1000XM4 (left)
\tProperties:
\t\tdevice.description = "other"
"""


def test_listing() -> None:
    """Index, name, and a name that ALSA takes: of the description if it has Latin letters."""
    assert pulse.parse(SINKS) == [
        pulse.Endpoint(12, "bluez_output.00_11.1", "WH_1000XM4_left"),
    ]
    microphone, monitor = pulse.parse(LISTING)
    assert microphone.pcm == "alsa_input_usb_Blue"
    assert monitor.index == 4


def test_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pactl, or with one that fails, there are no endpoints and nothing is watched."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert pulse.endpoints("sink") == []
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/false")

    def fail(*_: object, **__: object) -> None:
        raise subprocess.CalledProcessError(1, "pactl")

    monkeypatch.setattr(subprocess, "run", fail)
    assert pulse.endpoints("sink") == []
    watch = pulse.EndpointWatch("sink", "ear", lambda: None)
    assert not watch.is_gone()
    watch.close()


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, list[pulse.Endpoint]]]:
    """What the server has, on a computer with ALSA."""
    listings = {"source": pulse.parse(LISTING), "sink": pulse.parse(SINKS)}
    monkeypatch.setattr(pulse, "endpoints", listings.__getitem__)
    monkeypatch.setattr(pulse, "ALSA_CONF", Path(__file__))
    monkeypatch.delenv("ALSA_CONFIG_PATH", raising=False)
    yield listings
    os.environ.pop("ALSA_CONFIG_PATH", None)


def published() -> list[str]:
    pulse.publish_endpoints()
    return Path(os.environ["ALSA_CONFIG_PATH"]).read_text(encoding="utf-8").splitlines()[1:]


@LINUX
def test_names_for_alsa(listed: dict[str, list[pulse.Endpoint]]) -> None:
    """Loudspeakers can only be spoken to and microphones only be heard; monitors are neither."""
    microphone, loudspeaker = published()
    assert 'asym capture.pcm { type pulse device "alsa_input.usb-Blue" }' in microphone
    assert microphone.startswith("pcm.alsa_input_usb_Blue ")
    assert 'asym playback.pcm { type pulse device "bluez_output.00_11.1" }' in loudspeaker
    assert loudspeaker.startswith("pcm.WH_1000XM4_left ")


@LINUX
def test_a_configuration_of_the_host_stays(
    listed: dict[str, list[pulse.Endpoint]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has set one knows why."""
    monkeypatch.setenv("ALSA_CONFIG_PATH", "/my/own")
    pulse.publish_endpoints()
    assert os.environ["ALSA_CONFIG_PATH"] == "/my/own"


@LINUX
def test_what_alsa_is_told_is_no_file(
    listed: dict[str, list[pulse.Endpoint]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that none stays behind whoever is killed; a child that sounds can read it too."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    lines = published()
    assert list(tmp_path.iterdir()) == []
    command = ["sh", "-c", 'cat "$ALSA_CONFIG_PATH"']
    read = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert read.splitlines()[1:] == lines


@LINUX
def test_things_of_one_name_are_told_apart(
    listed: dict[str, list[pulse.Endpoint]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two of one kind get both their names, and each is watched by it, even when it is the
    only one left; a headset's microphone keeps the name of its earphones."""
    monkeypatch.setattr(pulse, "_subscribe", lambda: None)
    a1, a2 = (pulse.Endpoint(i, f"usb-Headset.{i}", "Headset") for i in (1, 2))
    listed["source"] = [pulse.Endpoint(3, "usb-Headset.mic", "Headset")]
    listed["sink"] = [a1, a2]
    names = [line.split()[0] for line in published()]
    assert names == ["pcm.Headset", "pcm.Headset_usb_Headset_1", "pcm.Headset_usb_Headset_2"]
    listed["sink"] = [a2]
    first, second = (pulse.EndpointWatch("sink", name[4:], print) for name in names[1:])
    assert (first._index, second._index) == (None, 2)


STUBBORN = f"""#!{sys.executable}
import signal, sys
if "subscribe" in sys.argv:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for index in range(100):
        print(f"Event 'remove' on sink #{{index}}", flush=True)
    signal.pause()
print({SINKS!r})
"""


@LINUX
def test_a_watch_that_does_not_end_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever lets go of a device is not held up by it, and what follows is done."""
    (tmp_path / "pactl").write_text(STUBBORN)
    (tmp_path / "pactl").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    deaf = threading.Event()
    watch = pulse.EndpointWatch("sink", "WH_1000XM4_left", deaf.set)
    process = watch._process
    assert process is not None and deaf.wait(30)
    watch.close()
    assert process.returncode == -signal.SIGKILL


def test_a_watch_that_does_not_start_is_none(
    listed: dict[str, list[pulse.Endpoint]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The program was found a moment ago and is gone, or there are no processes left."""

    def fail(*_: object, **__: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(subprocess, "Popen", fail)
    watch = pulse.EndpointWatch("sink", "WH_1000XM4_left", lambda: None)
    assert not watch.is_gone()
    watch.close()
    assert "no more processes" in caplog.text
