# SPDX-License-Identifier: MIT
"""Speech that is kept on the disk."""

import os
import stat
from pathlib import Path

import numpy as np

from voice_host.voice.shelf import Shelf
from voice_host.voice.speech import Speech


def test_nobody_else_may_read_what_was_said(tmp_path: Path) -> None:
    """What the ear was told is kept beside what the hall heard."""
    before = os.umask(0)
    try:
        shelf = Shelf("voice", tmp_path, lambda *_: None)
        shelf.keep(("text", 22050), Speech(np.zeros(100, np.float32), 22050))
        shelf.close()
    finally:
        os.umask(before)
    (kept,) = tmp_path.iterdir()
    assert kept.suffix == ".wav"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
