# SPDX-License-Identifier: MIT
"""Single keys: which words each key says, and what digits mean in each phase.

Every key is the same words that a host would say or type: they stand in the language, under
`keys`, by the name that a key has here; what they mean is for the ear, whether they are allowed
for the rules. Knows no terminal and sends nothing.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from voice_host.game.state import Phase
from voice_host.language.catalogue import Messages

SMALL_TABLE = 10
"""Up to this many seats one digit names a seat, 0 being the tenth."""


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
    TABLE = "table"
    ROLES = "roles"
    PHONES = "phones"
    LEAVE = "leave"
    LINE = "line"


Act = Say | Begin | Own


@dataclass(frozen=True, slots=True)
class Row:
    """One key: its name in the language, the Latin character (or name) that it gives.

    It says its words, or begins a line with them (`begins`), or does what is the screen's `own`.
    `phases`: where it is of use, None for everywhere; elsewhere it still says its words, so that
    the refusal tells the host why.
    """

    id: str
    gives: str
    begins: bool = False
    own: Own | None = None
    phases: frozenset[Phase] | None = None

    @property
    def letter(self) -> bool:
        """A letter key, rather than a sign, an arrow or Tab."""
        return self.gives.isalpha() and len(self.gives) == 1


_IN_GAME = frozenset(Phase) - {Phase.LOBBY, Phase.OVER}
FOUL = "foul"
ROWS = (
    Row("pause", " "),
    Row("next", "right"),
    Row("back", "left"),
    Row(FOUL, "f", begins=True, phases=_IN_GAME),
    Row("miss", "m", phases=frozenset({Phase.RESULT})),
    Row("undo", "u"),
    Row("yes", "y"),
    Row("no", "n"),
    Row("table", "t", own=Own.TABLE),
    Row("roles", "r", own=Own.ROLES),
    Row("phones", "p", own=Own.PHONES),
    Row("help", "?"),
    Row("talk", "tab", own=Own.TALK),
)
OPEN_LINE = ("/", ".")
"""One physical key in two layouts: opens a line where every key acts at once."""


@dataclass(frozen=True, slots=True)
class Digits:
    """What a number means: its name in the language, and how many numbers make the sentence."""

    id: str
    wanted: int = 1


DIGITS = {
    Phase.COUNT: Digits("vote"),
    Phase.REVOTE: Digits("vote"),
    Phase.RAISE: Digits("raise"),
    Phase.RESULT: Digits("kill"),
    Phase.SPEECH: Digits("nominate"),
    Phase.BEST_MOVE: Digits("best_move", wanted=3),
    Phase.DON: Digits("check"),
    Phase.SHERIFF: Digits("check"),
    Phase.ROLE: Digits("choose"),
    Phase.REVENGE: Digits("take"),
}
_FOUL_DIGITS = Digits(FOUL)


class KeyWords:
    """The keys in the words of one language."""

    def __init__(self, messages: Messages) -> None:
        self._messages = messages
        self._says, self._paused = messages.table("keys.says"), messages.table("keys.paused")
        self._beside = messages.table("keys.beside")
        self._title, self._gloss = messages.table("keys.title"), messages.table("keys.gloss")
        self._none = messages.table("keys.none")
        self.leaving = frozenset(messages.text("keys.leaving").split())
        """Words that end the program."""
        self._rows = {name: row for row in ROWS for name in self.names(row)}

    def names(self, row: Row) -> tuple[str, ...]:
        """What a key gives in either layout."""
        return (row.gives, self._beside[row.id]) if row.id in self._beside else (row.gives,)

    @property
    def roles(self) -> str:
        """The word with which a line begins that tells roles."""
        return self._says[Own.ROLES]

    def word(self, own: Own) -> str:
        """The word for something that the screen does itself."""
        return self._says[own]

    def own(self, words: str) -> Own | None:
        """What the screen does itself at these words."""
        words = words.lower()
        if words in self.leaving:
            return Own.LEAVE
        return next((own for own in Own if self._says.get(own) == words), None)

    def pressed(self, key: str, running: bool = True) -> Act | None:
        """What a key does (by its character or name) while the clock runs or is on pause."""
        row = self._rows.get(key.lower())
        if row is None or row.own:
            return row.own if row else None
        words = self._says[row.id]
        if row.begins:
            return Begin(f"{words} ")
        return Say(words if running else self._paused.get(row.id, words))

    def written(self, key: str, running: bool = True) -> Act | None:
        """What a key does on an empty line of text: letters only write their words.

        So a word typed in the wrong layout can confirm or undo nothing by its first letter.
        """
        act, row = self.pressed(key, running), self._rows.get(key.lower())
        if row is None or not row.letter or isinstance(act, Begin):
            return act
        return Begin(self._says[row.id])

    def sentence(self, phase: Phase, line: str) -> str:
        """The words that a line stands for: bare numbers get their meaning in this phase."""
        meaning, figures = self._split(phase, line)
        if meaning is None or not figures:
            return line.strip()
        if figures == ["0"] and meaning.id in self._none:
            return self._none[meaning.id]
        seats = ["10" if figure == "0" else figure for figure in figures]
        return self._messages.text(f"keys.digits.{meaning.id}", number=" ".join(seats))

    def complete(self, phase: Phase, line: str, seats: int) -> bool:
        """Are the digits in the line all that is needed? Never sure at more than ten seats."""
        meaning, figures = self._split(phase, line)
        wanted = meaning.wanted if meaning else 1
        return seats <= SMALL_TABLE and len(figures) >= wanted

    def _split(self, phase: Phase, line: str) -> tuple[Digits | None, list[str]]:
        """What the numbers in a line mean, and the numbers; no numbers in any other line."""
        text, begun = line.strip(), self._says[FOUL]
        foul = text.startswith(begun)
        if re.fullmatch(r"[\s,0-9]*", text.removeprefix(begun)) is None:
            return None, []
        meaning = _FOUL_DIGITS if foul else DIGITS.get(phase)
        figures = re.findall("[0-9]+", text)
        if meaning and meaning.wanted > 1 and len(figures) == 1 and len(figures[0]) != 2:
            figures = list(figures[0])
        return meaning, figures

    def help(self, phase: Phase, at_once: bool = False, talk: bool = True) -> str:
        """The keys of a phase, to be printed; `speak` spells the letters out.

        `at_once`: letters need no Enter; `talk`: a key opens the microphone.
        """
        lines = [
            self._messages.text("keys.line", title=self.printed(row, at_once), gloss=gloss)
            for row in ROWS
            for gloss in (self._gloss[row.id],)
            if (row.phases is None or phase in row.phases) and (talk or row.own is not Own.TALK)
        ]
        if phase in DIGITS:
            gloss = self._messages.text(f"keys.counts.{DIGITS[phase].id}")
            lines.insert(0, self._messages.text("keys.of_digits", gloss=gloss))
        lines.append(self._messages.text("keys.at_once" if at_once else "keys.in_a_line"))
        return " ".join(lines)

    def printed(self, row: Row, both: bool) -> str:
        """A key's title; where both layouts act, a letter with the other one on the same key."""
        if not row.letter:
            return self._title[row.id]
        beside = self._beside.get(row.id, "")
        return f"{row.gives} / {beside}".upper() if both and beside else row.gives.upper()
