"""`play --phones`: how the pages are announced, and that an evening goes on without them."""

import re
import socket
import ssl
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from tests.russian import RU
from voice_host.commands import phones
from voice_host.commands.phones import Phones, open_phones, qr_lines
from voice_host.host.inbox import Message, Options


@pytest.fixture
def port() -> Iterator[int]:
    """A free one whose next is free too."""
    while True:
        with socket.socket() as one, socket.socket() as two:
            one.bind(("127.0.0.1", 0))
            number = one.getsockname()[1]
            try:
                two.bind(("127.0.0.1", number + 1))
            except (OSError, OverflowError):
                continue
        yield number
        return


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def opened(port: int) -> Phones | str:
    inbox: SimpleQueue[Message] = SimpleQueue()
    return open_phones(RU, port, {}, inbox.put, Options())


def test_what_is_told_lets_a_phone_in(port: int) -> None:
    """Addresses answer, one of them under TLS; code and key are shown; no secret in the picture."""
    found = opened(port)
    assert isinstance(found, Phones)
    try:
        text = "\n".join(found.lines)
        plain, secure = re.findall(r"https?://[\d.]+:\d+", text)
        trusting = ssl._create_unverified_context()
        for address in (plain, secure):
            with urllib.request.urlopen(f"{address}/", context=trusting, timeout=5) as page:
                assert page.status == 200
        assert re.search(r"код стола \d{6}\)", text)
        assert re.search(r"Ключ ведущего: \d{4} \d{4}\.", text)
        assert re.search(r"Отпечаток сертификата: (\w\w:){7}\w\w", text)
    finally:
        found.close()


def test_the_certificate_stays_the_same(port: int) -> None:
    """A host who has compared its fingerprint once need not do it every evening."""
    told = []
    for _ in range(2):
        found = opened(port)
        assert isinstance(found, Phones)
        found.close()
        told.append([line for line in found.lines if "Отпечаток" in line])
    assert told[0] == told[1]


def test_a_taken_port_costs_the_phones_only(port: int) -> None:
    """One sentence says so and names another port."""
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", port))
        taken.listen()
        found = opened(port)
    assert found == f"Порт {port} занят, телефонов не будет. Другой порт: --phones {port + 10}."


def test_without_a_certificate_there_is_no_microphone(port: int, tmp_path: Path) -> None:
    """All else is served; the reason is told."""
    (tmp_path / "voice-host").mkdir()
    (tmp_path / "voice-host" / "phones").write_text("a file where the folder should be")
    found = opened(port)
    assert isinstance(found, Phones)
    found.close()
    assert "телефоны без микрофона" in found.lines[0]
    assert not any("https" in line for line in found.lines)


def test_without_a_network_the_pages_are_here_alone(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bound to the loopback, and said so."""
    monkeypatch.setattr(phones, "reachable", lambda: ())
    found = opened(port)
    assert isinstance(found, Phones)
    found.close()
    assert "Сети нет" in found.lines[0] and "127.0.0.1" in found.lines[1]


def test_the_picture_fits_and_is_the_address() -> None:
    """At most 80 columns and 25 lines; what stands in it is read back module by module."""
    lines = qr_lines("http://192.168.100.100:65535/#123456")
    assert max(map(len, lines)) <= 45 and len(lines) <= 25
    assert set("".join(lines)) <= set("█▀▄ ")
