# SPDX-License-Identifier: MIT
"""The official model is fetched from a local server: whole, or not at all."""

import errno
import hashlib
import http.server
import io
import json
import shutil
import stat
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.telling import hint, says
from voice_host.errors import VoiceHostError
from voice_host.model import fetch as fetching
from voice_host.model.fetch import NAME, fetch


def archive() -> bytes:
    """A zip like Vosk's, with 300 kB in it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr(f"{NAME}/am/final.mdl", bytes(range(256)) * 1200)
        file.writestr(f"{NAME}/conf/model.conf", "--beam=13")
    return packed.getvalue()


class Shop(http.server.ThreadingHTTPServer):
    """Serves the list and the archive; may break off, lie, or ignore ranges.

    `instead`: all that it sends, headers too, for an address with this end.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Counter)
        self.content = archive()
        self.md5 = hashlib.md5(self.content, usedforsecurity=False).hexdigest()
        self.size = len(self.content)
        self.break_after: int | None = None
        self.ranges = True
        self.asked: list[str] = []
        self.status = 200
        self.listed = NAME
        self.archive_url = f"http://127.0.0.1:{self.server_port}/{NAME}.zip"
        self.instead: dict[str, bytes] = {}

    @property
    def url(self) -> str:
        """Address of the list."""
        return f"http://127.0.0.1:{self.server_port}/model-list.json"


class _Counter(http.server.BaseHTTPRequestHandler):
    server: Shop

    def do_GET(self) -> None:
        shop = self.server
        raw = shop.instead.get(self.path[-4:])
        if raw is not None:
            self.wfile.write(raw)
        elif shop.status != 200:
            self.send_error(shop.status)
        elif self.path.endswith(".json"):
            entry = {
                "name": shop.listed,
                "url": shop.archive_url,
                "md5": shop.md5,
                "size": shop.size,
                "lang": "ru",
            }
            self._answer(200, json.dumps([entry]).encode())
        else:
            wanted = self.headers.get("Range", "bytes=0-")
            shop.asked.append(wanted)
            start = int(wanted[6:-1]) if shop.ranges else 0
            self._answer(206 if shop.ranges else 200, shop.content[start:], shop.break_after)

    def _answer(self, status: int, body: bytes, most: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[:most])

    def log_message(self, *_: Any) -> None:
        """Quiet."""


@pytest.fixture
def shop() -> Iterator[Shop]:
    """A running server."""
    server = Shop()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def refused(folder: Path, source: str) -> VoiceHostError:
    """The error a fetch ends with."""
    with pytest.raises(VoiceHostError) as caught:
        fetch(folder, source=source)
    assert "models/ru-host" in hint(caught.value)
    return caught.value


def test_the_model_arrives_with_progress(shop: Shop, tmp_path: Path) -> None:
    """The folder is complete, progress ends at the whole size, no scraps remain."""
    told: list[tuple[int, int]] = []
    model = fetch(tmp_path / "models", lambda done, total: told.append((done, total)), shop.url)
    assert (model / "am" / "final.mdl").stat().st_size == 256 * 1200
    assert told[-1] == (shop.size, shop.size)
    assert told == sorted(told)
    assert [path.name for path in model.parent.iterdir()] == [NAME]


def test_what_is_there_is_not_fetched_again(shop: Shop, tmp_path: Path) -> None:
    """The second call asks nobody."""
    fetch(tmp_path, source=shop.url)
    shop.status = 500
    assert fetch(tmp_path, source=shop.url) == tmp_path / NAME


def test_a_broken_download_goes_on_where_it_stopped(shop: Shop, tmp_path: Path) -> None:
    """The next call asks only for the rest."""
    shop.break_after = 100_000
    assert "оборвалась" in says(refused(tmp_path, shop.url))
    shop.break_after = None
    fetch(tmp_path, source=shop.url)
    assert shop.asked == ["bytes=0-", "bytes=100000-"]


def test_a_server_without_ranges_starts_anew(shop: Shop, tmp_path: Path) -> None:
    """The whole archive replaces the piece."""
    shop.break_after, shop.ranges = 100_000, False
    refused(tmp_path, shop.url)
    shop.break_after = None
    assert (fetch(tmp_path, source=shop.url) / "am" / "final.mdl").exists()


def test_a_wrong_checksum_is_not_believed(shop: Shop, tmp_path: Path) -> None:
    """Nothing is unpacked, the archive is thrown away."""
    shop.md5 = "0" * 32
    assert "контрольная сумма" in says(refused(tmp_path, shop.url))
    assert list(tmp_path.iterdir()) == []


def test_no_network_is_said_so(tmp_path: Path) -> None:
    """A dead address names the network."""
    assert "нет связи" in says(refused(tmp_path, "http://127.0.0.1:9/list.json"))


@pytest.mark.parametrize("status", [404, 503])
def test_a_refusing_server_is_quoted(shop: Shop, tmp_path: Path, status: int) -> None:
    """The number of its answer is told."""
    shop.status = status
    assert str(status) in says(refused(tmp_path, shop.url))


def test_a_list_without_the_model_is_said_so(shop: Shop, tmp_path: Path) -> None:
    """The name is told."""
    shop.listed = "other"
    assert NAME in says(refused(tmp_path, shop.url))


def test_a_full_disk_is_noticed_beforehand(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Room for archive and model together is asked for."""
    usage = type("Usage", (), {"free": 1000})
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    assert "нет места" in says(refused(tmp_path, shop.url))
    assert shop.asked == []


def test_a_disk_that_fills_meanwhile_is_noticed(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ENOSPC while writing becomes the same message."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(fetching, "_unpacked", full)
    assert "нет места" in says(refused(tmp_path, shop.url))


def test_an_archive_that_is_no_model_is_refused(shop: Shop, tmp_path: Path) -> None:
    """Right checksum, wrong content: no half model remains."""
    shop.content = b"not a zip at all" * 100
    shop.md5 = hashlib.md5(shop.content, usedforsecurity=False).hexdigest()
    shop.size = len(shop.content)
    assert "не модель" in says(refused(tmp_path, shop.url))
    assert not (tmp_path / NAME).exists()


ENDLESS = b"HTTP/1.0 200 OK\r\n\r\n" + b" " * (5 << 20)
DEEP = b'HTTP/1.0 200 OK\r\n\r\n[{"x":' + b"[" * 100_000
ELSEWHERE = b"HTTP/1.0 302 Found\r\nLocation: ftp://127.0.0.1:1/x\r\n\r\n"


@pytest.mark.parametrize(
    ("raw", "why"),
    [(ENDLESS, "прислал не то"), (DEEP, "прислал не то"), (ELSEWHERE, "")],
    ids=["endless", "deep", "elsewhere"],
)
def test_a_list_that_is_a_trap_is_refused(shop: Shop, tmp_path: Path, raw: bytes, why: str) -> None:
    """Only so much of it is read; nothing lies about afterwards."""
    shop.instead["json"] = raw
    assert why in says(refused(tmp_path / "models", shop.url))
    assert not (tmp_path / "models").exists()


def test_an_archive_that_has_no_end_is_cut(shop: Shop, tmp_path: Path) -> None:
    """A byte more than the list says, and it is not what the list says."""
    shop.size = 1000
    assert "повреждена" in says(refused(tmp_path / "models", shop.url))
    assert list((tmp_path / "models").iterdir()) == []


def test_a_server_that_only_drips_is_left(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has come is kept for the next time."""
    minutes = iter(range(0, 100_000, 100))
    monkeypatch.setattr("voice_host.model.fetch.time.monotonic", lambda: float(next(minutes)))
    monkeypatch.setattr(fetching, "_CHUNK", 10)
    shop.content *= 4
    shop.size = len(shop.content)
    shop.md5 = hashlib.md5(shop.content, usedforsecurity=False).hexdigest()
    assert "оборвалась" in says(refused(tmp_path / "models", shop.url))
    (kept,) = (tmp_path / "models").iterdir()
    assert 0 < kept.stat().st_size < 200


def odd_archive(kind: str) -> bytes:
    """A zip with a fault that its checksum does not tell of."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        if kind == "zeros":
            file.writestr(f"{NAME}/am/final.mdl", bytes(8 << 20))
        elif kind == "nested":
            file.writestr(f"{NAME}/{NAME}.zip", archive())
        elif kind == "outside":
            file.writestr(f"../{NAME}/am/final.mdl", b"x" * 99)
        elif kind == "link":
            link = zipfile.ZipInfo(f"{NAME}/am/final.mdl")
            link.external_attr = (stat.S_IFLNK | 0o777) << 16
            file.writestr(link, "/etc/passwd")
        else:
            file.writestr(f"{NAME}/am/final.mdl", bytes(range(256)))
    data = bytearray(packed.getvalue())
    if kind == "locked":  # the flag of a password, at the file and in the list of files
        for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            data[data.index(mark) + place] |= 1
    if kind == "way":  # packed in a way that nobody knows
        for mark, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
            data[data.index(mark) + place] = 77
    if kind == "torn":
        data[60] ^= 0xFF
    return bytes(data)


@pytest.mark.parametrize("kind", ["zeros", "nested", "outside", "link", "locked", "way", "torn"])
def test_an_archive_that_is_a_trap_installs_nothing(shop: Shop, tmp_path: Path, kind: str) -> None:
    """Not half of it either, and nothing outside of the folder."""
    shop.content = odd_archive(kind)
    shop.size = len(shop.content)
    shop.md5 = hashlib.md5(shop.content, usedforsecurity=False).hexdigest()
    refused(tmp_path / "models", shop.url)
    assert [path.name for path in tmp_path.iterdir()] == ["models"]
    assert [path.suffix for path in (tmp_path / "models").iterdir()] in ([], [".part"])


def test_only_the_web_is_asked(tmp_path: Path) -> None:
    """A file address is refused."""
    assert "не из сети" in says(refused(tmp_path, "file:///etc/passwd"))


DROPPED = b""
GARBLED = b"\x00\x01 what is this\r\n\r\n"
SHORT = b"HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n[{"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[12345"
NO_LIST = b'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"\xff"'


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (DROPPED, "нет связи"),
        (GARBLED, "сервер прислал не то"),
        (NO_LIST, "сервер прислал не то"),
        (SHORT, "связь оборвалась"),
        (CHUNKED, "связь оборвалась"),
    ],
)
def test_a_list_that_does_not_arrive_is_told_by_its_cause(
    shop: Shop, tmp_path: Path, answer: bytes, why: str
) -> None:
    """Whatever a server or a line makes of it."""
    shop.instead["json"] = answer
    assert says(refused(tmp_path, shop.url)) == f"Список моделей недоступен: {why}"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (DROPPED, "Модель не скачать: нет связи."),
        (GARBLED, "Модель не скачать: сервер прислал не то."),
        (SHORT, "Загрузка модели оборвалась."),
        (CHUNKED, "Загрузка модели оборвалась."),
    ],
)
def test_an_archive_that_does_not_arrive_is_told_by_its_cause(
    shop: Shop, tmp_path: Path, answer: bytes, message: str
) -> None:
    """The disk is not blamed, and the hint is how to go on."""
    shop.instead[".zip"] = answer
    error = refused(tmp_path, shop.url)
    assert says(error) == message
    assert "voice-host model fetch" in hint(error)


def test_what_came_of_a_chunked_archive_is_kept(shop: Shop, tmp_path: Path) -> None:
    """The next call asks only for the rest."""
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n"
    shop.instead[".zip"] = head + shop.content[:1000] + b"\r\nno number"
    refused(tmp_path, shop.url)
    shop.instead.clear()
    fetch(tmp_path, source=shop.url)
    assert shop.asked == ["bytes=1000-"]


@pytest.mark.parametrize(
    "address",
    ["http://[::1", "http://127.0.0.1:port/a.zip", "http://127.0.0.1/a b", "http://я:1/я"],
)
def test_a_wrong_address_is_no_error_of_the_program(
    shop: Shop, tmp_path: Path, address: str
) -> None:
    """Neither of the list nor of the archive."""
    wrong = "не из сети" if "[" in address else "в адресе ошибка"
    if "я" not in address:
        assert wrong in says(refused(tmp_path, address))
    shop.archive_url = address
    assert wrong in says(refused(tmp_path, shop.url))
