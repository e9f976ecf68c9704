"""The model learns a voice, and keeps it only if it hears it better."""

from pathlib import Path

import numpy as np
import pytest

from tests.model.conftest import SHIPPED
from tests.model.test_graph import speak
from voice_host.errors import VoiceHostError
from voice_host.model.enroll import Repetition, enroll
from voice_host.model.network import read_network

TEXTS = [
    "фол номер три", "выставлен пятый", "четыре голоса", "победа мафии", "стоп таймер", "отмена",
    "лучший ход пять семь восемь", "убит четвёртый", "кто жив", "громче", "продолжить", "спасибо",
]  # fmt: skip


def repetitions(voice: str, faster: float = 1.0) -> list[Repetition]:
    """A synthetic host repeats the commands, as if his throat were shorter by `faster`."""
    said = []
    for text in TEXTS:
        sound = np.frombuffer(speak(text, voice), np.int16).astype(np.float32)
        moments = np.arange(0, sound.size - 1, faster)
        sound = np.interp(moments, np.arange(sound.size), sound).astype(np.float32)
        said.append(Repetition(sound, text))
    return said


@pytest.mark.speech
def test_an_odd_voice_is_learnt(tmp_path: Path) -> None:
    """Held-back repetitions fit better; a whole model is written, the shared one untouched."""
    before = (SHIPPED / "am" / "final.mdl").read_bytes()
    result = enroll(SHIPPED, repetitions("ru", 1.7), tmp_path / "voice")
    assert result.kept
    assert result.after < result.before
    assert (SHIPPED / "am" / "final.mdl").read_bytes() == before
    assert (tmp_path / "voice" / "am" / "final.mdl").read_bytes() != before
    assert (tmp_path / "voice" / "graph" / "HCLr.fst").exists()
    assert len(read_network(tmp_path / "voice" / "am" / "final.mdl")) > 10


@pytest.mark.speech
def test_nonsense_is_not_kept(tmp_path: Path) -> None:
    """Noise in place of speech teaches nothing that helps; no folder appears."""
    rng = np.random.default_rng(0)
    said = [
        Repetition((rng.standard_normal(24000) * 10 ** rng.uniform(0, 3)).astype(np.float32), text)
        for text in TEXTS
    ]
    half = repetitions("ru")
    mixed = [one if k % 3 == 2 else said[k] for k, one in enumerate(half)]
    result = enroll(SHIPPED, mixed, tmp_path / "voice")
    assert not result.kept
    assert not (tmp_path / "voice").exists()


def test_too_few_repetitions_are_refused(tmp_path: Path) -> None:
    """The host is told how many there are."""
    with pytest.raises(VoiceHostError, match="мало повторов: 2"):
        enroll(SHIPPED, [Repetition(np.zeros(16000, np.float32), "да")] * 2, tmp_path)


def test_unknown_words_are_named(tmp_path: Path) -> None:
    """A phrase the model has no sound for."""
    said = [Repetition(np.zeros(16000, np.float32), "барабулька")] * 9
    with pytest.raises(VoiceHostError, match="барабулька"):
        enroll(SHIPPED, said, tmp_path)
