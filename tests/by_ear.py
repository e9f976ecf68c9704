# SPDX-License-Identifier: MIT
"""A host who knows of his game nothing but what is said in his ear, and what he says to it.

For the game by words in the suite and the one by real speech in `scripts/measure/evening_by_ear`.
He asks «где мы» when nobody asks him anything, and does what the answer makes him think of. Knows
no state, no caption of the hall and no clock.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.russian import RU

WHERE = "где мы"
LAST = 6
"""With so few at the table the game is ended: nobody has told the companion the roles."""
ALIVE = "кто жив"
HOW_MANY = "сколько живых"
"""The same question."""
_NUMBERS = {RU.words.cardinal(number): number for number in range(1, 31)}
KINDS = {
    "начать игру": "Start", "дальше": "Next", "спасибо": "EndTurn", "выставлен": "Nominate",
    "убит": "Kill", "лучший": "BestMove", "победа": "DeclareWinner", "за": "Raise",
    "конец": "EndGame",
    "фол": "Foul",
}  # fmt: skip
"""What a line that begins so does to a game; anything else leaves no entry in a journal."""


def is_asked(heard: str) -> bool:
    """Does a line in the ear want «да» or «нет»? «Кто убит?» wants a name."""
    line = heard.lower().split("\n")[-1]
    whom = line.startswith(("кто", "кого", "сколько", "на кого"))
    return "жду «да»" in line or (line.endswith("?") and not whom and not line.endswith("ещё?"))


@dataclass
class BlindHost:
    """Plays on from one line in his ear to the next; `over` when he has left.

    `pointing`: by these rules all are put up at once, after the speeches.
    """

    pointing: bool = False

    alive: list[int] = field(default_factory=list)
    put_up: int = 0
    fouled: bool = False
    asked: int = 0
    over: bool = False

    def says(self, heard: str) -> Iterator[str]:
        """What he says after these words in his ear: one line, or several; none to wait."""
        line = heard.lower()
        if "до свидания" in line:
            self.over = True
        elif is_asked(line):
            yield "да"
        elif found := re.match(r"за столом .*?: (.*)\.", line):
            self.alive = [_NUMBERS[word] for word in re.split(", | и ", found[1])]
        else:
            yield from self._by_phase(line)

    def _by_phase(self, line: str) -> Iterator[str]:
        match line:
            case _ if "победа" in line:
                yield "выход"
            case _ if "кто победил" in line:
                yield "победа красных"
            case _ if "начать игру" in line:
                yield "начать игру"
            case _ if "кто убит" in line:
                yield from self._killed()
            case _ if "лучший ход" in line:
                yield "лучший ход один два три"
            case _ if "голосуют за" in line:
                left = re.search(r"осталось ([а-яё ]+)", line)
                yield self._votes(_NUMBERS.get(left[1], 2) if left else 2)
            case _ if "вопрос об уходе" in line:
                yield "за подъём два голоса"
            case _ if "выставление" in line:
                yield from self._pointing()
            case _ if " речь " in line:
                yield from self._speech(line)
            case _ if "стрельба" in line:
                return
            case _ if any(word in line for word in ("уходит", "оправдание", "проверяет")):
                yield "спасибо"
            case _:
                yield "дальше"

    def _killed(self) -> Iterator[str]:
        """The last of those who live; where that is not understood he asks in other words."""
        before, self.alive = self.alive, []
        yield ALIVE
        if not self.alive:
            yield HOW_MANY
        self.alive = self.alive or before
        self.put_up = 0
        yield f"убит {RU.words.ordinal(self.alive[-1], 'n')}"

    def _speech(self, line: str) -> Iterator[str]:
        """Two are put up each day, so that there is a vote; one foul is given in the game."""
        if self.put_up < 2 and not self.pointing and "вторая" not in line and "убитого" not in line:
            yield ALIVE
            if len(self.alive) <= LAST:
                yield "конец игры"
                return
            self.put_up += 1
            seat = self.alive[self.put_up]
            yield f"выставлен {RU.words.ordinal(seat, 'n')}"
        if not self.fouled:
            self.fouled = True
            yield ALIVE
            yield f"фол номер {RU.words.cardinal(self.alive[0])}"
        yield "спасибо"

    def _pointing(self) -> Iterator[str]:
        yield ALIVE
        if len(self.alive) <= LAST:
            yield "конец игры"
            return
        for seat in self.alive[1:3]:
            yield f"выставлен {RU.words.ordinal(seat, 'n')}"
        yield "дальше"

    def _votes(self, left: int) -> str:
        """More than half for the first: no tie in the way."""
        votes = left // 2 + 1
        words = {1: "один голос", 2: "два голоса", 3: "три голоса", 4: "четыре голоса"}
        return words.get(votes, f"{RU.words.cardinal(votes)} голосов")
