"""`voice-host say`: one text, spoken aloud or into a file."""

from pathlib import Path
from queue import Empty, SimpleQueue

from voice_host.errors import AudioUnavailable
from voice_host.voice.messages import Message, Spoken, Trouble
from voice_host.voice.mouth import MouthOptions, open_mouth
from voice_host.voice.protocols import Utterance
from voice_host.voice.say import say_to_file

PATIENCE = 60.0
"""Seconds that a text may take to be spoken."""


def say(text: str, out: Path | None, voice: str) -> None:
    """Speak the text, or write it as wav to `out`. Raises `AudioUnavailable`."""
    if out is None:
        _aloud(text, voice)
    else:
        say_to_file(text, out, voice)


def _aloud(text: str, voice: str) -> None:
    inbox: SimpleQueue[Message] = SimpleQueue()
    mouth = open_mouth(inbox.put, MouthOptions(voice=voice))
    mouth.say(Utterance(1, text))
    try:
        while not isinstance(told := inbox.get(timeout=PATIENCE), Spoken):
            if isinstance(told, Trouble):
                raise AudioUnavailable(told.what, told.hint)
    except Empty:
        raise AudioUnavailable("Голос не отвечает.", "Выберите другой: --voice.") from None
    finally:
        mouth.close()
