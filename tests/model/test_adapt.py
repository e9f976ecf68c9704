# SPDX-License-Identifier: MIT
"""The model learns a voice, and keeps it only if it hears it better."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.model.conftest import SHIPPED
from tests.model.test_decoding_graph import speak
from tests.telling import refused
from voice_host.enrol.dialogue import hears
from voice_host.errors import ModelMissing, VoiceHostError
from voice_host.model.adapt import Judgement, Repetition, enroll
from voice_host.model.network import Layers, read_network, scores

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


class Listener:
    """Hears `right` of the sounds as they should be, per model asked; notes what it was asked."""

    def __init__(self, *right: int) -> None:
        self.right = [*right]
        self.folders: list[Path] = []
        self.phrases: list[str] = []
        self.sounds: list[NDArray[np.float32]] = []

    def __call__(
        self, folder: Path, sounds: Sequence[NDArray[np.float32]], phrases: Sequence[str]
    ) -> list[str]:
        assert (folder / "am" / "final.mdl").exists()
        self.folders.append(folder)
        self.phrases, self.sounds = [*phrases], [*sounds]
        right = self.right.pop(0)
        return [text if k < right else "" for k, text in enumerate(self.judges())]

    def judges(self) -> list[str]:
        """Texts of the held-back sounds: each third repetition, as said and twice in noise."""
        return [text for text in TEXTS[2::3] for _ in range(len(self.sounds) // len(TEXTS[2::3]))]


def hums() -> list[Repetition]:
    """Sounds that are no speech, for tests of the decision alone."""
    moments = np.arange(6000) / 16000
    return [
        Repetition((3000 * np.sin(moments * 700 * (k + 2))).astype(np.float32), text)
        for k, text in enumerate(TEXTS)
    ]


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lesson of two steps, where only what comes of it is looked at.

    What the lower layers make of the same sound is worked out once for all such lessons.
    """
    monkeypatch.setattr("voice_host.model.adapt._STEPS", 2)
    monkeypatch.setattr("voice_host.model.adapt.scores", scores_once)


KNOWN: dict[bytes, NDArray[np.float32]] = {}


def scores_once(layers: Layers, features: NDArray[np.float32]) -> NDArray[np.float32]:
    sound = features.tobytes()
    if sound not in KNOWN:
        KNOWN[sound] = scores(layers, features)
    return KNOWN[sound]


_ONE_WORKER = pytest.mark.xdist_group("lessons")
"""So that they share what is known."""


@pytest.mark.parametrize(
    ("after", "kept"),
    [
        (Judgement(11, 0.5), True),
        (Judgement(10, 0.3), True),
        (Judgement(10, 0.395), False),
        (Judgement(9, 0.1), False),
    ],
)
def test_words_heard_come_first(after: Judgement, kept: bool) -> None:
    """More heard wins, fewer loses whatever the loss; a tie needs the loss's margin."""
    assert after.beats(Judgement(10, 0.4)) is kept


@pytest.mark.long
@_ONE_WORKER
@pytest.mark.usefixtures("hurried")
def test_a_voice_that_is_heard_better_is_kept(tmp_path: Path) -> None:
    """Both models are asked about the same held-back sounds, among all commands repeated."""
    listener = Listener(7, 8)
    result = enroll(SHIPPED, hums(), tmp_path / "voice", listener)
    assert result.kept
    assert (result.before.heard, result.after.heard, result.sounds) == (7, 8, 12)
    assert listener.folders == [SHIPPED, tmp_path / "voice"]
    assert listener.phrases == sorted(TEXTS)
    assert (tmp_path / "voice" / "graph" / "HCLr.fst").exists()


@pytest.mark.long
@_ONE_WORKER
@pytest.mark.usefixtures("hurried")
def test_a_voice_that_is_heard_worse_is_not_kept(tmp_path: Path) -> None:
    """However much better it fits; no folder stays."""
    result = enroll(SHIPPED, hums(), tmp_path / "voice", Listener(7, 6))
    assert result.after.loss < result.before.loss
    assert not result.kept
    assert not (tmp_path / "voice").exists()


@_ONE_WORKER
@pytest.mark.usefixtures("hurried")
def test_a_listener_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """Its error is passed on."""

    def broken(*_: object) -> list[str]:
        raise ModelMissing("model.none", first="", last="")

    with pytest.raises(ModelMissing):
        enroll(SHIPPED, hums(), tmp_path / "voice", broken)
    assert not (tmp_path / "voice").exists()


@pytest.mark.long
@pytest.mark.speech
def test_an_odd_voice_is_learnt(tmp_path: Path) -> None:
    """No fewer are heard, they fit better; a whole model is written, the shared one untouched."""
    before = (SHIPPED / "am" / "final.mdl").read_bytes()
    result = enroll(SHIPPED, repetitions("ru", 1.7), tmp_path / "voice", hears)
    assert result.kept
    assert result.after.heard >= result.before.heard
    assert result.after.loss < result.before.loss
    assert (SHIPPED / "am" / "final.mdl").read_bytes() == before
    assert (tmp_path / "voice" / "am" / "final.mdl").read_bytes() != before
    assert (tmp_path / "voice" / "graph" / "HCLr.fst").exists()
    assert len(read_network(tmp_path / "voice" / "am" / "final.mdl")) > 10


@pytest.mark.long
@pytest.mark.speech
def test_nonsense_is_not_kept(tmp_path: Path) -> None:
    """Noise in place of speech teaches nothing that helps; no folder appears."""
    rng = np.random.default_rng(0)
    said = [
        Repetition((rng.standard_normal(24000) * 10 ** rng.uniform(0, 3)).astype(np.float32), text)
        for text in TEXTS
    ]
    half = repetitions("ru+m7")
    mixed = [one if k % 3 == 2 else said[k] for k, one in enumerate(half)]
    result = enroll(SHIPPED, mixed, tmp_path / "voice", hears)
    assert not result.kept
    assert not (tmp_path / "voice").exists()


def test_too_few_repetitions_are_refused(tmp_path: Path) -> None:
    """The host is told how many there are."""
    with refused(VoiceHostError, match="мало повторов: 2"):
        enroll(SHIPPED, [Repetition(np.zeros(16000, np.float32), "да")] * 2, tmp_path, Listener())


def test_unknown_words_are_named(tmp_path: Path) -> None:
    """A phrase the model has no sound for."""
    said = [Repetition(np.zeros(16000, np.float32), "барабулька")] * 9
    with refused(VoiceHostError, match="барабулька"):
        enroll(SHIPPED, said, tmp_path, Listener())
