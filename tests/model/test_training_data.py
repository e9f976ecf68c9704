# SPDX-License-Identifier: MIT
"""Where training sounds come from: recorded people by their table, telephone codecs."""

import shutil
from pathlib import Path

import numpy as np
import pytest
import soundfile

from scripts.train_model import data
from scripts.train_model.store import RATE, Store

TABLE = """path\ttext\tspeaker\tlanguage\tsource\tlicence\tseconds
ru/a.flac\tСиний «грузовик».\tru_1\tru\tx\tCC0\t1
ru/b.flac\tБуква H.\tru_1\tru\tx\tCC0\t1
ru/c.flac\t\tru_2\tru\tx\tCC0\t1
en/d.flac\tcat\ten_1\ten\tx\tCC0\t1
noise/e.flac\t\t-\t-\tx\tCC0\t12
rir/f.flac\t\t-\t-\tx\tCC0\t1
"""


def tone(seconds: float) -> np.ndarray:
    return (0.3 * np.sin(np.arange(int(seconds * RATE)) / 8)).astype(np.float32)


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """A folder with a table of six recordings."""
    folder = tmp_path / "people"
    for line in TABLE.splitlines()[1:]:
        path, *_, seconds = line.split("\t")
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        soundfile.write(folder / path, tone(float(seconds)), RATE)
    (folder / "manifest.tsv").write_text(TABLE, encoding="utf-8")
    return folder


def filled(tmp_path: Path, fill: object, people: Path) -> Store:
    store = Store(tmp_path, "made")
    fill(store, people)  # type: ignore[operator]
    return store


def test_only_russians_whose_words_are_known_are_learnt_from(tmp_path: Path, people: Path) -> None:
    """Foreign letters say that the text is not what was read."""
    store = filled(tmp_path, data.add_people, people)
    assert [(u.text, u.voice) for u in store.utterances] == [("синий грузовик", "ru_1")]


def test_all_other_people_talk_in_the_background(tmp_path: Path, people: Path) -> None:
    """Without words; noises and rooms are no people."""
    store = filled(tmp_path, data.add_others, people)
    assert [(u.text, u.voice) for u in store.utterances] == [("", "ru_2"), ("", "en_1")]


def test_noise_comes_in_pieces_of_ten_seconds(tmp_path: Path, people: Path) -> None:
    """The last one is what is left."""
    store = filled(tmp_path, data.add_noises, people)
    assert [round(u.seconds) for u in store.utterances] == [10, 2]


def test_a_room_begins_with_its_first_peak(tmp_path: Path, people: Path) -> None:
    """10,000 stands for 1; 0.6 s at most."""
    store = filled(tmp_path, data.add_rooms, people)
    assert abs(int(store.sound(0)[0])) == 10_000
    assert store.utterances[0].seconds <= 0.6


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="the codecs are ffmpeg's")
@pytest.mark.parametrize("codec", data.CODECS)
def test_a_codec_changes_sounds_and_keeps_their_lengths(codec: str) -> None:
    """Each stays where it was, loud where it was loud."""
    sounds = [10_000 * tone(0.5), 10_000 * tone(0.31)]
    heard = data.coded(sounds, codec)
    assert [one.size for one in heard] == [one.size for one in sounds]
    for before, after in zip(sounds, heard, strict=True):
        assert not np.array_equal(before, after)
        assert np.abs(after).mean() == pytest.approx(np.abs(before).mean(), rel=0.5)
