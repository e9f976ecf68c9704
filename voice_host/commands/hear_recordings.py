# SPDX-License-Identifier: MIT
"""`voice-host hear`: recordings through the recogniser, as the game would hear them."""

import json
import sys
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from typing import Any

import click

from voice_host import rulesets
from voice_host.audio.files import read_pcm
from voice_host.commands.options import FILE, MODEL, PHASE, PHASES, RULES
from voice_host.enrol.speech_model import Tell, Wanted, open_model, spoken_words
from voice_host.errors import BadSentences, VoiceHostError, reason
from voice_host.game.expected import expected_anywhere, expected_in
from voice_host.game.state import Phase
from voice_host.language.acts import Act, name_of
from voice_host.language.catalogue import Messages
from voice_host.language.heard.hear import Understood, understand
from voice_host.language.heard.hear import grammar as grammar_of
from voice_host.language.heard.sentences import Sentences
from voice_host.language.language import Language
from voice_host.model.pronounce import sayable
from voice_host.text.door import tidy_lines
from voice_host.ui.command_line import usage
from voice_host.voice.hearing import Manner, Mode
from voice_host.voice.offline import decode
from voice_host.voice.phrase_list import PhraseList
from voice_host.voice.protocols import Grammar
from voice_host.voice.trust import Trust
from voice_host.voice.vosk import UNKNOWN


@dataclass(frozen=True, slots=True)
class Answer:
    """What one file says: `text` empty if it is no whole sentence; `seconds` from the end of
    speech to the result, only where it was heard in real time."""

    file: str
    text: str
    command: str | None
    seats: tuple[int, ...]
    confidence: float
    seconds: float | None

    def line(self, messages: Messages) -> str:
        """For people: phrase, command, seats, confidence, seconds."""
        seats = " ".join(map(str, self.seats)) or "-"
        late = "" if self.seconds is None else messages.text("hear.late", seconds=self.seconds)
        return (
            f"{self.file}: {self.text or '—'}  [{self.command or '-'}  {seats}"
            f"  {self.confidence:.2f}]{late}"
        )


LISTED = Manner(
    mode=Mode.PUSH, trust=Trust(shortest=0.0, longest=inf, confidence=0.0, evidence=-inf)
)
"""For a list of phrases: a recording is one utterance, the best phrase is the answer and its
confidence is told."""


class Listener:
    """One model and one grammar for any number of files."""

    def __init__(
        self,
        language: Language,
        grammar: Path | None,
        phase: Phase | None,
        rules_name: str,
        model: Path | None,
        realtime: bool,
        tell: Tell,
    ) -> None:
        """`tell` hears of models that are spoiled (see `speech_model`)."""
        seats = rulesets.load(rules_name).table.seats
        self._sentences = language.sentences
        self._seats = seats
        self._kinds = expected_in(phase) if phase else expected_anywhere()
        if grammar:
            listed = _phrases(language.sentences, grammar)
            self._grammar: Grammar = listed
            self._manner, self._strangers = LISTED, UNKNOWN in listed.phrases
            wanted = Wanted(tuple(listed.words()), language.lexicon)
        else:
            self._grammar = grammar_of(language.sentences, self._kinds, seats)
            self._manner, self._strangers = Manner(), True
            wanted = spoken_words(language, seats)
        self._model = open_model(model, tell, wanted)
        self._realtime = realtime

    def hear(self, path: Path) -> Answer:
        """The sentence of a file. Raises `AudioUnavailable` for what is no sound."""
        pcm, rate = read_pcm(path)
        decoder = self._model.recogniser(rate, strangers=self._strangers)
        manner, realtime = self._manner, self._realtime
        decoded = decode(decoder, pcm, self._grammar, manner=manner, realtime=realtime)
        command = self._command(decoded.text) if decoded.text else None
        return Answer(
            file=str(path),
            text=decoded.text,
            command=None if command is None else name_of(command),
            seats=_seats(command),
            confidence=round(decoded.confidence, 3),
            seconds=_rounded(decoded.seconds) if self._realtime else None,
        )

    def _command(self, text: str) -> Act | None:
        heard = understand(self._sentences, text, self._kinds, self._seats)
        return heard.command if isinstance(heard, Understood) else None


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 3)


def _seats(command: object) -> tuple[int, ...]:
    """Every seat that a command names, in the order of its fields."""
    if command is None:
        return ()
    found: list[int] = []
    for name in ("by", "seat", "candidate", "seats", "voters"):
        value = getattr(command, name, None)
        found += value if isinstance(value, tuple) else [value] if isinstance(value, int) else []
    return tuple(found)


def _plain(sentences: Sentences, line: str) -> str:
    """A phrase as the recogniser spells it: lower case, no punctuation, numbers in words."""
    if line.strip() == UNKNOWN:
        return UNKNOWN
    return " ".join(sentences.spelling.words(line))


def _phrases(sentences: Sentences, path: Path) -> PhraseList:
    try:
        lines = tidy_lines(path)
    except OSError as error:
        raise BadSentences("phrases.not_read", path=path, why=reason(error)) from None
    said = [_plain(sentences, line) for line in lines]
    for number, phrase in enumerate(said, start=1):
        _check(path, number, phrase)
    phrases = tuple(dict.fromkeys(filter(None, said)))
    if not phrases:
        raise BadSentences("phrases.none", path=path)
    return PhraseList(phrases)


def _check(path: Path, number: int, phrase: str) -> None:
    for word in phrase.split():
        if word != UNKNOWN and not sayable(word):
            raise BadSentences(
                "phrases.not_russian",
                path=path,
                number=number,
                word=word,
            )


@click.command(cls=usage.Command)
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--grammar", type=FILE)
@PHASE
@RULES
@MODEL
@click.option("--json", "as_json", is_flag=True)
@click.option("--realtime", is_flag=True)
@click.pass_obj
def command(
    language: Language, /, files: tuple[Path, ...], phase: str | None, as_json: bool, **given: Any
) -> None:
    """Tell what is heard in recordings."""
    tell = usage.teller(language.messages, err=True)
    listener = Listener(language, phase=PHASES[phase] if phase else None, tell=tell, **given)
    failed = False
    for path in files:
        try:
            heard = listener.hear(path)
        except VoiceHostError as error:
            failed = True
            tell(error.told)
            continue
        line = (
            json.dumps(asdict(heard), ensure_ascii=False)
            if as_json
            else heard.line(language.messages)
        )
        click.echo(line)
    sys.exit(2 if failed else 0)
