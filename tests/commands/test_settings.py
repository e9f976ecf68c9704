# SPDX-License-Identifier: MIT
"""What is kept for the evenings to come, and devices that are chosen by ear."""

import math
import stat
import tomllib
from pathlib import Path

import pytest

from tests.commands.conftest import Run
from tests.russian import RU
from tests.telling import into
from voice_host import places
from voice_host.audio.devices import SoundCard
from voice_host.commands import kept_choices
from voice_host.commands.devices_by_ear import Devices, NobodyAnswers, Room, choose, level_in_words
from voice_host.commands.kept_choices import _apart, _there
from voice_host.commands.settings import Kept, read_settings
from voice_host.language.requests import Level

HUSH = "стоп\n"
QUIET = ("--mic", "none", "--hall", "none", "--ear", "none", "--voice", "silent")


def test_what_is_chosen_is_kept_beside_what_is_not_known(tmp_path: Path) -> None:
    """Names of any letters; a key and a table of another version stay as they are."""
    path, told = tmp_path / "config" / "settings.toml", list[str]()
    settings = read_settings(path, into(told))
    assert settings.kept == Kept()
    settings.keep(talk=Level.BRIEF, ear='Наушник "Б" \\ 2')
    path.write_text(path.read_text("utf-8") + 'later = 3\n[keys]\n"a b" = ["x", true]\n', "utf-8")
    settings = read_settings(path, into(told)).keep(eyes_free=True)
    assert tomllib.loads(path.read_text("utf-8")) == {
        "eyes_free": True, "talk": "brief", "ear": 'Наушник "Б" \\ 2', "later": 3,
        "keys": {"a b": ["x", True]},
    }  # fmt: skip
    assert read_settings(path, into(told)).kept == settings.kept
    assert told == []


@pytest.mark.parametrize("text", ["talk = 'loud'", "[", "eyes_free = 1", b"\x00"])
def test_a_file_that_is_not_understood_is_told_of_and_left_alone(
    tmp_path: Path, text: str | bytes
) -> None:
    """The evening goes on with the defaults, and nothing of the file is lost."""
    path, told = tmp_path / "settings.toml", list[str]()
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    before = path.read_bytes()
    settings = read_settings(path, into(told)).keep(talk=Level.VITAL)
    assert settings.kept.talk is Level.VITAL
    assert path.read_bytes() == before
    assert len(told) == 1 and str(path) in told[0]


def test_a_folder_that_cannot_be_written_is_told_of(tmp_path: Path) -> None:
    """Where the settings should lie there is a file."""
    (tmp_path / "config").write_text("")
    told: list[str] = []
    settings = read_settings(tmp_path / "config" / "settings.toml", into(told))
    settings.keep(eyes_free=True)
    assert told and stat.S_ISREG((tmp_path / "config").stat().st_mode)


def test_play_remembers_how_it_is_played(run: Run, tmp_path: Path) -> None:
    """`--eyes-free` and «кратко» of one evening hold for the next, until they are taken back."""
    done = run("play", *QUIET, "--eyes-free", "--journal", tmp_path / "1", given="кратко\n" + HUSH)
    assert done.returncode == 0
    assert "ухо: Наушника нет: тайное подождёт" in done.stdout
    assert "ухо: До свидания." in done.stdout
    kept = tomllib.loads(places.settings_file().read_text("utf-8"))
    assert (kept["eyes_free"], kept["talk"]) == (True, "brief")
    done = run("play", *QUIET, "--journal", tmp_path / "2", given=HUSH)
    assert "ухо: Жду «начать игру»." in done.stdout
    assert "До свидания." in done.stdout
    done = run("play", *QUIET, "--no-eyes-free", "--journal", tmp_path / "3", given=HUSH)
    assert "До свидания." not in done.stdout


class Told:
    """A machine with two loudspeakers and two microphones, and answers that are given."""

    def __init__(self, *answers: str, speakers: tuple[str, ...] = ("hdmi", "колонка", "usb")):
        self.said: list[tuple[str, str]] = []
        self._answers = list(answers)
        levels = {"вебкамера": -70.0, "гарнитура": -25.0}
        self.room = Room(
            speakers,
            tuple(levels),
            lambda name, text: self.said.append((name, text)),
            self._answer,
            levels.__getitem__,
        )

    def _answer(self) -> str:
        if not self._answers:
            raise NobodyAnswers
        return self._answers.pop(0)


def test_each_device_asks_for_itself() -> None:
    """«Дальше», or no answer at all, goes on; the level of the microphone is told in words."""
    told = Told("", "да", "дальше", "да", "дальше", "да")
    assert choose(RU, told.room, Devices()) == Devices("колонка", "usb", "гарнитура")
    assert [name for name, _ in told.said] == [
        "hdmi", "колонка", "hdmi", "usb", "usb", "usb", "usb", "usb"
    ]  # fmt: skip
    assert told.said[0][1].startswith("Это колонка для всех. Слышите меня?")
    assert told.said[5][1].startswith("Ничего не слышу.")
    assert told.said[7][1].startswith("Слышу хорошо.")


def test_an_earbud_is_his_alone() -> None:
    """No loudspeaker is taken for one while it is not known which of them all will hear."""
    told = Told("дальше", "", "", "да", "да")
    assert choose(RU, told.room, Devices()).ear == "none"
    assert _apart("none", "none") == "none"
    assert _apart(None, "ухо.wav") == "ухо.wav"


def test_one_card_is_no_earbud(monkeypatch: pytest.MonkeyPatch) -> None:
    """However it is named; and one that was not there when there was none is asked for."""
    card = SoundCard(1, "USB", 48000, 2)
    other = SoundCard(2, "HDMI", 48000, 2)
    there = [card]
    monkeypatch.setattr(kept_choices, "outputs", lambda: there)
    monkeypatch.setattr(
        kept_choices, "find_output", lambda wanted: other if wanted == "HDMI" else card
    )
    assert _apart(None, "USB") == "none"
    assert _apart("USB", "1") == "none"
    assert _apart("HDMI", "USB") == "USB"
    kept = Kept(ear="none", known=("USB",))
    assert _there(kept, "ear") == "none"
    there.append(other)
    assert _there(kept, "ear") is None


def test_one_loudspeaker_is_the_halls_and_is_not_asked_for() -> None:
    """And there is no earbud; what was named is not asked for either."""
    told = Told("да", speakers=("колонка",))
    assert choose(RU, told.room, Devices()) == Devices("колонка", "none", "вебкамера")
    assert {name for name, _ in told.said} == {"колонка"}
    assert choose(RU, Told().room, Devices("a", "b", "c")) == Devices("a", "b", "c")
    with pytest.raises(NobodyAnswers):
        choose(RU, Told("дальше").room, Devices())


@pytest.mark.parametrize(
    ("level", "key"),
    [(-3.0, "mic_loud"), (-20.0, "mic_good"), (-45.0, "mic_faint"), (-math.inf, "mic_nothing")],
)
def test_levels_in_words(level: float, key: str) -> None:
    assert level_in_words(level) == key
