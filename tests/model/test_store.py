# SPDX-License-Identifier: MIT
"""Stores of training sounds: kept, interrupted, gone on with, begun anew."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from scripts.train_model import data
from scripts.train_model.store import Store

FIRST, SECOND = np.arange(100, dtype=np.float32), np.full(50, 40000, np.float32)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two utterances."""
    Store(tmp_path, "x").add(FIRST, "раз", "a").add(SECOND, "два", "b")
    return tmp_path


def test_a_store_keeps_sounds_and_facts(folder: Path) -> None:
    """What was added comes back, also after opening the files anew; opening changes nothing."""
    before = [(folder / f"x.{end}").read_bytes() for end in ("pcm", "jsonl")]
    store = Store(folder, "x")
    assert [u.text for u in store.utterances] == ["раз", "два"]
    assert store.sound(0).tolist() == FIRST.tolist()
    assert set(store.sound(1).tolist()) == {32767}
    assert store.utterances[1].seconds == 50 / 16000
    assert [(folder / f"x.{end}").read_bytes() for end in ("pcm", "jsonl")] == before


def test_what_is_added_after_a_sound_was_read_can_be_read(folder: Path) -> None:
    """The samples grow with the store."""
    store = Store(folder, "x")
    store.sound(0)
    assert store.add(FIRST, "три", "c").sound(2).tolist() == FIRST.tolist()


def torn_sound(folder: Path) -> None:
    with (folder / "x.pcm").open("ab") as pcm:
        pcm.write(b"abc")


def torn_line(folder: Path) -> None:
    torn_sound(folder)
    with (folder / "x.jsonl").open("ab") as facts:
        facts.write('{"offset": 150, "length": 1, "text": "т'.encode()[:-1])


@pytest.mark.parametrize("tear", [torn_sound, torn_line])
def test_what_an_interruption_left_half_is_cut_off(
    folder: Path, tear: Callable[[Path], None]
) -> None:
    """The rest can be read, and what is added then too."""
    tear(folder)
    store = Store(folder, "x").add(FIRST, "три", "c")
    for opened in (store, Store(folder, "x")):
        assert [u.text for u in opened.utterances] == ["раз", "два", "три"]
        assert opened.sound(1).tolist() == [32767] * 50
        assert opened.sound(2).tolist() == FIRST.tolist()
    assert (folder / "x.pcm").stat().st_size == 2 * 250


def test_facts_without_their_sound_are_cut_off(folder: Path) -> None:
    """Where a crash of the system kept the line and lost the samples."""
    with (folder / "x.pcm").open("r+b") as pcm:
        pcm.truncate(299)
    assert [u.text for u in Store(folder, "x").utterances] == ["раз"]
    assert (folder / "x.pcm").stat().st_size == 200


def test_a_first_sound_without_a_line_is_cut_off(tmp_path: Path) -> None:
    """Nothing was added yet."""
    (tmp_path / "x.pcm").write_bytes(b"abc")
    store = Store(tmp_path, "x").add(FIRST, "раз", "a")
    assert store.sound(0).tolist() == FIRST.tolist()


def test_a_cleared_store_begins_anew(folder: Path) -> None:
    """Sounds and facts."""
    store = Store(folder, "x")
    store.sound(0)
    store.clear()
    assert len(store) == len(Store(folder, "x")) == 0
    assert store.add(SECOND, "три", "c").sound(0).tolist() == [32767] * 50
    assert [u.text for u in Store(folder, "x").utterances] == ["три"]


def test_an_interrupted_gathering_holds_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A source that skips by itself goes on, another begins anew; a finished one is left alone."""
    calls: list[str] = []
    stops_at = ""

    def source(name: str) -> Callable[..., None]:
        def fill(store: Store, *_: object) -> None:
            calls.append(name)
            for number in range(len(store) if name in data.GO_ON else 0, 4):
                if name == stops_at and number == 2:
                    raise KeyboardInterrupt
                store.add(FIRST, str(number), name)

        return fill

    names = (
        "corpus", "asterisk", "strangers", "festvox", "espeak", "festival", "people", "others",
        "noises", "rooms", "pairs", "coded",
    )  # fmt: skip
    for name in names:
        monkeypatch.setattr(data, f"add_{name}", source(name))
    for name in names:
        stops_at = name
        with pytest.raises(KeyboardInterrupt):
            data.gather(tmp_path, tmp_path, tmp_path)
    stops_at = ""
    data.gather(tmp_path, tmp_path, tmp_path)
    for name in names:
        assert [u.text for u in Store(tmp_path, name).utterances] == ["0", "1", "2", "3"]
    data.gather(tmp_path, tmp_path, tmp_path)
    assert [calls.count(name) for name in names] == [2] * len(names)
