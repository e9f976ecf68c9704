"""The one music track: calm chords made here, or the host's own recordings in a folder."""

from pathlib import Path

import numpy as np

from voice_host.audio.samples import Samples, fade, level, read_sound, resample
from voice_host.errors import AudioUnavailable

CHORDS = (
    (110.0, 220.0, 261.63, 329.63),
    (87.31, 174.61, 220.0, 261.63),
    (130.81, 196.0, 261.63, 329.63),
    (98.0, 196.0, 246.94, 293.66),
)
CHORD_SECONDS = 8
MADE_AT = 8_000
OVERTONES = (1.0, 0.3, 0.12)
LONGEST_SECONDS = 180
SUFFIXES = {".wav", ".flac", ".ogg"}
PEAK = 0.5


def calm_track(rate: int) -> Samples:
    """32 seconds of slow chords at `rate` hertz; the end runs into the beginning.

    Every partial has a whole number of cycles in the track and every swell is periodic,
    so the loop has no seam, and resampling by Fourier keeps it so.
    """
    seconds = CHORD_SECONDS * len(CHORDS)
    times = np.arange(seconds * MADE_AT, dtype=np.float64) / MADE_AT
    track = np.zeros(len(times))
    for number, chord in enumerate(CHORDS):
        track += _swell(times, number, seconds) * _chord(times, chord, seconds)
    return level(resample(track.astype(np.float32), MADE_AT, rate), PEAK)


def folder_track(folder: Path, rate: int) -> Samples:
    """The folder's recordings in order of their names, three minutes at most.

    Raises AudioUnavailable when there is none or one cannot be read.
    """
    names = sorted(path for path in _files(folder) if path.suffix.lower() in SUFFIXES)
    if not names:
        raise AudioUnavailable(f"В папке {folder} нет музыки.", "Нужны файлы wav, flac или ogg.")
    pieces: list[Samples] = []
    for path in names:
        samples, own = read_sound(path)
        samples = samples[: own * LONGEST_SECONDS]
        pieces.append(fade(resample(level(samples, PEAK), own, rate).copy(), rate // 20))
        if sum(map(len, pieces)) >= LONGEST_SECONDS * rate:
            break
    return np.concatenate(pieces)[: LONGEST_SECONDS * rate]


def _files(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError as error:
        raise AudioUnavailable(f"Папка {folder} не читается.", "Проверьте путь.") from error


def _swell(times: np.ndarray, number: int, seconds: int) -> np.ndarray:
    """A raised cosine around the middle of the chord's turn, twice as long as the turn."""
    middle = (number + 0.5) * CHORD_SECONDS
    distance = np.abs((times - middle + seconds / 2) % seconds - seconds / 2)
    near = np.minimum(distance / CHORD_SECONDS, 1)
    return 0.5 + 0.5 * np.cos(np.pi * near)


def _chord(times: np.ndarray, chord: tuple[float, ...], seconds: int) -> np.ndarray:
    sound = np.zeros(len(times))
    for pitch in chord:
        for number, weight in enumerate(OVERTONES, 1):
            cycles = round(pitch * number * seconds)
            sound += weight / number * np.sin(2 * np.pi * cycles / seconds * times)
    return sound
