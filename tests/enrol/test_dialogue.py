# SPDX-License-Identifier: MIT
"""A host repeats commands; what he said is learnt, and used if it helps."""

import shutil
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.russian import RU
from tests.spoken import MODEL, RATE, room, say
from tests.telling import hint, refused, says
from tests.virtual_sound import VirtualSound
from voice_host import places
from voice_host.enrol import dialogue
from voice_host.enrol.dialogue import (
    BrokenOff,
    Voice,
    _figures,
    _outcome,
    _Taken,
    hears,
    learn,
    repeat,
)
from voice_host.enrol.unfinished_lesson import put_by, taken_up
from voice_host.errors import AudioUnavailable, ModelMissing, VoiceHostError
from voice_host.model.adapt import Enrolment, Judgement
from voice_host.model.seal import seal

TEXTS = [
    "выставлен пятый", "четыре голоса", "победа мафии", "стоп таймер", "отмена",
    "лучший ход пять семь восемь", "убит четвёртый", "громче", "спасибо", "минута",
    "третьему фол", "выставлен второй",
]  # fmt: skip
NOTHING = np.zeros(0, np.float32)


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of a user of our own."""
    monkeypatch.setattr(places, "data_folder", lambda: tmp_path / "data")
    return tmp_path


class Host:
    """Answers each phrase in turn; None is silence, "" the phrase itself."""

    def __init__(self, *answers: str | None, ends: bool = False) -> None:
        self.answers = [*answers]
        self.ends = ends

    @property
    def finished(self) -> bool:
        return self.ends and not self.answers

    def take(self, phrase: str) -> _Taken:
        answer = self.answers.pop(0) if self.answers else None
        return _Taken("" if answer is None else answer or phrase, NOTHING)


class Screen:
    """The companion without a loudspeaker."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def voice(self) -> Voice:
        return Voice("none", self.lines.append, None, RU)  # type: ignore[arg-type]


def repeated(host: Host, *phrases: str) -> tuple[list[str], list[str]]:
    screen = Screen()
    said = repeat(phrases, screen.voice(), host)  # type: ignore[arg-type]
    return [one.text for one in said], screen.lines


def test_each_phrase_is_shown_and_taken() -> None:
    """On the screen, with its place in the lesson."""
    said, lines = repeated(Host("", ""), "фол три", "пас")
    assert said == ["фол три", "пас"]
    assert lines == ["1/2  «фол три»", "2/2  «пас»"]


def test_what_was_not_said_is_asked_for_once_more() -> None:
    """Silence and another phrase each get a word of their own; then the lesson goes on."""
    said, lines = repeated(Host(None, "", "да", "нет", ""), "фол три", "пас", "стоп")
    assert said == ["фол три", "стоп"]
    assert lines[1] == "Ничего не слышно. Повторите громче."
    assert lines[3:5] == ["Слышу другое. Повторите ещё раз.", "Пропустим."]


def test_a_deaf_microphone_ends_the_lesson() -> None:
    """Three phrases without a sound."""
    with refused(AudioUnavailable, match="не слышно"):
        repeated(Host(), "фол три", "пас", "стоп", "да")


def test_a_recording_may_end_early() -> None:
    """What was said until then counts."""
    said, _ = repeated(Host("", "", ends=True), "фол три", "пас", "стоп", "да")
    assert said == ["фол три", "пас"]


class Typing(Host):
    """The same, with lines that are typed while a phrase is waited for: «печатаю СЛОВА»."""

    def take(self, phrase: str) -> _Taken:
        taken = super().take(phrase)
        typed = taken.text.removeprefix("> ")
        return taken if typed == taken.text else _Taken("", NOTHING, typed)


@pytest.mark.parametrize("word", ["стоп", "хватит", "выход"])
def test_a_lesson_is_broken_off_and_taken_up_again(word: str, folders: Path) -> None:
    """What was said until then is kept for the same model and phrases, and asked for no more."""
    phrases = ("фол три", "пас", "стоп", "да")
    with pytest.raises(BrokenOff) as broken:
        repeated(Typing("", "", f"> {word}"), *phrases)
    assert [one.text for one in broken.value.said] == ["фол три", "пас"]
    put_by(MODEL, broken.value.said)
    kept = taken_up(MODEL, phrases[1:])
    assert [one.text for one in kept] == ["пас"]
    assert taken_up(folders, phrases) == []
    screen = Screen()
    said = repeat(phrases, screen.voice(), Host("", "", ""), kept)  # type: ignore[arg-type]
    assert sorted(one.text for one in said) == sorted(phrases)
    assert screen.lines[0] == "1/4  «фол три»" and len(screen.lines) == 3
    put_by(MODEL, [])
    assert taken_up(MODEL, phrases) == []


def test_words_typed_in_a_lesson(folders: Path) -> None:
    """«Повтори» says it again, «дальше» goes on without it."""
    said, lines = repeated(Typing("> повтори", "", "> дальше", ""), "фол три", "пас", "да")
    assert said == ["фол три", "да"]
    assert lines == ["1/3  «фол три»", "1/3  «фол три»", "2/3  «пас»", "Пропустим.", "3/3  «да»"]


def recording(folder: Path, texts: list[str], voice: str = "ru+croak") -> str:
    """A host who repeats the texts, with pauses."""
    parts = [part for text in texts for part in (room(0.8), say(text, voice=voice), room(0.8))]
    path = folder / "host.wav"
    soundfile.write(str(path), np.concatenate(parts), RATE)
    return str(path)


@pytest.mark.speech
def test_an_odd_voice_is_learnt_from_a_recording(folders: Path) -> None:
    """The model of the voice is used from then on, until it is forgotten."""
    lines: list[str] = []
    common = places.model_folder()
    assert learn(recording(folders, TEXTS), "none", TEXTS, RU, lines.append)
    assert places.model_folder() == places.voice_folder()
    assert next(places.models(learnt=False)).folder == common
    assert lines[0].startswith("Повторяйте за мной. Будет двенадцать фраз")
    assert any(line.startswith("Готово. ") for line in lines)
    assert "расслышано" in lines[-1]
    assert not places.voice_folder().with_name("voice.new").exists()
    assert dialogue.forget()
    assert places.model_folder() == common
    assert not dialogue.forget()


@pytest.mark.speech
def test_other_phrases_are_not_taken(folders: Path) -> None:
    """Too few were the right ones: nothing is learnt, nothing is written."""
    with refused(VoiceHostError, match="мало повторов"):
        learn(recording(folders, TEXTS[:4], "ru"), "none", TEXTS, RU, lambda _: None)
    assert not places.voice_folder().exists()


def judged(before: int, after: int, *, kept: bool) -> Enrolment:
    return Enrolment(Judgement(before, -0.2), Judgement(after, -0.25), 30, kept)


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (judged(18, 20, kept=True), "Теперь я слышу вас лучше."),
        (judged(18, 18, kept=True), "Слышу столько же, но увереннее."),
        (judged(18, 17, kept=False), "Лучше не стало."),
    ],
)
def test_the_host_is_told_what_came_of_it(result: Enrolment, told: str) -> None:
    """In words that claim no more than was measured."""
    assert told in RU.texts.wording(f"enroll.{_outcome(result)}", {})


def test_the_figures_are_shown() -> None:
    """Both counts, both losses, and which way is better."""
    assert says(_figures(28, judged(18, 20, kept=True))) == (
        "Повторов: 28. Проверочных, тихих и с шумом: 30; расслышано 18 было, 20 стало"
        " (больше — лучше)."
    )


@pytest.mark.speech
def test_a_model_is_asked_what_it_hears() -> None:
    """Sound by sound, one of the phrases or none of them."""
    sounds = [
        np.concatenate((room(0.4), said, room(0.4))).astype(np.float32)
        for said in (say("отмена"), say("четыре голоса"), room(0.5))
    ]
    assert hears(MODEL, sounds, ["отмена", "четыре голоса"]) == ["отмена", "четыре голоса", ""]


def test_what_does_not_help_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The voice that was there before stays."""
    places.voice_folder().mkdir(parents=True)
    monkeypatch.setattr(dialogue, "enroll", lambda *_: judged(18, 17, kept=False))
    assert not dialogue.keep(MODEL, []).kept
    assert places.voice_folder().is_dir()


def test_a_full_disk_leaves_the_old_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error is in Russian, nothing half written stays."""

    def full(_model: Path, _said: object, out: Path, _hears: object) -> Enrolment:
        out.mkdir(parents=True)
        raise OSError(28, "No space left on device")

    places.voice_folder().mkdir(parents=True)
    monkeypatch.setattr(dialogue, "enroll", full)
    with refused(VoiceHostError, match="диск заполнен"):
        dialogue.keep(MODEL, [])
    assert [path.name for path in places.data_folder().iterdir()] == ["voice"]


def test_without_a_microphone_nothing_is_learnt() -> None:
    """Said before the lesson begins."""
    with refused(AudioUnavailable, match="Без микрофона"):
        learn("none", "none", TEXTS, RU, lambda _: None)


def test_anothers_model_cannot_learn(monkeypatch: pytest.MonkeyPatch, folders: Path) -> None:
    """The fetched one is to be removed first."""
    fetched = folders / "data" / "models" / places.OFFICIAL
    shutil.copytree(MODEL, fetched)
    (fetched / "graph" / "background.json").unlink()
    seal(fetched)
    with refused(ModelMissing, match="не учится") as caught:
        learn("none", "none", TEXTS, RU, lambda _: None)
    assert "model remove" in hint(caught.value)


def test_a_spoiled_model_is_passed_over(folders: Path) -> None:
    """It does not stop the lesson: the one that came along learns, and the host is told."""
    spoiled = folders / "data" / "model" / "am"
    spoiled.mkdir(parents=True)
    (spoiled / "final.mdl").write_bytes(b"junk")
    lines: list[str] = []
    with refused(AudioUnavailable, match="Без микрофона"):
        learn("none", "none", TEXTS, RU, lines.append)
    assert "Слушает другая модель" in lines[0] and "удалите её папку" in lines[0]


@pytest.mark.devices
@pytest.mark.speech
def test_through_a_real_microphone(sound: VirtualSound, folders: Path) -> None:
    """The companion speaks in the hall, the host answers after it; each repetition is taken."""
    lines: list[str] = []
    players = []

    def host(line: str) -> None:
        if "«" in line:
            lines.append(line)
            text = line.split("«")[1].rstrip("»")
            path = folders / f"{len(lines)}.wav"
            soundfile.write(str(path), np.concatenate((room(3.0), say(text))), RATE)
            players.append(sound.speak(path))

    with refused(VoiceHostError, match="мало повторов: 2"):
        learn("mic", "hall", ["отмена", "спасибо"], RU, host)
    assert lines == ["1/2  «отмена»", "2/2  «спасибо»"]
    assert [player.wait(10) for player in players] == [0, 0]
