"""What is taken from the sound server's listing, and what happens without a server."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from voice_host.audio import pulse

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
    monkeypatch.setattr(pulse.shutil, "which", lambda name: None)
    assert pulse.endpoints("sink") == []
    monkeypatch.setattr(pulse.shutil, "which", lambda name: "/bin/false")

    def fail(*_: object, **__: object) -> None:
        raise subprocess.CalledProcessError(1, "pactl")

    monkeypatch.setattr(pulse.subprocess, "run", fail)
    assert pulse.endpoints("sink") == []
    watch = pulse.EndpointWatch("sink", "ear", lambda: None)
    assert not watch.is_gone()
    watch.close()


def test_names_for_alsa(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loudspeakers and microphones are published, monitors are not; a configuration that the
    host has set stays."""
    listings = {"source": pulse.parse(LISTING), "sink": pulse.parse(SINKS)}
    monkeypatch.setattr(pulse, "endpoints", listings.__getitem__)
    monkeypatch.setenv("ALSA_CONFIG_PATH", "/my/own")
    pulse.publish_endpoints()
    assert pulse.os.environ["ALSA_CONFIG_PATH"] == "/my/own"
    monkeypatch.delenv("ALSA_CONFIG_PATH")
    pulse.publish_endpoints()
    path = pulse.os.environ.pop("ALSA_CONFIG_PATH")
    text = pulse.Path(path).read_text()
    assert 'pcm.WH_1000XM4_left { type pulse device "bluez_output.00_11.1" }' in text
    assert "alsa_input_usb_Blue" in text and "monitor" not in text


STUBBORN = f"""#!{sys.executable}
import signal, sys, time
if "subscribe" in sys.argv:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print("deaf", flush=True)
    time.sleep(60)
print({SINKS!r})
"""


@pytest.mark.skipif(os.name != "posix", reason="there is no such server elsewhere")
def test_a_watch_that_does_not_end_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever lets go of a device is not held up by it, and what follows is done."""
    (tmp_path / "pactl").write_text(STUBBORN)
    (tmp_path / "pactl").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    watch = pulse.EndpointWatch("sink", "WH_1000XM4_left", lambda: None)
    process = watch._process
    assert process is not None
    time.sleep(0.5)  # until it is deaf
    watch.close()
    assert process.returncode == -signal.SIGKILL
