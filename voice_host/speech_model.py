"""The recognition model of an evening: the one that is there, with the words it lacks.

New words (nicknames, new sentences) go into a copy in the cache, made once for a model and
its words; nothing is trained. What a model cannot be taught is only typed.
"""

import hashlib
import shutil
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from voice_host import places
from voice_host.errors import ModelMissing
from voice_host.language.sentences import Sentence, sentences
from voice_host.language.words import MOST_SEATS
from voice_host.model.lexicon import bare
from voice_host.model.pronounce import ACUTE
from voice_host.model.vocabulary import extend, vocabulary

_KEPT = 4  # copies in the cache: the tables of the last evenings


def with_words(model: Path, words: Iterable[str]) -> Path:
    """A model that knows these words too; the same one if it does already, or cannot learn.

    A stress mark («Мари́на») says how a word sounds, also of one that is known. Raises
    `ModelMissing` if there is no model at all.
    """
    known = vocabulary(model)
    lacking = sorted({word for word in words if ACUTE in word or bare(word) not in known})
    if not lacking:
        return model
    name = hashlib.sha256("\n".join([places.stamp(model), *lacking]).encode()).hexdigest()[:32]
    copy = places.cache_folder() / "models" / name
    if not places.visible(copy / "am" / "final.mdl"):
        try:
            _make(model, lacking, copy)
        except (OSError, ModelMissing):
            return model
    with suppress(OSError):
        copy.touch()
        _forget_old(copy.parent)
    return copy


def _make(model: Path, words: list[str], copy: Path) -> None:
    """The copy, whole or not at all."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=copy.parent) as folder:
        extend(model, words, Path(folder) / "model").rename(copy)


def _forget_old(folder: Path) -> None:
    copies = sorted(folder.iterdir(), key=lambda copy: copy.stat().st_mtime, reverse=True)
    for copy in copies[_KEPT:]:
        shutil.rmtree(copy, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Unheard:
    """A word that a model does not know, and a sentence that needs it."""

    word: str
    sentence: str


def unheard(model: Path) -> tuple[Unheard, ...]:
    """Every word of the sentences that the model lacks. Raises `ModelMissing`."""
    known = vocabulary(model)
    found: dict[str, str] = {}
    for sentence in sentences().sentences:
        if not sentence.silent:
            for word in sorted(sentence.graph(MOST_SEATS).words() - known):
                found.setdefault(word, _example(sentence, word))
    for decoy in sentences().decoys:
        for word in decoy.split():
            if word not in known:
                found.setdefault(word, decoy)
    return tuple(Unheard(word, example) for word, example in sorted(found.items()))


def _example(sentence: Sentence, word: str) -> str:
    """A whole sentence with the word in it, a short one if there is one."""
    phrases = [p for p in sentence.graph(MOST_SEATS).phrases() if word in p]
    return min(map(" ".join, phrases), key=len, default=sentence.text)
