# SPDX-License-Identifier: MIT
"""The contract of every voice, and what is particular to one."""

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.telling import hint, refused, says
from voice_host.errors import AudioUnavailable
from voice_host.text.door import MOST_BYTES
from voice_host.voice.child import RenderingChild
from voice_host.voice.espeak import EspeakVoice, move_stress
from voice_host.voice.recorded import RecordedVoice, slug
from voice_host.voice.silent import SilentVoice
from voice_host.voice.speech import Voice
from voice_host.voice.voices import VOICES, make_voice

PHRASE = "Доброе утро, город"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tone = 0.3 * np.sin(np.arange(16000) / 5)
    soundfile.write(tmp_path / "доброе_утро_город.wav", tone, 16000)
    soundfile.write(tmp_path / "hunt.wav", tone[:8000], 16000)
    (tmp_path / "texts.txt").write_text("hunt.wav = Мафия выходит на охоту!\n", encoding="utf-8")
    return tmp_path


@pytest.fixture(params=sorted(VOICES))
def voice(request: pytest.FixtureRequest, folder: Path) -> Voice:
    """Every registered voice; a missing package fails here with its hint."""
    name = str(request.param)
    try:
        return make_voice(f"recorded:{folder}" if name == "recorded" else name)
    except AudioUnavailable as error:
        pytest.fail(f"{name}: {says(error)} {hint(error)}", pytrace=False)


@pytest.mark.speech
def test_contract(voice: Voice) -> None:
    """A phrase is a second or so of float32 mono sound; stress marks are no words; empty is
    empty; names are told; a second rendering is the same length."""
    speech = voice.render(PHRASE, 170)
    assert speech.samples.dtype == np.float32 and speech.samples.ndim == 1
    assert 8000 <= speech.rate <= 48000
    assert 0.5 < len(speech.samples) / speech.rate < 4
    silent = isinstance(voice, SilentVoice)
    assert (0 if silent else 0.05) <= np.abs(speech.samples).max() <= (0 if silent else 1)
    marked = voice.render("До́брое у́тро, го́род", 170)
    assert len(marked.samples) == pytest.approx(len(speech.samples), rel=0.1)
    assert len(voice.render("", 170).samples) == 0
    assert voice.names()
    again = voice.render(PHRASE, 170)
    assert len(again.samples) == pytest.approx(len(speech.samples), rel=0.01)


@pytest.mark.speech
@pytest.mark.parametrize("name", ["pyttsx", "espeak", "silent"])
def test_rate(name: str) -> None:
    """More words a minute take less time."""
    voice = make_voice(name)
    slow, fast = (len(voice.render(PHRASE, rate).samples) for rate in (120, 240))
    assert fast < 0.75 * slow


@pytest.mark.speech
@pytest.mark.parametrize("name", ["pyttsx", "espeak"])
def test_it_speaks_russian(name: str) -> None:
    """The Russian voice is taken, not the system's default: the length is espeak's own."""
    wav = subprocess.run(
        ["espeak-ng", "-v", "ru", "-s", "170", "--stdout", PHRASE], capture_output=True, check=True
    ).stdout
    speech = make_voice(name).render(PHRASE, 170)
    seconds = (len(wav) - 44) / 2 / 22050
    assert len(speech.samples) / speech.rate == pytest.approx(seconds, rel=0.03)


@pytest.mark.speech
def test_a_rate_is_taken_however_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    """eSpeak works through its settings in a thread: what is still waiting is not cancelled."""
    espeak = pytest.importorskip("pyttsx3.drivers._espeak")
    voice = make_voice("pyttsx")
    cancelled: list[str] = []
    monkeypatch.setattr(espeak, "IsPlaying", lambda: 1)
    monkeypatch.setattr(espeak, "Cancel", lambda: cancelled.append("rate"))
    voice.render(PHRASE, 170)
    assert not cancelled


@pytest.mark.speech
def test_a_setting_that_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Better no phrase than one in another voice or at another rate."""
    espeak = pytest.importorskip("pyttsx3.drivers._espeak")
    voice = make_voice("pyttsx")
    monkeypatch.setattr(espeak, "SetVoiceByName", lambda name: int(b"ru" in name))
    with refused(AudioUnavailable, match="не записал"):
        voice.render(PHRASE, 170)


@pytest.mark.speech
@pytest.mark.parametrize("name", ["pyttsx:клингон", "espeak:клингон", "клингон", "x:y"])
def test_an_unknown_voice(name: str) -> None:
    """The error names what was asked for and the hint what there is."""
    with refused(AudioUnavailable, match=name.partition(":")[2] or name) as caught:
        make_voice(name)
    assert hint(caught.value)


@pytest.mark.speech
def test_the_real_child() -> None:
    """The default voice renders in its child process, though its engine prints."""
    child = RenderingChild("")
    assert "Russian" in child.start()
    assert child.start() == []
    for text in (PHRASE, "один", ""):
        speech = child.render(text, 170)
        assert (len(speech.samples) > 0) == bool(text)
    child.kill()
    missing = RenderingChild("espeak:клингон")
    with refused(AudioUnavailable, match="клингон"):
        missing.start()
    missing.kill()


@pytest.mark.parametrize(
    ("phonemes", "word", "moved"),
    [
        ("zam'ok", "за́мок", "z'AmVk"),
        ("zam'ok", "замо́к", "zam'ok"),
        ("mVlVk'o", "мо́локо", "m'olVkV"),
        ("d'oma#", "Дома́", "dVm'A"),
        ("abc", "за́мок", "abc"),
        ("zam'ok", "зам́ок", "zam'ok"),
    ],
)
def test_stress_moves(phonemes: str, word: str, moved: str) -> None:
    """The stress goes to the marked vowel and the vowel that loses it is reduced; what cannot
    be matched stays as it was."""
    assert move_stress(phonemes, word) == moved


@pytest.mark.speech
def test_stress_is_heard() -> None:
    """«за́мок» and «замо́к» sound different; an unmarked word is as espeak-ng has it."""
    voice = EspeakVoice()
    castle, lock, plain = (voice.render(text, 170).samples for text in ("за́мок", "замо́к", "замок"))
    assert np.array_equal(lock, plain)
    assert len(castle) != len(lock) or not np.allclose(castle, lock)


def test_no_espeak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the command the hint says how to install it."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(AudioUnavailable) as caught:
        make_voice("espeak")
    assert "apt install espeak-ng" in hint(caught.value)


def test_recordings_by_name_and_by_index(folder: Path) -> None:
    """A recording is found by its name or its line in texts.txt, whatever the punctuation."""
    voice = RecordedVoice(str(folder), otherwise=SilentVoice)
    assert len(voice.render("доброе у́тро — город!", 170).samples) == 16000
    assert len(voice.render("Мафия выходит на охоту.", 170).samples) == 8000
    assert not voice.render("этого не записали", 170).samples.any()


def test_bad_recordings(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A missing or empty folder, or a line without its file, is a clear error."""
    empty = tmp_path_factory.mktemp("empty")
    for name in ("", str(empty), str(empty / "no")):
        with pytest.raises(AudioUnavailable):
            RecordedVoice(name, SilentVoice)
    (folder / "texts.txt").write_text("\nno.wav = Текст\n", encoding="utf-8")
    with refused(AudioUnavailable, match="строка 2"):
        RecordedVoice(str(folder), SilentVoice)
    (folder / "texts.txt").write_bytes(b"#" * (MOST_BYTES + 1))
    with refused(AudioUnavailable, match="файл больше, чем можно"):
        RecordedVoice(str(folder), SilentVoice)


def test_slug() -> None:
    """Case, stress, «ё» and punctuation make no difference."""
    assert slug("  Ещё́ один — «вы́стрел»! ") == "еще_один_выстрел"
