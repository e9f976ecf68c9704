# SPDX-License-Identifier: MIT
"""The journal: what is written is read, cut anywhere, spoiled anywhere."""

import errno
import json
import os
import re
import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import games
from tests.parlour import WMA
from tests.telling import hint, refused, says
from voice_host.errors import JournalDamaged
from voice_host.game import commands as c
from voice_host.game.commands import Command
from voice_host.game.events import Event
from voice_host.game.state import State
from voice_host.game.who import CLOCK, HOST, Seat
from voice_host.history.journal import Journal
from voice_host.history.record import Entry, Found, Header, Line, UndoEntry, read
from voice_host.history.recovery import load, recover
from voice_host.history.session import begin


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


# --- what is written is read ---

SIMPLE: dict[Any, st.SearchStrategy[Any]] = {
    int: st.integers(-(2**53), 2**53),
    float: st.floats(allow_nan=False, allow_infinity=False),
    str: st.text(max_size=8),
    bool: st.booleans(),
    type(None): st.none(),
}


def of(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a type that commands and events are made of."""
    if kind in SIMPLE:
        return SIMPLE[kind]
    if get_origin(kind) in (Union, types.UnionType):
        return st.one_of(*map(of, get_args(kind)))
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if get_origin(kind) is tuple:
        first, *rest = get_args(kind)
        if rest == [...]:
            return st.lists(of(first), max_size=3).map(tuple)
        return st.tuples(of(first), *map(of, rest))
    if issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    assert isinstance(kind, type) and is_dataclass(kind)
    hints = get_type_hints(kind)
    return st.builds(kind, **{f.name: of(hints[f.name]) for f in fields(kind)})


def entries(command: st.SearchStrategy[Any], events: st.SearchStrategy[Any]) -> Any:
    return st.builds(
        Entry, at=SIMPLE[float], channel=SIMPLE[str], command=command,
        events=st.lists(events, max_size=3).map(tuple),
        actor=st.sampled_from([HOST, CLOCK, Seat(1), Seat(30)]),
        aimed_at=st.none() | SIMPLE[int],
    )  # fmt: skip


def write(path: Path, *lines: Line) -> None:
    path.unlink(missing_ok=True)
    journal = Journal(path, Header(WMA, 10))
    for line in lines:
        journal.write(line)
    journal.close()


def check_same(path: Path, line: Line) -> None:
    write(path, line)
    size = path.stat().st_size
    assert read(path) == Found(Header(WMA, 10), (line,), size, last=2, whole=size)


ROUND_TRIP = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.mark.parametrize("kind", get_args(Command), ids=lambda kind: kind.__name__)
@given(data=st.data())
@ROUND_TRIP
def test_every_command_comes_back_as_it_was(path: Path, kind: type, data: st.DataObject) -> None:
    """Any figures, any text, in a line with the second, the channel and who gave it."""
    check_same(path, data.draw(entries(of(kind), of(Event))))


@pytest.mark.parametrize("kind", get_args(Event), ids=lambda kind: kind.__name__)
@given(data=st.data())
@ROUND_TRIP
def test_every_event_comes_back_as_it_was(path: Path, kind: type, data: st.DataObject) -> None:
    """Nested timers, causes, phases and lists included."""
    check_same(path, data.draw(entries(st.just(c.Tick()), of(kind))))


def test_an_undo_and_the_rules_come_back_as_they_were(path: Path) -> None:
    """The header carries every rule, so that a changed ruleset cannot change a game."""
    check_same(path, UndoEntry(3))


# --- cut at every byte ---


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().split(b"\n")[:-1]


@pytest.mark.long
def test_cut_at_every_byte_it_recovers_to_the_last_whole_line_and_goes_on(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The torn tail is gone before the next line stands, and that line counts."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    games.written(path, seed=5, steps=14)
    data = path.read_bytes()
    states = states_by_line(path, tmp_path / "whole.jsonl")
    cut = tmp_path / "cut.jsonl"
    for size in range(data.index(b"\n") + 1, len(data) + 1):
        cut.write_bytes(data[:size])
        session = recover(cut)
        whole = data[:size].count(b"\n") - 1
        assert session.state == states[whole]
        games.play(session, Random(size), steps=2)
        session.close()
        assert cut.read_bytes().startswith(data[: data[:size].rfind(b"\n") + 1])
        assert load(cut).state == session.state


def states_by_line(path: Path, whole: Path) -> list[State]:
    """The state after the header, after the first line, …"""
    lines = lines_of(path)
    states = []
    for number in range(1, len(lines) + 1):
        whole.write_bytes(b"\n".join(lines[:number]) + b"\n")
        states.append(load(whole).state)
    return states


def test_a_journal_cut_in_its_first_line_holds_no_game(path: Path) -> None:
    """Nothing was played yet, so nothing is lost."""
    games.written(path, seed=1, steps=1)
    header = lines_of(path)[0]
    for size in range(len(header) + 1):
        path.write_bytes(header[:size])
        told = "первая строка не дописана" if size else "пуст"
        with refused(JournalDamaged, match=told):
            recover(path)


# --- spoiled in the middle ---


def entry(event: dict[str, Any], **changed: Any) -> bytes:
    line = {"at": 5.0, "channel": "voice", "command": {"kind": "Tick"}, "events": [event]}
    return json.dumps(line | changed).encode()


SPOILED = {
    "no_json": b"{",
    "empty": b"",
    "null": b"null",
    "a_number": b"7",
    "a_list": b'["undo"]',
    "a_text": b'"undo"',
    "nothing_in_it": b"{}",
    "bad_utf8": b'{"at": 1, "channel": "\xff\xfe"}',
    "zero_bytes": b"\0" * 20,
    "two_in_one": entry({"kind": "TimeUp"}) * 2,
    "second_is_text": entry({"kind": "TimeUp"}, at="пять"),
    "second_is_nothing": entry({"kind": "TimeUp"}, at=None),
    "channel_is_a_number": entry({"kind": "TimeUp"}, channel=3),
    "command_is_an_event": entry({"kind": "TimeUp"}, command={"kind": "TimeUp"}),
    "command_is_a_list": entry({"kind": "TimeUp"}, command=["abc"]),
    "command_unknown": entry({"kind": "TimeUp"}, command={"kind": "Dance"}),
    "event_is_a_command": entry({"kind": "Start"}),
    "event_unknown": entry({"kind": "Sneezed", "seat": 3}),
    "event_without_kind": entry({"seat": 3}),
    "kind_is_a_list": entry({"kind": []}),
    "event_without_a_field": entry({"kind": "FoulGiven", "seat": 3}),
    "field_of_the_wrong_type": entry({"kind": "FoulGiven", "seat": "три", "count": 1}),
    "phase_unknown": entry({"kind": "PhaseBegan", "phase": "lunch"}),
    "seat_off_the_table": entry({"kind": "FoulGiven", "seat": 11, "count": 1}),
    "seat_zero": entry({"kind": "PlayerOut", "seat": 0, "cause": "killed"}),
    "seats_off_the_table": entry({"kind": "VoteTied", "seats": [3, 12]}),
    "roles_off_the_table": entry({"kind": "RolesSet", "roles": [[0, "don"]]}),
    "vote_of_nobody": entry({"kind": "VoteOpened", "phase": "vote.count", "candidates": []}),
    "time_called_without_timer": entry({"kind": "TimeCalled", "seconds_left": 10}),
    "a_phase_that_never_lasts": entry({"kind": "PhaseBegan", "phase": "night"}),
    "speech_of_nobody": entry({"kind": "PhaseBegan", "phase": "day.speech"}),
    "role_unknown": entry({"kind": "RoleTurned", "seat": 3, "role": "wizard"}),
    "role_without_a_slot": entry({"kind": "PhaseBegan", "phase": "night.role", "role": "maniac"}),
    "side_unknown": entry({"kind": "GameEnded", "winner": "elves"}),
    "not_all_roles": entry({"kind": "RolesSet", "roles": [[1, "don"]]}),
    "reason_unknown": entry({"kind": "VoteSkipped", "why": "rain"}),
    "offence_is_a_sentence": entry({"kind": "FoulGiven", "seat": 3, "count": 1, "offence": "а б"}),
    "actor_unknown": entry({"kind": "TimeUp"}, actor="cat"),
    "actor_off_the_table": entry({"kind": "TimeUp"}, actor="seat:11"),
    "aimed_at_text": entry({"kind": "TimeUp"}, aimed_at="5"),
    "second_too_large": entry({"kind": "TimeUp"}, at=1e300),
    "seats_without_end": entry({"kind": "VoteTied", "seats": [3] * 2000}),
    "very_deep": b"[" * 20_000,
    "very_deep_and_whole": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "very_long": entry({"kind": "TimeUp"}, channel="a" * 70_000),
    "number_without_end": entry({"kind": "TimeUp"}).replace(b"5.0", b"9" * 5000),
    "not_a_number": entry({"kind": "TimeUp"}).replace(b"5.0", b"NaN"),
    "undo_of_too_many": b'{"undo": 99}',
    "undo_of_none": b'{"undo": 0}',
    "undo_backwards": b'{"undo": -1}',
    "undo_is_text": b'{"undo": "1"}',
    "number_is_text": entry({"kind": "TimeUp"}, line="3"),
}


def spoiled(path: Path, line: bytes) -> None:
    """A game of whole lines, the third one spoiled, more after it."""
    session = begin(WMA, 10, path)
    for _ in range(4):
        session.submit(c.Next(), 0.0, "voice")
    session.close()
    lines = lines_of(path)
    lines[2] = line
    path.write_bytes(b"\n".join(lines) + b"\n")


@pytest.mark.parametrize("line", SPOILED.values(), ids=SPOILED)
def test_a_game_goes_on_from_before_a_spoiled_line(path: Path, line: bytes) -> None:
    """The host is told which line it is, in Russian; the whole file is kept beside it, and what
    is done from then on stands after the last whole line."""
    spoiled(path, line)
    before = path.read_bytes()
    with refused(JournalDamaged, match="испорчен в строке 3") as error:
        load(path)
    assert "resume" in hint(error.value)
    assert path.read_bytes() == before
    session = recover(path)
    told, aside = session.trouble, path.with_name("game.jsonl.damaged")
    assert told is not None
    assert "испорчен в строке 3" in says(told) and f"сохранён: «{aside}»" in says(told)
    assert not re.search("[A-Za-z]", re.sub("«.*?»|JSON", "", says(told)))
    assert aside.read_bytes() == before
    assert len(session.steps) == 1
    session.submit(c.Foul(3), 5.0, "voice")
    session.close()
    assert path.read_bytes().startswith(b"\n".join(before.split(b"\n")[:2]) + b"\n")
    again = recover(path)
    assert (again.state, again.trouble) == (session.state, None)
    again.close()


def test_a_second_damage_keeps_the_first_copy(path: Path) -> None:
    """Nothing that was set aside is written over."""
    for _ in range(2):
        path.unlink(missing_ok=True)
        spoiled(path, b"junk")
        recover(path).close()
    copies = sorted(other.name for other in path.parent.iterdir())
    assert copies == ["game.jsonl", "game.jsonl.damaged", "game.jsonl.damaged1"]


def test_a_spoiled_journal_that_cannot_be_set_aside_is_left_as_it_is(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk: the game goes on without a record, and the file keeps what it has."""
    spoiled(path, b"junk")
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        session = recover(path)
    assert session.trouble is not None
    assert "в строке 3" in says(session.trouble)
    assert "диск заполнен. Игра идёт без записи" in says(session.trouble)
    session.submit(c.Foul(3), 5.0, "voice")
    session.close()
    assert path.read_bytes() == before


HEADERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a_list": lambda header: [header],
    "no_format": lambda header: {k: v for k, v in header.items() if k != "format"},
    "no_rules": lambda header: {k: v for k, v in header.items() if k != "rules"},
    "rules_of_the_wrong_type": lambda header: header | {"rules": 3},
    "seats_are_text": lambda header: header | {"seats": "десять"},
    "too_many_seats": lambda header: header | {"seats": 10**9},
    "no_seats": lambda header: header | {"seats": 0},
    "first_victim_off_the_table": lambda header: header | {"previous": {"first_killed": 11}},
    "missing_off_the_table": lambda header: header | {"previous": {"missing": [3, 0]}},
}


@pytest.mark.parametrize("spoil", HEADERS.values(), ids=HEADERS)
def test_a_spoiled_first_line_is_line_1(path: Path, spoil: Callable[[dict[str, Any]], Any]) -> None:
    """A header that is none, or whose table cannot be."""
    games.written(path, seed=1, steps=3)
    first, *rest = lines_of(path)
    header = json.dumps(spoil(json.loads(first))).encode()
    path.write_bytes(b"\n".join([header, *rest]) + b"\n")
    with refused(JournalDamaged, match="испорчен в строке 1"):
        recover(path)


def test_a_spoiled_first_line_can_be_had_from_another_journal(path: Path, tmp_path: Path) -> None:
    """Nothing before it is whole, so that is what the host is told; and it is true."""
    before = games.written(path, seed=1, steps=30)
    first, *rest = lines_of(path)
    path.write_bytes(b"\n".join([first[:40], *rest]) + b"\n")
    with refused(JournalDamaged, match="испорчен в строке 1") as error:
        recover(path)
    assert "Строки до" not in hint(error.value)
    assert "Замените её первой строкой другого журнала" in hint(error.value)
    other = tmp_path / "other.jsonl"
    begin(WMA, 10, other).close()
    path.write_bytes(b"\n".join([*lines_of(other), *rest]) + b"\n")
    session = recover(path)
    assert (session.state, session.trouble) == (before.state, None)
    session.close()


@pytest.mark.parametrize("first", [b'{"undo": 1}', entry({"kind": "TimeUp"})])
def test_a_first_line_that_is_gone_is_told_apart_from_a_spoiled_one(
    path: Path, first: bytes
) -> None:
    """The first move is whole; what belongs before it is missing."""
    path.write_bytes(first + b"\n")
    with refused(JournalDamaged, match="строке 1: начала игры нет") as error:
        recover(path)
    assert "Поставьте перед ней первую строку другого журнала" in hint(error.value)


def test_another_format_is_told_apart_from_damage(path: Path) -> None:
    """A journal of a newer program asks for that program."""
    path.write_bytes(b'{"format": 3}\n')
    with refused(JournalDamaged, match="формат 3") as error:
        recover(path)
    assert hint(error.value) == "Обновите программу."
