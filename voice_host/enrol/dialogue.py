# SPDX-License-Identifier: MIT
"""`voice-host enroll`: the companion says commands, the host repeats them, the model learns.

Decides how a repetition is taken: said at all, and the phrase that was asked for, else once
more; and how a model that is judged listens. What is learnt from the repetitions is for
`model.enroll` to say; which phrases they are, for `lesson`.
"""

import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np

from voice_host import places
from voice_host.audio.microphone import open_microphone
from voice_host.audio.reports import Trouble
from voice_host.audio.samples import resample, rounded
from voice_host.enrol.speech_model import Wanted, best_model
from voice_host.enrol.unfinished_lesson import put_by, taken_up
from voice_host.errors import AudioUnavailable, ModelMissing, Told, VoiceHostError, reason
from voice_host.game.commands import Next
from voice_host.language.heard.hear import Understood, understand
from voice_host.language.language import Language
from voice_host.language.requests import Hush, Leave, Repeat
from voice_host.model.adapt import FEWEST, Enrolment, Repetition, enroll
from voice_host.model.features import Array
from voice_host.model.vocabulary import read_vocabulary
from voice_host.voice.hearing import Hearing, Manner
from voice_host.voice.messages import Heard, Message, Spoken
from voice_host.voice.mouth import MouthOptions, SpeakingMouth, open_mouth
from voice_host.voice.offline import Piece
from voice_host.voice.phrase_list import PhraseList
from voice_host.voice.protocols import Utterance
from voice_host.voice.source import Source
from voice_host.voice.vosk import Model, Recogniser

RATE = 16_000
PATIENCE = 8.0
"""Seconds in which a repetition must have been said."""
_AROUND = 0.3  # seconds kept before and after the words
_SPEAKING = 30.0  # seconds; no phrase lasts longer
_DEAF = 3  # phrases in a row without a sound: the microphone is not right

Echo = Callable[[str], None]
Typed = Callable[[], str]
"""A line that has been typed, "" where none has; returns at once."""


def nothing_typed() -> str:
    """Where there is no keyboard."""
    return ""


@dataclass(frozen=True, slots=True, eq=False)
class _Taken:
    """What came as the answer to a phrase: "" and no sound if nothing was said."""

    text: str
    sound: Array
    typed: str = ""


class BrokenOff(Exception):
    """The host has typed that it is enough; `said` until then."""

    def __init__(self, said: list[Repetition]) -> None:
        super().__init__()
        self.said = said


class Voice:
    """Says the lesson in the hall and on the screen; on the screen alone without loudspeaker."""

    def __init__(
        self, hall: str | None, echo: Echo, inbox: "SimpleQueue[Message]", language: Language
    ) -> None:
        self._echo, self._inbox, self._language = echo, inbox, language
        self._ids = count(1)
        self._mouth: SpeakingMouth | None = None
        if hall != "none":
            options = MouthOptions(hall=hall, cache=places.speech_folder())
            self._mouth = open_mouth(inbox.put, options)

    def tell(self, key: str, **params: int) -> None:
        """Say a text; returns when it is over."""
        self.say(self._language.texts.wording(f"enroll.{key}", params))

    def say(self, text: str, shown: str | None = None) -> None:
        """Say these words, shown as they are or as `shown`; returns when they are over."""
        self._echo(shown or text)
        if self._mouth is None:
            return
        utterance = Utterance(next(self._ids), text)
        self._mouth.say(utterance)
        try:
            while (told := self._inbox.get(timeout=_SPEAKING)) != Spoken(utterance.id):
                if isinstance(told, Trouble):
                    self._echo(self._language.messages.line(told.what))
        except Empty:
            self.close()

    def means(self, taken: _Taken, kinds: Any) -> bool:
        """Is what was typed, in the words of the game, one of these?"""
        heard = understand(self._language.sentences, taken.typed, frozenset({Next}), 10)
        return isinstance(heard, Understood) and isinstance(heard.command, kinds)

    def close(self) -> None:
        """Let go of the loudspeaker."""
        if self._mouth is not None:
            self._mouth.close()
            self._mouth = None


class Ear:
    """Takes one repetition after another from a microphone, or a file that stands for one."""

    def __init__(
        self,
        model: Model,
        source: Source,
        decoys: tuple[str, ...],
        *,
        live: bool,
        typed: Typed = nothing_typed,
    ) -> None:
        """`decoys`: what else may be said, and is no repetition. `typed`: a line, "" for none."""
        self._model, self._source, self._decoys, self._live = model, source, decoys, live
        self._typed = typed

    @property
    def finished(self) -> bool:
        """Will nothing ever come again?"""
        return self._source.finished

    def take(self, phrase: str) -> _Taken:
        """What is said now, while this phrase is expected.

        What a live microphone picked up before is the companion's own voice, and dropped.
        """
        while self._live and self._source.read(0) is not None:
            pass
        rate = self._source.rate
        hearing = Hearing(self._model.recogniser(rate), Manner())
        hearing.listen(PhraseList((phrase, *self._decoys)))
        pcm, waited, heard = bytearray(), 0.0, None
        while heard is None and waited + len(pcm) / 2 / rate < PATIENCE:
            if typed := self._typed():
                return _Taken("", _SILENCE, typed)
            block = self._source.read(0.1)
            if block is not None:
                pcm += block.pcm
                heard = hearing.hear(Piece(block.pcm, len(pcm) / 2 / rate))
            elif self._source.finished:
                break
            else:
                waited += 0.1
        heard = heard or hearing.finish(len(pcm) / 2 / rate)
        return _Taken(heard.text, _cut(bytes(pcm), rate, heard)) if heard else _NOTHING


_SILENCE = np.zeros(0, np.float32)
_NOTHING = _Taken("", _SILENCE)


def _cut(pcm: bytes, rate: int, heard: Heard) -> Array:
    """The words with a little of the room around them: int16 scale at 16 kHz."""
    samples = np.frombuffer(pcm, "<i2").astype(np.float32)
    start = max(0.0, heard.ended_at - heard.seconds - _AROUND)
    part = samples[round(start * rate) : round((heard.ended_at + _AROUND) * rate)]
    return np.asarray(resample(part, rate, RATE), np.float32)


def repeat(
    phrases: Iterable[str], voice: Voice, ear: Ear, kept: Sequence[Repetition] = ()
) -> list[Repetition]:
    """Have every phrase repeated that is not `kept`, each once more if need be; those that were.

    Raises AudioUnavailable when nothing is heard again and again, BrokenOff where he wants no more.
    """
    wanted = tuple(phrases)
    said, have = [*kept], {one.text for one in kept}
    deaf = 0
    for number, phrase in enumerate(wanted, start=1):
        if phrase in have:
            continue
        taken = _asked_for(phrase, f"{number}/{len(wanted)}  «{phrase}»", voice, ear)
        if voice.means(taken, Hush | Leave):
            raise BrokenOff(said)
        skipped = voice.means(taken, Next)
        deaf = 0 if taken.text or skipped else deaf + 1
        if taken.text == phrase:
            said.append(Repetition(taken.sound, phrase))
        elif ear.finished:
            break
        elif deaf >= _DEAF:
            raise AudioUnavailable("enroll.not_heard")
        else:
            voice.tell("skipped")
    return said


def _asked_for(phrase: str, shown: str, voice: Voice, ear: Ear) -> _Taken:
    """What came as the answer, the second one where the first was none; or what was typed."""
    voice.say(phrase, shown)
    taken = ear.take(phrase)
    while voice.means(taken, Repeat):
        voice.say(phrase, shown)
        taken = ear.take(phrase)
    if taken.text == phrase or ear.finished or voice.means(taken, Hush | Leave | Next):
        return taken
    voice.tell("other" if taken.text else "nothing")
    return ear.take(phrase)


def learn(
    mic: str | None,
    hall: str | None,
    phrases: Iterable[str],
    language: Language,
    echo: Echo,
    typed: Typed = nothing_typed,
) -> bool:
    """The whole of it; is a model of this voice in use now?

    One that is broken off keeps what was said, and the next one goes on from there.

    Raises VoiceHostError: no microphone, too few repetitions, a model that cannot learn.
    """

    def tell(told: Told) -> None:
        echo(language.messages.line(told))

    common, model = best_model(tell, Wanted(), learnt=False)
    _can_learn(common.folder)
    inbox: SimpleQueue[Message] = SimpleQueue()
    live = mic is None or not mic.lower().endswith(".wav")
    try:
        source = None if mic == "none" else open_microphone(mic, inbox.put, realtime=live)
    except AudioUnavailable as error:
        if error.code != "microphone.not_opened":
            raise
        raise AudioUnavailable("enroll.microphone", why=error.told) from None
    if source is None:
        raise AudioUnavailable("enroll.no_microphone")
    wanted = tuple(phrases)
    try:
        voice = Voice(hall, echo, inbox, language)
        try:
            kept = taken_up(common.folder, wanted) if live else []
            left = len(wanted) - len(kept)
            voice.tell("goes_on" if kept else "hello", number=left)
            decoys = language.sentences.decoys
            said = repeat(wanted, voice, Ear(model, source, decoys, live=live, typed=typed), kept)
            if len(said) >= FEWEST:
                voice.tell("learning")
            result = keep(common.folder, said)
            voice.tell(_outcome(result))
            put_by(common.folder, [])
        except BrokenOff as broken:
            put_by(common.folder, broken.said)
            voice.tell("broken_off", number=len(wanted) - len(broken.said))
            return False
        finally:
            voice.close()
    finally:
        source.close()
    tell(_figures(len(said), result))
    return result.kept


def _outcome(result: Enrolment) -> str:
    if not result.kept:
        return "not_kept"
    return "kept" if result.after.heard > result.before.heard else "kept_surer"


def _figures(said: int, result: Enrolment) -> Told:
    """What the decision was made by, for the screen."""
    before, after = result.before.heard, result.after.heard
    return Told("enroll.figures", said=said, sounds=result.sounds, before=before, after=after)


def _can_learn(model: Path) -> None:
    try:
        read_vocabulary(model / "graph")
    except ModelMissing:
        raise ModelMissing(
            "enroll.cannot_learn",
            model=model,
        ) from None


def keep(common: Path, said: list[Repetition]) -> Enrolment:
    """Learn, and put the model of this voice in its place if it hears better.

    The one that was there before stays until the new one is whole. Raises VoiceHostError.
    """
    folder = places.voice_folder()
    fresh = folder.with_name("voice.new")
    try:
        shutil.rmtree(fresh, ignore_errors=True)
        result = enroll(common, said, fresh, hears)
        if result.kept:
            (fresh / places.STAMP).write_text(places.stamp(common), encoding="utf-8")
            shutil.rmtree(folder, ignore_errors=True)
            fresh.rename(folder)
    except OSError as error:
        raise VoiceHostError("enroll.not_written", folder=folder, why=reason(error)) from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return result


def hears(folder: Path, sounds: Sequence[Array], phrases: Sequence[str]) -> list[str]:
    """What the model in a folder hears in each sound, "" for nothing.

    Sounds are of int16 scale at 16 kHz; only these phrases, or none of them, can be said.
    Raises ModelMissing.
    """
    recogniser = Model(folder).recogniser(RATE)
    recogniser.use(phrases, {*phrases}.__contains__)
    return [_heard(recogniser, sound) for sound in sounds]


def _heard(recogniser: Recogniser, sound: Array) -> str:
    start = recogniser.fed
    recogniser.feed(rounded(sound).tobytes())
    return " ".join(word.text for word in recogniser.again(start, Manner().behind))


def forget() -> bool:
    """Remove the model of the host's voice; was there one?"""
    folder = places.voice_folder()
    if not places.visible(folder):
        return False
    try:
        shutil.rmtree(folder)
    except OSError as error:
        raise VoiceHostError("enroll.not_removed", folder=folder, why=reason(error)) from error
    return True
