# SPDX-License-Identifier: MIT
"""The session: undo, recovery and replay give exactly what was played."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests import games
from tests.parlour import WMA
from tests.telling import hint, refused, says
from voice_host.errors import JournalDamaged
from voice_host.game import commands as c
from voice_host.game.refusals import Rejected
from voice_host.game.state import State
from voice_host.game.who import CLOCK
from voice_host.history.record import Header
from voice_host.history.recovery import load, recover, replay, unfinished
from voice_host.history.session import Session, begin

SEEDS = st.integers(0, 2**32)
QUICK = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def new(path: Path) -> Session:
    path.unlink(missing_ok=True)
    return begin(WMA, 10, path)


@given(seed=SEEDS)
@QUICK
def test_a_recovered_game_is_the_live_one_at_every_line(path: Path, seed: int) -> None:
    """State, steps, the second and what may be undone, whatever was said, refused and undone."""
    session = new(path)

    def check() -> None:
        found = load(path)
        assert found.state == session.state
        assert found.steps == session.steps
        assert found.at == session.at
        assert found.undoable() == session.undoable()

    games.play(session, Random(seed), 25, check)
    session.close()


@given(seed=SEEDS)
@QUICK
def test_a_game_recovered_in_the_middle_goes_on_as_if_nothing_had_been(
    path: Path, seed: int
) -> None:
    """The same commands lead to the same state with and without a crash between them."""
    whole, crashed = Session(WMA, 10), new(path)
    games.play(whole, Random(seed), 20)
    games.play(crashed, Random(seed), 20)
    crashed.close()
    crashed = recover(path)
    games.play(whole, Random(seed + 1), 20)
    games.play(crashed, Random(seed + 1), 20)
    assert crashed.state == whole.state == load(path).state
    crashed.close()


@given(seed=SEEDS)
@QUICK
def test_undo_goes_back_to_exactly_what_was_before(path: Path, seed: int) -> None:
    """Undone to the end, every state on the way is one that was, and the last is the first."""
    session = Session(WMA, 10)
    given: list[State] = []
    rng = Random(seed)
    for _ in range(40):
        before, steps = session.state, len(session.steps)
        games.play(session, rng, 1)
        if len(session.steps) > steps and session.steps[-1].entry.actor is not CLOCK:
            given.append(before)
        elif len(session.steps) < steps:
            given.pop()
    while session.undo() is not None:
        assert session.state == given.pop()
    assert given == []


@given(seed=SEEDS)
@QUICK
def test_what_is_refused_changes_nothing_and_leaves_no_line(path: Path, seed: int) -> None:
    """Neither the state nor the journal."""
    session = new(path)
    games.play(session, Random(seed), 15)
    before = session.state, session.at, list(session.steps), path.read_bytes()
    with pytest.raises(Rejected):
        session.submit(c.Foul(99), 9999.0, "voice")
    assert session.submit(c.Tick(), -1.0, str(CLOCK), CLOCK) == ()
    assert (session.state, session.at, list(session.steps), path.read_bytes()) == before
    session.close()


def test_undo_takes_the_clocks_steps_along(path: Path) -> None:
    """What the clock did after the last word is no step of its own."""
    session = new(path)
    session.submit(c.Start(), 0.0, "voice")
    session.submit(c.Next(), 1.0, "voice")
    agreement = session.state
    session.submit(c.Next(), 20.0, "voice")
    session.submit(c.Tick(), 40.0, str(CLOCK), CLOCK)
    session.submit(c.Tick(), 60.0, str(CLOCK), CLOCK)
    assert len(session.undoable()) == 3
    entry = session.undo()
    assert entry is not None
    assert (entry.command, entry.at) == (c.Next(), 20.0)
    assert session.state == agreement
    assert session.at == load(path).at == 20.0
    session.close()


def test_nothing_is_undone_when_nobody_has_said_anything() -> None:
    """A fresh game, and one that only the clock has touched."""
    session = Session(WMA, 10)
    assert session.undo() is None
    session.submit(c.Start(), 0.0, str(CLOCK), CLOCK)
    assert session.undo() is None
    assert session.undoable() == ()
    session.close()


# --- replay ---


@given(seed=SEEDS)
@QUICK
def test_replay_of_a_game_as_it_was_finds_nothing(path: Path, seed: int) -> None:
    """The rules would do the same again, undos included."""
    session = new(path)
    games.play(session, Random(seed), 30)
    session.close()
    assert replay(path) is None


def altered(path: Path, number: int, change: dict[str, Any]) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[number - 1] = json.dumps(json.loads(lines[number - 1]) | change)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def played(path: Path) -> None:
    """Line 2: start; 3: deal over; 4: a foul; 5: its undo; 6: another foul."""
    session = begin(WMA, 10, path)
    session.submit(c.Start(), 0.0, "voice")
    session.submit(c.Next(), 1.0, "voice")
    session.submit(c.Foul(3), 2.0, "voice")
    session.undo()
    session.submit(c.Foul(4), 3.0, "voice")
    session.close()


FOUL = {"kind": "FoulGiven", "seat": 5, "count": 1}


@pytest.mark.parametrize(
    ("number", "change", "found"),
    [
        (4, {"events": [FOUL]}, "строка 4: из этого хода"),
        (3, {"at": 7.0}, "строка 3: из этого хода"),
        (6, {"command": {"kind": "Foul", "seat": 5}}, "строка 6: из этого хода"),
        (4, {"command": {"kind": "Foul", "seat": 55}}, "строка 4: правила не принимают"),
        (6, {"command": {"kind": "Kill", "seat": 5}}, "строка 6: правила не принимают"),
        (5, {"undo": 2}, "строка 5: в журнале отмена 2, по правилам 1"),
        (5, {"undo": 9}, "строка 5: в журнале отмена 9, по правилам 1"),
        (4, {"actor": "clock"}, "строка 5: в журнале отмена 1, по правилам 2"),
    ],
)
def test_replay_names_the_first_difference(
    path: Path, number: int, change: dict[str, Any], found: str
) -> None:
    """Events, seconds, commands, undos: whatever was altered is found on its line."""
    played(path)
    altered(path, number, change)
    difference = replay(path)
    assert difference is not None
    assert says(difference).startswith(found)


# --- lines that are gone ---


def without(path: Path, *numbers: int) -> None:
    """The file with these lines deleted, counted from 1."""
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for at, line in enumerate(lines, 1) if at not in numbers))


def unnumbered(path: Path) -> None:
    """As the first program of format 1 wrote it, before the numbers."""
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    lines[0]["format"] = 1
    for line in lines:
        for field in ("line", "crc32", "actor"):
            line.pop(field, None)
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")


@pytest.mark.parametrize("seed", range(4))
def test_any_line_that_is_gone_is_missed_and_the_rest_is_kept(tmp_path: Path, seed: int) -> None:
    """All but the last line, after which a game simply ends; the file is not touched."""
    whole, path = tmp_path / "whole.jsonl", tmp_path / "game.jsonl"
    games.written(whole, seed=seed, steps=40)
    last = len(whole.read_bytes().splitlines())
    for number in range(2, last):
        path.write_bytes(whole.read_bytes())
        without(path, number)
        before = path.read_bytes()
        session = recover(path)
        assert session.trouble is not None
        assert f"строка {number} " in says(session.trouble)
        assert "voice-host replay" in hint(session.trouble)
        session.close()
        assert path.read_bytes() == before
        assert says(replay(path)).startswith(f"строка {number}: строки перед ней пропали")


def test_what_is_left_is_kept_and_the_game_goes_on(path: Path) -> None:
    """A foul is gone, those before and after it count, and the next lines are sound again."""
    session = begin(WMA, 10, path)
    session.submit(c.Start(), 0.0, "voice")
    for seat in (3, 4, 5):
        session.submit(c.Foul(seat), 1.0, "voice")
    session.close()
    without(path, 4)
    session = recover(path)
    assert [player.seat for player in session.state.players if player.fouls] == [3, 5]
    session.submit(c.Foul(6), 2.0, "voice")
    assert session.trouble is None
    session.submit(c.Foul(7), 3.0, "voice")
    session.close()
    assert load(path).state == session.state
    without(path, 5)
    again = recover(path)
    assert again.trouble is not None and "строка 4 " in says(again.trouble)
    assert [player.seat for player in again.state.players if player.fouls] == [3, 5, 7]
    again.close()


def test_a_line_that_needs_one_that_is_gone_is_passed_over(path: Path) -> None:
    """An undo of nothing, which without a gap would be damage."""
    session = begin(WMA, 10, path)
    session.submit(c.Start(), 0.0, "voice")
    session.undo()
    session.submit(c.Start(), 1.0, "voice")
    session.submit(c.Foul(3), 2.0, "voice")
    session.close()
    without(path, 2)
    recovered = recover(path)
    assert recovered.state == session.state
    recovered.close()
    unnumbered(path)
    with refused(JournalDamaged, match="в строке 2"):
        load(path)


def test_lines_that_have_changed_places_are_told(path: Path) -> None:
    """By their numbers."""
    played(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], lines[5], lines[3], lines[4]]))
    session = recover(path)
    assert session.trouble is not None and "строка 4 " in says(session.trouble)
    session.close()


def test_a_journal_without_numbers_is_sound_and_is_numbered_from_there(path: Path) -> None:
    """What a program before them wrote; what does not follow by the rules is told all the same."""
    played(path)
    unnumbered(path)
    session = recover(path)
    assert session.trouble is None
    session.submit(c.Foul(4), 4.0, "voice")
    session.close()
    assert path.read_bytes().splitlines()[-1].count(b'"line":7,')
    without(path, 6)
    session = recover(path)
    assert session.trouble is not None and "строка 6 " in says(session.trouble)
    session.close()


def test_a_line_that_was_altered_is_told(path: Path) -> None:
    """Recovery looks at what `replay` looks at; what stands in the line is what counts."""
    played(path)
    altered(path, 4, {"events": [FOUL]})
    session = recover(path)
    assert session.trouble is not None and "строка 4 " in says(session.trouble)
    session.close()


def test_replay_finds_what_the_rules_do_not_ask_about(path: Path) -> None:
    """They know nothing of channels; one that is no name of any is told on its line."""
    played(path)
    altered(path, 4, {"channel": "две мыши"})
    assert says(replay(path)).startswith("строка 4: ")


@pytest.mark.parametrize(("number", "field"), [(1, {"program": "0"}), (4, {"channel": "keys"})])
def test_replay_finds_what_only_the_checksum_tells(
    path: Path, number: int, field: dict[str, str]
) -> None:
    """Recovery tells of such a line and sends the host here."""
    played(path)
    altered(path, number, field)
    assert says(replay(path)) == f"строка {number} изменена: её контрольная сумма не сходится"


def test_replay_finds_an_undo_of_nothing(path: Path) -> None:
    """An undo line where nothing can be undone is a difference, not a crash."""
    begin(WMA, 10, path).close()
    with path.open("a", encoding="utf-8") as file:
        file.write('{"undo": 0}\n')
    assert says(replay(path)) == "строка 2: в журнале отмена 0, по правилам 0"


def test_replay_goes_by_the_rules_of_the_journal(path: Path) -> None:
    """Rules altered in the header change what the commands lead to."""
    played(path)
    header = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    header["rules"]["first_night"]["agreement"] = 30
    altered(path, 1, header)
    assert says(replay(path)).startswith("строка 3")


def test_a_loaded_game_is_not_written(path: Path) -> None:
    """Looking at a journal leaves the file as it is, a torn tail included."""
    played(path)
    with path.open("ab") as file:
        file.write(b'{"at": 4')
    before = path.read_bytes()
    session = load(path)
    session.submit(c.Foul(6), 9.0, "voice")
    session.close()
    assert path.read_bytes() == before
    assert Header(WMA, 10).rules == session.state.rules


def test_names_come_back_with_the_game(tmp_path: Path) -> None:
    """The journal's header tells who sits where; one without names is read as before."""
    begin(WMA, 10, tmp_path / "named.jsonl", ((2, "Марина"),)).close()
    assert load(tmp_path / "named.jsonl").names == ((2, "Марина"),)
    begin(WMA, 10, tmp_path / "old.jsonl").close()
    header = json.loads((tmp_path / "old.jsonl").read_text(encoding="utf-8"))
    del header["names"]
    (tmp_path / "old.jsonl").write_text(f"{json.dumps(header)}\n", encoding="utf-8")
    assert recover(tmp_path / "old.jsonl").names == ()


def test_a_name_at_a_seat_that_is_not_there_is_damage(tmp_path: Path) -> None:
    """The first line is named."""
    begin(WMA, 10, tmp_path / "game.jsonl", ((11, "Марина"),)).close()
    with refused(JournalDamaged, match="в строке 1"):
        load(tmp_path / "game.jsonl")


@pytest.mark.parametrize(
    ("section", "key", "value"),
    [("night", "order", ["x"]), ("table", "filler", "x"), ("speech", "seconds", -1)],
)
def test_rules_that_cannot_be_are_damage(
    tmp_path: Path, section: str, key: str, value: object
) -> None:
    """Whatever the first line says is checked like a ruleset's file."""
    path = tmp_path / "game.jsonl"
    begin(WMA, 10, path).close()
    header = json.loads(path.read_text(encoding="utf-8"))
    header["rules"][section][key] = value
    path.write_text(f"{json.dumps(header)}\n", encoding="utf-8")
    for look in (load, recover, replay, unfinished):
        with refused(JournalDamaged, match=f"в строке 1: .*{section}.{key}"):
            look(path)
