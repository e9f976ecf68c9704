# SPDX-License-Identifier: MIT
"""Typed words that are no sentence: what the host is told of them."""

from collections.abc import Callable

import pytest

from tests.russian import RU
from voice_host.game.state import Phase, State
from voice_host.language.nicknames import Nicknames
from voice_host.language.said.doubt import doubt
from voice_host.language.said.speak import speak

TIME = "Время называют по пять секунд: «минута», «тридцать секунд». Самое большое: три минуты."
FOUL = "Например: «фол пять»."
NO_SEAT = "Места номер {} нет, за столом десять мест."


@pytest.mark.parametrize(
    ("text", "phase", "said"),
    [
        ("фол 99", Phase.SPEECH, NO_SEAT.format("девяносто девять")),
        ("выставлен 77", Phase.SPEECH, NO_SEAT.format("семьдесят семь")),
        ("удалить 0", Phase.SPEECH, NO_SEAT.format("ноль")),
        ("выставлен 77", Phase.COUNT, "Выставлять можно только во время речи."),
        ("40 голосов", Phase.COUNT, "Столько голосов не осталось, есть только десять."),
        ("за подъём 40", Phase.RAISE, "Столько голосов не осталось, есть только десять."),
        ("40 голосов", Phase.SPEECH, "Голосование ещё не началось."),
        ("5 минут", Phase.SPEECH, TIME),
        ("таймер 0", Phase.SPEECH, TIME),
        ("добавь 7 секунд", Phase.SPEECH, TIME),
        ("фол", Phase.SPEECH, f"Фраза не закончена. {FOUL}"),
        ("фол саша", Phase.SPEECH, f"Не понял слова «саша». {FOUL}"),
        ("выставлен пять да", Phase.SPEECH, "Не понял слова «да». Например: «выставлен пятый»."),
        ("выставлен 5 да", Phase.SPEECH, "Не понял слова «да». Например: «выставлен пятый»."),
        ("фол пять раз", Phase.SPEECH, f"Не понял слова «раз». {FOUL}"),
        ("пауза да", Phase.SPEECH, "Не понял слова «да». Например: «пауза»."),
        ("победа моя", Phase.SPEECH, "Не понял слова «моя». Например: «победа красных»."),
        ("вздор", Phase.SPEECH, "Не понял. Спросите «что можно сказать»."),
        ("", Phase.SPEECH, "Не понял. Спросите «что можно сказать»."),
        ("фол 99", Phase.LOBBY, "Игра ещё не началась."),
    ],
)
def test_doubt(text: str, phase: Phase, said: str, at: Callable[[Phase], State]) -> None:
    """A wrong number, a sentence broken off, a strange word, or only where to ask."""
    assert speak(RU.texts, doubt(RU.sentences, text, at(phase))) == said


def test_an_unknown_nickname(at: Callable[[Phase], State]) -> None:
    """Where players have names, one that nobody has is named."""
    names = Nicknames(((2, "Марина"),))
    assert (
        speak(RU.texts, doubt(RU.sentences, "фол саша", at(Phase.SPEECH), names))
        == f"Не понял слова «саша». {FOUL}"
    )
