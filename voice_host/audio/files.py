# SPDX-License-Identifier: MIT
"""Sound files as the 16-bit samples that a recogniser takes.

Decides which files count as a recording. Knows nothing of what is said in them.
"""

import stat
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_host.audio.samples import Samples, read_sound, resample, rounded
from voice_host.errors import AudioUnavailable, Told, reason


def read_pcm(path: Path, rate: int | None = None) -> tuple[NDArray[np.int16], int]:
    """The file's samples mixed down to mono, int16, shape (n,), and their rate in hertz.

    `rate` asks for another rate than the file's own (Vosk does not need that). An empty
    recording gives an empty array. Raises AudioUnavailable, which names the file, if it
    cannot be read or is no sound.
    """
    check_is_file(path)
    samples, own = read_sound(path)
    return to_int16(resample(samples, own, rate or own)), rate or own


def to_int16(samples: Samples) -> NDArray[np.int16]:
    """Full scale ±1 to ±32767; what is louder is clipped."""
    return rounded(samples * 32767)


def check_is_file(path: Path) -> None:
    """Raises AudioUnavailable, which says what is there in place of a file."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        raise AudioUnavailable("audio.no_recording", path=path) from None
    except OSError as error:
        raise _not_opened(path, reason(error)) from None
    if not stat.S_ISREG(mode):
        raise _not_opened(
            path, Told("reason.folder" if stat.S_ISDIR(mode) else "reason.no_plain_file")
        )


def _not_opened(path: Path, why: Told) -> AudioUnavailable:
    return AudioUnavailable("audio.recording_not_opened", path=path, why=why)
