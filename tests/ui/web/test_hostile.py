# SPDX-License-Identifier: MIT
"""A hostile phone at the table: it reads no secret, changes nothing and stops nothing."""

import gzip
import json
import socket
import time
from contextlib import ExitStack

import pytest

from tests.awaited import until
from tests.ui.web.served import Served
from voice_host.game.state import Phase
from voice_host.ui.web.connections import MOST_OF_ONE
from voice_host.ui.web.server import LOOPBACK


def _is_cut(connection: socket.socket) -> bool:
    """Has the server closed it? What is still open has nothing to say and is not waited for."""
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def lives(table: Served) -> bool:
    """Does a well-behaved phone get its page within a second?"""
    began = time.monotonic()
    return table.ask("/host")[0] == 200 and time.monotonic() - began < 1.0


@pytest.mark.parametrize(
    ("path", "content"),
    [
        ("/host/act", {"id": "1", "act": {"kind": "start"}}),
        ("/host/line", {"id": "1", "text": "начать игру"}),
        ("/host/push", {"held": True}),
        ("/host/secrets", {}),
        ("/host/events", None),
        ("/table/events", None),
    ],
)
def test_nothing_is_given_to_who_has_not_come_in(table: Served, path: str, content: object) -> None:
    """Without a token, with a made-up one, and with the table's one at the host's door."""
    stolen = table.enter("table").replace("table=", "host=")
    for cookie in ("", "host=" + "A" * 43, stolen):
        if not path.startswith("/table") or cookie != stolen:
            assert table.ask(path, content, cookie=cookie)[0] == 401
    assert table.host.state.phase is Phase.LOBBY


def test_five_wrong_codes_a_minute_are_enough(table: Served) -> None:
    """The sixth is not looked at, be it right; the host's key opens nothing on another face."""
    assert table.ask("/table/enter", {"code": table.doors.host_key})[0] == 403
    for _ in range(4):
        assert table.ask("/host/enter", {"code": "0" * 8})[0] == 403
    status, headers, _ = table.ask("/host/enter", {"code": table.doors.host_key})
    assert status == 429 and int(headers["retry-after"]) > 50


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example:80"}, 421),
        ({"Host": ""}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content-Type": ""}, 415),
    ],
)
def test_what_another_site_sends_is_turned_away(
    table: Served, headers: dict[str, str], status: int
) -> None:
    """Though it comes with the host's own cookie, as from a page in his own browser."""
    cookie = table.enter("host")
    content = {"id": "x", "act": {"kind": "start"}}
    assert table.ask("/host/act", content, cookie=cookie, headers=headers)[0] == status
    assert table.host.state.phase is Phase.LOBBY


def test_the_cookie_is_for_our_pages_alone(table: Served) -> None:
    """No script reads it, no other site's request and no other face carries it."""
    _, headers, _ = table.ask("/host/enter", {"code": table.doors.host_key})
    said = headers["set-cookie"].lower()
    assert all(part in said for part in ("httponly", "samesite=strict", "path=/host"))


def test_every_answer_forbids_scripts_of_others(table: Served) -> None:
    """Refusals too."""
    for path, headers in (("/host", {}), ("/nothing", {}), ("/host", {"Host": "evil.example"})):
        answer = table.ask(path, headers=headers)[1]
        assert "default-src 'none'" in answer["content-security-policy"]
        assert answer["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "act",
    [
        {"kind": "tick"},
        {"kind": "explode"},
        {"kind": 7},
        {},
        {"kind": "foul"},
        {"kind": "foul", "seat": "3"},
        {"kind": "foul", "seat": 3.5},
        {"kind": "foul", "seat": 10**30},
        {"kind": "foul", "seat": 0},
        {"kind": "foul", "seat": 3, "offence": "<script>"},
        {"kind": "foul", "seat": 3, "more": 1},
        {"kind": "set_timer", "seconds": 100000},
        {"kind": "vote", "votes": -1},
        {"kind": "ballot", "voters": list(range(1, 200))},
        {"kind": "volume", "step": 1000},
    ],
)
def test_what_no_button_sends_is_refused(table: Served, act: dict[str, object]) -> None:
    """By its shape and bounds alone, before the rules see it."""
    cookie = table.enter("host")
    assert table.ask("/host/act", {"id": "x", "act": act}, cookie=cookie)[0] == 400


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff" * 40, b"null", b"[" * 3000])
def test_what_is_no_message_is_refused(table: Served, body: bytes) -> None:
    """Torn, deep or not UTF-8."""
    assert table.ask("/host/line", cookie=table.enter("host"), body=body)[0] == 400


@pytest.mark.parametrize(
    "act", [b"[" * 1500 + b"]" * 1500, b'{"x":' + b"[" * 1500 + b"]" * 1500 + b"}"]
)
def test_an_act_however_deep_is_refused(table: Served, act: bytes) -> None:
    """Brackets in brackets use up what there is before anybody asks what they are."""
    body = b'{"id":"1","act":' + act + b"}"
    assert table.ask("/host/act", cookie=table.enter("host"), body=body)[0] in (400, 413)


def test_a_huge_body_is_not_read(table: Served) -> None:
    """Its length alone turns it away; one that has no length is not begun with."""
    cookie = table.enter("host")
    assert table.ask("/host/line", cookie=cookie, body=b"x" * 100_000)[0] == 413
    chunked = {"Transfer-Encoding": "chunked"}
    assert table.ask("/host/line", cookie=cookie, headers=chunked, body=b"0\r\n\r\n")[0] in (
        400,
        411,
    )
    assert lives(table)


def test_markup_stays_text(table: Served) -> None:
    """Words of a page are put in as text, whatever they hold."""
    page = table.ask("/host")[2].decode()
    assert page.count("</script>") == 2
    cookie = table.enter("host")
    stream = table.watch("host", cookie)
    table.ask("/host/line", {"id": "m", "text": "<img src=x onerror=alert(1)>"}, cookie=cookie)
    assert stream.until("caption", "Не понял")


def test_pages_are_packed_and_kept(table: Served) -> None:
    """A browser that can unpack gets a third; one that has the page already gets nothing."""
    plain = table.ask("/host")
    packed = table.ask("/host", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed[2]) == plain[2] and len(packed[2]) < len(plain[2]) / 2
    file = table.ask("/page/face.js")
    again = table.ask("/page/face.js", headers={"If-None-Match": file[1]["etag"]})
    assert (again[0], again[2]) == (304, b"")


@pytest.mark.parametrize("path", ["/page/../doors.py", "/page/%2e%2e/doors.py", "/page/x", "/x/y"])
def test_no_file_but_those_of_the_pages(table: Served, path: str) -> None:
    """Names are looked up in memory; there is no path to leave the folder by."""
    assert table.ask(path)[0] == 404


def test_many_connections_cost_the_others_nothing(table: Served) -> None:
    """One address gets so many and no more; a place that is given back can be taken."""
    with ExitStack() as opened:
        silent = [
            opened.enter_context(socket.create_connection((LOOPBACK, table.port)))
            for _ in range(MOST_OF_ONE * 3)
        ]
        # One is kept by the stream of the table's own screen, if it is open.
        until(lambda: sum(map(_is_cut, silent)) >= MOST_OF_ONE * 2 - 1)
    until(lambda: lives(table))


def test_who_does_not_read_is_cut_off(table: Served) -> None:
    """Captions for a phone that takes none pile up only so far; the owner thread never waits."""
    cookie = table.enter("host")
    with socket.create_connection((LOOPBACK, table.port)) as asleep:
        asleep.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        asked = f"GET /host/events HTTP/1.1\r\nHost: {LOOPBACK}\r\nCookie: {cookie}\r\n\r\n"
        asleep.sendall(asked.encode())
        until(lambda: table.faces.feed.watched)
        began = time.monotonic()
        for _ in range(20_000):
            table.faces.caption("я" * 400, secret=True)
        assert time.monotonic() - began < 3.0
        until(lambda: not any(log.streams for _, log in table.faces.feed.watched))
    assert lives(table)


def test_an_act_counts_once_and_only_for_what_it_saw(table: Served) -> None:
    """The same press twice is one foul; one that was aimed at what is over is refused."""
    cookie = table.enter("host")
    stream = table.watch("host", cookie)
    saw = stream.next("hello")[1]["view"]["number"]

    def act(id_: str, saw: int | None = None, **what: object) -> int:
        content = {"id": id_, "act": what, "saw": saw}
        return table.ask("/host/act", content, cookie=cookie)[0]

    assert act("a", saw, kind="start") == 204
    stream.until("view", "night0.deal")
    for _ in range(3):
        assert act("b", kind="foul", seat=3) == 204
    assert act("c", kind="ask", question="fouls", seat=3) == 204
    assert stream.until("caption", "У третьего")["text"] == "У третьего один фол."
    for id_ in ("d", "e"):
        assert act(id_, saw, kind="next") == 204
    assert json.dumps(stream.until("caption", "host"), ensure_ascii=False)
    assert table.host.state.phase is Phase.DEAL
