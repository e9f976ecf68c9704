# SPDX-License-Identifier: MIT
"""Vosk, made safe: no call from here can abort the process or reach for the network.

Decides what may be handed to the library and when. Must not know the game, the clock, or
when an utterance is over. The traps it closes (vosk 0.3.45): `Model()` without a path
downloads; a model folder that lacks a file, a grammar that is not a non-empty JSON list of
strings, and `SetGrammar` in mid-utterance each end the process; JSON escapes (`\\u0444`) are
not decoded, so every word would silently be unknown.
"""

import json
import logging
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from voice_host.errors import ModelMissing, RecognitionUnavailable
from voice_host.voice.choice import LISTED, MEANT, OVERHEARD, Alternative, Mending, choose
from voice_host.voice.loudness import near

UNKNOWN = "[unk]"
"""What Vosk writes for speech that is none of the grammar's words."""

ALTERNATIVES = 8
_KEPT = 20.0  # seconds of sound kept to be heard again: a list of ten with its pauses
_AROUND = 0.2  # seconds; words begin and end more softly than they are
Possible = Callable[[str], bool]


def anything(_text: str) -> bool:
    """Every word string can be said."""
    return True


_STRESS = re.compile(r"\d")
# Without any of these Vosk does not raise, it ends the process: so they are looked for first.
_REQUIRED = (
    "am/final.mdl",
    "conf/model.conf",
    "graph/HCLr.fst",
    "graph/Gr.fst",
    "graph/disambig_tid.int",
)
_FEATURES = ("conf/mfcc.conf", "conf/fbank.conf")


@dataclass(frozen=True, slots=True)
class Word:
    """One recognised word; `start` and `end` are seconds of sound fed to the recogniser.

    `confidence` is that of its whole utterance (see `choice`).
    """

    text: str
    start: float
    end: float
    confidence: float


def library() -> Any:
    """The vosk module, loaded when it is first needed, as that takes 0.15 s.

    Raises RecognitionUnavailable where it or its C library cannot be loaded.
    """
    try:
        import vosk
    except (ImportError, OSError) as error:
        logging.getLogger(__name__).exception("vosk")
        raise RecognitionUnavailable("hearing.not_loaded") from error
    return vosk


class Model:
    """A recognition model on disk; loaded once, shared by all recognisers."""

    def __init__(self, folder: Path) -> None:
        """Raises ModelMissing if the folder does not hold all that Vosk needs, and
        RecognitionUnavailable if Vosk itself cannot be loaded."""
        # In this order: a wrong folder is told of even where the library itself cannot be loaded.
        check_layout(folder)
        self._library = library()
        # Its log goes to the terminal, in the middle of the host's screen.
        self._library.SetLogLevel(-1)
        try:
            self._model = self._library.Model(str(folder))
        except Exception as error:
            raise ModelMissing("model.not_readable", folder=folder) from error
        self._sounds = _sounds(folder / "graph/lexicon.txt")

    def knows(self, word: str) -> bool:
        """Is the word in the model's vocabulary?"""
        return bool(self._model.vosk_model_find_word(word) >= 0)

    def goes_on(self, word: str, other: str) -> bool:
        """Does the other word begin with all the sounds of this one, and go on?

        By the ways of saying both that the model listens for; by letters in a model that does
        not tell them.
        """
        ways, others = self._sounds.get(word, (word,)), self._sounds.get(other, (other,))
        return any(
            len(longer) > len(way) and longer[: len(way)] == way
            for way in ways
            for longer in others
        )

    def missing(self, phrases: Iterable[str]) -> tuple[str, ...]:
        """Words of the phrases that the model cannot hear, sorted."""
        words = {word for phrase in phrases for word in phrase.split()}
        return tuple(sorted(word for word in words if word != UNKNOWN and not self.knows(word)))

    def recogniser(self, rate: int, *, strangers: bool = True) -> "Recogniser":
        """A new recogniser for sound of `rate` hertz (Vosk resamples); hears nothing yet.

        Without `strangers` all speech is taken for one of the phrases, none for `[unk]`.
        """
        return Recogniser(self, rate, strangers)

    def _kaldi(self, rate: int, grammar: str) -> Any:
        return self._library.KaldiRecognizer(self._model, rate, grammar)


class Recogniser:
    """One stream of sound under one grammar at a time."""

    def __init__(self, model: Model, rate: int, strangers: bool) -> None:
        self._model = model
        self._strangers = strangers
        self.rate = rate
        self._samples = 0
        self._recent = bytearray()
        self._kaldi_samples = 0
        self._cleaned = b""
        self._cleaned_until = 0
        self._running = False
        self._kaldi = model._kaldi(rate, _as_json(()))
        self._possible: Possible = anything
        # Not SetPartialWords: it holds partial results back until the endpoint, nearly.
        self._kaldi.SetWords(True)
        # More than one, for the best string of words may be no sentence where the next one is
        # (`choice`).
        self._kaldi.SetMaxAlternatives(ALTERNATIVES)

    @property
    def fed(self) -> float:
        """Seconds of sound taken in since the start."""
        return self._samples / self.rate

    def use(self, phrases: Iterable[str], possible: Possible = anything) -> tuple[str, ...]:
        """Hear these phrases from now on; an utterance that is going on is forgotten.

        `possible` tells which word strings can be said at all (`[unk]` aside). Returns the
        words the model does not know. A phrase that holds one is left out whole: Vosk would
        skip the word and hear a phrase nobody meant.
        """
        cleaned = [" ".join(phrase.split()) for phrase in phrases]
        missing = self._model.missing(cleaned)
        known = [phrase for phrase in cleaned if phrase and not set(missing) & set(phrase.split())]
        # Before the grammar: to change it in mid-utterance would end the process.
        self.reset()
        self._possible = possible
        closed = bool(known) and not self._strangers  # an empty grammar would end the process
        self._kaldi.SetGrammar(json.dumps(known, ensure_ascii=False) if closed else _as_json(known))
        return missing

    def feed(self, pcm: bytes) -> bool:
        """Take in int16 mono sound; True at the end of an utterance."""
        if not pcm:
            return False
        self._samples += len(pcm) // 2
        self._recent += pcm
        # Cut at the front, in whole samples: the sound is read from its end.
        del self._recent[: max(0, len(self._recent) - 2 * int(_KEPT * self.rate))]
        self._running = True
        return self._accept(pcm)

    def partial(self) -> str:
        """What has been understood of the utterance so far; about 0.3 s behind the sound."""
        return str(json.loads(self._kaldi.PartialResult()).get("partial", ""))

    def again(self, start: float, behind: float, *, meant: bool = False) -> tuple[Word, ...]:
        """The words since `start` (as in `Word`), heard anew; the utterance ends here.

        All that is quieter than the loudest by `behind` decibels is left out. At most the last
        20 s are heard. `meant` for us, words that are no sentence are taken for one near them.
        """
        self.reset()
        # As many samples as are there: of a long utterance the beginning has been let go.
        count = min(len(self._recent) // 2, max(0, self._samples - int(start * self.rate)))
        pcm = np.frombuffer(bytes(self._recent[len(self._recent) - 2 * count :]), "<i2")
        self._cleaned = near(pcm, self.rate, behind, _AROUND).astype("<i2").tobytes()
        self._cleaned_until = self._samples
        # Kaldi's clock counts what it was fed, and that now includes sound heard twice: the
        # difference gives the times of the words back in the time of the room.
        before = self._kaldi_samples
        self._accept(self._cleaned)
        later = (self._samples - count - before) / self.rate
        return self._words(self._kaldi.FinalResult(), later, MEANT if meant else OVERHEARD)

    def _accept(self, pcm: bytes) -> bool:
        self._kaldi_samples += len(pcm) // 2
        return bool(self._kaldi.AcceptWaveform(pcm))

    def _words(self, result: str, later: float, mending: Mending) -> tuple[Word, ...]:
        """The words of the likeliest alternative that can be said; empty for silence.

        `later` is how many seconds Vosk's times are behind the sound's own.
        """
        found = json.loads(result).get("alternatives", ())
        alternatives = tuple(Alternative(one["text"], one["confidence"]) for one in found)
        if not alternatives:
            return ()
        mending = mending if self._strangers else LISTED
        winner, sure = choose(alternatives, self._can_be_said, mending)
        words = found[winner].get("result", ())
        return tuple(
            Word(word["word"], word["start"] + later, word["end"] + later, sure) for word in words
        )

    def _can_be_said(self, text: str) -> bool:
        return UNKNOWN in text.split() or self._possible(text)

    def evidence(self, text: str, start: float) -> float:
        """How much likelier `text` was said since `start` (as in `Word`) than anything else.

        Log likelihood ratio, natural, of the sound last heard `again`: it is decoded twice more,
        with these words alone and as `[unk]`. Minus infinity if the words cannot be fitted to it.
        """
        count = max(0, self._cleaned_until - int(start * self.rate))
        count = min(len(self._cleaned) // 2, count)
        pcm = self._cleaned[len(self._cleaned) - 2 * count :]
        # A ratio and not a score: how well sound fits depends on the room, and the room is in both.
        said, heard = self._best(text, pcm)
        other, _ = self._best(UNKNOWN, pcm)
        return said - other if heard == text else -inf

    def _best(self, text: str, pcm: bytes) -> tuple[float, str]:
        """Log likelihood of the sound when this is all that can be said, and what was said."""
        # A recogniser of its own, made for this question: it shares the model, and the utterance
        # that is going on is left alone.
        judge = self._model._kaldi(self.rate, json.dumps([text], ensure_ascii=False))
        judge.SetMaxAlternatives(1)
        judge.AcceptWaveform(pcm)
        best = json.loads(judge.FinalResult())["alternatives"][0]
        return float(best["confidence"]), best["text"]

    def goes_on(self, word: str, other: str) -> bool:
        """Does the other word begin with all the sounds of this one, and go on?"""
        return self._model.goes_on(word, other)

    def reset(self) -> None:
        """Forget the utterance that is going on."""
        if self._running:  # `Reset` would keep the sound not yet decoded
            self._kaldi.FinalResult()
        self._running = False


def _sounds(lexicon: Path) -> dict[str, list[str]]:
    """Each word's ways of being said, as phones with a space after each; a foreign model has none.

    A line is a word and its phones. As text, one way begins with another if its phones do; how a
    vowel is stressed is left out, for «три» and the beginning of «тринадцать» differ by that only.
    """
    sounds: dict[str, list[str]] = {}
    if lexicon.is_file():
        for line in lexicon.read_text(encoding="utf-8").splitlines():
            word, _, said = line.partition(" ")
            sounds.setdefault(word, []).append(_STRESS.sub("", f"{said} "))
    return sounds


def check_layout(folder: Path) -> None:
    """Raises ModelMissing unless every file is there whose absence ends the process."""
    if not folder.is_dir():
        raise ModelMissing("model.no_folder", folder=folder)
    wanted = [name for name in _REQUIRED if not (folder / name).is_file()]
    wanted += [] if any((folder / name).is_file() for name in _FEATURES) else [_FEATURES[0]]
    if wanted:
        raise ModelMissing("model.lacks_files", folder=folder, names=", ".join(wanted))
    # Such a model has its sentences built in and takes no grammar.
    if (folder / "graph/HCLG.fst").exists():
        raise ModelMissing("model.fixed_graph", folder=folder)
    if "--endpoint.silence-phones" not in (folder / "conf/model.conf").read_bytes().decode(
        errors="replace"
    ):
        raise ModelMissing("model.no_silence_phones", folder=folder)


def _as_json(phrases: Iterable[str]) -> str:
    """A grammar Vosk can take: never empty, letters as they are, `[unk]` last."""
    unique = [phrase for phrase in dict.fromkeys(phrases) if phrase != UNKNOWN]
    return json.dumps([*unique, UNKNOWN], ensure_ascii=False)
