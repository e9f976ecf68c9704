# SPDX-License-Identifier: MIT
"""The sentences file: complete, consistent with the commands, and strict about mistakes."""

from pathlib import Path

import pytest

from tests.russian import RU
from tests.telling import hint, says
from voice_host.errors import BadSentences
from voice_host.game import commands as c
from voice_host.language.acts import KINDS, REQUESTS, kind_name, name_of
from voice_host.language.heard.sentences import Sentences
from voice_host.language.requests import Ask, Question, ShowRole


def test_secrets_have_no_sentence_for_the_voice() -> None:
    """All kinds but the clock's own have a sentence; what nobody may hear is only typed."""
    said = {s.kind for s in RU.sentences.sentences}
    assert said == set(KINDS.values()) - {c.Tick, c.Ready, c.Hand}
    spoken = {s.kind for s in RU.sentences.sentences if not s.silent}
    assert said - spoken == {c.Check, c.Choose, c.SetRoles, ShowRole}


def test_every_question_can_be_asked() -> None:
    """There is a wording for each question."""
    asked = {dict(s.fixed)["question"] for s in RU.sentences.sentences if s.kind is Ask}
    assert asked == {question.value for question in Question}


def test_names_are_read_both_ways() -> None:
    """A name gives its kind and the kind its name."""
    assert name_of(c.Foul(3)) == "foul"
    assert KINDS["take_back_foul"] is c.TakeBackFoul
    assert kind_name(c.TakeBackFoul) == "take_back_foul"
    assert name_of(Ask(Question.ALIVE)) == "ask"
    assert set(KINDS.values()) == {*c.Command.__args__, *REQUESTS}


def test_each_wording_stands_once() -> None:
    """No line is repeated within a command."""
    lines = [(s.name, s.text) for s in RU.sentences.sentences]
    assert len(lines) == len(set(lines))


def load(tmp_path: Path, text: str) -> BadSentences:
    file = tmp_path / "sentences.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadSentences) as error:
        Sentences.read(file.parent, RU.words)
    assert says(error.value).startswith("sentences.toml: ")
    assert hint(error.value)
    return error.value


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[fool]\nsays = ["фол {seat}"]', "fool: такой команды нет"),
        ('foul = ["фол"]', "foul: такой команды нет"),
        ("foul = 3", "foul: неподходящее значение"),
        ("[foul]", "foul: нужны says"),
        ('[foul]\nsays = "фол {seat}"', "foul: нужны says"),
        ('[foul]\nsays = ["фол {seat}"]\nsilent = "да"', "foul: нужны says"),
        ("[foul]\nsays = [3]", "foul.says[0]: неподходящее"),
        ('[foul]\nsays = ["фол {seat}", "фол"]', "foul.says[1]: не сказано: seat"),
        ('[foul]\nsays = ["фол [{seat}]"]', "foul.says[0]: не сказано: seat"),
        ('[foul]\nsays = ["фол {seat} {seat:d}"]', "foul.says[0]: место сказано дважды"),
        ('[foul]\nsays = ["фол {place}"]', "foul.says[0], знак 5: нет места «place»"),
        ('[foul]\nsays = ["фол {votes}"]', "foul.says[0], знак 5: нет места «votes»"),
        ('[foul]\nsays = ["фол {seat:x}"]', "foul.says[0], знак 5: нет вида «x»"),
        ('[foul]\nsays = ["фол {seat"]', "foul.says[0], знак 5: скобка «{» не закрыта"),
        ('[next]\nsays = ["дальше {seat}"]', "next.says[0], знак 8: нет места «seat»"),
        ('[volume.up]\nsays = ["громче"]', "volume.up.says[0]: не сказано: step"),
        (
            '[volume.up]\nstep = "1"\nsays = ["громче"]',
            "volume.up.says[0]: поле не того вида: step",
        ),
        (
            '[volume.up]\nstep = 1\nstop = 1\nsays = ["громче"]',
            "volume.up.says[0]: нет поля «stop»",
        ),
        (
            '[ask.what]\nquestion = "what"\nsays = ["что"]',
            "ask.what.says[0]: поле не того вида: question",
        ),
        ('decoys = "я"', "decoys: неподходящее"),
        ('decoys = ["я [не] знаю"]', "decoys, знак 3: ожидалось слово"),
        ('decoys = ["Я"]', "decoys, знак 1: ожидалось слово"),
        ("[decoys]\na = 1", "decoys: нужен список фраз"),
        ('barge_in = ["стоп"]\n[hush]\nsays = ["тихо"]', "barge_in: «стоп» не просьба"),
        ('barge_in = ["пас"]\n[next]\nsays = ["пас"]', "barge_in: «пас» не просьба"),
        ("[foul", "конец файла"),
    ],
)
def test_mistakes_are_told(tmp_path: Path, text: str, told: str) -> None:
    """The message names the file, the key, the column and what is wrong."""
    assert told in says(load(tmp_path, text))


def test_a_small_file(tmp_path: Path) -> None:
    """Tables with and without variants, silent ones, and no decoys at all."""
    file = tmp_path / "sentences.toml"
    file.write_text(
        '[foul]\nsays = ["фол {seat}"]\n[foul.typed]\nsilent = true\nsays = ["ф {seat}"]\n'
        '[volume.up]\nstep = 1\nsays = ["громче"]\n',
        encoding="utf-8",
    )
    read = Sentences.read(file.parent, RU.words)
    assert [(s.name, s.text, s.silent) for s in read.sentences] == [
        ("foul", "фол {seat}", False),
        ("foul", "ф {seat}", True),
        ("volume", "громче", False),
    ]
    assert read.decoys == read.answer_decoys == read.barge_in == ()


def test_examples_are_understood() -> None:
    """The example of a wording is one of its sentences."""
    for sentence in RU.sentences.sentences:
        assert sentence.graph(30).complete(sentence.example().split())
