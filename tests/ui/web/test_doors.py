# SPDX-License-Identifier: MIT
"""Codes and tokens: who may come in, for how long, and what is kept of it."""

from pathlib import Path

import pytest

from voice_host.game.who import Seat
from voice_host.ui.web.doors import Doors, Face, Guest, WrongCode
from voice_host.ui.web.faces import Faces, People
from voice_host.ui.web.seat_routes import SeatRoutes


class Clock:
    """Seconds, moved by hand."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_token_opens_its_own_face_only() -> None:
    """The host's key opens the host's, the table's code the table's; a token is no code."""
    doors = Doors()
    host = doors.enter(Face.HOST, doors.host_key, "a")
    table = doors.enter(Face.TABLE, f" {doors.table_code[:3]} {doors.table_code[3:]}", "a")
    assert doors.guest(Face.HOST, host) and doors.guest(Face.TABLE, table)
    assert doors.guest(Face.HOST, table) is None and doors.guest(Face.TABLE, host) is None
    for nothing in (None, "", "x", host[:-1]):
        assert doors.guest(Face.HOST, nothing) is None
    with pytest.raises(WrongCode):
        doors.enter(Face.HOST, doors.table_code, "b")
    with pytest.raises(WrongCode):
        doors.enter(Face.HOST, "", "b")


def test_phones_come_back_after_a_restart(tmp_path: Path) -> None:
    """The file holds hashes, for the user alone; no token and no code stands in it."""
    file = tmp_path / "phones.json"
    before = Doors(file)
    token = before.admit(Face.SEAT, 7)
    kept = file.read_text()
    assert token not in kept and before.host_key not in kept and before.table_code not in kept
    assert file.stat().st_mode & 0o077 == 0
    guest = Doors(file).guest(Face.SEAT, token)
    assert guest is not None and guest.seat == 7


def test_a_spoiled_file_is_an_empty_one(tmp_path: Path) -> None:
    """Phones then come in anew; nothing stops for it, nor for a place that cannot be written."""
    file = tmp_path / "phones.json"
    for spoiled in (b"", b"{", b'{"a": 1}', b"\xff"):
        file.write_bytes(spoiled)
        assert Doors(file).guests == 0
    assert Doors(tmp_path / "phones.json" / "below").admit(Face.HOST)


def test_a_token_lasts_an_evening() -> None:
    """After twelve hours it opens nothing, and who is dismissed is out at once."""
    clock = Clock()
    doors = Doors(today=clock)
    token, other = doors.admit(Face.HOST), doors.admit(Face.SEAT, 3)
    clock.now += 12 * 3600 - 1
    assert doors.guest(Face.HOST, token) == Guest(Face.HOST, None, 1000.0)
    doors.dismiss(lambda guest: guest.seat == 3)
    assert doors.guest(Face.SEAT, other) is None
    clock.now += 1
    assert doors.guest(Face.HOST, token) is None


def test_wrong_codes_are_counted_by_address_and_together() -> None:
    """Five a minute from one; a crowd of addresses is stopped too; a minute later it is over."""
    clock = Clock()
    doors = Doors(clock=clock)
    for number in range(40):
        with pytest.raises(WrongCode) as wrong:
            doors.enter(Face.HOST, "1", f"address {number // 5}")
        assert wrong.value.wait == 0
    for address in ("address 0", "one that has never tried"):
        with pytest.raises(WrongCode) as wrong:
            doors.enter(Face.HOST, doors.host_key, address)
        assert 59 <= wrong.value.wait <= 60
    clock.now += 60
    assert doors.enter(Face.HOST, doors.host_key, "address 0")


def test_old_tokens_make_room() -> None:
    """There are never more than 200."""
    doors = Doors()
    first = doors.admit(Face.TABLE)
    for _ in range(200):
        last = doors.admit(Face.TABLE)
    assert doors.guests == 200
    assert doors.guest(Face.TABLE, first) is None and doors.guest(Face.TABLE, last)


def test_a_phone_that_is_away_is_told_by_day_and_a_shared_one_is_there_for_both() -> None:
    """Ten seconds without a stream; nothing is told of it by night."""
    clock = Clock()
    doors, faces = Doors(), Faces({})
    routes = SeatRoutes(faces, doors, lambda _: None, clock)
    first, _ = doors.admit(Face.SEAT, 3), doors.admit(Face.SEAT, 7)
    assert doors.share(first, 5)
    faces.join(Seat(3), "")
    assert routes.people() == People()
    clock.now += 10.5
    assert routes.people() == People(away=(7,))
    faces.join(Seat(7), "")
    assert routes.people() == People()


def test_a_claim_that_nobody_answers_lapses() -> None:
    """After ten minutes another phone may ask."""
    clock = Clock()
    doors = Doors(today=clock)
    doors.admit(Face.SEAT, 3)
    assert doors.claim(3, doors.host_key) is None
    assert doors.claim(3, doors.table_code) and doors.claimed == (3,)
    clock.now += 601
    assert doors.claimed == () and doors.claim(3, doors.table_code)
