# SPDX-License-Identifier: MIT
"""Sound files, through the one library that knows their formats, loaded when it is first needed.

Loading takes 50 ms and a C library that a system may lack; most commands need neither. What a
file means is not known here.
"""

import errno
import os
from pathlib import Path
from typing import Any, BinaryIO

from voice_host.errors import AudioUnavailable


def sndfile() -> Any:
    """The soundfile module. Raises AudioUnavailable where it or its C library cannot be loaded."""
    try:
        import soundfile
    except (ImportError, OSError) as error:
        raise AudioUnavailable("audio.no_sndfile") from error
    return soundfile


def named(path: Path) -> str | bytes:
    """A file's name as the library takes it: on Unix bytes, for a name need not be text."""
    return os.fsencode(path) if os.name == "posix" else str(path)


def write_sound(path: Path | BinaryIO, samples: Any, rate: int) -> None:
    """Write mono sound (±1 float, or int16) as a 16-bit wav.

    Raises OSError where the file cannot be written, AudioUnavailable without the library.
    """
    library = sndfile()
    # A pipe would be waited for until somebody reads it.
    if isinstance(path, Path) and path.exists() and not path.is_file():
        raise OSError(errno.EISDIR if path.is_dir() else errno.ENODEV, "")
    target = named(path) if isinstance(path, Path) else path
    try:
        library.write(target, samples, rate, "PCM_16", format="WAV")
    except library.SoundFileError as error:
        raise OSError(str(error)) from error


SOUNDS = {".wav": ("WAV", "PCM_16"), ".flac": ("FLAC", "PCM_16"), ".opus": ("OGG", "OPUS")}
"""Format and coding by a file's ending."""


def write_sound_as(path: Path, samples: Any, rate: int) -> None:
    """Write mono sound (±1 float) in the format of the file's ending, one of `SOUNDS`.

    `rate` is one of 8, 12, 16, 24 or 48 kHz, which Opus asks for. Raises OSError where the file
    cannot be written, AudioUnavailable without the library.
    """
    library = sndfile()
    kind, coding = SOUNDS[path.suffix.lower()]
    try:
        library.write(named(path), samples, rate, coding, format=kind)
    except library.SoundFileError as error:
        raise OSError(str(error)) from error
