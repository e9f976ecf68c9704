# SPDX-License-Identifier: MIT
"""Single keys: which words each key says, and what digits mean in each phase.

Every key is the same words that a host would say or type; what they mean is for the
language, whether they are allowed for the rules. Knows no terminal and sends nothing.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from voice_host.game.state import Phase

SMALL_TABLE = 10
"""Up to this many seats one digit names a seat, 0 being the tenth."""
FOUL = "фол номер "


@dataclass(frozen=True, slots=True)
class Say:
    """Words to say at once."""

    words: str


@dataclass(frozen=True, slots=True)
class Begin:
    """Words that begin a line; a number follows."""

    words: str


class Own(StrEnum):
    """What the screen does itself."""

    TALK = "talk"
    TABLE = "стол"
    ROLES = "роли"
    PHONES = "телефоны"
    LEAVE = "выход"
    LINE = "line"


LEAVE_WORDS = frozenset({Own.LEAVE, "выйти", "exit", "quit"})

Act = Say | Begin | Own


@dataclass(frozen=True, slots=True)
class Key:
    """One key: the characters (or names) it gives in either layout, and what it does.

    `title` is how it is printed and `gloss` what it is for. `paused`: what it does on
    pause instead. `phases`: where it is of use, None for everywhere; elsewhere it still
    says its words, so that the refusal tells the host why.
    """

    names: tuple[str, ...]
    title: str
    act: Act
    gloss: str
    paused: Act | None = None
    phases: frozenset[Phase] | None = None

    @property
    def letter(self) -> bool:
        """A letter key, rather than a sign, an arrow or Tab."""
        return self.names[0].isalpha() and len(self.names[0]) == 1

    def printed(self, both: bool) -> str:
        """Its title; where both layouts act, a letter with the Russian one on the same key."""
        russian = f" / {self.names[1].upper()}" if both and self.letter else ""
        return f"{self.title}{russian}"


_IN_GAME = frozenset(Phase) - {Phase.LOBBY, Phase.OVER}

KEYS = (
    Key((" ",), "Пробел", Say("пауза"), "пауза, ещё раз продолжить", paused=Say("продолжить")),
    Key(("right",), "Стрелка вправо", Say("дальше"), "дальше"),
    Key(("left",), "Стрелка влево", Say("назад"), "назад, то есть отмена"),
    Key(("f", "а"), "F", Begin(FOUL), "фол, потом номер игрока", phases=_IN_GAME),
    Key(("m", "ь"), "M", Say("промах"), "промах", phases=frozenset({Phase.RESULT})),
    Key(("u", "г"), "U", Say("отмена"), "отмена"),
    Key(("y", "н"), "Y", Say("да"), "да"),
    Key(("n", "т"), "N", Say("нет"), "нет"),
    Key(("t", "е"), "T", Own.TABLE, "прочесть стол на экране"),
    Key(("r", "к"), "R", Own.ROLES, "показать или спрятать роли"),
    Key(("p", "з"), "P", Own.PHONES, "адреса и коды для телефонов"),
    Key(("?", ","), "Вопросительный знак", Say("клавиши"), "эта подсказка"),
    Key(("tab",), "Таб", Own.TALK, "начать говорить в микрофон, ещё раз закончить"),
)
OPEN_LINE = ("/", ".")
"""One physical key in two layouts: opens a line where every key acts at once."""

_BY_NAME = {name: key for key in KEYS for name in key.names}


@dataclass(frozen=True, slots=True)
class Digits:
    """What a number means: `words` with the number in place of {}.

    `none`: the words for 0 where it counts nothing; else 0 is seat ten. `wanted` is how
    many numbers make the sentence.
    """

    words: str
    gloss: str
    none: str | None = None
    wanted: int = 1


_VOTES = Digits("{} голосов", "число голосов, ноль значит никого", none="никого")
_CHECK = Digits("проверка {}", "кого проверяют")
DIGITS = {
    Phase.COUNT: _VOTES,
    Phase.REVOTE: _VOTES,
    Phase.RAISE: Digits("за подъём {}", "голоса за подъём, ноль значит никого", none="никого"),
    Phase.RESULT: Digits("убит номер {}", "кто убит"),
    Phase.SPEECH: Digits("выставлен номер {}", "кто выставлен"),
    Phase.BEST_MOVE: Digits("лучший ход {}", "три номера лучшего хода", wanted=3),
    Phase.DON: _CHECK,
    Phase.SHERIFF: _CHECK,
    Phase.ROLE: Digits("выбор {}", "кого выбирают"),
    Phase.REVENGE: Digits("забирает номер {}", "кого забирают"),
}
_FOUL_DIGITS = Digits(FOUL + "{}", "")


def pressed(key: str, running: bool = True) -> Act | None:
    """What a key does (by its character or name) while the clock runs or is on pause."""
    found = _BY_NAME.get(key.lower())
    if found is None:
        return None
    return found.act if running else found.paused or found.act


def written(key: str, running: bool = True) -> Act | None:
    """What a key does on an empty line of text: letters only write their words.

    So a word typed in the wrong layout can confirm or undo nothing by its first letter.
    """
    act = pressed(key, running)
    if isinstance(act, Begin) or not _BY_NAME.get(key.lower(), KEYS[0]).letter:
        return act
    return Begin(act.words if isinstance(act, Say) else str(act)) if act else None


def sentence(phase: Phase, line: str) -> str:
    """The words that a line stands for: bare numbers get their meaning in this phase."""
    meaning, figures = _split(phase, line)
    if meaning is None or not figures:
        return line.strip()
    if meaning.none is not None and figures == ["0"]:
        return meaning.none
    seats = ["10" if figure == "0" else figure for figure in figures]
    return _agreeing(meaning.words.format(" ".join(seats)), seats[-1])


def complete(phase: Phase, line: str, seats: int) -> bool:
    """Are the digits in the line all that is needed? Never sure at more than ten seats."""
    meaning, figures = _split(phase, line)
    wanted = meaning.wanted if meaning else 1
    return seats <= SMALL_TABLE and len(figures) >= wanted


def _split(phase: Phase, line: str) -> tuple[Digits | None, list[str]]:
    """What the numbers in a line mean, and the numbers; no numbers in any other line."""
    text = line.strip()
    foul = text.startswith(FOUL.strip())
    bare = text.removeprefix(FOUL.strip()) if foul else text
    if re.fullmatch(r"[\s,0-9]*", bare) is None:
        return None, []
    meaning = _FOUL_DIGITS if foul else DIGITS.get(phase)
    figures = re.findall("[0-9]+", bare)
    if meaning and meaning.wanted > 1 and len(figures) == 1 and len(figures[0]) != 2:
        figures = list(figures[0])
    return meaning, figures


def _agreeing(words: str, figure: str) -> str:
    """«1 голос», «2 голоса», «5 голосов»."""
    number = int(figure)
    if not words.endswith("голосов") or number % 100 in range(11, 15):
        return words
    ending = {1: "голос", 2: "голоса", 3: "голоса", 4: "голоса"}.get(number % 10, "голосов")
    return words.removesuffix("голосов") + ending


def keys_help(phase: Phase, at_once: bool = False, talk: bool = True) -> str:
    """The keys of a phase, to be printed; `speak` spells the letters out.

    `at_once`: letters need no Enter; `talk`: a key opens the microphone.
    """
    lines = [
        f"{key.printed(both=at_once)} — {key.gloss}."
        for key in KEYS
        if (key.phases is None or phase in key.phases) and (talk or key.act is not Own.TALK)
    ]
    if phase in DIGITS:
        lines.insert(0, f"Цифры — {DIGITS[phase].gloss}.")
    lines.append(
        "Буквы латинские, за каждой русская на той же клавише: действуют сразу, в любой раскладке. "
        "Косая черта открывает строку для слов."
        if at_once
        else "Буквы латинские, пишут слова в пустую строку. Ввод отправляет."
    )
    return " ".join(lines)
