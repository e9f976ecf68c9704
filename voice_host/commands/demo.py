# SPDX-License-Identifier: MIT
"""A short evening with no devices: a synthetic host speaks, real Vosk hears, the narrator answers.

Everything between the two voices is the real program: the rendered speech goes to the
recogniser with the grammar of the moment, and what it hears goes to the host.
"""

import os
import stat
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import click
import numpy as np
from numpy.typing import NDArray

from voice_host import rulesets
from voice_host.audio.devices import find_input, find_output
from voice_host.audio.files import to_int16
from voice_host.audio.samples import resample
from voice_host.audio.sound_files import write_sound
from voice_host.commands.options import FILE
from voice_host.enrol.speech_model import open_model, spoken_words
from voice_host.errors import AudioUnavailable, Told, VoiceHostError, reason
from voice_host.game.expected import expected
from voice_host.history.session import begin
from voice_host.host.clock import ManualClock
from voice_host.host.inbox import VOICE, Message, Options
from voice_host.host.owner import Host
from voice_host.host.rehearsal import Rehearsal, let_pass
from voice_host.language.heard import hear
from voice_host.language.language import Language
from voice_host.ui.command_line import usage
from voice_host.voice.child import RenderingChild
from voice_host.voice.messages import Spoken
from voice_host.voice.offline import decode
from voice_host.voice.protocols import Channel, Utterance
from voice_host.voice.speech import NORMAL_RATE
from voice_host.voice.vosk import Model

RATE = 16_000
PAUSE = 0.25
"""Seconds of silence after every sentence."""


class Tape(Rehearsal):
    """Mouth and screen of the demo: prints captions and records what is said to whom."""

    def __init__(self, child: RenderingChild, fast: bool, language: Language) -> None:
        self.language = language
        self.inbox: SimpleQueue[Message] = SimpleQueue()
        self._child = child
        self._fast = fast
        self.unheard: list[str] = []
        self._tracks: dict[str, list[NDArray[np.float32]]] = {"host": [], "hall": [], "ear": []}

    def record(self, track: str, samples: NDArray[np.float32]) -> None:
        """Append to one track and let the others be silent meanwhile."""
        silence = np.zeros(len(samples), np.float32)
        for name, parts in self._tracks.items():
            parts.append(samples if name == track else silence)
        if not self._fast:
            time.sleep(len(samples) / RATE)

    def speech(self, text: str) -> NDArray[np.float32]:
        """The text as float32 mono at `RATE`."""
        spoken = self._child.render(text, NORMAL_RATE)
        return resample(spoken.samples, spoken.rate, RATE)

    def save(self, folder: Path) -> None:
        """Write host.wav, hall.wav and ear.wav, all of one length. Raises `AudioUnavailable`."""
        try:
            for name, parts in self._tracks.items():
                sound = np.concatenate(parts) if parts else np.zeros(0, np.float32)
                write_sound(folder / f"{name}.wav", to_int16(sound), RATE)
        except OSError as error:
            raise _no_folder(folder, error) from None

    def say(self, utterance: Utterance) -> None:
        if utterance.text:
            self._sound(utterance.channel, self.speech(utterance.text), utterance.beat or PAUSE)
        for number in utterance.count:
            sound = self.speech(number)
            rest = utterance.beat - len(sound) / RATE
            self._sound(utterance.channel, sound, max(0.0, rest))
        self.inbox.put(Spoken(utterance.id))

    def _sound(self, channel: Channel, sound: NDArray[np.float32], after: float) -> None:
        self.record(channel.value, np.append(sound, np.zeros(int(after * RATE), np.float32)))

    def caption(self, text: str, secret: bool) -> None:
        """Print what is said, before it sounds."""
        click.echo(self.language.messages.text("demo.ear" if secret else "demo.hall", text=text))


def show(language: Language, *, fast: bool, out: Path | None) -> bool:
    """Play the script; was every sentence of it heard?

    `fast` does not wait for the sounds, `out` gets them as wav files.
    """
    if out is not None:
        _make(out)
    child = RenderingChild("")
    tape = Tape(child, fast, language)
    try:
        with tempfile.TemporaryDirectory(prefix="voice-host-", ignore_cleanup_errors=True) as f:
            _play(tape, Path(f) / "demo.jsonl")
    finally:
        child.kill()
    if out is not None:
        tape.save(out)
        click.echo(language.messages.text("demo.recordings", folder=out))
    for words in tape.unheard:
        click.echo(language.messages.text("demo.unheard", words=words))
    return not tape.unheard


def _make(folder: Path) -> None:
    """Before the evening, not after it."""
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise _no_folder(folder, error) from None


def _no_folder(folder: Path, error: Exception) -> AudioUnavailable:
    missing = isinstance(error, FileNotFoundError)
    why = Told("reason.no_folder", folder=folder.parent) if missing else reason(error)
    return AudioUnavailable("output.no_folder", folder=folder, why=why)


def _play(tape: Tape, journal: Path) -> None:
    language = tape.language
    tell = usage.teller(language.messages)
    model = open_model(None, tell, spoken_words(language))
    rules = rulesets.load("wma")
    session = begin(rules, rules.table.seats, journal)
    clock = ManualClock()
    host = Host(session, tape.inbox, tape, tape, clock, Options(), tape.language)
    try:
        host.begin()
        host.pump()
        for act in script(tape.language):
            _act(act, tape, host, clock, model)
    finally:
        session.close()


def script(language: Language) -> tuple[str | float, ...]:
    """What the synthetic host says; numbers are game seconds that pass in silence."""
    acts = language.messages.text("demo.script").split(", ")
    return tuple(float(act) if act.isdigit() else act for act in acts)


def _act(act: str | float, tape: Tape, host: Host, clock: ManualClock, model: Model) -> None:
    if isinstance(act, float):
        click.echo(tape.language.messages.text("demo.passes", seconds=act))
        let_pass(host, act, clock)
    else:
        host.say(_heard(act, tape, host, model), VOICE)
        host.pump()


def _heard(words: str, tape: Tape, host: Host, model: Model) -> str:
    """Speak the words as the host would and give back what Vosk hears in them."""
    sound = np.append(tape.speech(words), np.zeros(int(PAUSE * RATE), np.float32))
    tape.record("host", sound)
    grammar = hear.grammar(tape.language.sentences, expected(host.state), host.state.seats)
    text = decode(model.recogniser(RATE), to_int16(sound), grammar).text
    if text != words:
        tape.unheard.append(words)
    told = Told("demo.said", words=words)
    if text != words:
        told = Told("demo.said_and_heard", words=words, heard=text or "—")
    click.echo(tape.language.messages.says(told))
    return text


def nothing_to_play_with(microphone: str | None, hall: str | None) -> bool:
    """Is there neither a terminal nor a sound device, nor a file named to stand for one?"""
    if microphone or hall or _somebody_types():
        return False
    with suppress(VoiceHostError):
        return find_input(None) is None and find_output(None) is None
    return True


def _somebody_types() -> bool:
    """A terminal, or lines that are piped in? (`</dev/null` is neither.)"""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (AttributeError, ValueError, OSError):
        return False
    piped = stat.S_ISFIFO(mode) or stat.S_ISREG(mode) or stat.S_ISSOCK(mode)
    return piped or sys.stdin.isatty()


@click.command(cls=usage.Command)
@click.option("--fast", is_flag=True)
@click.option("--out", type=FILE)
@click.pass_obj
def command(language: Language, /, fast: bool, out: Path | None) -> None:
    """Play a short evening without devices; exit code 1 if something was not heard."""
    sys.exit(not show(language, fast=fast, out=out))
