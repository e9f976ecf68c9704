# SPDX-License-Identifier: MIT
"""A recording is whole at each moment, and its owner's alone."""

import os
import resource
import signal
import stat
import wave
from pathlib import Path

import numpy as np
import pytest

from voice_host.audio.recording import Recording

BLOCK = np.full(1000, 0.5, np.float32)


def test_what_a_killed_program_leaves_is_read_to_its_last_block(tmp_path: Path) -> None:
    """SIGKILL after three blocks leaves three blocks, for a reader that trusts the header."""
    path = tmp_path / "hall.wav"
    child = os.fork()
    if child == 0:
        recording = Recording(path, 22050)
        for _ in range(3):
            recording.write(BLOCK)
        os.kill(os.getpid(), signal.SIGKILL)
    assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
    with wave.open(str(path)) as left:
        assert (left.getframerate(), left.getnchannels(), left.getnframes()) == (22050, 1, 3000)
        samples = np.frombuffer(left.readframes(3000), "<i2")
    assert samples.tolist() == [round(0.5 * 32767)] * 3000


def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    """Even where whoever starts the program hides nothing."""
    before = os.umask(0)
    try:
        Recording(tmp_path / "ear.wav", 48000).close()
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "ear.wav").stat().st_mode) == 0o600


def test_a_disk_that_fills_up_keeps_what_it_took(tmp_path: Path) -> None:
    """The header counts what is there: whole samples, none that the disk refused."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    recording = Recording(tmp_path / "hall.wav", 48000)
    recording.write(BLOCK)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (44 + 2000 + 501, hard))
    try:
        with pytest.raises(OSError):
            recording.write(BLOCK)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, ignored)
    recording.close()
    with wave.open(str(tmp_path / "hall.wav")) as left:
        assert left.getnframes() == 1250
        assert len(left.readframes(2000)) == 2500
