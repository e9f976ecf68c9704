# SPDX-License-Identifier: MIT
"""Where things lie on this computer: the models, the journals, rendered speech.

A model comes with the program: inside the package once installed, beside it in a
checkout. Everything written goes to the user's own folders. Which of several models is
listened with is decided here.
"""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from platformdirs import user_cache_path, user_config_path, user_data_path

from voice_host.errors import JournalDamaged, ModelMissing, Told, reason

_APP = "voice-host"
_PACKAGE = Path(__file__).parent
MODEL = "ru-host"
OFFICIAL = "vosk-model-small-ru-0.22"
STAMP = "made-from.txt"
"""In the folder of the host's own voice: which model it was made from."""
_STAMPED = ("am/final.mdl", "conf/model.conf", "graph/HCLr.fst")


@dataclass(frozen=True, slots=True)
class Chosen:
    """A model to listen with, and why it is this one."""

    folder: Path
    why: Told


def data_folder() -> Path:
    """The user's folder of this program."""
    return user_data_path(_APP, appauthor=False)


def settings_file() -> Path:
    """What the host has chosen for the evenings to come; it may be written by hand, too."""
    return user_config_path(_APP, appauthor=False) / "settings.toml"


def cache_folder() -> Path:
    """What can be made again at any time."""
    return user_cache_path(_APP, appauthor=False)


def speech_folder() -> Path:
    """Rendered speech, for the next evening."""
    return cache_folder() / "speech"


def fetched_folder() -> Path:
    """Where fetched models lie, each in a folder of its own name."""
    return data_folder() / "models"


def voice_folder() -> Path:
    """The model that has learnt its host's voice."""
    return data_folder() / "voice"


def model_folder() -> Path:
    """The first of `models`, be it whole or not. Raises `ModelMissing`."""
    for choice in models():
        return choice.folder
    raise no_model()


def models(*, learnt: bool = True) -> Iterator[Chosen]:
    """Every model that is there, the best first: by hand, fetched, come along with the program.

    Before each goes its copy that has `learnt` the host's voice, if those are wanted.
    """
    for common in filter(lambda choice: _is_model(choice.folder), _common_models()):
        if learnt and voice_fits(common.folder):
            yield Chosen(voice_folder(), Told("model.why.voice"))
        yield common


def voice_fits(model: Path) -> bool:
    """Is there an own voice, made from this model as it is now?"""
    try:
        made_from = (voice_folder() / STAMP).read_text(encoding="utf-8")
        return _is_model(voice_folder()) and made_from == stamp(model)
    except (OSError, UnicodeDecodeError, ModelMissing):
        return False


def no_model() -> ModelMissing:
    """What the host is told when there is no model to listen with."""
    first, *_, last = _common_models()
    return ModelMissing(
        "model.none",
        first=first.folder,
        last=last.folder,
    )


def own_model() -> Path:
    """Where the user may put a model by hand."""
    return data_folder() / "model"


def _common_models() -> Iterator[Chosen]:
    yield Chosen(own_model(), Told("model.why.own"))
    yield Chosen(fetched_folder() / OFFICIAL, Told("model.why.fetched"))
    yield Chosen(_PACKAGE / "models" / MODEL, Told("model.why.shipped"))
    yield Chosen(_PACKAGE.parent / "models" / MODEL, Told("model.why.shipped"))


def _is_model(folder: Path) -> bool:
    return visible(folder / "am" / "final.mdl")


def visible(path: Path) -> bool:
    """Is it there, where it may be looked at? (`Path.exists` raises where it may not.)"""
    try:
        return path.exists()
    except OSError:
        return False


def writable(folder: Path) -> bool:
    """May files be put there, once the folders on the way are made?"""
    above = next(place for place in (folder, *folder.parents) if visible(place))
    return above.is_dir() and os.access(above, os.W_OK | os.X_OK)


def stamp(model: Path) -> str:
    """A digest of all that makes a model what it is. Raises `ModelMissing`."""
    digest = hashlib.sha256()
    try:
        for name in _STAMPED:
            digest.update((model / name).read_bytes())
    except OSError:
        raise ModelMissing("model.stamp_not_read", model=model) from None
    return digest.hexdigest()


def new_journal() -> Path:
    """A file for a game that begins now; never one that is there already."""
    now = f"{datetime.now():%Y-%m-%d_%H-%M-%S}"
    names = chain([now], (f"{now}_{number}" for number in count(2)))
    paths = (games_folder() / f"{name}.jsonl" for name in names)
    return next(path for path in paths if not visible(path))


def certificate_folder() -> Path:
    """Where the key and the certificate for phones lie."""
    return data_folder() / "phones"


def log_file() -> Path:
    """Where errors of the program are written down."""
    return data_folder() / "errors.log"


def journals() -> tuple[Path, ...]:
    """All journals, in no order. Raises `JournalDamaged` when there is none.

    (In which they were played stands in themselves: `history/sittings.py`.)
    """
    try:
        found = tuple(games_folder().glob("*.jsonl"))
    except OSError as error:
        raise JournalDamaged(
            "journal.folder_not_read",
            folder=games_folder(),
            why=reason(error),
        ) from None
    if not found:
        raise JournalDamaged("journal.none")
    return found


def games_folder() -> Path:
    """Where the journals lie."""
    return data_folder() / "games"
