# SPDX-License-Identifier: MIT
"""What the synthetic voices say: command phrases, loose words, ordinary Russian.

Decides the mix of texts.  Command phrases come from `phrases.txt` (templates
in the syntax `[optional] (a|b) {slot}`), words from the lexicon, ordinary
sentences from Debian's fortunes-ru.  It must not know how they are spoken.
"""

import random
import re
from pathlib import Path

from voice_host.language.language import SHIPPED, Language
from voice_host.model.lexicon import bare, load_spellings

RU = Language.read(SHIPPED / "ru")
"""The language that is measured."""

FORTUNES = Path("/usr/share/games/fortunes/ru")
PHRASES = Path(__file__).parent / "phrases.txt"
CASES = ("n", "g", "d", "i", "p", "f", "fg", "fa", "pl")

_HARD = ["ый", "ого", "ому", "ым", "ом", "ая", "ой", "ую", "ых"]
_STRESSED = ["ой", *_HARD[1:]]
_THIRD = ["ий", "ьего", "ьему", "ьим", "ьем", "ья", "ьей", "ью", "ьих"]
_ORDINAL_STEMS = """
перв втор трет четвёрт пят шест седьм восьм девят десят одиннадцат двенадцат тринадцат
четырнадцат пятнадцат шестнадцат семнадцат восемнадцат девятнадцат двадцат тридцат
сороков пятидесят шестидесят семидесят восьмидесят девяност
"""
_STEMS = dict(zip([*range(1, 21), 30, 40, 50, 60, 70, 80, 90], _ORDINAL_STEMS.split(), strict=True))


def ordinal(number: int, case: str) -> str:
    """1–99 as an ordinal; `case` is one of CASES (n g d i p masculine, f feminine, pl plural)."""
    if number > 20 and number % 10:
        tens = RU.words.cardinal(number - number % 10)
        return f"{tens} {ordinal(number % 10, case)}"
    endings = _THIRD if number == 3 else _STRESSED if number in {2, 6, 7, 8, 40} else _HARD
    return _STEMS[number] + endings[CASES.index(case)]


class Speaker:
    """Draws texts with one random generator, so a seed fixes them all."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        lines = PHRASES.read_text(encoding="utf-8").splitlines()
        self._templates = [line for line in lines if line and not line.startswith("#")]
        self._words = sorted(load_spellings(RU.lexicon))
        self._sentences = ordinary_sentences()

    def text(self, ordinary: float = 0.33, loose: float = 0.14) -> str:
        """One utterance: an ordinary sentence, loose words or a command phrase."""
        draw = self.random.random()
        if draw < ordinary:
            return self.random.choice(self._sentences)
        if draw < ordinary + loose:
            count = self.random.choice([1, 1, 2, 3])
            return " ".join(self.random.choice(self._words) for _ in range(count))
        return self.command()

    def command(self) -> str:
        """One command phrase."""
        return self.expand(self.random.choice(self._templates))

    def expand(self, template: str) -> str:
        """One sentence of a template."""
        text = re.sub(r"\[([^][]*)\]", self._maybe, template)
        while "(" in text:
            text = re.sub(r"\(([^()]*)\)", lambda m: self.random.choice(m[1].split("|")), text)
        return " ".join(re.sub(r"\{(\w+)\}", lambda m: self._slot(m[1]), text).split())

    def _maybe(self, found: re.Match[str]) -> str:
        return f"({found[1]})" if self.random.random() < 0.5 else ""

    def _slot(self, name: str) -> str:
        if name == "c":
            return RU.words.cardinal(self._number())
        if name == "cc":
            return RU.words.cardinal(self.random.randint(0, 100))
        if name == "s":
            seconds = [0, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 30, 40, 50, 60]
            return RU.words.cardinal(self.random.choice(seconds))
        return ordinal(self._number(), name)

    def _number(self) -> int:
        draw = self.random.random()
        if draw < 0.5:
            return self.random.randint(1, 12)
        return self.random.randint(1, 30) if draw < 0.92 else self.random.randint(31, 99)


def clean(text: str) -> str:
    """Lower-case words only."""
    return " ".join(re.findall(r"[а-яё]+", bare(text).replace("+", "")))


def ordinary_sentences() -> list[str]:
    """Sentences of 3–11 words from the fortunes, sorted."""
    found: set[str] = set()
    for path in sorted(FORTUNES.iterdir()):
        if path.suffix in {".dat", ".u8"} or path.is_symlink():
            continue
        text = re.sub(r"\s+", " ", _decoded(path.read_bytes()))
        for piece in re.split(r'[.!?;:"()…—%]+|--| - ', text):
            said = clean(piece).split()
            plain = not re.search(r"[a-zA-Z0-9]", piece)
            if plain and 3 <= len(said) <= 11 and max(map(len, said)) <= 15:
                found.add(" ".join(said))
    return sorted(found)


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("koi8-r", "ignore")
