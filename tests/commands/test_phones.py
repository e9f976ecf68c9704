# SPDX-License-Identifier: MIT
"""`play --phones`: how the pages are announced, and that an evening goes on without them."""

import re
import socket
import ssl
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue

import ifaddr
import pytest
import segno

from tests.at_the_table import wait_for
from tests.russian import RU
from voice_host.commands import phones
from voice_host.commands.phones import Phones, open_phones, qr_lines
from voice_host.commands.setup import Setup
from voice_host.host.inbox import Message
from voice_host.ui.web import addresses


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


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def opened(port: int, told: list[str]) -> Iterator[Callable[[], Phones]]:
    """Opens the pages on this port; closes them after the test."""
    made: list[Phones] = []

    def open_them() -> Phones:
        inbox: SimpleQueue[Message] = SimpleQueue()
        found = open_phones(RU, Setup(phones=port), {}, inbox.put, told.append)
        assert found is not None
        made.append(found)
        return found

    yield open_them
    for one in made:
        one.close()


def test_what_is_told_lets_a_phone_in(opened: Callable[[], Phones]) -> None:
    """Addresses answer, one of them under TLS; code and key are shown."""
    text = "\n".join(opened().invitation(drawn=False))
    trusting = ssl._create_unverified_context()
    found = re.findall(r"https?://[\d.]+:\d+", text)
    assert len(found) == 2
    for address in found:
        with urllib.request.urlopen(f"{address}/", context=trusting, timeout=5) as page:
            assert page.status == 200
    assert re.search(r"код стола \d{6}\)", text)
    assert re.search(r"Ключ ведущего: \d{4} \d{4}\.", text)
    assert re.search(r"Отпечаток сертификата: (\w\w:){7}\w\w", text)


def test_the_certificate_stays_the_same(opened: Callable[[], Phones]) -> None:
    """A host who has compared its fingerprint once need not do it every evening."""
    told = []
    for _ in range(2):
        found = opened()
        told.append([line for line in found.invitation(drawn=False) if "Отпечаток" in line])
        found.close()
    assert told[0] == told[1] and len(told[0]) == 1


def test_a_taken_port_costs_the_phones_only(port: int, told: list[str]) -> None:
    """One sentence says so and names another port."""
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", port))
        taken.listen()
        inbox: SimpleQueue[Message] = SimpleQueue()
        assert open_phones(RU, Setup(phones=port), {}, inbox.put, told.append) is None
    assert told == [f"Порт {port} занят, телефонов не будет. Другой порт: --phones {port + 10}."]


def test_without_a_certificate_there_is_no_microphone(
    opened: Callable[[], Phones], tmp_path: Path
) -> None:
    """All else is served; the reason is told."""
    (tmp_path / "voice-host").mkdir()
    (tmp_path / "voice-host" / "phones").write_text("a file where the folder should be")
    lines = opened().invitation(drawn=False)
    assert "телефоны без микрофона" in lines[0]
    assert not any("https" in line for line in lines)


def test_another_network_is_told_with_its_address(
    opened: Callable[[], Phones], told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hotspot that is switched on later; and once, that nobody has come."""
    monkeypatch.setattr(phones, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(phones, "ALONE_SECONDS", 0.2)
    found: list[tuple[str, ...]] = [()]
    monkeypatch.setattr(phones, "reachable", lambda: found[0])
    pages = opened()
    assert "Сети нет" in pages.invitation(drawn=False)[0]
    found[0] = ("10.42.0.1", "172.17.0.1")
    wait_for(lambda: any("http://10.42.0.1" in line for line in told), 3, "the new address")
    wait_for(lambda: any("той же сети Wi-Fi" in line for line in told), 3, "advice")
    assert "172.17.0.1" in pages.invitation(drawn=False)[-1]
    assert not any("Ключ" in line for line in told)


def test_the_picture_is_the_address(opened: Callable[[], Phones]) -> None:
    """At most 80 columns and 25 lines; each half block is two modules of the QR code."""
    text = "http://192.168.100.100:65535/#123456"
    lines = qr_lines(text)
    assert max(map(len, lines)) <= 45 and len(lines) <= 25
    dark = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    rows = [[dark[c][half] for c in line] for line in lines for half in (0, 1)]
    wanted = [list(map(int, row)) for row in segno.make(text, error="l").matrix_iter(border=2)]
    assert rows[: len(wanted)] == wanted
    assert len(opened().invitation(drawn=True)) > 15


@pytest.mark.parametrize(
    ("card", "address", "rank"),
    [
        ("wlan0", "192.168.1.5", 0),
        ("docker0", "172.17.0.1", 1),
        ("Hyper-V Virtual Ethernet Adapter", "172.20.0.1", 1),
        ("wlan0", "169.254.7.7", None),
        ("lo", "127.0.0.1", None),
    ],
)
def test_addresses_of_virtual_cards_come_last(
    monkeypatch: pytest.MonkeyPatch, card: str, address: str, rank: int | None
) -> None:
    """Those that a card gave itself are never shown; the default route's is first."""
    real = ifaddr.Adapter("eth9", "eth9", [ifaddr.IP("10.9.9.9", 24, "eth9")])
    found = [ifaddr.Adapter(card, card, [ifaddr.IP(address, 24, card)]), real]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)
    monkeypatch.setattr(addresses, "default_route", lambda: None)
    shown = addresses.reachable()
    assert shown == {None: ("10.9.9.9",), 0: ("10.9.9.9", address), 1: ("10.9.9.9", address)}[rank]
    monkeypatch.setattr(addresses, "default_route", lambda: "10.200.0.1")
    assert addresses.reachable()[0] == "10.200.0.1"
