# SPDX-License-Identifier: MIT
"""A player may be called by a name wherever a seat may be said."""

from collections.abc import Callable

import pytest

from tests.russian import RU
from voice_host.game import commands as c
from voice_host.game.expected import expected, expected_anywhere
from voice_host.game.state import Phase, State
from voice_host.language.announcement import hall
from voice_host.language.heard.hear import (
    Ambiguous,
    Understood,
    Unknown,
    completions,
    grammar,
    understand,
    vocabulary,
)
from voice_host.language.nicknames import NOBODY, Nicknames
from voice_host.language.said.speak import captioned, speak

NAMES = Nicknames(
    (
        (2, "Мари\u0301на"), (3, "Пётр"), (4, "Лев Толстой"), (5, "Александр"), (6, "Александра"),
        (7, "Вика"), (8, "Ку-ку"),
    )
)  # fmt: skip


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("фол Марина", c.Foul(2)),
        ("фол Марине", c.Foul(2)),
        ("Петру фол", c.Foul(3)),
        ("фол Петр", c.Foul(3)),
        ("выставлена Марина", c.Nominate(2)),
        ("Марина выставляет Петра", c.Nominate(3, by=2)),
        ("удалить Льва Толстого", c.Remove(4)),
        ("фол ку-ку за стук", c.Foul(8, "knock")),
        ("удалить Александру", c.Remove(6)),
        ("удаление Александра", c.Remove(5)),
        ("фол Александру", c.Foul(5)),
        ("фол Александра", c.Foul(6)),
        ("фол номер три", c.Foul(3)),
    ],
)
def test_a_name_is_a_seat(said: str, command: c.Command) -> None:
    """In the case the sentence asks for, or as it is."""
    heard = understand(RU.sentences, said, expected_anywhere(), 10, names=NAMES)
    assert isinstance(heard, Understood)
    assert heard.command == command


def test_votes_name_candidates_and_voters(at: Callable[[Phase], State]) -> None:
    """«за Марину четыре», and the hands of those who voted."""
    kinds = expected(at(Phase.COUNT))
    heard = understand(RU.sentences, "за Марину четыре", kinds, 10, names=NAMES)
    assert heard == Understood(c.Vote(4, candidate=2), "vote")
    heard = understand(RU.sentences, "голосуют Марина Пётр и Вика", kinds, 10, names=NAMES)
    assert isinstance(heard, Understood)
    assert getattr(heard.command, "voters", None) == (2, 3, 7)


@pytest.mark.parametrize("said", ["ппк Александра", "удалить Александра"])
def test_two_readings_are_asked_about(said: str) -> None:
    """Alexandra as she is, or Alexander in another case."""
    heard = understand(RU.sentences, said, expected_anywhere(), 10, names=NAMES)
    assert isinstance(heard, Ambiguous)


def test_names_are_handed_on_and_nothing_remembers_them() -> None:
    """Without the names the same words mean nothing; vocabularies differ by the names."""
    assert understand(RU.sentences, "фол марина", expected_anywhere(), 10) == Unknown()
    assert vocabulary(RU.sentences, 10, NOBODY) == vocabulary(RU.sentences, 10)
    assert {"марине", "петра", "льва"} <= vocabulary(RU.sentences, 10, NAMES) - vocabulary(
        RU.sentences, 10
    )
    assert "марину" not in vocabulary(RU.sentences, 1, NAMES)


def test_the_recogniser_listens_for_names(at: Callable[[Phase], State]) -> None:
    """Whole sentences with names are in the grammar and in the completions."""
    kinds = expected(at(Phase.SPEECH))
    found = grammar(RU.sentences, kinds, 10, names=NAMES)
    assert found.complete("фол марине")
    assert any("марине" in phrase.split() for phrase in found.phrases)
    assert completions(RU.sentences, "фол мар", kinds, 10, NAMES) == ["марина", "марине"]


def test_captions_tell_the_name_and_the_voice_the_seat() -> None:
    """Who sits there stands after the number, for the eye only."""
    told = hall("foul.hall", seat=2)
    assert captioned(RU.texts, told, NAMES) == "Фол, игрок номер два (Марина)."
    assert speak(RU.texts, told) == captioned(RU.texts, told) == "Фол, игрок номер два."


def test_forms_are_spoken_with_their_stress() -> None:
    """The recogniser's words carry the mark that the host wrote."""
    spoken = NAMES.spoken(RU.words.declension)
    assert {"мари\u0301на", "мари\u0301не", "мари\u0301ну", "петру", "ку"} <= {*spoken}
    assert len(spoken) == len(set(spoken))
