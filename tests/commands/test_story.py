# SPDX-License-Identifier: MIT
"""A game told as a story: read, and spoken into a file."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.parlour import WMA
from tests.protocols.games import played
from tests.russian import RU
from voice_host import cli
from voice_host.audio.samples import read_sound
from voice_host.commands.story import story
from voice_host.errors import VoiceHostError
from voice_host.history.session import begin


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    played("wma", tmp_path)
    return tmp_path / "wma.jsonl"


def replay(*words: object) -> Result:
    return CliRunner().invoke(cli.cli, ["replay", *map(str, words)], obj=RU)


def test_a_story_goes_night_by_night_and_day_by_day(journal: Path) -> None:
    """What was heard, what was found out by night, who was who; nothing that was undone."""
    text = replay(journal, "--story").output
    titles = [line for line in text.splitlines() if line.startswith("#")]
    assert titles == [
        "# Игра: Спортивная мафия, WMA", "## Ночь 0", "## День 0", "## Ночь 1", "## День 1",
        "## Ночь 2", "## День 2", "## Кто был кем",
    ]  # fmt: skip
    night = text.partition("## Ночь 1")[2].partition("##")[0]
    assert "Седьмой не шериф." in night and "Этой ночью убит игрок номер четыре." in night
    assert "игрок номер семь." not in text.partition("## День 0")[2].partition("##")[0]
    assert "\n3 — дон, в игре.\n" in text


def test_time_calls_are_no_part_of_it(tmp_path: Path) -> None:
    """Nobody wants to read «десять секунд» twenty times."""
    lines = [line for part in story(RU, played("wma", tmp_path)) for line in part.lines]
    assert lines and not any("Десять секунд" in line.read for line in lines)
    assert [line.at for line in lines] == sorted(line.at for line in lines)


def test_without_a_story_the_rules_are_asked_as_ever(journal: Path) -> None:
    """The command's own meaning."""
    assert replay(journal).output == "Сходится.\n"


@pytest.mark.speech
@pytest.mark.parametrize("ending", [".wav", ".flac", ".opus"])
def test_it_is_spoken_into_a_file(tmp_path: Path, ending: str) -> None:
    """In each format; with the game's own pauses it is longer."""
    played("historical", tmp_path)
    short = tmp_path / f"short{ending}"
    path = tmp_path / "historical.jsonl"
    assert replay(path, "--sound", short, "--voice", "espeak").exit_code == 0
    samples, rate = read_sound(short)
    assert len(samples) > 60 * rate


@pytest.mark.parametrize(
    ("name", "says"), [("story.mp3", "Звука «.mp3» не бывает."), ("there.wav", "уже есть")]
)
def test_a_file_that_cannot_be_is_told_before_anything_is_spoken(
    journal: Path, name: str, says: str
) -> None:
    """An unknown format; a file that is there, which stays as it is."""
    there = journal.with_name("there.wav")
    there.write_bytes(b"mine")
    error = replay(journal, "--sound", journal.with_name(name)).exception
    assert isinstance(error, VoiceHostError)
    assert says in RU.messages.says(error) and RU.messages.hint(error)
    assert there.read_bytes() == b"mine"


def test_nothing_played_is_nothing_to_tell(tmp_path: Path) -> None:
    """A table at which nobody has begun."""
    path = tmp_path / "1.jsonl"
    begin(WMA, 10, path).close()
    error = replay(path, "--story").exception
    assert isinstance(error, VoiceHostError)
    assert RU.messages.says(error) == "Рассказывать нечего: игра не началась."
