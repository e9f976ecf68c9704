"""Sound files as the mono 16-bit samples that recogniser and mixer work with.

Decides which files count as sound. Knows nothing of what they are for.
"""

from pathlib import Path

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

from voice_host.errors import AudioUnavailable

_HINT = "Нужна запись wav, flac или ogg."


def read_sound(path: Path, rate: int | None = None) -> tuple[NDArray[np.int16], int]:
    """The file's samples mixed down to mono, shape (n,), and their rate in hertz.

    `rate` asks for another rate than the file's own. Raises AudioUnavailable for a file that
    cannot be read or is no sound; an empty recording gives an empty array.
    """
    if not path.is_file():
        raise AudioUnavailable(f"Нет файла «{path}»", "Проверьте путь.")
    try:
        samples, own = soundfile.read(str(path), dtype="float32", always_2d=True)
    except (soundfile.SoundFileError, OSError, ValueError) as error:
        raise AudioUnavailable(f"«{path}» — не звукозапись", _HINT) from error
    mono = samples.mean(axis=1)
    return to_int16(resample(mono, own, rate or own)), rate or own


def resample(samples: NDArray[np.float32], have: int, want: int) -> NDArray[np.float32]:
    """The same sound at `want` hertz."""
    if have == want or not len(samples):
        return samples
    return np.asarray(soxr.resample(samples, have, want), dtype=np.float32)


def to_int16(samples: NDArray[np.float32]) -> NDArray[np.int16]:
    """Full scale ±1.0 to ±32767; what is louder is clipped."""
    return np.asarray(np.clip(np.rint(samples * 32767), -32768, 32767), dtype=np.int16)
