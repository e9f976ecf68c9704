# SPDX-License-Identifier: MIT
"""Whole games over the real server: a client for each seat that does what its page would do."""

import json
import time
from collections.abc import Iterator

import pytest

from tests.alone.over_http import Phone, table_of
from tests.ui.web.served import Served
from voice_host.game import commands as c
from voice_host.game.state import Phase
from voice_host.game.who import HOST, Seat
from voice_host.host.inbox import Tapped
from voice_host.ui.web.doors import Face


@pytest.mark.long
def test_a_whole_game_is_played_by_phones_over_the_network() -> None:
    """From the lobby to a winner; by night all seats' views are of one length, whoever acts.

    (Every ruleset without a network, and faster: `test_played_by_phones.py`.)
    """
    table = table_of("wma", 5, times=4.0)
    try:
        phones = [Phone(table, seat) for seat in range(1, table.host.state.seats + 1)]
        end = time.monotonic() + 150
        for phone in phones:
            phone.over.wait(max(0.0, end - time.monotonic()))
        session = table.host.session
        assert session.state.phase is Phase.OVER and session.state.winner
        assert all(phone.statuses == {204} for phone in phones)
        assert any(phone.answers for phone in phones)
        assert not any(step.entry.actor is HOST for step in session.steps)
        assert {type(step.entry.actor) for step in session.steps} >= {Seat}
        for phase in {phase for phone in phones for phase in phone.sizes}:
            sizes = set().union(*(phone.sizes.get(phase, set()) for phone in phones))
            assert len(sizes) == 1, (phase, sizes)
    finally:
        table.close()


@pytest.fixture
def alone() -> Iterator[Served]:
    made = table_of("wma", 6)
    yield made
    made.close()


def sit(table: Served, seat: int, code: str) -> int:
    return table.ask("/seat/enter", {"code": code, "seat": seat})[0]


def cookie_of(headers: dict[str, str]) -> str:
    return headers["set-cookie"].partition(";")[0]


def seated(table: Served, seat: int) -> str:
    """A phone that has taken a free seat: its cookie."""
    code = table.doors.table_code
    status, headers, _ = table.ask("/seat/enter", {"code": code, "seat": seat})
    assert status == 204
    return cookie_of(headers)


def test_a_seat_is_taken_once_and_moves_with_the_key_of_the_screen(alone: Served) -> None:
    """The code of the table is for free seats; whoever had the seat is out."""
    code, cookie = alone.doors.table_code, seated(alone, 3)
    assert alone.ask("/seat/here", cookie=cookie)[0] == 204
    wrong = "000000" if code != "000000" else "111111"
    assert sit(alone, 3, wrong) == 409
    assert sit(alone, 4, wrong) == 403
    assert sit(alone, 11, code) == sit(alone, 0, code) == 400
    assert sit(alone, 3, alone.doors.host_key) == 204
    assert alone.ask("/seat/here", cookie=cookie)[0] == 401
    assert alone.ask("/seat/card", {}, cookie=cookie)[0] == 401


def test_the_table_consents_that_a_seat_moves_to_another_phone(alone: Served) -> None:
    """More than half of the other phones; until then the new one opens nothing, the old one all."""
    phones = {seat: seated(alone, seat) for seat in (1, 2, 3, 5, 8)}
    for seat in (11, 12):  # of the larger table before
        alone.doors.admit(Face.SEAT, seat)
    code = alone.doors.table_code
    status, headers, _ = alone.ask("/seat/enter", {"code": code, "seat": 3})
    new = cookie_of(headers)
    assert status == 202 and sit(alone, 3, code) == 409  # one phone asks at a time

    def consent(seat: int) -> int:
        return alone.ask("/seat/consent", {"seat": 3}, cookie=phones[seat])[0]

    for seat in (1, 1, 3, 2):
        assert consent(seat) == 204
    assert alone.ask("/seat/consent", {"seat": 3}, cookie=new)[0] == 400
    assert alone.ask("/seat/card", {}, cookie=new)[0] == 401
    assert alone.ask("/seat/here", cookie=phones[3])[0] == 204
    consent(5)
    assert alone.ask("/seat/card", {}, cookie=new)[0] == 200
    assert alone.ask("/seat/here", cookie=phones[3])[0] == 401
    assert alone.doors.claimed == ()


def test_two_seats_on_one_phone_by_turns(alone: Served) -> None:
    """A free seat goes along before the game; the phone is the other's from its next stream on."""
    first, other = seated(alone, 3), seated(alone, 4)
    assert alone.ask("/seat/share", {"seat": 4}, cookie=first)[0] == 409
    assert alone.ask("/seat/turn", {"seat": 4}, cookie=first)[0] == 400
    assert alone.ask("/seat/share", {"seat": 5}, cookie=first)[0] == 204
    assert json.loads(alone.ask("/seat/mine", {}, cookie=first)[2]) == [3, 5]
    assert sit(alone, 5, alone.doors.table_code) == 202
    assert list(json.loads(alone.ask("/seat/card", {}, cookie=first)[2])["cards"]) == ["3"]
    assert alone.ask("/seat/turn", {"seat": 5}, cookie=first)[0] == 204
    assert list(json.loads(alone.ask("/seat/card", {}, cookie=first)[2])["cards"]) == ["5"]
    stream = alone.watch("seat", first)
    assert stream.next("hello")[1]["view"]["view"]["viewer"]["number"] == 5
    alone.ask("/seat/act", {"id": "a", "act": {"kind": "ready"}}, cookie=first)
    stream.until("view", '"signed": true')
    assert alone.host.state.signs == (5,)
    assert sit(alone, 5, alone.doors.host_key) == 204
    assert json.loads(alone.ask("/seat/mine", {}, cookie=first)[2]) == [3]
    assert alone.ask("/seat/turn", {"seat": 3}, cookie=other)[0] == 400


def test_a_seat_without_a_phone_is_not_taken_along_in_mid_game(alone: Served) -> None:
    """Its card would be his to look at."""
    cookie = seated(alone, 3)
    for seat in range(1, 11):
        alone.inbox.put(Tapped(c.Ready(), Seat(seat)))
    alone.watch("seat", cookie).until("view", "night0")
    assert alone.ask("/seat/share", {"seat": 5}, cookie=cookie)[0] == 400


def test_a_card_is_sent_when_it_is_asked_for_and_all_are_of_one_length(alone: Served) -> None:
    """No view of a seat holds a card; the answers to who holds the button are as long."""
    lengths, code = set(), alone.doors.table_code
    for seat in range(1, 11):
        _, headers, _ = alone.ask("/seat/enter", {"code": code, "seat": seat})
        cookie = headers["set-cookie"].partition(";")[0]
        status, _, body = alone.ask("/seat/card", {}, cookie=cookie)
        assert status == 200 and str(seat) in json.loads(body)["cards"]
        lengths.add(len(body))
        hello = alone.watch("seat", cookie).next("hello")[1]
        assert all(one["role"] is None for one in hello["view"]["view"]["seats"])
    assert len(lengths) == 1


def test_a_seat_gives_nothing_that_is_not_a_players(alone: Served) -> None:
    """No host's act, no other's, no request; the answer says nothing of the game."""
    _, headers, _ = alone.ask("/seat/enter", {"code": alone.doors.table_code, "seat": 2})
    cookie = headers["set-cookie"].partition(";")[0]
    for act in ({"kind": "next"}, {"kind": "undo"}, {"kind": "tick"}, {"kind": "check", "seat": 1},
                {"kind": "set_roles", "roles": []}, {}):  # fmt: skip
        assert alone.ask("/seat/act", {"id": "a", "act": act}, cookie=cookie)[0] == 400
    assert alone.ask("/seat/tap", {"id": "a", "seat": "5"}, cookie=cookie)[0] == 400
    assert alone.ask("/seat/tap", {"id": "b", "seat": "05"}, cookie=cookie)[0] == 204
    assert alone.ask("/seat/tap", {"id": "b", "seat": "05"})[0] == 401


def test_a_table_with_a_host_has_no_seats_for_phones(table: Served) -> None:
    """Nobody can take one, with whatever code."""
    assert sit(table, 3, table.doors.table_code) == 404
