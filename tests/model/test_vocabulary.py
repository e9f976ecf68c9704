# SPDX-License-Identifier: MIT
"""Nicknames join a model in a moment and are heard."""

from pathlib import Path

import pytest
import vosk

from tests.model.conftest import SHIPPED
from tests.model.test_decoding_graph import hear, speak
from tests.telling import refused, says
from voice_host.errors import ModelMissing
from voice_host.model.decoding_graph import UNKNOWN
from voice_host.model.vocabulary import extend, read_vocabulary, vocabulary, write_vocabulary


def test_the_shipped_vocabulary_has_commands_and_no_signs() -> None:
    """Words as a grammar spells them."""
    words = vocabulary(SHIPPED)
    assert {"фол", "ппк", "третьему", "четвертый", "четвёртый", "подъём"} <= words
    assert not {"<eps>", UNKNOWN} & words


def test_lexicon_and_background_come_back(tmp_path: Path) -> None:
    """What extend reads is what was written."""
    lexicon, background = read_vocabulary(SHIPPED / "graph")
    write_vocabulary(tmp_path, lexicon, background)
    assert read_vocabulary(tmp_path)[0] == lexicon
    assert (tmp_path / "HCLr.fst").read_bytes() == (SHIPPED / "graph" / "HCLr.fst").read_bytes()


@pytest.mark.speech
def test_a_nickname_is_added_and_heard(tmp_path: Path) -> None:
    """Real Vosk hears a name nobody ever trained."""
    folder = extend(SHIPPED, ["Барабу́лька", "кефир"], tmp_path / "game")
    assert vocabulary(folder) == vocabulary(SHIPPED) | {"барабулька", "кефир"}
    vosk.SetLogLevel(-1)
    model = vosk.Model(str(folder))
    grammar = ["второй барабулька", "третий кефир", "пятый", "отмена", UNKNOWN]
    assert hear(model, grammar, speak("второй барабулька"))["text"] == "второй барабулька"


def test_the_network_is_shared_and_extending_again_is_harmless(tmp_path: Path) -> None:
    """am/ and conf/ stay where they are; a second list replaces the first."""
    extend(SHIPPED, ["кефир"], tmp_path / "game")
    extend(SHIPPED, ["марина"], tmp_path / "game")
    words = vocabulary(tmp_path / "game")
    assert "марина" in words
    assert "кефир" not in words
    assert (tmp_path / "game" / "am" / "final.mdl").read_bytes()
    assert (SHIPPED / "am" / "final.mdl").exists()


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    """Russian message and hint, for the words and for extending."""
    with pytest.raises(ModelMissing) as caught:
        vocabulary(tmp_path)
    assert str(tmp_path) in says(caught.value)
    with pytest.raises(ModelMissing):
        extend(tmp_path, ["слово"], tmp_path / "out")


@pytest.mark.parametrize("spoilt", ["lexicon.txt", "background.json"])
def test_a_lexicon_that_cannot_be_read_is_nobodys(tmp_path: Path, spoilt: str) -> None:
    """Whatever is in it: letters of another code page too."""
    write_vocabulary(tmp_path, *read_vocabulary(SHIPPED / "graph"))
    (tmp_path / spoilt).write_bytes("слово".encode("cp1251"))
    with refused(ModelMissing, match="не наша"):
        read_vocabulary(tmp_path)


def test_words_txt_is_read_where_there_is_one(tmp_path: Path) -> None:
    """Other people's models keep their words in a text file."""
    (tmp_path / "graph").mkdir()
    (tmp_path / "graph" / "words.txt").write_text("<eps> 0\nфол 1\n[unk] 2\n", encoding="utf-8")
    assert vocabulary(tmp_path) == {"фол"}
