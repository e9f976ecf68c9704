# SPDX-License-Identifier: MIT
"""The phone as a microphone: what is lost is silence, what is late nothing, who is away missed."""

import numpy as np
import pytest

from voice_host.audio.microphone import RATE, Block
from voice_host.audio.phone_microphone import PhoneMicrophone
from voice_host.audio.reports import Recovered, Report, Trouble
from voice_host.errors import Told

PIECE = 1280
"""Samples: 80 ms."""


class Clock:
    """Seconds, moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        self.now += 0.001  # a look takes a moment, so that waiting ends
        return self.now


class Card:
    """The table's microphone: gives a block that says whose it is, at once."""

    rate = RATE
    finished = False

    def __init__(self) -> None:
        self.waiting = 0
        self.closed = False

    def read(self, timeout: float) -> Block | None:
        if not self.waiting:
            return None
        self.waiting -= 1
        return Block(b"\x07\x00" * 480, 0.0)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def told() -> list[Report]:
    return []


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def card() -> Card:
    return Card()


@pytest.fixture
def phone(card: Card, clock: Clock, told: list[Report]) -> PhoneMicrophone:
    return PhoneMicrophone(card, told.append, clock)


def piece(number: int) -> bytes:
    """The samples of a recording that counts them."""
    return np.arange(number * PIECE, (number + 1) * PIECE).astype("<i2").tobytes()


def heard(phone: PhoneMicrophone) -> bytes:
    """Everything that waits, block by block."""
    found = b""
    while (block := phone.read(0)) is not None:
        found += block.pcm
    return found


def test_pieces_are_heard_in_blocks_of_a_sound_card(phone: PhoneMicrophone, clock: Clock) -> None:
    """Every sample once, each block 30 ms, with the time at which its last sample was spoken."""
    ended = []
    found = b""
    for number in range(6):
        clock.now = 200 + number * 0.08
        assert phone.take("a", number * PIECE, piece(number))
        while (block := phone.read(0)) is not None:
            assert len(block.pcm) == 960
            found += block.pcm
            ended.append(block.ended_at)
    assert (
        found == b"".join(map(piece, range(6)))[: len(found)] and len(found) >= 2 * 6 * PIECE - 960
    )
    assert np.allclose(np.diff(ended), 0.03, atol=0.001)
    assert abs(ended[-1] - (200 + 5 * 0.08)) < 0.04


def test_what_is_lost_is_silence_of_its_length(phone: PhoneMicrophone, clock: Clock) -> None:
    """A piece that never comes is zeros; what follows stands where it belongs."""
    clock.now = 200.0
    phone.take("a", 0, piece(0))
    clock.now = 200.16
    phone.take("a", 2 * PIECE, piece(2))
    found = np.frombuffer(heard(phone), "<i2")
    assert (found[PIECE : 2 * PIECE] == 0).all()
    assert found[2 * PIECE] == 2 * PIECE and found[PIECE - 1] == PIECE - 1


def test_a_piece_that_comes_twice_is_heard_once(phone: PhoneMicrophone) -> None:
    """A retry may overlap what was there."""
    phone.take("a", 0, piece(0))
    phone.take("a", 0, piece(0) + piece(1))
    found = heard(phone)
    assert found == (piece(0) + piece(1))[: len(found)]
    assert len(found) == 2 * PIECE * 2 - 2 * PIECE * 2 % 960


def test_what_is_a_second_late_is_dropped(phone: PhoneMicrophone, clock: Clock) -> None:
    """Old words are no command; what is in time again is heard."""
    clock.now = 200.0
    assert phone.take("a", 0, piece(0))
    clock.now = 201.5
    assert not phone.take("a", PIECE, piece(1))
    clock.now = 201.52
    assert phone.take("a", 18 * PIECE, piece(18))


def test_another_recording_begins_anew(phone: PhoneMicrophone, clock: Clock) -> None:
    """After a reload numbers begin at 0 again; an hour's gap is no hour of silence."""
    phone.take("a", 0, piece(0))
    phone.take("b", 0, piece(0))
    phone.take("b", RATE * 3600, piece(1))
    assert len(heard(phone)) < 2 * RATE


def test_the_table_takes_over_and_gives_back(
    phone: PhoneMicrophone, card: Card, clock: Clock, told: list[Report]
) -> None:
    """Within three seconds, told once; what the table's microphone had gathered while the phone was
    heard is not heard late; back again is told when it has lasted a second."""
    card.waiting = 2
    assert heard(phone).count(b"\x07") == 960 and not told
    phone.take("a", 0, piece(0))
    heard(phone)
    card.waiting = 5
    clock.now += 2.5
    assert phone.read(0) is None and card.waiting == 0
    assert told == [Trouble("phone", Told("phone.away"))]
    card.waiting = 1
    assert phone.read(0.1) is not None
    for number in range(20):
        clock.now += 0.08
        phone.take("b", number * PIECE, piece(number))
        heard(phone)
    assert told == [Trouble("phone", Told("phone.away")), Recovered("phone")]


def test_without_a_table_the_phone_is_missed_all_the_same(clock: Clock, told: list[Report]) -> None:
    """Then the sentence says that there is no other."""
    phone = PhoneMicrophone(None, told.append, clock)
    phone.take("a", 0, piece(0))
    heard(phone)
    clock.now += 2.0
    assert phone.read(0.01) is None
    assert told == [Trouble("phone", Told("phone.away_alone"))]
    phone.close()
    assert phone.finished


def test_closing_lets_go_of_the_table(phone: PhoneMicrophone, card: Card) -> None:
    """Both are one microphone to the ears."""
    phone.close()
    assert card.closed and phone.finished
