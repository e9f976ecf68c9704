"""One text as a wav file, by the same renderer that speaks in a game."""

from pathlib import Path

import soundfile

from voice_host.errors import AudioUnavailable
from voice_host.voice.render import Renderer
from voice_host.voice.voices import NORMAL_RATE

WAIT_SECONDS = 30.0


def say_to_file(
    text: str, path: Path, voice: str = "", words_per_minute: int = NORMAL_RATE
) -> float:
    """Write the spoken text to `path` and return its length in seconds.

    Raises AudioUnavailable when the voice fails or the file cannot be written.
    """
    failures: list[AudioUnavailable | None] = []
    renderer = Renderer(voice, words_per_minute=words_per_minute, failed=failures.append)
    try:
        speech = renderer.request(text).result(WAIT_SECONDS)
    finally:
        renderer.close()
    if speech is None:
        raise failures[0] or AudioUnavailable("Фраза не получилась.")
    try:
        soundfile.write(str(path), speech.samples, speech.rate, "PCM_16", format="WAV")
    except (OSError, soundfile.SoundFileError) as error:
        raise AudioUnavailable(f"Файл {path} не записан.", "Проверьте папку.") from error
    return len(speech.samples) / speech.rate
