# SPDX-License-Identifier: MIT
"""The guarded recogniser: real Vosk, whatever is asked of it, neither errs nor ends the process."""

import shutil
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.spoken import MODEL, RATE, Sentences, model, room, say
from tests.telling import hint, refused
from voice_host.audio.files import read_pcm
from voice_host.errors import ModelMissing
from voice_host.voice.hearing import Manner
from voice_host.voice.offline import decode
from voice_host.voice.vosk import UNKNOWN, Model, Recogniser, check_layout

pytestmark = pytest.mark.speech

FOULS = Sentences(
    "фол номер три", "пас номер два", "фол номер тридцать", "дальше", "лучший ход пять семь восемь"
)
NONSENSE = "ыъщ"
BEHIND = Manner().behind


def heard(recogniser: Recogniser, text: str) -> str:
    start = recogniser.fed
    for sound in (room(0.3), say(text), room(0.3)):
        recogniser.feed(sound.tobytes())
    return " ".join(word.text for word in recogniser.again(start, BEHIND))


@pytest.mark.parametrize("sentence", sorted(FOULS.sentences))
def test_hears_every_sentence_exactly(sentence: str) -> None:
    """A spoken sentence of the grammar comes out word for word."""
    assert decode(model().recogniser(RATE), say(sentence), FOULS).text == sentence


@pytest.mark.parametrize("rate", [8_000, 22_050, 44_100, 48_000])
def test_hears_any_rate_and_stereo(rate: int, tmp_path: Path) -> None:
    """A stereo file of another rate is heard like the 16 kHz one."""
    spoken = say("фол номер три")
    file = tmp_path / "said.wav"
    soundfile.write(file, np.stack((spoken, spoken // 2), axis=1), RATE)
    pcm, _ = read_pcm(file, rate)
    assert decode(model().recogniser(rate), pcm, FOULS).text == "фол номер три"


def test_evidence_is_for_what_was_said() -> None:
    """What was said is likelier than just anything; another sentence is not."""
    recogniser = model().recogniser(RATE)
    recogniser.use(FOULS.phrases)
    assert heard(recogniser, "фол номер три") == "фол номер три"
    assert recogniser.evidence("фол номер три", 0.0) > 5.0
    assert recogniser.evidence("лучший ход пять семь восемь", 0.0) < 0.0
    assert recogniser.evidence("фол номер три", recogniser.fed) <= 0.0  # nothing is left to hear


def test_stray_sentence_is_unknown() -> None:
    """Ordinary speech gives no sentence of the grammar."""
    stray = say("вчера мы всей семьёй ездили на дачу и собирали яблоки")
    decoded = decode(model().recogniser(RATE), stray, FOULS)
    assert decoded.text == ""
    assert not any(FOULS.complete(said.text) for said in decoded.heard)


def test_silence_is_nothing() -> None:
    """A recording without speech gives no utterance at all, digital silence included."""
    assert decode(model().recogniser(RATE), np.zeros(RATE, np.int16), FOULS).heard == ()
    assert decode(model().recogniser(RATE), np.zeros(0, np.int16), FOULS).heard == ()


def test_bigram_mixture_is_no_sentence() -> None:
    """Vosk strings two sentences together; the answer is empty, since it is none of them."""
    assert decode(model().recogniser(RATE), say("пас номер три"), FOULS).text == ""


def test_early_commit_beats_the_endpoint() -> None:
    """A whole sentence is taken well before Vosk finds its own end of the utterance."""
    never = Manner(quiet=99, stable=99, stable_extendable=99)
    early = decode(model().recogniser(RATE), say("дальше"), FOULS)
    late = decode(model().recogniser(RATE), say("дальше"), FOULS, manner=never)
    assert early.text == late.text == "дальше"
    assert early.seconds is not None and late.seconds is not None
    assert early.seconds < late.seconds - 0.3
    assert early.seconds < 0.8


def test_realtime_takes_the_wall_clock() -> None:
    """Played in real time, the answer comes as soon after the speech as it does offline."""
    offline = decode(model().recogniser(RATE), say("дальше"), FOULS)
    live = decode(model().recogniser(RATE), say("дальше"), FOULS, realtime=True)
    assert live.text == "дальше"
    assert live.seconds is not None and offline.seconds is not None
    assert live.seconds == pytest.approx(offline.seconds, abs=0.3)


def test_no_leftover_after_early_commit() -> None:
    """The last sounds of a sentence taken early are not heard as a second one."""
    pcm = np.concatenate((say("фол номер три"), room(1.0), say("дальше"), room(1.0)))
    said = decode(model().recogniser(RATE), pcm, FOULS).heard
    assert [one.text for one in said] == ["фол номер три", "дальше"]


def test_end_of_speech_is_where_the_speech_ends() -> None:
    """`ended_at` lies within 0.2 s of the end of the spoken samples."""
    spoken = say("фол номер три")
    pcm = np.concatenate((room(1.0), spoken, room(1.0)))
    (said,) = decode(model().recogniser(RATE), pcm, FOULS).heard
    loud = np.flatnonzero(np.abs(pcm) > 300)
    assert said.ended_at == pytest.approx(loud[-1] / RATE, abs=0.2)
    assert 0.6 <= said.confidence <= 1.0


@pytest.mark.parametrize("phrases", [(), ("",), ("  ",), (NONSENSE,), (UNKNOWN,), ('"', "\\u0444")])
def test_any_grammar_is_survived(phrases: tuple[str, ...]) -> None:
    """An empty grammar, or one of unknown words only, hears everything as unknown."""
    recogniser = model().recogniser(RATE)
    recogniser.use(phrases)
    assert set(heard(recogniser, "фол номер три").split()) <= {UNKNOWN}


def test_missing_words_are_returned_and_their_phrases_left_out() -> None:
    """A phrase with an unknown word is not heard as the rest of its words."""
    recogniser = model().recogniser(RATE)
    assert recogniser.use(("дальше", f"фол {NONSENSE}", "фол номер три")) == (NONSENSE,)
    assert heard(recogniser, "дальше") == "дальше"


def test_spaces_do_not_hide_words() -> None:
    """Vosk splits at single spaces; others are made single."""
    recogniser = model().recogniser(RATE)
    assert recogniser.use(("фол   номер\tтри ",)) == ()
    assert heard(recogniser, "фол номер три") == "фол номер три"


def test_grammar_may_change_at_any_moment() -> None:
    """A change in mid-utterance forgets the utterance and does not end the process."""
    recogniser = model().recogniser(RATE)
    for amount in (0, 2, 320, 3200, 16_000):
        recogniser.feed(say("фол номер три").tobytes()[:amount])
        recogniser.use(("дальше",))
        recogniser.reset()
        recogniser.again(0.0, BEHIND)
        recogniser.again(recogniser.fed + 1, BEHIND)
        recogniser.use(("фол номер три",))
    assert heard(recogniser, "фол номер три") == "фол номер три"


def test_words_carry_times_of_the_sound_fed() -> None:
    """Times go on counting through resets, endings and grammar changes."""
    recogniser = model().recogniser(RATE)
    recogniser.use(("дальше",))
    heard(recogniser, "дальше")
    before = recogniser.fed
    recogniser.use(("фол номер три",))
    recogniser.feed(say("фол номер три").tobytes())
    words = recogniser.again(before, BEHIND)
    assert [word.text for word in words] == ["фол", "номер", "три"]
    assert before - 0.1 <= words[0].start < words[-1].end <= recogniser.fed + 0.1


@pytest.mark.parametrize(
    "lost",
    [
        "am/final.mdl",
        "conf/model.conf",
        "conf/mfcc.conf",
        "graph/HCLr.fst",
        "graph/Gr.fst",
        "graph/disambig_tid.int",
    ],
)
def test_incomplete_model_is_named(lost: str, tmp_path: Path) -> None:
    """A model folder that lacks a file is refused in Russian, with the file's name."""
    folder = _copy(tmp_path)
    (folder / lost).unlink()
    with refused(ModelMissing, match=lost) as refusal:
        Model(folder)
    assert hint(refusal.value)


def test_model_that_would_abort_is_refused(tmp_path: Path) -> None:
    """Without its silence phones Vosk ends the process at the first endpoint."""
    folder = _copy(tmp_path)
    for content in (b"--beam=14.0\n", b"\xff\xfe"):
        (folder / "conf/model.conf").write_bytes(content)
        with refused(ModelMissing, match=r"silence-phones"):
            check_layout(folder)


def test_model_with_a_fixed_graph_is_refused(tmp_path: Path) -> None:
    """A model that ignores grammars is of no use here."""
    folder = _copy(tmp_path)
    (folder / "graph/HCLG.fst").touch()
    with refused(ModelMissing, match="список команд"):
        check_layout(folder)


def test_no_folder_and_spoiled_model_are_refused(tmp_path: Path) -> None:
    """No folder, or a network that cannot be read: an error, never a download or an abort."""
    with refused(ModelMissing, match="Нет папки"):
        Model(tmp_path / "nowhere")
    folder = _copy(tmp_path)
    (folder / "am/final.mdl").write_bytes(b"spoiled")
    with refused(ModelMissing, match="не читается"):
        Model(folder)


def test_vocabulary_can_be_asked() -> None:
    """Known and unknown words are told apart without hearing anything."""
    assert model().knows("дальше")
    assert model().missing((f"дальше {NONSENSE}", UNKNOWN)) == (NONSENSE,)


def _copy(tmp_path: Path) -> Path:
    folder = tmp_path / "model"
    for file in MODEL.rglob("*"):
        if file.is_file():
            target = folder / file.relative_to(MODEL)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
    return folder
