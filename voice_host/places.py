"""Where things lie on this computer: the model, the journals, rendered speech.

The model comes with the program: inside the package once installed, beside it in a
checkout. Everything written goes to the user's own folders.
"""

from datetime import datetime
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
    """The model to listen with: the fetched or enrolled one if there is one, else our own."""
    for folder in (data_folder() / "model", _PACKAGE / "models" / MODEL, _beside() / MODEL):
        if (folder / "am" / "final.mdl").exists():
            return folder
    raise ModelMissing("Модели речи нет.", "Установите программу заново или укажите --model ПАПКА.")


def _beside() -> Path:
    return _PACKAGE.parent / "models"


def new_journal() -> Path:
    """A file for a game that begins now."""
    return _games() / f"{datetime.now():%Y-%m-%d_%H-%M-%S}.jsonl"


def journals() -> tuple[Path, ...]:
    """All journals, the newest first. Raises `JournalDamaged` when there is none."""
    found = sorted(_games().glob("*.jsonl"), reverse=True)
    if not found:
        raise JournalDamaged("Сохранённых игр нет.", "Начните новую: voice-host play.")
    return tuple(found)


def _games() -> Path:
    return data_folder() / "games"
