# SPDX-License-Identifier: MIT
"""What goes down to a face: a full view first, then every line once, each viewer his own."""

import json
from dataclasses import replace

from tests.ui.web.served import Served
from voice_host.game.state import Choice
from voice_host.game.view import view
from voice_host.game.who import HALL, HOST
from voice_host.host.screen import Picture


def line(table: Served, cookie: str, text: str, id_: str) -> int:
    return table.ask("/host/line", {"id": id_, "text": text}, cookie=cookie)[0]


def test_a_new_stream_begins_with_the_whole_view(table: Served) -> None:
    """The greeting holds table, clock and what was told; no line of the ear for the hall."""
    host = table.watch("host").next("hello")[1]
    hall = table.watch("table").next("hello")[1]
    assert len(host["view"]["view"]["seats"]) == 10
    assert "start" in host["view"]["acts"]
    assert [one["to"] for one in host["captions"]] == ["host"]
    assert hall["view"]["acts"] == [] and hall["captions"] == []
    assert host["clock"] == {"left": None, "moving": False}


def test_a_typed_line_is_the_hosts_word(table: Served) -> None:
    """It is told in the hall on both faces, and the game goes on."""
    cookie = table.enter("host")
    host, hall = table.watch("host", cookie), table.watch("table")
    assert line(table, cookie, "начать игру", "a1") == 204
    for stream in (host, hall):
        assert stream.until("caption", "Город засыпает")["to"] == "hall"
    assert hall.until("view", "night0")["view"]["phase"] == "night0.deal"


def test_the_same_line_sent_twice_counts_once(table: Served) -> None:
    """A retry carries the id of the first try."""
    cookie = table.enter("host")
    stream = table.watch("host", cookie)
    for id_, text in (("a", "начать игру"), ("b", "фол номер три"), ("b", "фол номер три")):
        assert line(table, cookie, text, id_) == 204
    assert line(table, cookie, "сколько фолов у третьего", "c") == 204
    said = stream.until("caption", "У третьего")["text"]
    assert said == "У третьего один фол."


def test_who_comes_back_gets_what_he_missed_once(table: Served) -> None:
    """Lines after the last one seen, none before it; after another start of the program, all."""
    cookie = table.enter("host")
    first = table.watch("host", cookie)
    seen = first.next("hello")[0]
    first.close()
    assert line(table, cookie, "начать игру", "a") == 204
    watching = table.watch("host", cookie)
    watching.next("hello")
    assert line(table, cookie, "фол номер три", "b") == 204
    watching.until("caption", "первый фол")
    back = table.watch("host", cookie, seen).next("hello")[1]
    assert back["known"] and "Город засыпает" in back["captions"][0]["text"]
    assert [one["number"] for one in back["captions"]] == list(
        range(int(seen.rpartition("-")[2]) + 1, back["captions"][-1]["number"] + 1)
    )
    other = table.watch("host", cookie, "0000-7").next("hello")[1]
    assert not other["known"] and len(other["captions"]) > len(back["captions"])


def test_a_beat_comes_with_the_time(table: Served) -> None:
    """Every two seconds a word of the server's, so that a dead stream is noticed."""
    stream = table.watch("table")
    assert set(stream.next("beat")[1]) == {"left", "moving"}


def test_the_pages_hold_no_role_until_it_is_asked_for(table: Served) -> None:
    """Not on the stream of the host either: roles come when the button is held, to him alone."""
    cookie = table.enter("host")
    host, hall = table.watch("host", cookie), table.watch("table")
    assert line(table, cookie, "роли 1 дон 2 мафия 3 мафия 4 шериф", "r") == 204
    host.until("caption", "Роли")
    assert line(table, cookie, "начать игру", "a") == 204
    for stream in (host, hall):
        stream.until("view", "night0.deal")
        for secret in (b'"role":"', b"sheriff"):
            assert secret not in stream.raw
    status, _, body = table.ask("/host/secrets", {}, cookie=cookie)
    roles = json.loads(body)
    assert status == 200 and roles["1"] == "don" and roles["4"] == "sheriff"
    assert table.ask("/host/secrets", {})[0] == 401
    assert table.ask("/host/secrets", {}, cookie=table.enter("table"))[0] == 401


def test_what_a_viewer_may_not_see_leaves_no_trace(table: Served) -> None:
    """A check and a choice of the night change nothing that the table's face is sent: no event, no
    number. The host's face may still aim at what it shows."""
    cookie = table.enter("host")
    hall = table.watch("table")
    for id_, text in enumerate(("роли 1 дон 2 мафия 3 мафия 4 шериф", "начать игру", "дальше")):
        assert line(table, cookie, text, f"a{id_}") == 204
    before = hall.until("view", "night0.agreement")["number"]
    hidden = replace(table.host.state, choices=(Choice(1, "mafia", 5),), best_move=(7,))
    picture = Picture(view(hidden, HOST), 41.0, True, False, hidden, number=10**9)
    show, table.faces.show = table.faces.show, lambda picture: None  # type: ignore[method-assign]
    show(picture)
    table.faces.caption("Дальше.", secret=False)
    hall.until("caption", "Дальше.")
    after = table.watch("table").next("hello")[1]["view"]["number"]
    assert after == before
    assert b"event: view" not in hall.raw[hall.raw.index(b"night0.agreement") + 20 :]
    assert table.faces.aimed(HALL, before) == 10**9
    assert table.faces.aimed(HALL, before - 50) == -1
