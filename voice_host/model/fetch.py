# SPDX-License-Identifier: MIT
"""Gets the official small Russian Vosk model, once, over a shaky line.

Decides what is downloaded and when it is trusted: size and checksum come from
Vosk's own list, a broken download goes on where it stopped, and the model
folder appears only when it is whole.  It must not know who shows the progress.
"""

import errno
import hashlib
import shutil
import stat
import time
import urllib.request
import zipfile
import zlib
from collections.abc import Callable
from http.client import HTTPException, HTTPResponse, IncompleteRead, InvalidURL
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit

import msgspec

from voice_host.errors import Told, VoiceHostError, reason
from voice_host.model.seal import seal

LIST = "https://alphacephei.com/vosk/models/model-list.json"
NAME = "vosk-model-small-ru-0.22"
_CHUNK = 1 << 16
_TIMEOUT = 20.0
_UNPACKED = 3  # a zip of weights and graphs grows less than threefold
_MOST_OF_A_LIST = 4 << 20
"""Bytes; the true list has some 40 kB."""
_SLOWEST, _WINDOW = 4096, 60.0
"""Bytes a second, on the average of so many seconds: below it an evening is over before the model
is here, and who sends a byte now and then keeps us for ever."""
_BROKEN = (OSError, ValueError, RecursionError, HTTPException)
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
        raise VoiceHostError("fetch.not_written", folder=folder, why=reason(error)) from error


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
            _only_web(answer.geturl())
            # A list that has no end is cut, and is then no list.
            text = answer.read(_MOST_OF_A_LIST)
            if answer.length:
                raise IncompleteRead(text)
            offers = msgspec.json.decode(text, type=list[Offer])
    except _BROKEN as error:
        raise VoiceHostError("fetch.no_list", why=_reason(error)) from error
    for offer in offers:
        if offer.name == NAME:
            return offer
    raise VoiceHostError("fetch.not_listed")


def _only_web(url: str) -> None:
    try:
        scheme = urlsplit(url).scheme
    except ValueError:
        scheme = ""
    if scheme not in {"http", "https"}:
        raise VoiceHostError("fetch.not_web", url=url)


def _reason(error: Exception) -> Told:
    match error:
        case HTTPError(code=code):
            error.close()
            return Told("reason.server", code=code)
        case OSError():
            return Told("reason.no_network")
        case InvalidURL() | UnicodeEncodeError():
            return Told("reason.bad_address")
        case IncompleteRead():
            return Told("reason.network_broke")
        case _:
            return Told("reason.other_answer")


def _room_for(folder: Path, needed: int) -> None:
    if shutil.disk_usage(folder).free < needed:
        raise _full_disk(folder, needed)


def _full_disk(folder: Path, needed: int = 0) -> VoiceHostError:
    if not needed:
        return VoiceHostError("fetch.no_room", folder=folder)
    return VoiceHostError("fetch.too_little_room", folder=folder, megabytes=needed // 1_000_000)


def _download(offer: Offer, archive: Path, progress: Progress) -> None:
    """Appends what is missing of the archive."""
    _only_web(offer.url)
    done = archive.stat().st_size if archive.exists() else 0
    if done >= offer.size:
        return
    with _asked(offer.url, done) as answer:
        resumed = answer.status == 206
        done = done if resumed else 0
        pace = _Pace()
        with archive.open("ab" if resumed else "wb") as file:
            # What has no end is not taken to its end: a byte too much, and the sum is wrong.
            while done <= offer.size and pace.holds and (chunk := _read(answer)):
                file.write(chunk)
                done += len(chunk)
                pace.came(len(chunk))
                progress(min(done, offer.size), offer.size)
    if done < offer.size:
        raise VoiceHostError("fetch.broke_off")


class _Pace:
    """Does enough come? Asked after every piece, which none is waited for longer than a timeout."""

    def __init__(self) -> None:
        self._since, self._bytes = time.monotonic(), 0
        self.holds = True

    def came(self, count: int) -> None:
        self._bytes += count
        took = time.monotonic() - self._since
        if took >= _WINDOW:
            self.holds = self._bytes >= _SLOWEST * took
            self._since, self._bytes = time.monotonic(), 0


def _asked(url: str, start: int) -> HTTPResponse:
    """The server's answer, from byte `start` on; what is wrong with the network ends here."""
    request = urllib.request.Request(url, headers={"Range": f"bytes={start}-"})
    try:
        answer: HTTPResponse = urllib.request.urlopen(request, timeout=_TIMEOUT)
    except _BROKEN as error:
        raise VoiceHostError("fetch.no_model", why=_reason(error)) from error
    _only_web(answer.geturl())  # it may have led elsewhere
    return answer


def _read(answer: HTTPResponse) -> bytes:
    """The next bytes; none when the line breaks, what came is kept."""
    try:
        return answer.read1(_CHUNK)  # what is there, not what would be there when it is whole
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
            "fetch.damaged",
        )


def _no_trap(packed: zipfile.ZipFile, most: int) -> None:
    """Raises BadZipFile for what would fill the disk (a few bytes that become a great many zeros),
    lie outside of the folder, or lead out of it."""
    parts = packed.infolist()
    outside = any(
        part.filename.startswith("/")
        or ".." in part.filename.split("/")
        or stat.S_ISLNK(part.external_attr >> 16)
        for part in parts
    )
    if outside or sum(part.file_size for part in parts) > most + _CHUNK:
        raise zipfile.BadZipFile


def _unpacked(archive: Path, model: Path) -> Path:
    """The model folder, whole or not at all."""
    partial = _unpacking(model.parent)
    shutil.rmtree(partial, ignore_errors=True)
    try:
        with zipfile.ZipFile(archive) as packed:
            _no_trap(packed, archive.stat().st_size * _UNPACKED)
            packed.extractall(partial)
        (partial / NAME / "am" / "final.mdl").stat()
        seal(partial / NAME)
        (partial / NAME).replace(model)
    # RuntimeError is a password that is asked for, or a way of packing that is not known here.
    except (zipfile.BadZipFile, RuntimeError, FileNotFoundError, EOFError, zlib.error) as error:
        raise VoiceHostError("fetch.no_vosk_model") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    archive.unlink()
    return model
