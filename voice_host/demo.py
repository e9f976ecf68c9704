"""A short evening with no devices: a synthetic host speaks, real Vosk hears, the narrator answers.

Everything between the two voices is the real program: the rendered speech goes to the
recogniser with the grammar of the moment, and what it hears goes to the host.
"""

import sys
import tempfile
import time
from pathlib import Path
from queue import SimpleQueue

import click
import numpy as np
import soundfile
from numpy.typing import NDArray

from voice_host import rulesets
from voice_host.audio.devices import find_input, find_output
from voice_host.audio.files import to_int16
from voice_host.audio.samples import resample
from voice_host.clock import ManualClock
from voice_host.errors import AudioUnavailable, VoiceHostError
from voice_host.game.expected import expected
from voice_host.game.state import Phase
from voice_host.host import Host
from voice_host.inbox import VOICE, Message, Options
from voice_host.language import hear
from voice_host.places import model_folder
from voice_host.session import begin
from voice_host.ui.screen import Picture
from voice_host.voice.messages import Spoken
from voice_host.voice.offline import decode
from voice_host.voice.protocols import Utterance
from voice_host.voice.voices import NORMAL_RATE, Voice, make_voice
from voice_host.voice.vosk import Model

RATE = 16_000
PAUSE = 0.6
SCRIPT: tuple[str | float, ...] = (
    "начать игру", "дальше", 61.0, 21.0, 21.0,
    "выставлен пятый", "спасибо", "фол номер три", 20.0, "выставлен седьмой", "спасибо",
    *("спасибо",) * 8,
    "четыре голоса", "спасибо", 20.0, 12.0, 12.0,
    "убит четвёртый", "да", "лучший ход пять шесть восемь", "спасибо",
    "сколько фолов у третьего", "отмена", "конец игры", "да",
)  # fmt: skip
"""What the synthetic host says; numbers are game seconds that pass in silence."""


class Tape:
    """Mouth and screen of the demo: prints captions and records what is said to whom."""

    def __init__(self, voice: Voice, fast: bool) -> None:
        self.inbox: SimpleQueue[Message] = SimpleQueue()
        self._voice = voice
        self._fast = fast
        self._tracks: dict[str, list[NDArray[np.float32]]] = {"host": [], "hall": [], "ear": []}

    def record(self, track: str, samples: NDArray[np.float32]) -> None:
        """Append to one track and let the others be silent meanwhile."""
        silence = np.zeros(len(samples), np.float32)
        for name, parts in self._tracks.items():
            parts.append(samples if name == track else silence)
        if not self._fast:
            time.sleep(len(samples) / RATE)

    def speech(self, text: str) -> NDArray[np.float32]:
        """The text as float32 mono at `RATE`, with a pause after it."""
        spoken = self._voice.render(text, NORMAL_RATE)
        samples = resample(spoken.samples, spoken.rate, RATE)
        return np.concatenate((samples, np.zeros(int(PAUSE * RATE), np.float32)))

    def save(self, folder: Path) -> None:
        """Write host.wav, hall.wav and ear.wav, all of one length. Raises `AudioUnavailable`."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, parts in self._tracks.items():
                sound = np.concatenate(parts) if parts else np.zeros(0, np.float32)
                soundfile.write(str(folder / f"{name}.wav"), to_int16(sound), RATE)
        except (OSError, soundfile.SoundFileError) as error:
            raise AudioUnavailable(
                f"В «{folder}» не записать: {error}.", "Укажите другую папку: --out."
            ) from None

    def say(self, utterance: Utterance) -> None:
        for text in (utterance.text, *utterance.count):
            if text:
                self.record(utterance.channel.value, self.speech(text))
        self.inbox.put(Spoken(utterance.id))

    def caption(self, text: str, secret: bool) -> None:
        click.echo(f"  {'ухо' if secret else 'зал'}: {text}")

    def show(self, picture: Picture) -> None: ...

    def keys_help(self, phase: Phase) -> str:
        return ""

    def prepare(self, texts: tuple[str, ...]) -> None: ...

    def hush(self) -> None: ...

    def volume(self, step: int) -> None: ...

    def rate(self, step: int) -> None: ...

    def music(self, on: bool) -> None: ...

    def close(self) -> None: ...


def show(*, fast: bool, out: Path | None) -> None:
    """Play the script; `fast` does not wait for the sounds, `out` gets them as wav files."""
    tape = Tape(make_voice(""), fast)
    with tempfile.TemporaryDirectory(prefix="voice-host-", ignore_cleanup_errors=True) as folder:
        _play(tape, Path(folder) / "demo.jsonl")
    if out is not None:
        tape.save(out)
        click.echo(f"Записи: {out}")


def _play(tape: Tape, journal: Path) -> None:
    rules = rulesets.load("wma")
    session = begin(rules, rules.table.seats, journal)
    clock = ManualClock()
    host = Host(session, tape.inbox, tape, tape, clock, Options())
    model = Model(model_folder())
    host.begin()
    host.pump()
    for act in SCRIPT:
        if isinstance(act, float):
            click.echo(f"  … {act:.0f} с")
            clock.advance(act)
        else:
            host.say(_heard(act, tape, host, model), VOICE)
        host.pump()
    session.close()


def _heard(words: str, tape: Tape, host: Host, model: Model) -> str:
    """Speak the words as the host would and give back what Vosk hears in them."""
    sound = tape.speech(words)
    tape.record("host", sound)
    grammar = hear.grammar(expected(host.state), host.state.seats)
    text = decode(model.recogniser(RATE), to_int16(sound), grammar).text
    click.echo(f"ведущий: {words}" + ("" if text == words else f"  (услышано: {text or '—'})"))
    return text


def nothing_to_play_with(microphone: str | None, hall: str | None) -> bool:
    """Is there neither a terminal nor a sound device, nor a file named to stand for one?"""
    if sys.stdin.isatty() or microphone or hall or (not sys.stdin.closed and _piped()):
        return False
    try:
        return find_input(None) is None and find_output(None) is None
    except VoiceHostError:
        return True


def _piped() -> bool:
    """Are commands being piped in? (`</dev/null` is no pipe.)"""
    import os
    import stat

    mode = os.fstat(sys.stdin.fileno()).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)
