# SPDX-License-Identifier: MIT
"""One text, aloud or as a wav file, by the same parts that speak in a game."""

from pathlib import Path
from queue import Empty, SimpleQueue

import click

from voice_host.audio.reports import Trouble
from voice_host.audio.sound_files import write_sound
from voice_host.commands.options import FILE
from voice_host.errors import AudioUnavailable, VoiceHostError
from voice_host.ui.command_line import usage
from voice_host.voice.messages import Message, Spoken
from voice_host.voice.mouth import MouthOptions, open_mouth
from voice_host.voice.protocols import Utterance
from voice_host.voice.render import Renderer
from voice_host.voice.speech import NORMAL_RATE

WAIT_SECONDS = 30.0


def say_aloud(text: str, voice: str = "") -> None:
    """Speak the text in the hall and return when it is over. Raises AudioUnavailable."""
    inbox: SimpleQueue[Message] = SimpleQueue()
    mouth = open_mouth(inbox.put, MouthOptions(voice=voice))
    mouth.say(Utterance(1, text))
    try:
        while not isinstance(told := inbox.get(timeout=WAIT_SECONDS + len(text)), Spoken):
            if isinstance(told, Trouble):
                raise AudioUnavailable(told.what)
    except Empty:
        raise AudioUnavailable("voice.no_answer") from None
    finally:
        mouth.close()


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
        raise failures[0] or AudioUnavailable("voice.no_phrase")
    try:
        write_sound(path, speech.samples, speech.rate)
    except OSError as error:
        raise AudioUnavailable("output.not_written", path=path) from error
    return len(speech.samples) / speech.rate


@click.command(cls=usage.Command)
@click.argument("text")
@click.option("--out", type=FILE)
@click.option("--voice", default="")
def command(text: str, out: Path | None, voice: str) -> None:
    """Say a text aloud or into a file."""
    if not any(map(str.isalnum, text)):
        raise VoiceHostError(
            "say.nothing",
        )
    if out is None:
        say_aloud(text, voice)
    else:
        say_to_file(text, out, voice)
