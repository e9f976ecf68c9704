# SPDX-License-Identifier: MIT
"""«Что можно сказать»: the likeliest, short, with real seats, and never into somebody's time."""

import re

import pytest

from tests.game.every_phase import RULES, states
from tests.host.test_reading import in_the_ear
from tests.parlour import Parlour, at, speech
from tests.russian import RU
from voice_host.game.decide import decide
from voice_host.game.expected import expected
from voice_host.game.refusals import Rejected
from voice_host.game.state import Phase, State
from voice_host.host.service import HELP_ITEMS
from voice_host.language.acts import REQUESTS
from voice_host.language.heard.hear import Understood, understand
from voice_host.language.said.help import likely
from voice_host.language.said.pieces import PIECE_SECONDS, in_pieces, seconds
from voice_host.language.said.speak import speak


def pieces(state: State) -> list[str]:
    told = likely(RU.sentences, expected(state), state)
    cut = in_pieces(RU.texts, "host.help", told, "help.more", PIECE_SECONDS, HELP_ITEMS)
    return [speak(RU.texts, piece) for piece in cut]


def examples(piece: str) -> list[str]:
    said = re.sub(r"^Можно сказать: |\.$", "", piece).split(", ")
    return [one.removeprefix("печатать ") for one in said if one != "«ещё»"]


@pytest.mark.long
@pytest.mark.parametrize("name", RULES)
def test_help_of_every_phase(name: str) -> None:
    """Three to five of what can be said now, within five seconds, and «ещё» goes on."""
    for state in states(name):
        first, *rest = pieces(state)
        assert seconds(RU.texts, first) <= PIECE_SECONDS, first
        assert 3 <= len(examples(first)) <= HELP_ITEMS, first
        assert first.endswith("«ещё».") == bool(rest)
        for example in examples(first):
            heard = understand(RU.sentences, example, expected(state), state.seats)
            assert isinstance(heard, Understood), (example, state.phase)


@pytest.mark.long
@pytest.mark.parametrize("name", RULES)
def test_what_is_named_first_is_not_refused(name: str) -> None:
    """With these very seats, at this very moment."""
    for state in states(name):
        heard = understand(RU.sentences, examples(pieces(state)[0])[0], expected(state), 10)
        assert isinstance(heard, Understood)
        if type(heard.command) in REQUESTS:
            continue
        try:
            decide(state, heard.command, 0.0)  # type: ignore[arg-type]
        except Rejected as refused:
            raise AssertionError((heard.command, state.phase, refused.reason)) from None


def test_help_in_words() -> None:
    """At a speech, and by topic from anywhere."""
    parlour = speech()
    parlour.hears("что можно сказать")
    assert in_the_ear(parlour) == [
        "Можно сказать: спасибо, выставлен третий, фол три, добавь десять секунд, «ещё»."
    ]
    parlour.forget()
    parlour.hears("про голосование")
    assert in_the_ear(parlour)[0].startswith("Можно сказать: выставлен третий, четыре")
    parlour.forget()
    parlour.hears("про ночь")
    assert in_the_ear(parlour)[0].startswith("Можно сказать: убит третий, промах")


@pytest.mark.parametrize("left", [40.0, 6.0, 4.0, 2.5, 1.9, 1.0])
def test_help_never_outlasts_the_time_that_is_on(left: float) -> None:
    """Shortened to what there is time for, or put off."""
    parlour = speech()
    parlour.wait(parlour.left - left)
    parlour.forget()
    parlour.hears("что можно сказать")
    said = in_the_ear(parlour)
    assert sum(seconds(RU.texts, one) for one in said) <= left
    if left >= 2.5:
        assert said[0].startswith("Можно сказать: спасибо")
    elif left >= 1.8:
        assert said == ["Потом: «ещё»."]
    else:
        assert said == []


def test_what_was_put_off_is_told_at_more() -> None:
    """When nobody's time runs."""
    parlour = speech()
    parlour.wait(parlour.left - 1.9)
    parlour.hears("что можно сказать", "пауза")
    parlour.forget()
    parlour.hears("ещё")
    assert in_the_ear(parlour)[0].startswith("Можно сказать: ")


def test_help_of_a_roles_turn_names_what_is_typed() -> None:
    """A check is a secret, and it is what the turn is for."""
    parlour: Parlour = at(Phase.DON)
    parlour.types("что можно сказать")
    assert in_the_ear(parlour)[0].startswith("Можно сказать: печатать проверка ")


@pytest.mark.parametrize(("said", "steps"), [("на ухо медленнее", -3), ("говори быстрее", 3)])
def test_the_pace_of_the_ear_counts(said: str, steps: int) -> None:
    """Slower, less is said in the same seconds, faster more; a piece never outlasts its time."""
    told = []
    for times in (0, abs(steps)):
        parlour = speech()
        parlour.hears(*[said] * times)
        parlour.wait(parlour.left - 4.0)
        parlour.forget()
        parlour.hears("что можно сказать")
        lasts = sum(seconds(RU.texts, one) for one in in_the_ear(parlour))
        assert lasts / 1.1 ** (steps if times else 0) <= 4.0
        told.append(lasts)
    assert (told[1] < told[0]) == (steps < 0)
