# SPDX-License-Identifier: MIT
"""Buttons: every act has its label and its form; what is pressed becomes the value meant."""

import pytest

from tests.russian import RU
from voice_host.game import commands as c
from voice_host.game.state import Phase
from voice_host.language import requests as r
from voice_host.language.acts import KINDS
from voice_host.language.heard.hear import Understood, understand
from voice_host.ui.web.forms import act, forms

SHOWN = RU.pages.shown(RU.words, RU.sentences.questions())


def test_every_act_has_a_button() -> None:
    """A label, and a way to ask for each of its fields; a new command needs no page."""
    by_phone = {"ready", "hand"}
    assert set(forms()) == set(KINDS) - {"tick"} - by_phone == set(SHOWN["acts"]) - by_phone


def test_every_phase_and_cause_has_words() -> None:
    """None is shown by its id."""
    assert set(SHOWN["phases"]) == {phase.value for phase in Phase}
    assert {"voted", "killed", "taken", "fouls", "removed"} == set(SHOWN["causes"])


def test_a_question_is_shown_as_it_is_asked() -> None:
    """Whoever reads it on a page knows what to say; a new question needs no page."""
    assert list(SHOWN["questions"]) == [question.value for question in r.Question]
    assert SHOWN["questions"]["fouls"] == "Сколько фолов"
    for question, said in SHOWN["questions"].items():
        heard = understand(RU.sentences, said, frozenset(), 10)
        assert heard == Understood(r.Ask(r.Question(question)), "ask")


@pytest.mark.parametrize(
    ("pressed", "meant"),
    [
        ({"kind": "foul", "seat": 3}, c.Foul(3)),
        ({"kind": "foul", "seat": 3, "offence": "knock"}, c.Foul(3, "knock")),
        ({"kind": "best_move", "seats": [1, 4, 9]}, c.BestMove((1, 4, 9))),
        ({"kind": "vote", "votes": 0}, c.Vote(0)),
        ({"kind": "ballot", "voters": [2]}, c.Ballot((2,))),
        ({"kind": "set_roles", "roles": [[1, "don"], [4, "sheriff"]]},
         c.SetRoles(((1, "don"), (4, "sheriff")))),
        ({"kind": "declare_winner", "side": "town"}, c.DeclareWinner("town")),
        ({"kind": "volume", "step": -1}, r.Volume(-1)),
        ({"kind": "ask", "question": "fouls", "seat": 3}, r.Ask(r.Question.FOULS, 3)),
        ({"kind": "undo"}, r.Undo()),
    ],
)  # fmt: skip
def test_what_is_pressed_is_a_value(pressed: dict[str, object], meant: object) -> None:
    """The same values that words become."""
    assert act(pressed, frozenset(RU.words.offences)) == meant
