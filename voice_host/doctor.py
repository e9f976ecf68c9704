"""`voice-host doctor`: is everything there for an evening, and what to do if it is not."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from voice_host import places
from voice_host.audio.devices import SoundCard, inputs, outputs
from voice_host.errors import VoiceHostError
from voice_host.language.hear import vocabulary
from voice_host.voice.voices import make_voice
from voice_host.voice.vosk import Model


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at; `hint` says what to do when it is not `ok`."""

    name: str
    ok: bool
    detail: str
    hint: str = ""


def report(echo: Callable[[str], None]) -> bool:
    """Print every check with its hint; are all well?"""
    well = True
    for check in checks():
        well = well and check.ok
        echo(f"{'есть' if check.ok else 'НЕТ '}  {check.name}: {check.detail}")
        if check.hint and not check.ok:
            echo(f"      {check.hint}")
    return well


def checks() -> Iterator[Check]:
    """Look at everything an evening needs."""
    yield _looked("Микрофон", lambda: _names(inputs()), "Без него команды можно печатать.")
    yield _looked("Колонка", lambda: _names(outputs()), "Без неё всё видно на экране.")
    yield _looked("Голос", lambda: ", ".join(make_voice("").names()), "Поставьте espeak-ng.")
    yield _looked("Модель речи", _model, "Поставьте программу заново.")
    yield Check("Журналы игр", True, str(places.data_folder() / "games"))


def _looked(name: str, look: Callable[[], str], hint: str) -> Check:
    try:
        found = look()
    except VoiceHostError as error:
        return Check(name, False, error.message, error.hint or hint)
    return Check(name, bool(found), found or "не найдено", hint)


def _names(cards: list[SoundCard]) -> str:
    return ", ".join(card.name for card in cards)


def _model() -> str:
    folder = places.model_folder()
    missing = Model(folder).missing(sorted(vocabulary()))
    unknown = f"; не знает слов: {', '.join(missing)}" if missing else ""
    return f"{folder}{unknown}"
