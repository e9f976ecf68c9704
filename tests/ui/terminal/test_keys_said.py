# SPDX-License-Identifier: MIT
"""What keys say is what the language understands, in every phase."""

from dataclasses import replace

import pytest

from tests.russian import RU
from voice_host.game import commands as c
from voice_host.game.expected import expected
from voice_host.game.state import Phase, State, new_game
from voice_host.language.announcement import host
from voice_host.language.heard import hear
from voice_host.language.said.speak import captioned, speak
from voice_host.rulesets import load
from voice_host.ui.terminal.key_names import DIGITS, ROWS, Begin, KeyWords, Say

KEYS = KeyWords(RU.messages)
KINDS = {
    Phase.COUNT: c.Vote,
    Phase.REVOTE: c.Vote,
    Phase.RESULT: c.Kill,
    Phase.SPEECH: c.Nominate,
    Phase.BEST_MOVE: c.BestMove,
    Phase.DON: c.Check,
    Phase.SHERIFF: c.Check,
    Phase.ROLE: c.Choose,
    Phase.REVENGE: c.Take,
}
PLAYED = [phase for phase in Phase if phase is not Phase.OVER]


def _state(phase: Phase) -> State:
    return replace(new_game(load("wma"), 10), phase=phase)


@pytest.mark.parametrize("phase", PLAYED)
def test_every_key_says_words_that_are_understood_where_it_is_of_use(phase: Phase) -> None:
    """A key says nothing that the language does not know."""
    for row in ROWS:
        if row.phases is not None and phase not in row.phases:
            continue
        for act in (KEYS.pressed(row.gives), KEYS.pressed(row.gives, running=False)):
            if isinstance(act, Say | Begin) and act != Say("дальше"):
                words = act.words + ("3" if isinstance(act, Begin) else "")
                heard = hear.understand(RU.sentences, words, expected(_state(phase)), 10)
                assert isinstance(heard, hear.Understood), (row.id, words, heard)


@pytest.mark.parametrize("phase", PLAYED)
def test_next_is_understood_wherever_it_is_expected(phase: Phase) -> None:
    """The right arrow goes on in every phase of a game."""
    heard = hear.understand(RU.sentences, "дальше", expected(_state(phase)), 10)
    assert heard == hear.Understood(c.Next(), "next")


@pytest.mark.parametrize("phase", DIGITS)
def test_every_digit_is_the_command_of_its_phase(phase: Phase) -> None:
    """Digits are votes, victims, nominees or checks, 0 included."""
    lines = ("578", "120", "12 7 8") if phase is Phase.BEST_MOVE else tuple("0123456789")
    for line in lines:
        words = KEYS.sentence(phase, line)
        heard = hear.understand(RU.sentences, words, expected(_state(phase)), 10)
        assert isinstance(heard, hear.Understood), (words, heard)
        raised = c.Vote if line == "0" else c.Raise
        assert isinstance(heard.command, KINDS.get(phase, raised)), (words, heard)


def test_numbers_of_a_big_table_are_understood() -> None:
    """Two digits name a seat at a table of more than ten."""
    words = KEYS.sentence(Phase.RESULT, "12")
    heard = hear.understand(RU.sentences, words, expected(_state(Phase.RESULT)), 12)
    assert heard == hear.Understood(c.Kill(12), "kill")


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("at_once", [False, True])
def test_help_can_be_read_aloud(phase: Phase, at_once: bool) -> None:
    """Whole sentences with no sign that a voice stumbles over, and no Latin letters."""
    text = speak(RU.texts, host("host.keys", what=KEYS.help(phase, at_once)))
    assert text.endswith(".")
    assert not any(sign in text for sign in "«»()[]{}/?\n")
    assert not any("a" <= c.lower() <= "z" for c in text)


def test_a_letter_sounds_like_no_other_key() -> None:
    """Printed with the Russian letter of its key, spoken with a name that begins with it."""
    told = host("host.keys", what=KEYS.help(Phase.SPEECH, at_once=True))
    said = speak(RU.texts, told)
    assert "латинская игрек, русская Николай — да." in said
    assert "латинская эн, русская Татьяна — нет." in said
    assert "латинская у, русская Григорий — отмена." in said
    assert "Y / Н — да." in captioned(RU.texts, told)
    assert speak(RU.texts, host("host.keys", what=KEYS.help(Phase.SPEECH))).count("русская") == 0
