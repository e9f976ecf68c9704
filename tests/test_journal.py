"""The journal: cut anywhere, spoiled anywhere, on disks that fill up and fail."""

import errno
import json
import os
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import reduce
from pathlib import Path
from random import Random
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import games
from tests.parlour import WMA
from voice_host.errors import JournalDamaged, JournalUnopened
from voice_host.game import commands as c
from voice_host.game.commands import Command
from voice_host.game.events import Event
from voice_host.journal import Entry, Header, Journal, Line, UndoEntry, read
from voice_host.session import begin, begin_anyhow, load, recover


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
    if get_origin(kind) is tuple:
        first, *rest = get_args(kind)
        if rest == [...]:
            return st.lists(of(first), max_size=3).map(tuple)
        return st.tuples(of(first), *map(of, rest))
    if issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    assert is_dataclass(kind)
    hints = get_type_hints(kind)
    return st.builds(kind, **{f.name: of(hints[f.name]) for f in fields(kind)})


def entries(command: st.SearchStrategy[Any], events: st.SearchStrategy[Any]) -> Any:
    return st.builds(
        Entry, at=SIMPLE[float], channel=SIMPLE[str], command=command,
        events=st.lists(events, max_size=3).map(tuple),
    )  # fmt: skip


def write(path: Path, *lines: Line) -> None:
    path.unlink(missing_ok=True)
    journal = Journal(path, Header(WMA, 10))
    for line in lines:
        journal.write(line)
    journal.close()


def check_same(path: Path, line: Line) -> None:
    write(path, line)
    header, lines, size = read(path)
    assert (header, lines, size) == (Header(WMA, 10), (line,), path.stat().st_size)


ROUND_TRIP = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.mark.parametrize("kind", get_args(Command), ids=lambda kind: kind.__name__)
@given(data=st.data())
@ROUND_TRIP
def test_every_command_comes_back_as_it_was(path: Path, kind: type, data: st.DataObject) -> None:
    """Any figures, any text, in a line with the channel and the second."""
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


def states_by_line(path: Path, whole: Path) -> list[object]:
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
        with pytest.raises(JournalDamaged, match="пуст"):
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
    "undo_of_too_many": b'{"undo": 99}',
    "undo_of_none": b'{"undo": 0}',
    "undo_backwards": b'{"undo": -1}',
    "undo_is_text": b'{"undo": "1"}',
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
def test_a_spoiled_line_is_named_by_its_number(path: Path, line: bytes) -> None:
    """Nothing is guessed: the host is told which line it is, and the file is left alone."""
    spoiled(path, line)
    before = path.read_bytes()
    for use in (recover, load):
        with pytest.raises(JournalDamaged, match="испорчен в строке 3") as error:
            use(path)
        assert "3" in error.value.hint
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
    with pytest.raises(JournalDamaged, match="испорчен в строке 1"):
        recover(path)


def test_another_format_is_told_apart_from_damage(path: Path) -> None:
    """A journal of a newer program asks for that program."""
    path.write_bytes(b'{"format": 2}\n')
    with pytest.raises(JournalDamaged, match="формат 2") as error:
        recover(path)
    assert error.value.hint == "Обновите программу."


# --- disks that fail ---

DISK = {
    "full": (errno.ENOSPC, "диск заполнен"),
    "failing": (errno.EIO, "ошибка диска"),
    "read_only": (errno.EROFS, "диск только для чтения"),
}


@contextmanager
def broken(
    monkeypatch: pytest.MonkeyPatch, name: str, instead: Callable[..., int]
) -> Iterator[None]:
    with monkeypatch.context() as patched:
        patched.setattr(os, name, instead)
        yield


def failing(number: int) -> Callable[..., int]:
    def fail(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize("call", ["write", "fsync", "ftruncate"])
@pytest.mark.parametrize(("number", "words"), DISK.values(), ids=DISK)
def test_lines_wait_while_the_disk_fails_and_are_written_after(
    path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, words: str
) -> None:
    """The game goes on, every line is kept, the first write that works brings all of them."""
    session = begin(WMA, 10, path)
    session.submit(c.Next(), 0.0, "voice")
    with broken(monkeypatch, call, failing(number)):
        for at in range(1, 5):
            session.submit(c.Next(), float(at), "voice")
            assert session.trouble is not None
            assert words in session.trouble.message
        session.undo()
    assert load(path).state in [*(step.before for step in session.steps), session.state]
    session.submit(c.Foul(3), 5.0, "voice")
    assert session.trouble is None
    session.close()
    assert load(path).state == session.state


def test_half_a_line_is_taken_back_before_it_is_tried_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write that ends in the middle leaves a torn tail, and no trace once there is room."""
    session = begin(WMA, 10, path)
    write = os.write

    def half(file: int, data: bytes) -> int:
        return write(file, data[: len(data) // 2])

    with broken(monkeypatch, "write", half):
        session.submit(c.Next(), 0.0, "voice")
        assert session.trouble is not None
    assert not path.read_bytes().endswith(b"\n")
    assert load(path).steps == []
    session.submit(c.Next(), 1.0, "voice")
    session.close()
    assert load(path).state == session.state


def test_a_real_limit_of_the_system_costs_no_line(path: Path) -> None:
    """The kernel itself refuses to let the file grow in the middle of a line, then lets it."""
    resource = pytest.importorskip("resource")
    session = begin(WMA, 10, path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 50, hard))
    try:
        session.submit(c.Next(), 0.0, "voice")
        session.submit(c.Next(), 1.0, "voice")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert session.trouble is not None
    assert load(path).steps == []
    session.submit(c.Next(), 2.0, "voice")
    session.close()
    assert session.trouble is None
    assert load(path).state == session.state


def test_a_disk_that_is_full_at_the_start_costs_no_game(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first line waits like any other; closing tries once more."""
    with broken(monkeypatch, "write", failing(errno.ENOSPC)):
        session = begin(WMA, 10, path)
        session.submit(c.Next(), 0.0, "voice")
        assert session.trouble is not None
    session.close()
    assert load(path).state == session.state


def test_closing_on_a_full_disk_is_quiet(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be written until the end is lost; that it lags was told before."""
    session = begin(WMA, 10, path)
    with broken(monkeypatch, "write", failing(errno.ENOSPC)):
        session.submit(c.Next(), 0.0, "voice")
        session.close()
    assert load(path).steps == []


# --- places where no journal can be ---


def test_a_file_that_is_there_is_never_written_over(path: Path) -> None:
    """A new game wants a new file."""
    path.write_text("дневник")
    with pytest.raises(JournalDamaged, match="такой файл уже есть") as error:
        begin(WMA, 10, path)
    assert "--journal" in error.value.hint
    assert path.read_text() == "дневник"


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    """Neither to begin, nor to resume, nor to read."""
    for use in (recover, load, lambda folder: begin(WMA, 10, folder)):
        with pytest.raises(JournalDamaged, match=r"папка|уже есть"):
            use(tmp_path)


def test_a_file_in_the_place_of_a_folder_is_told(path: Path) -> None:
    """`FILE/game.jsonl` can be no journal."""
    path.write_text("")
    with pytest.raises(JournalDamaged, match=r"не папка|уже есть"):
        begin(WMA, 10, path / "game.jsonl")


def test_a_missing_journal_is_told(path: Path) -> None:
    """Nothing is made in its place."""
    with pytest.raises(JournalDamaged, match="такого файла нет"):
        recover(path)
    assert not path.exists()


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_what_may_not_be_opened_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """A place that was asked for is refused before the game; nothing has been lost then."""
    with broken(monkeypatch, "open", failing(number)), pytest.raises(JournalUnopened) as error:
        begin(WMA, 10, path)
    assert error.value.why in ("нет доступа", "диск только для чтения")
    assert error.value.why in error.value.message
    assert "--journal" in error.value.hint


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_a_place_that_nobody_asked_for_costs_no_game(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """The game is played without a journal, and what is lost with it stands in `trouble`."""
    with broken(monkeypatch, "open", failing(number)):
        session = begin_anyhow(WMA, 10, path, ((2, "Марина"),))
    assert session.trouble is not None
    assert "без записи" in session.trouble.message
    assert "--journal" in session.trouble.hint
    session.submit(c.Start(), 0.0, "voice")
    session.submit(c.Foul(3), 1.0, "voice")
    assert session.undo() is not None
    assert session.names == ((2, "Марина"),)
    assert session.trouble is not None
    session.close()
    assert not path.exists()


def test_where_a_journal_can_be_it_is_kept(path: Path) -> None:
    """No trouble then, and the file begins at once."""
    session = begin_anyhow(WMA, 10, path)
    session.close()
    assert session.trouble is None
    assert load(path).state == session.state


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_a_journal_that_became_read_only_is_gone_on_from(
    path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """A card that wears out turns read-only and the computer starts anew: the game is there."""
    before = games.written(path, seed=1, steps=30)
    written = path.read_bytes()
    with broken(monkeypatch, "open", failing(number)):
        session = recover(path)
    assert session.state == before.state
    assert session.trouble is not None
    assert "без записи" in session.trouble.message
    assert str(path) in session.trouble.hint
    session.submit(c.EndGame(), 9999.0, "voice")
    session.close()
    assert path.read_bytes() == written


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    """`--journal new/folder/game.jsonl` needs no mkdir."""
    session = begin(WMA, 10, tmp_path / "new" / "folder" / "game.jsonl")
    session.close()
    assert reduce(Path.joinpath, ["new", "folder", "game.jsonl"], tmp_path).exists()
