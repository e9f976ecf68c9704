# SPDX-License-Identifier: MIT
"""Whatever the hall has heard and an undo makes untrue is taken back there, once."""

from random import Random

import pytest

from tests import games
from tests.game import chance
from tests.game.every_phase import RULES, states
from tests.parlour import Parlour, at, speech
from tests.russian import RU
from voice_host.game import commands as c
from voice_host.game.decide import decide
from voice_host.game.expected import expected
from voice_host.game.refusals import Rejected
from voice_host.game.state import Phase
from voice_host.game.who import HALL
from voice_host.history.session import Session
from voice_host.language.said.announce import told
from voice_host.language.said.keys import KEYS
from voice_host.language.said.retract import retracted
from voice_host.language.said.speak import speak


def undone(parlour: Parlour, *words: str) -> list[str]:
    """What the hall hears when this is said and taken back."""
    parlour.hears(*words)
    parlour.forget()
    parlour.hears("отмена")
    if parlour.host.asks:
        parlour.forget()
        parlour.hears("да")
    return parlour.screen.hall


@pytest.mark.parametrize(
    ("words", "hall"),
    [
        (("выставлен пятый",), ["Отменено: выставлен пятый."]),
        (("фол номер три",), ["Отменено: фол третьему."]),
        (("спасибо",), ["Возвращаемся: речь первого."]),
        (("удалить номер один", "да"), ["Отменено: удаление первого. Возвращаемся: речь первого."]),
        (("добавь десять секунд",), []),
    ],
)
def test_at_a_speech(words: tuple[str, ...], hall: list[str]) -> None:
    """What was said of the table is named; where another speaks again, it is he who is named."""
    assert undone(speech(), *words) == hall


def test_at_the_vote_and_in_the_morning() -> None:
    """The candidate is called again; a killed player sits up again."""
    parlour = speech()
    parlour.hears("выставлен пятый", "спасибо", "выставлен восьмой")
    while parlour.state.phase is Phase.SPEECH:
        parlour.hears("спасибо")
    assert undone(parlour, "четыре голоса") == [
        "Отменено: четыре голоса. Возвращаемся: голосуют за пятого."
    ]
    assert undone(at(Phase.RESULT), "убит четвёртый", "да") == [
        "Отменено: убит четвёртый. Возвращаемся: ночь продолжается."
    ]


@pytest.mark.parametrize("name", RULES)
def test_the_hall_hears_of_an_undo_what_it_heard_of_the_move(name: str) -> None:
    """Something if and only if it was told something, of every command of every ruleset.

    And never a role, a check or a choice: by night nothing but that it is night.
    """
    rng, seen = Random(name), set[str]()
    for game in range(8):
        session = Session(RULES[name], RULES[name].table.seats)
        if game % 2:
            roles = c.SetRoles(chance.composition(rng, RULES[name], session.state.seats))
            session.submit(roles, 0.0, "keyboard")
        for _ in range(60):
            games.play(session, rng, 2)
            undoable = session.undoable()
            if not undoable:
                continue
            steps = [(step.before, step.entry.events) for step in undoable]
            heard = [
                one.key for s, e in steps for one in told(s, e)
                if one.audience is HALL and not one.time_call
            ]  # fmt: skip
            command = undoable[0].entry.command
            back = retracted(command, steps, session.state)
            assert (back is not None) == bool(heard), (command, heard)
            if back is None:
                continue
            seen.update(heard)
            words = speak(RU.texts, back).lower()
            assert back.audience is HALL
            assert back.holds_clock
            if isinstance(command, c.Check | c.Choose | c.SetRoles):
                assert "отменено" not in words
            assert not {"стоп", "тихо", "пауза"} & set(words.replace(".", "").split())
    assert len(seen) >= 12, seen


DRAWS = 2
OF_THE_HALL = (
    "enter.", "leave.", "morning.", "floor.", "foul.back_hall", "foul.hall", "out.",
    "nominated.hall", "vote.", "best_move.", "over.", "night.fell", "speech.",
)  # fmt: skip
RARE = frozenset(
    {
        "enter.day.nomination", "enter.night0.wakes", "floor.last_open", "floor.missed",
        "floor.open", "floor.revenge", "floor.shortened", "morning.check_yes", "morning.shared",
        "out.fouls", "out.restored", "out.taken_several", "over.declared", "vote.again_single",
        "vote.kept", "vote.opened_untold", "vote.single", "vote.single_nominee",
    }
)  # fmt: skip
"""What several moves in a row must bring about, so that the moments of these games lack it."""


def undone_of(name: str) -> set[str]:
    """What the hall hears of whatever may be said at each moment, each of it taken back."""
    rng, seen = Random(name), set[str]()
    for state in states(name):
        for kind in [kind for kind in expected(state) for _ in range(DRAWS)]:
            try:
                command = chance.command(rng, state, frozenset({kind}))
                decision = decide(state, command, state.timer.ends_at if state.timer else 0.0)
            except (Rejected, IndexError, ValueError):
                continue
            lines = told(state, decision.events)
            heard = {one.key for one in lines if one.audience is HALL and not one.time_call}
            back = retracted(command, [(state, decision.events)], decision.after)
            assert (back is not None) == bool(heard), (command, heard)
            assert back is None or speak(RU.texts, back)
            seen |= heard
    return seen


def test_every_announcement_of_the_hall_is_taken_back() -> None:
    """All that the texts have for the hall, in the games of all rulesets."""
    hall = {key for key in KEYS if key.startswith(OF_THE_HALL)} - {"out.barred", "over.why"}
    left = hall - set[str]().union(*map(undone_of, RULES))
    assert left <= RARE, sorted(left)
