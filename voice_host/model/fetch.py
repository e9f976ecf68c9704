"""Gets the official small Russian Vosk model, once, over a shaky line.

Decides what is downloaded and when it is trusted: size and checksum come from
Vosk's own list, a broken download goes on where it stopped, and the model
folder appears only when it is whole.  It must not know who shows the progress.
"""

import errno
import hashlib
import shutil
import urllib.request
import zipfile
from collections.abc import Callable
from http.client import HTTPException, HTTPResponse, IncompleteRead, InvalidURL
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit

import msgspec

from voice_host.errors import VoiceHostError, reason
from voice_host.model.seal import seal

LIST = "https://alphacephei.com/vosk/models/model-list.json"
NAME = "vosk-model-small-ru-0.22"
_CHUNK = 1 << 16
_TIMEOUT = 20.0
_UNPACKED = 3  # a zip of weights and graphs grows less than threefold
_AGAIN = "Повторите voice-host model fetch: загрузка продолжится с того же места."
_OWN = "Игра идёт и без неё, с моделью models/ru-host."
_BROKEN = (OSError, ValueError, HTTPException)
"""What a network, an address or a server can be to blame for."""
Progress = Callable[[int, int], None]


class Offer(msgspec.Struct):
    """One model of the list; `size` in bytes."""

    name: str
    url: str
    md5: str
    size: int


def fetch(folder: Path, progress: Progress = lambda done, total: None, source: str = LIST) -> Path:
    """Folder of the model, downloaded if it is not there yet.

    `progress` is told bytes done and bytes in all.  Raises VoiceHostError in
    the host's language: no network, no such model, wrong checksum, full disk.
    """
    model = folder / NAME
    if (model / "am" / "final.mdl").exists():
        return model
    offer = _offer(source)
    archive = _archive(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _room_for(folder, offer.size * (1 + _UNPACKED))
        _download(offer, archive, progress)
        _check(archive, offer)
        return _unpacked(archive, model)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise _full_disk(folder) from error
        raise VoiceHostError(f"Модель не записать в «{folder}»: {reason(error)}.", _OWN) from error


def forget(folder: Path) -> bool:
    """Remove the model and what is left of a download; was there any?  Raises OSError."""
    found = [p for p in (folder / NAME, _archive(folder), _unpacking(folder)) if p.exists()]
    for path in found:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    return bool(found)


def _archive(folder: Path) -> Path:
    return folder / f"{NAME}.zip.part"


def _unpacking(folder: Path) -> Path:
    return folder / f"{NAME}.unpacking"


def _offer(source: str) -> Offer:
    """The model's line in the list."""
    _only_web(source)
    try:
        with urllib.request.urlopen(source, timeout=_TIMEOUT) as answer:
            offers = msgspec.json.decode(answer.read(), type=list[Offer])
    except _BROKEN as error:
        raise VoiceHostError(
            f"Список моделей недоступен: {_reason(error)}", f"Проверьте сеть. {_OWN}"
        ) from error
    for offer in offers:
        if offer.name == NAME:
            return offer
    raise VoiceHostError(f"В списке нет модели {NAME}.", _OWN)


def _only_web(url: str) -> None:
    try:
        scheme = urlsplit(url).scheme
    except ValueError:
        scheme = ""
    if scheme not in {"http", "https"}:
        raise VoiceHostError(f"Адрес модели не из сети: {url}", _OWN)


def _reason(error: Exception) -> str:
    match error:
        case HTTPError(code=code):
            error.close()
            return f"сервер ответил {code}"
        case OSError():
            return "нет связи"
        case InvalidURL() | UnicodeEncodeError():
            return "в адресе ошибка"
        case IncompleteRead():
            return "связь оборвалась"
        case _:
            return "сервер прислал не то"


def _room_for(folder: Path, needed: int) -> None:
    if shutil.disk_usage(folder).free < needed:
        raise _full_disk(folder, needed)


def _full_disk(folder: Path, needed: int = 0) -> VoiceHostError:
    room = f" Нужно {needed // 1_000_000} МБ." if needed else ""
    return VoiceHostError(f"На диске с папкой {folder} нет места.{room}", f"Освободите его. {_OWN}")


def _download(offer: Offer, archive: Path, progress: Progress) -> None:
    """Appends what is missing of the archive."""
    _only_web(offer.url)
    done = archive.stat().st_size if archive.exists() else 0
    if done >= offer.size:
        return
    with _asked(offer.url, done) as answer:
        resumed = answer.status == 206
        done = done if resumed else 0
        with archive.open("ab" if resumed else "wb") as file:
            while chunk := _read(answer):
                file.write(chunk)
                done += len(chunk)
                progress(done, offer.size)
    if done < offer.size:
        raise VoiceHostError("Загрузка модели оборвалась.", f"{_AGAIN} {_OWN}")


def _asked(url: str, start: int) -> HTTPResponse:
    """The server's answer, from byte `start` on; what is wrong with the network ends here."""
    request = urllib.request.Request(url, headers={"Range": f"bytes={start}-"})
    try:
        answer: HTTPResponse = urllib.request.urlopen(request, timeout=_TIMEOUT)
    except _BROKEN as error:
        raise VoiceHostError(f"Модель не скачать: {_reason(error)}.", f"{_AGAIN} {_OWN}") from error
    return answer


def _read(answer: HTTPResponse) -> bytes:
    """The next bytes; none when the line breaks, what came is kept."""
    try:
        return answer.read(_CHUNK)
    except IncompleteRead as error:
        return error.partial
    except _BROKEN:
        return b""


def _check(archive: Path, offer: Offer) -> None:
    digest = hashlib.md5(usedforsecurity=False)
    with archive.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    if digest.hexdigest() != offer.md5:
        archive.unlink()
        raise VoiceHostError(
            "Скачанная модель повреждена: контрольная сумма не сходится.",
            f"Повторите voice-host model fetch: загрузка начнётся заново. {_OWN}",
        )


def _unpacked(archive: Path, model: Path) -> Path:
    """The model folder, whole or not at all."""
    partial = _unpacking(model.parent)
    shutil.rmtree(partial, ignore_errors=True)
    try:
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(partial)
        seal(partial / NAME)
        (partial / NAME).replace(model)
    except (zipfile.BadZipFile, FileNotFoundError) as error:
        raise VoiceHostError("Скачанный архив — не модель Vosk.", _OWN) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    archive.unlink()
    return model
