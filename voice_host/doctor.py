"""`voice-host doctor`: is everything there for an evening, and what to do if it is not."""

from collections.abc import Callable, Iterator

from voice_host import places
from voice_host.errors import VoiceHostError
from voice_host.language.hear import vocabulary
from voice_host.voice.checkup import Check, sound_checks
from voice_host.voice.vosk import Model


def report(echo: Callable[[str], None]) -> bool:
    """Print every check with its hint; are all well?"""
    well = True
    for check in _checks():
        well = well and check.ok
        echo(f"{'есть' if check.ok else 'НЕТ '}  {check.name}: {check.detail}")
        if check.hint and not check.ok:
            echo(f"      {check.hint}")
    return well


def _checks() -> Iterator[Check]:
    yield from sound_checks()
    yield _model()
    yield _journals()


def _journals() -> Check:
    folder = places.games_folder()
    if places.writable(folder):
        return Check("Журналы игр", True, str(folder))
    hint = "Игра пойдёт без записи. Записывать в другое место: voice-host play --journal ФАЙЛ."
    return Check("Журналы игр", False, f"в «{folder}» не записать.", hint)


def _model() -> Check:
    try:
        folder = places.model_folder()
        missing = Model(folder).missing(sorted(vocabulary()))
    except VoiceHostError as error:
        return Check("Модель речи", False, error.message, error.hint)
    if missing:
        said = f"{folder} не знает слов: {', '.join(missing)}"
        return Check("Модель речи", False, said, "Эти слова можно печатать.")
    return Check("Модель речи", True, str(folder))
