# SPDX-License-Identifier: MIT
"""The recognition model of an evening: the best one that is whole, with the words it lacks.

New words (nicknames, new sentences) go into a copy in the cache, made once for a model and
its words; nothing is trained. What a model cannot be taught is only typed.
"""

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from voice_host import places
from voice_host.errors import ModelMissing, Told
from voice_host.game.rules import MOST_SEATS
from voice_host.language.heard import grammar
from voice_host.language.heard.sentences import Sentence, Sentences
from voice_host.language.language import Language
from voice_host.language.nicknames import NOBODY, Nicknames
from voice_host.model.lexicon import bare
from voice_host.model.pronounce import ACUTE, sayable
from voice_host.model.seal import altered, check_whole
from voice_host.model.vocabulary import extend, vocabulary
from voice_host.voice.vosk import Model, check_layout

_KEPT = 4  # copies in the cache: the tables of the last evenings


Tell = Callable[[Told], None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Words that a model is to know, and the file that tells how words sound, if there is one."""

    words: tuple[str, ...] = ()
    lexicon: Path | None = None


def spoken_words(language: Language, seats: int = MOST_SEATS, names: Nicknames = NOBODY) -> Wanted:
    """Every word that may be spoken in a game, names among them, save what has no sounds.

    A journal may hold any names.
    """
    heard = sorted(grammar.vocabulary(language.sentences, seats, names))
    words = tuple(
        word for word in (*heard, *names.spoken(language.words.declension)) if sayable(word)
    )
    return Wanted(words, language.lexicon)


def open_model(given: Path | None, tell: Tell, wanted: Wanted) -> Model:
    """The model that was asked for, or else the best one that is whole.

    See `best_model`; one that was asked for must be whole. Raises `ModelMissing`.
    """
    return best_model(tell, wanted)[1] if given is None else _opened(given, wanted)


def best_model(tell: Tell, wanted: Wanted, *, learnt: bool = True) -> tuple[places.Chosen, Model]:
    """The first model that can be listened with, knowing these words if it can learn them.

    For `learnt` see `places.models`. `tell` hears about each that is passed over.
    Raises `ModelMissing`.
    """
    spoilt = []
    for choice in places.models(learnt=learnt):
        try:
            model = _opened(choice.folder, wanted)
        except ModelMissing as error:
            spoilt.append((choice.folder, error))
            continue
        for folder, why in spoilt:
            tell(Told("model.passed_over", why=why.told, cure=_cure(folder)))
        return choice, model
    if not spoilt:
        raise places.no_model()
    raise ModelMissing("model.none_left", why=spoilt[-1][1].told)


def damaged(folder: Path) -> bool:
    """Is a file of this model gone or altered, by the model's own list? Without one, who knows."""
    try:
        return bool(altered(folder))
    except OSError:
        return False


def _cure(folder: Path) -> Told:
    if folder == places.voice_folder():
        return Told("model.cure.voice")
    if folder == places.own_model() and not damaged(folder):
        return Told("model.cure.own")
    if folder.is_relative_to(places.data_folder()):
        return Told("model.cure.fetched")
    return Told("model.cure.shipped")


def _opened(folder: Path, wanted: Wanted) -> Model:
    """A copy that has been spoiled is made anew next time, and is no reason to be deaf."""
    check_layout(folder)
    check_whole(folder)
    copy = with_words(folder, wanted.words, wanted.lexicon)
    if copy != folder:
        try:
            check_layout(copy)
            check_whole(copy)
            return Model(copy)
        except ModelMissing:
            shutil.rmtree(copy, ignore_errors=True)
    return Model(folder)


def with_words(model: Path, words: Iterable[str], lexicon: Path | None = None) -> Path:
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
            _make(model, lacking, copy, lexicon)
        except (OSError, ModelMissing):
            return model
    with suppress(OSError):
        copy.touch()
        _forget_old(copy.parent)
    return copy


def _make(model: Path, words: list[str], copy: Path, lexicon: Path | None) -> None:
    """The copy, whole or not at all."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=copy.parent) as folder:
        extend(model, words, Path(folder) / "model", lexicon).rename(copy)


def _forget_old(folder: Path) -> None:
    copies = sorted(folder.iterdir(), key=lambda copy: copy.stat().st_mtime, reverse=True)
    for copy in copies[_KEPT:]:
        shutil.rmtree(copy, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Unheard:
    """A word that a model does not know, and a sentence that needs it."""

    word: str
    sentence: str


def unheard(sentences: Sentences, model: Path) -> tuple[Unheard, ...]:
    """Every word of the sentences that the model lacks. Raises `ModelMissing`."""
    known = vocabulary(model)
    found: dict[str, str] = {}
    for sentence in sentences.sentences:
        if not sentence.silent:
            for word in sorted(sentence.graph(MOST_SEATS).words() - known):
                found.setdefault(word, _example(sentence, word))
    for decoy in sentences.decoys:
        for word in decoy.split():
            if word not in known:
                found.setdefault(word, decoy)
    return tuple(Unheard(word, example) for word, example in sorted(found.items()))


def _example(sentence: Sentence, word: str) -> str:
    """A whole sentence with the word in it, a short one if there is one."""
    phrases = [p for p in sentence.graph(MOST_SEATS).phrases() if word in p]
    return min(map(" ".join, phrases), key=len, default=sentence.text)
