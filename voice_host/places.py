"""Where things lie on this computer: the model, the journals, rendered speech.

The model comes with the program: inside the package once installed, beside it in a
checkout. Everything written goes to the user's own folders.
"""

from datetime import datetime
from itertools import chain, count
from pathlib import Path

from platformdirs import user_data_path

from voice_host.errors import JournalDamaged, ModelMissing

_APP = "voice-host"
_PACKAGE = Path(__file__).parent
MODEL = "ru-host"


def data_folder() -> Path:
    """The user's folder of this program."""
    return user_data_path(_APP, appauthor=False)


def model_folder() -> Path:
    """The model to listen with: the user's own if there is one, else the one that came along.

    Raises `ModelMissing` with the places that were looked at.
    """
    own = data_folder() / "model"
    with_us = _PACKAGE / "models" / MODEL
    beside = _PACKAGE.parent / "models" / MODEL
    for folder in (own, with_us, beside):
        if (folder / "am" / "final.mdl").is_file():
            return folder
    raise ModelMissing(
        f"Модели речи нет: ни в «{own}», ни в «{with_us}».",
        "Установите программу заново или укажите папку модели: --model.",
    )


def new_journal() -> Path:
    """A file for a game that begins now; never one that is there already."""
    now = f"{datetime.now():%Y-%m-%d_%H-%M-%S}"
    names = chain([now], (f"{now}_{number}" for number in count(2)))
    paths = (_games() / f"{name}.jsonl" for name in names)
    return next(path for path in paths if not path.exists())


def log_file() -> Path:
    """Where errors of the program are written down."""
    return data_folder() / "errors.log"


def journals() -> tuple[Path, ...]:
    """All journals, the newest first. Raises `JournalDamaged` when there is none."""
    found = sorted(_games().glob("*.jsonl"), reverse=True)
    if not found:
        raise JournalDamaged("Сохранённых игр нет.", "Начните новую: voice-host play.")
    return tuple(found)


def _games() -> Path:
    return data_folder() / "games"
