# SPDX-License-Identifier: MIT
"""New words reach the recogniser through a copy of the model, made once."""

import shutil
from pathlib import Path
from shutil import copytree

import pytest

from tests.russian import FOLDER, RU
from tests.spoken import MODEL, RATE, say
from voice_host import places
from voice_host.enrol import speech_model
from voice_host.enrol.speech_model import open_model, spoken_words, unheard, with_words
from voice_host.game import commands as c
from voice_host.game.expected import expected_in
from voice_host.game.state import Phase
from voice_host.language.heard.hear import Understood, grammar, understand, vocabulary
from voice_host.language.language import Language
from voice_host.language.nicknames import Nicknames
from voice_host.language.requests import Repeat
from voice_host.model.fetch import NAME
from voice_host.voice.offline import decode
from voice_host.voice.vosk import Model

NAMES = Nicknames(((2, "Марина"), (3, "Пётр"), (4, "Вася"), (5, "Гендальф"), (6, "Ксюша")))


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of a user of our own."""
    monkeypatch.setattr(places, "data_folder", lambda: tmp_path / "data")
    monkeypatch.setattr(places, "cache_folder", lambda: tmp_path / "cache")
    return tmp_path


def test_a_model_that_knows_all_words_is_used_as_it_is() -> None:
    """No copy is made for an evening without names."""
    assert with_words(MODEL, vocabulary(RU.sentences)) == MODEL


def test_a_copy_is_made_once_and_the_oldest_are_forgotten(folders: Path) -> None:
    """The same names give the same copy; other names another one; few are kept."""
    copy = with_words(MODEL, NAMES.spoken(RU.words.declension))
    made = (copy / "graph" / "HCLr.fst").stat().st_mtime_ns
    assert with_words(MODEL, NAMES.spoken(RU.words.declension)) == copy
    assert (copy / "graph" / "HCLr.fst").stat().st_mtime_ns == made
    copies = {with_words(MODEL, [word]) for word in ("барабулька", "гендальф", "ксюша", "вася")}
    assert len(copies) == 4
    assert {*(folders / "cache" / "models").iterdir()} == copies


def test_a_changed_model_is_not_taken_for_the_old_one(folders: Path) -> None:
    """The copy belongs to the model's content."""
    model = folders / "model"
    shutil.copytree(MODEL, model)
    first = with_words(model, ["гендальф"])
    with (model / "am" / "final.mdl").open("ab") as file:
        file.write(b" ")
    assert with_words(model, ["гендальф"]) != first


def test_where_no_copy_can_be_made_the_words_are_only_typed(folders: Path) -> None:
    """Another's model, or a cache that cannot be written: the game goes on without."""
    theirs = folders / "theirs"
    shutil.copytree(MODEL, theirs)
    (folders / "cache").write_text("a file in the way", encoding="utf-8")
    assert with_words(MODEL, ["гендальф"]) == MODEL
    (folders / "cache").unlink()
    (theirs / "graph" / "lexicon.txt").unlink()
    assert with_words(theirs, ["гендальф"]) == theirs


def test_words_that_are_not_heard_are_named_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The whole grammar is checked, for any model."""
    assert unheard(RU.sentences, MODEL) == (), "run: python -m scripts.train_model.graph"
    known = vocabulary(RU.sentences) - {"ппк", "версия"}
    monkeypatch.setattr(speech_model, "vocabulary", lambda _: known)
    (version, ppk) = unheard(RU.sentences, MODEL)
    assert (version.word, ppk.word) == ("версия", "ппк")
    assert "ппк" in ppk.sentence.split()
    assert version.sentence in {"версия", "моя версия"}


def test_the_official_model_has_one_name() -> None:
    """It is looked for where it is put."""
    assert places.OFFICIAL == NAME


@pytest.mark.speech
def test_a_foul_for_a_name_is_heard() -> None:
    """The model learns the names of the table, and «фол Марина» is seat two's."""
    words = [*vocabulary(RU.sentences, 10, NAMES), *NAMES.spoken(RU.words.declension)]
    model = Model(with_words(MODEL, words))
    assert model.missing(words) == ()
    kinds = expected_in(Phase.SPEECH)
    found = grammar(RU.sentences, kinds, 10, names=NAMES)
    for said, command in (
        ("фол Марина", c.Foul(2)),
        ("фол Марине", c.Foul(2)),
        ("выставлена Марина", c.Nominate(2)),
        ("выставлен Гендальф", c.Nominate(5)),
        ("третьему фол", c.Foul(3)),
    ):
        decoded = decode(model.recogniser(RATE), say(said), found)
        heard = understand(RU.sentences, decoded.text, kinds, 10, names=NAMES)
        assert isinstance(heard, Understood), (said, decoded)
        assert heard.command == command, said


@pytest.mark.speech
def test_a_new_word_of_a_sentence_is_heard_though_nobody_made_a_graph(folders: Path) -> None:
    """One line of sentences.toml: neither lexicon.toml nor the shipped model knows the word."""
    copytree(FOLDER, folders / "ru")
    sentences = folders / "ru" / "sentences.toml"
    text = sentences.read_text(encoding="utf-8")
    sentences.write_text(
        text.replace("[repeat]\nsays = [", '[repeat]\nsays = ["барабулька", '), encoding="utf-8"
    )
    language = Language.read(folders / "ru")
    words = spoken_words(language, 10)
    assert Model(MODEL).missing(words.words) == ("барабулька",)
    model = open_model(MODEL, print, words)
    assert model.missing(words.words) == ()
    kinds = expected_in(Phase.SPEECH)
    found = grammar(language.sentences, kinds, 10)
    decoded = decode(model.recogniser(RATE), say("барабулька"), found)
    heard = understand(language.sentences, decoded.text, kinds, 10)
    assert heard == Understood(Repeat(), "repeat")
