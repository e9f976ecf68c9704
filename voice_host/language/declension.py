# SPDX-License-Identifier: MIT
"""Declension: how a name changes by case, by its ending alone, for it is in no dictionary.

The endings are data of the language (words.toml); a name that fits none stays as it is.
"""

from dataclasses import dataclass
from itertools import product
from typing import Literal

from voice_host.text.letters import STRESS, fold

Case = Literal["n", "g", "d", "a"]
Forms = tuple[str, str, str]
"""Genitive, dative, accusative."""
_PLACE: dict[Case, int] = {"g": 0, "d": 1, "a": 2}


@dataclass(frozen=True, slots=True)
class Declension:
    """Endings and what they become, the first that fits being taken; every way that there is.

    `after_consonant` is added to a name that ends in one of `consonants`. After one of `hushing` an
    ending that is the first of `softened` becomes the second. A stress stays on its `vowels`.
    """

    endings: dict[str, tuple[Forms, ...]]
    irregular: dict[str, Forms]
    vowels: str
    consonants: str
    after_consonant: Forms
    hushing: str
    softened: tuple[str, str]

    def of(self, name: str, case: Case | None) -> tuple[str, ...]:
        """The name in a case, every way it may decline; lower case, stress marks kept."""
        words = name.lower().replace("-", " ").split()
        if case in (None, "n"):
            return (" ".join(words),)
        return tuple(" ".join(way) for way in product(*(self._declined(w, case) for w in words)))

    def _declined(self, word: str, case: Case) -> list[str]:
        bare = word.replace(STRESS, "")
        at = word.find(STRESS) - 1
        return [self._marked(form, at) for form in self._forms(bare, _PLACE[case])]

    def _forms(self, word: str, place: int) -> list[str]:
        if word in self.irregular:
            return [self.irregular[word][place]]
        for ending, ways in self.endings.items():
            if word.endswith(ending) and len(word) > len(ending):
                stem = word[: -len(ending)]
                return [stem + self._fitting(stem, way[place]) for way in ways]
        if fold(word)[-1] in self.consonants and len(word) > 1:
            return [word + self.after_consonant[place]]
        return [word]

    def _fitting(self, stem: str, ending: str) -> str:
        """«и», not «ы», after some consonants: «Вики», «Маши»."""
        hard, soft = self.softened
        return soft if ending == hard and stem[-1] in self.hushing else ending

    def _marked(self, form: str, at: int) -> str:
        """The stress stays on its vowel, or on the ending that has taken its place."""
        if at < 0 or at >= len(form) or form[at] not in self.vowels:
            return form
        return form[: at + 1] + STRESS + form[at + 1 :]
